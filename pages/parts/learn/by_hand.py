"""Two topics of five words by hand, against the algorithm."""

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, choose_topic_words
from pages.shared.figure import show_chart
from pages.shared.state import cached, choices
from pages.shared.text import plain
from spca_core.errors import InputError
from spca_core.lessons import by_hand
from spca_core.results.topics.words import word_columns

WIDGETS = ("first_words", "second_words")
BEST_HELP = "Shows the words of the best two topics. Try it yourself first."
ABOUT_HINT = "The words that would add most right now, looking one word ahead only."
NO_HINT = "Both topics have five words. Replace one to continue."

Pair = tuple[tuple[str, ...], tuple[str, ...]]  # the words of each topic


def _show() -> None:
    """Show the words to choose, what they capture, and the best possible."""
    challenge = _challenge()
    chosen = _choose(challenge)
    try:
        score = by_hand.score(challenge, *chosen)
    except InputError as refusal:
        st.warning(plain(str(refusal)))
        return
    _show_bars(by_hand.score_bars(challenge, score))
    _show_table(score)
    if not choices.hidden("hint"):
        with st.expander("A hint: the best next word"):
            _show_hint(by_hand.next_words(challenge, *chosen))
    if not choices.hidden("best_topics") and st.toggle(
        "Show the best topics", key="best_topics", help=BEST_HELP
    ):
        st.dataframe(word_columns(challenge.corpus, challenge.best))


def _numbers() -> None:
    """Show all words and their variances, unless the link hides them."""
    if not choices.hidden("variances"):
        _show_table(by_hand.words(_challenge(), *map(choices.value, WIDGETS)))


@st.cache_resource(show_spinner="Trying all choices…", max_entries=1)
def _challenge() -> by_hand.Challenge:
    return by_hand.challenge(cached.bundled(by_hand.CORPUS))


def _choose(challenge: by_hand.Challenge) -> Pair:
    words, limit = challenge.corpus.words, by_hand.SPARSITY
    first, second = map(choices.value, WIDGETS)
    left, right = st.columns(2)
    with left:
        free = by_hand.offered(words, first, second)
        first = choose_topic_words(WIDGETS[0], free, limit)
    with right:
        free = by_hand.offered(words, second, first)
        second = choose_topic_words(WIDGETS[1], free, limit)
    return first, second


def _show_bars(bars: pd.DataFrame) -> None:
    show_chart(by_hand.challenge_bars(bars), by_hand.describe_score(bars))


def _show_hint(hint: pd.DataFrame) -> None:
    if hint.empty:
        st.markdown(NO_HINT)
        return
    st.markdown(ABOUT_HINT)
    _show_table(hint)


def _show_table(table: pd.DataFrame) -> None:
    number = st.column_config.NumberColumn
    st.dataframe(
        table.rename(columns=by_hand.LABELS),
        hide_index=True,
        column_config={
            "Variance": number(format="%.4f"),
            "Gain": number(format="%.4f"),
            "Share of the best": number(format="percent"),
        },
    )


CHAPTER = Chapter(
    label="By hand",
    title="Beat the algorithm",
    about=(
        "Paragraphs of American presidents' speeches since 2001, reduced to 24 words. "
        "Choose two topics of five words each that together capture as much variance "
        "as possible. Words that are common, and occur in the same paragraphs, capture "
        "most together."
    ),
    question=(
        "How close can you get? And why is it not enough to take the ten words with "
        "the greatest variance?"
    ),
    answer=(
        "What a topic captures depends on how its words vary *together*: five common "
        "words that avoid each other capture little more than one of them alone. And a "
        "word that suits one topic may suit the other better. There are 42,504 ways to "
        "choose five of 24 words, and 247,118,256 to choose both topics: the computer "
        "has ruled out all but the best."
    ),
    for_teachers=(
        "Let groups compete: which group gets closest to the best in five minutes, "
        "without the hint? Then follow the hint word by word. It is greedy: from "
        "nothing it happens to end at the best topics here. Start with america in one "
        "and tax in the other, and it ends lower. What use is the limit where no exact "
        "search is possible? Topics that reach 95 % of it are at least 95 % as good as "
        "the best."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "with the method Exact"),
    parts={
        "hint": "The hint",
        "variances": "All words and their variances",
        "best_topics": "Show the best topics",
    },
)
