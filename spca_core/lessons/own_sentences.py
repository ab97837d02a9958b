"""Topics in sentences of the pupils' own: two topics of three words."""

import warnings
from functools import lru_cache
from typing import NamedTuple

import altair as alt
import pandas as pd

from spca_core.corpus.load import load
from spca_core.errors import InputError, ReadingWarning
from spca_core.formatting import counted
from spca_core.lessons.tasks import MultipleChoice, Target, Values
from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.results.style import Picture
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.topics import solve

N_TOPICS, SPARSITY = 2, 3
MIN_SENTENCES, MIN_WITH = 10, 3
MAX_LETTERS = 2_000
EXAMPLE = """The goalkeeper kicked the ball past the goal.
The ball flew over the goalkeeper into the goal.
She scored a goal, and the goalkeeper lost the ball.
The referee watched the ball behind the goal.
Our team lost the match in the rain.
The referee ended the match early.
Knead flour, butter and water to a dough.
The dough needs more flour, or less butter.
Roll the dough with flour, and butter the tin.
Melt butter in a pan and stir in flour.
Bake the bread in a hot oven.
Pepper and salt go into the soup."""
# What the columns of the tables are called on screen.
LABELS = {"topic": "Topic", "words": "Its words", "sentences": "Sentences with it"}
TEXT = "The words of both topics, and how many sentences have each topic."


class Found(NamedTuple):
    """What was found in some sentences.

    topics : topic, words (as text), sentences (that have two of the words)
    shares : one row per word: topic, word, share (of the topic's weight)
    why    : why there are no topics, if there are none
    """

    topics: pd.DataFrame
    shares: pd.DataFrame
    why: str


@lru_cache(maxsize=64)
def find(text: str) -> Found:
    """Find two topics of three words in sentences, one per line."""
    nothing = pd.DataFrame(columns=[*LABELS]), pd.DataFrame(columns=["topic"])
    try:
        with warnings.catch_warnings():
            # So few words may be of no known language.
            warnings.simplefilter("ignore", ReadingWarning)
            corpus = load(sentences_of(text), progress=False)
        topics = solve(corpus, N_TOPICS, SPARSITY, effort="quick", progress=False)
    except InputError as error:
        return Found(*nothing, str(error))
    names = [f"Topic {number}" for number in range(1, N_TOPICS + 1)]
    words = topics.words()
    n_with = documents_with_topics(topics).sum(axis=0)
    table = pd.DataFrame(
        {"topic": names, "words": map(", ".join, words), "sentences": n_with}
    )
    shares = pd.DataFrame(
        [
            (topic, word, float(loading**2))
            for topic, of_topic, loadings in zip(
                names, words, topics.loadings, strict=True
            )
            for word, loading in zip(of_topic, loadings, strict=True)
        ],
        columns=["topic", "word", "share"],
    )
    return Found(table, shares, "")


def sentences_of(text: str) -> list[str]:
    """Return the lines of a text that are not empty."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def draw(found: Found) -> Picture:
    """Draw the words of each topic as bars of their shares."""
    base = alt.Chart(found.shares).encode(
        x=alt.X("share:Q", title="Share of the topic").axis(format="%"),
        y=alt.Y("word:N", sort=None, title=None).axis(labelOverlap=False),
        color=alt.Color("topic:N", legend=style.legend()).scale(range=COLOURS[:2]),
        tooltip=style.tooltip(topic="Topic", word="Word", share=("Share", ".0%")),
    )
    return base.mark_bar(cornerRadiusEnd=2).properties(height=230)


def _help_with_own(values: Values) -> str:
    text = values["sentences"]
    n_sentences = len(sentences_of(text))
    if not text or text == EXAMPLE:
        return "These are ours. Delete them, and write your own, one per line."
    if n_sentences < MIN_SENTENCES:
        return f"{counted(n_sentences, 'sentences')}: write {MIN_SENTENCES} or more."
    found = find(text)
    if found.why:
        return "There are too few words that come more than once. Repeat some."
    fewest = int(found.topics["sentences"].min())
    if fewest < MIN_WITH:
        return (
            f"A topic is in {counted(fewest, 'sentences')} only. Use two of its words "
            f"together in {MIN_WITH} sentences or more."
        )
    return ""


TASKS = (
    MultipleChoice(
        name="which",
        question=(
            "Find the topics in our sentences. *referee* and *match* come up too. Why "
            "are they in no topic?"
        ),
        hints={
            "They are too short": "Length does not matter.",
            "They stand together only once, others more often": "",
            "They are not about football": "The search knows no football. It counts.",
        },
        why=(
            "Only what varies together counts: *goalkeeper, ball, goal* stand together "
            "in three sentences, *referee* and *match* in one."
        ),
    ),
    Target(
        name="own",
        question=(
            f"Write at least {MIN_SENTENCES} sentences on two subjects, so that each "
            f"topic is in {MIN_WITH} of them or more."
        ),
        why=(
            "Your topics are words that you have used together. Did the search find "
            "your two subjects? With more sentences it finds them more surely."
        ),
        help=_help_with_own,
    ),
)
