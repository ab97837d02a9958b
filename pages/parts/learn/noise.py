"""Noise that looks like topics: a small table, shuffled and searched again."""

from typing import Literal

import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared.figure import show_chart
from pages.shared.state import choices
from pages.shared.state.options import OPTIONS
from pages.shared.state.widgets import choose
from spca_core.lessons import noise
from spca_core.lessons.noise import Search
from spca_core.results.topics.chance import SHUFFLES

BEFORE = (
    "What a **shuffle** does: every document keeps its number of words, and every word "
    "its number of documents; the sums stay. Which word is in which document is left "
    "to chance. Then the same search is made again."
)
WIDGETS = ("strength", "table", "shuffles")


def _show() -> None:
    """Show the table, its last shuffle, and the best topics of all."""
    _choose_table()
    if not choices.hidden("shuffles"):
        _show_buttons(choices.value("shuffles"))
    found = _searches()
    left, right = st.columns(2)
    with left:
        _show_table(found[0])
    with right:
        if len(found) > 1:
            _show_table(found[-1])
        else:
            st.markdown(BEFORE)
    st.markdown(noise.verdict(found))
    show_chart(noise.draw_strip(found), noise.describe_strip(found))


def _numbers() -> None:
    """Show the best topic of each table."""
    numbers_table(noise.best_topics(_searches()), noise.LABELS)


def _searches() -> list[Search]:
    return noise.searches(*map(choices.value, WIDGETS))


def _choose_table() -> None:
    with st.container(horizontal=True):
        if not choices.hidden("strength"):
            choose("strength", widget=st.slider)
        if not choices.hidden("table"):
            choose("table", width=120)


def _show_buttons(now: int) -> None:
    with st.container(horizontal=True):
        _button("Shuffle", now + 1, "primary")
        _button(f"Shuffle {SHUFFLES} times", now + SHUFFLES)
        _button("Step back", now - 1)
        _button("Reset", 0)


def _button(
    label: str, then: int, kind: Literal["primary", "secondary"] = "secondary"
) -> None:
    """Draw a button that sets the number of shuffles, if that may be chosen."""
    least, most = OPTIONS["shuffles"].limits
    st.button(
        label,
        type=kind,
        on_click=choices.change,
        kwargs={"shuffles": then},
        disabled=not least <= then <= most or then == choices.value("shuffles"),
    )


def _show_table(found: Search) -> None:
    show_chart(noise.draw_table(found), noise.describe_table(found))


CHAPTER = Chapter(
    title="Noise that looks like topics",
    about=(
        "Eight words in rows, twelve documents in columns: a coloured square is a word "
        "that the document has. All 56 choices of three words are tried. Words in the "
        "same documents *capture* much together; the three that capture most (how "
        "much is in brackets) are the **best topic**. After a **shuffle** no topic is "
        "left, and yet the search finds one. Each dot is the best topic of a shuffled "
        "table, the diamond that of the last; the dashed line is that of the table "
        "itself."
    ),
    question=(
        "Set the strength to 0, which is pure noise, and shuffle nine times. The best "
        "topic beats three random words. Why is that not enough to believe in it?"
    ),
    answer=(
        "The best of 56 choices beats the others in *any* table: a maximum over many "
        "choices is large even where there is nothing. So hold a topic against the "
        "greatest that the *same search* finds in shuffled tables, not against random "
        "words. A table of noise is like its shuffles: of ten such tables, each is as "
        "likely to have the greatest topic. So noise passes nine shuffles with a "
        "chance of at most 1 in 10."
    ),
    for_teachers=(
        "Let pupils check the sums after a shuffle. Then give each a table of their "
        "own, by its number, at strength 0: of 30 pupils, how many find more than "
        "chance after nine shuffles? About three or fewer. From which strength on does "
        "the planted topic pass? Here mostly from 4; in a corpus of thousands of "
        "documents much weaker topics do."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "each against chance"),
)
