"""Why the best of many choices looks like a topic, and how chance is told from one.

A table says which of eight words each of twelve documents has. All choices of three
words are tried: the best is the topic. The same search is made on tables that are
`shuffled`, by the seeds of `against_chance`, so the chapter's test is the library's.

Each word is put into documents at random, each choice of so many documents as likely;
only the planted words share the first `strength` of theirs. At strength 0 all tables
with the same margins are thus equally likely, which is the null of `against_chance`.
"""

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd
from scipy import sparse

from spca_core.corpus.shuffling import shuffled
from spca_core.formatting import counted
from spca_core.lessons.eight_words import WORDS
from spca_core.lessons.tasks import MultipleChoice, Number, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import leading_eigenpairs
from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.results.style import Picture

N_DOCUMENTS, SPARSITY = 12, 3
PLANTED = ("war", "army", "navy")
SIZES = (5, 6, 5, 5, 5, 4, 3, 5)  # of the words: in how many documents each is
CHOICES = np.array(list(combinations(range(len(WORDS)), SPARSITY)))
DIGITS = 9  # of a variance, which is below 1; the rest is rounding
# What the columns of the tables are called on screen.
LABELS = {"name": "Table", "words": "Best topic", "variance": "It captures"}
REAL, SHUFFLED = "The table", "Shuffle {}"
TOPIC, OTHER, ABSENT = "Of the best topic", "Of another word", "Not in the document"
SUM = "Sum"
TABLE_HEIGHT, STRIP_HEIGHT = 202, 145  # pixels, with titles and axes
EVERY, BEST = "A topic of the table", "The best topic of the table"
GREATEST, LAST = "The best topic of a shuffle", "The best topic of the last shuffle"
BIN = 0.01  # of variance: dots that are as near are stacked
STACKS, BELOW = [-6, 13], -3  # the places of dots, and where all topics are drawn
REACH = [0.2, 0.8]  # of the variances; three words capture 0.75 at most


class TableSearch(NamedTuple):
    """A table, and what all choices of words capture in it."""

    shuffle: int  # 0: the table before any
    table: np.ndarray  # (n_documents, n_words), 1 where a document has a word
    variances: np.ndarray  # of each of CHOICES

    @property
    def name(self) -> str:
        return SHUFFLED.format(self.shuffle) if self.shuffle else REAL

    @property
    def best(self) -> np.ndarray:
        """The columns of the words that capture most; the first of equally good."""
        return CHOICES[self.variances.argmax()]

    @property
    def words(self) -> str:
        """The words that capture most, as text."""
        return as_text(self.best)

    @property
    def captured(self) -> float:
        return float(self.variances.max())


def as_text(words: np.ndarray) -> str:
    """Return the words of these columns as text."""
    return ", ".join(WORDS[word] for word in words)


def planted(strength: int, seed: int) -> sparse.csr_array:
    """Return the table of a seed, (n_documents, n_words).

    strength : in how many documents the planted words are put together, 0 to 5
    """
    rng = np.random.default_rng(seed)
    table = np.zeros((N_DOCUMENTS, len(WORDS)))
    documents = rng.permutation(N_DOCUMENTS)
    for column, (word, size) in enumerate(zip(WORDS, SIZES, strict=True)):
        n_shared = strength if word in PLANTED else 0
        shared, others = np.split(documents, [n_shared])
        table[shared, column] = 1
        table[rng.choice(others, size - n_shared, replace=False), column] = 1
    return sparse.csr_array(table)


def as_csv() -> str:
    """Return the documents of the first table that have words, as CSV."""
    rows = planted(5, 1).toarray().astype(bool)
    lines = [
        f"Document {number},{' '.join(np.array(WORDS)[row])}"
        for number, row in enumerate(rows, start=1)
        if row.any()
    ]
    return "\n".join(["title,text", *lines, ""])


@lru_cache(maxsize=1024)
def search(strength: int, seed: int, shuffle: int) -> TableSearch:
    """Try all choices of words in a table, or in its shuffle of this number."""
    table = planted(strength, seed)
    if shuffle:
        its_seed = np.random.SeedSequence(seed, spawn_key=(shuffle,))
        table = sparse.csr_array(shuffled(table, np.random.default_rng(its_seed)))
    variances, _ = leading_eigenpairs(Covariance(table, centred=True), CHOICES)
    return TableSearch(shuffle, table.toarray(), variances.round(DIGITS))


def searches(strength: int, seed: int, shuffles: int) -> list[TableSearch]:
    """Return the search of a table, then those of its shuffles."""
    return [search(strength, seed, shuffle) for shuffle in range(shuffles + 1)]


def best_topics(found: list[TableSearch]) -> pd.DataFrame:
    """One row per table: its name, the words of its best topic, their variance."""
    rows = [(each.name, each.words, each.captured) for each in found]
    return pd.DataFrame(rows, columns=["name", "words", "variance"])


def cells(found: TableSearch) -> pd.DataFrame:
    """One row per cell of a table, then one per sum of a row or a column.

    The words of the best topic come first, and the documents that have most of them.
    columns : word, document (a number from 1), either of which may be "Sum"; state (of
              a cell), sum
    """
    is_best = np.isin(np.arange(len(WORDS)), found.best)
    order = np.argsort(~is_best, kind="stable")
    documents = np.argsort(-found.table[:, is_best].sum(axis=1), kind="stable")
    words = [WORDS[word] for word in order]
    numbers = [f"{document + 1}" for document in documents]
    table = found.table[documents][:, order].T.astype(int)
    present = np.where(is_best[order], TOPIC, OTHER)[:, None]
    inner = pd.DataFrame(
        {
            "word": np.repeat(words, len(numbers)),
            "document": np.tile(numbers, len(words)),
            "state": np.where(table, present, ABSENT).ravel(),
        }
    )
    right = pd.DataFrame({"word": words, "document": SUM, "sum": table.sum(axis=1)})
    below = pd.DataFrame({"word": SUM, "document": numbers, "sum": table.sum(axis=0)})
    return pd.concat([inner, right, below], ignore_index=True)


def strip(found: list[TableSearch]) -> pd.DataFrame:
    """One row per topic of the table, then one per shuffle for its best topic.

    columns : mark (what the topic is), name (of its table), words, variance, place (in
              a stack of dots, or below them)
    """
    real, *others = found
    every = zip(map(as_text, CHOICES), real.variances, strict=True)
    rows = [
        *((BEST if topic[0] == real.words else EVERY, REAL, *topic) for topic in every),
        *((GREATEST, each.name, each.words, each.captured) for each in others[:-1]),
        *((LAST, each.name, each.words, each.captured) for each in others[-1:]),
    ]
    table = pd.DataFrame(rows, columns=["mark", "name", "words", "variance"])
    is_dot = table["mark"].isin([GREATEST, LAST])
    stacks = table.groupby([is_dot, (table["variance"] / BIN).round()])
    return table.assign(place=stacks.cumcount().where(is_dot, BELOW))


def verdict(found: list[TableSearch]) -> str:
    """Say whether the best topic of the table is more than chance."""
    real, *others = found
    if not others:
        return (
            f"Of all {len(CHOICES)} choices of three words, {real.words} is the best "
            "topic of the table. Is it more than chance?"
        )
    n_passed = sum(each.captured >= real.captured for each in others)
    n_tables = counted(len(others), "shuffled tables")
    if n_passed:
        return (
            f"In {n_passed:,} of {n_tables} the best topic captures as much or more: "
            f"{real.words} could be chance."
        )
    return (
        f"The topic {real.words} captures more than any topic of {n_tables}. If the "
        f"table were noise, the chance of that would be at most 1 in {len(found):,}."
    )


def describe_table(found: TableSearch) -> str:
    return (
        f"{found.name}: which of {counted(len(WORDS), 'words')} each of "
        f"{counted(N_DOCUMENTS, 'documents')} has. Its best topic, "
        f"{found.words}, captures {found.captured:.2f}."
    )


def describe_strip(found: list[TableSearch]) -> str:
    real, *others = found
    return (
        f"What all {counted(len(CHOICES), 'topics')} of the table capture, up to "
        f"{real.captured:.2f}, and the best topic of each of "
        f"{counted(len(others), 'shuffled tables')}."
    )


def draw_table(found: TableSearch) -> Picture:
    """Draw a table, words by documents, with its sums and its best topic marked."""
    table = cells(found)
    words, documents = table["word"].unique(), table["document"].unique()
    bare = {"title": None, "domain": False, "ticks": False}
    # Every row and column is labelled, though they are narrow.
    axis = {**bare, "labelOverlap": False}
    base = alt.Chart(table).encode(
        x=alt.X("document:N", sort=[*documents]).axis(
            orient="top", labelAngle=0, labelFontSize=10, labelPadding=2, **axis
        ),
        y=alt.Y("word:N", sort=[*words]).axis(labelFontSize=12, **axis),
    )
    faint = f"{style.LIMIT_COLOUR}28"
    colours = {TOPIC: COLOURS[0], OTHER: style.LIMIT_COLOUR, ABSENT: faint}
    squares = base.transform_filter("isValid(datum.state)").mark_bar(cornerRadius=2)
    sums = base.transform_filter("isValid(datum.sum)").mark_text(
        fontSize=11, color=style.LIMIT_COLOUR
    )
    return alt.layer(
        squares.encode(
            color=alt.Color("state:N", legend=None).scale(
                domain=[*colours], range=[*colours.values()]
            ),
            tooltip=style.tooltip(word="Word", document="Document", state="Cell"),
        ),
        sums.encode(text=alt.Text("sum:Q", format="d")),
        title=f"{found.name}: {found.words} ({found.captured:.2f})",
        height=TABLE_HEIGHT,
    )


def draw_strip(found: list[TableSearch]) -> Picture:
    """Draw what the topics of the table capture, and the best of each shuffled one."""
    table = strip(found)
    x = alt.X("variance:Q", title="What three words capture")
    x = x.scale(domain=REACH, nice=False)
    y = alt.Y("place:Q", title=None).scale(domain=STACKS, nice=False)
    names = (
        f"datum.value < 0 ? 'All {len(CHOICES)} of the table' : 'Best of each shuffle'"
    )
    y = y.axis(
        values=[BELOW, -BELOW], labelExpr=names, domain=False, ticks=False, grid=False
    )
    topics = alt.Chart(table).encode(x=x)
    base = topics.encode(
        y=y,
        tooltip=style.tooltip(
            name="Table", words="Words", variance=("They capture", ".3f")
        ),
    )
    of = alt.datum.mark
    layers = [
        topics.transform_filter(of == BEST).mark_rule(color=COLOURS[2], **style.DASHED),
        base.transform_filter(of == EVERY).mark_tick(
            color=COLOURS[0], opacity=0.6, thickness=2, size=14
        ),
    ]
    if found[1:]:  # a layer without marks has nothing to be read out
        layers += [
            base.transform_filter(of == GREATEST).mark_point(
                filled=True, size=24, opacity=1, color=COLOURS[0]
            ),
            base.transform_filter(of == LAST).mark_point(**style.HERE),
        ]
    return alt.layer(*layers, height=STRIP_HEIGHT)


N_SHUFFLES = 9


def _help_with_chance(tables: float) -> str:
    if tables > 12:
        return "Ten tables, the table and nine shuffles. Which has the greatest topic?"
    return "It is not so rare: each of the ten tables is as likely to have it."


def _help_with_passing(values: Values) -> str:
    if values["strength"]:
        return "Set the strength to 0: a table of pure noise."
    if values["shuffles"] < N_SHUFFLES:
        return f"{values['shuffles']} of {N_SHUFFLES} shuffles are made."
    real, *others = searches(0, values["table"], values["shuffles"])
    n_passed = sum(each.captured >= real.captured for each in others)
    if n_passed:
        return f"In {n_passed} shuffles the best topic is as great. Try another table."
    return ""


TASKS = (
    Number(
        name="chance",
        question=(
            "Of 100 tables of pure noise, how many have a topic that is greater than "
            "those of nine shuffles? What all topics capture appears once you have "
            "answered."
        ),
        why=(
            "About 10 or fewer. A table of noise is like its shuffles: of the ten, "
            "each is as likely to have the greatest topic."
        ),
        right=100 / (N_SHUFFLES + 1),
        within=2,
        help=_help_with_chance,
    ),
    MultipleChoice(
        name="words",
        question=(
            "Strength 0. The best topic beats three random words by far. Why is that "
            "not enough to believe in it?"
        ),
        hints={
            "It is the best of 56 choices": "",
            "Twelve documents are too few": "With more documents the best of all "
            "choices would still beat random words.",
            "Its words have nothing in common": "Nor have those of many real topics, "
            "at first sight. How was it chosen?",
        },
        why=(
            "The best of 56 beats the others in *any* table. So hold a topic against "
            "the greatest that the *same search* finds in shuffled tables."
        ),
    ),
    Target(
        name="passing",
        question=(
            "Find a table of pure noise (strength 0) whose topic passes nine shuffles."
        ),
        why=(
            "It passes, though there is nothing: that is the 1 in 10. More shuffles "
            "make it rarer. Now with your corpus: Topics holds each topic against "
            "chance."
        ),
        help=_help_with_passing,
    ),
)
