"""The component of all words of a corpus, compared with those of a few words.

Words are weighted as in the app, and centred, so that a component is a topic that can
be named.
"""

from collections.abc import Iterable
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd
from altair.typing import ChartType

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.weighting import matrix_options
from spca_core.formatting import counted, percent
from spca_core.lessons.tasks import MultipleChoice, Number, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.problem.spectrum import leading_spectrum
from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.topics import solve

CORPUS = "state_of_the_union"
SIZES = (*range(1, 8), 10, 13, 17, 22, 30, 40, 50)  # numbers of words on the curve
KEPT = "Kept"
ALL_WORDS = "All words"
# What the columns of the table are called on screen.
LABELS = {
    "word": "Word kept",
    "loading": "Loading",
    "share": "Share",
}
HEIGHT = 210  # pixels
ROW_HEIGHT, BELOW = 18, 50  # pixels: of a bar, and of the axis


class DenseComponent(NamedTuple):
    """The leading eigenvector of A, and its eigenvalue."""

    variance: float
    words: pd.DataFrame  # rank, word, loading, magnitude; greatest magnitude first


def dense_component(corpus: Corpus) -> DenseComponent:
    """Return the component of all words; its largest loading is positive."""
    covariance = Covariance.of(corpus, **matrix_options(corpus.kind))
    (variance,), vectors = leading_spectrum(covariance, 1)
    order = np.argsort(-abs(vectors[:, 0]), kind="stable")
    loadings = vectors[order, 0]
    loadings = loadings * (-1.0 if loadings[0] < 0 else 1.0)
    words = pd.DataFrame(
        {
            "rank": np.arange(1, len(order) + 1),
            "word": np.array(corpus.words, dtype=object)[order],
            "loading": loadings,
            "magnitude": abs(loadings),
        }
    )
    return DenseComponent(float(covariance.in_units(np.array([variance]))[0]), words)


def sparse_component(corpus: Corpus, n_words: int) -> Solution:
    """Return the best component of `n_words` words that the joint search finds."""
    return solve(corpus, 1, n_words, effort="quick")


def sparse_words(corpus: Corpus, sparse: Solution) -> pd.DataFrame:
    """One row per kept word, by weight: word, loading, share (the loading squared)."""
    words = [corpus.words[word] for word in sparse.supports[0]]
    loadings = sparse.loadings[0]
    return pd.DataFrame({"word": words, "loading": loadings, "share": loadings**2})


def variance_by_size(dense: DenseComponent, sparse: Iterable[Solution]) -> pd.DataFrame:
    """One row per sparse component: n_words, variance, share of the dense one's."""
    rows = [(each.settings.sparsity, each.captured_variance) for each in sparse]
    table = pd.DataFrame(rows, columns=["n_words", "variance"])
    return table.assign(share=table["variance"] / dense.variance)


def both(dense: DenseComponent, sparse: Solution) -> pd.DataFrame:
    """One row for the sparse component, one for the dense: n_words, variance, share."""
    table = variance_by_size(dense, [sparse])
    table.loc[1] = [int((dense.words["loading"] != 0).sum()), dense.variance, 1.0]
    table.insert(0, "component", [KEPT, ALL_WORDS])
    return table.astype({"n_words": int})


def verdict(components: pd.DataFrame) -> str:
    """Say how much of the variance the kept words keep, from the table of `both`."""
    sparse, dense = components.itertuples()
    keep = "word keeps" if sparse.n_words == 1 else "words keep"
    kept = percent(components["share"].iloc[0])
    return (
        f"{sparse.n_words:,} {keep} {kept} of the variance that all "
        f"{counted(dense.n_words, 'words')} capture in one component."
    )


def text_of_words(table: pd.DataFrame) -> str:
    """Describe the bars of the kept words."""
    return f"The kept words by weight: {', '.join(table['word'])}."


def text_of_sizes(curve: pd.DataFrame) -> str:
    """Describe the curve of `variance_by_size`."""
    first, last = curve.iloc[0], curve.iloc[-1]
    return (
        f"Share of the variance of all words by number of words: from "
        f"{percent(first['share'])} for {first['n_words']:.0f} to "
        f"{percent(last['share'])} for {last['n_words']:.0f}."
    )


def word_chart(kept: pd.DataFrame, n_words: int) -> ChartType:
    """Draw the kept words as bars of their shares, and how many are left out.

    n_words : of the corpus
    """
    rest = f"and {n_words - len(kept):,} more"
    table = pd.concat(
        [kept[["word", "share"]], pd.DataFrame([{"word": rest, "share": 0.0}])],
        ignore_index=True,
    )
    base = alt.Chart(table).encode(
        x=alt.X("share:Q", title="Share of the component").axis(format="%"),
        y=alt.Y("word:N", sort=[*table["word"]], title=None).axis(labelOverlap=False),
        tooltip=style.tooltip(word="Word", share=("Share", ".1%")),
    )
    bars = base.mark_bar(color=COLOURS[1], cornerRadiusEnd=2)
    return bars.properties(height=ROW_HEIGHT * len(table) + BELOW)


def size_chart(curve: pd.DataFrame, components: pd.DataFrame) -> ChartType:
    """Draw the share of the variance by number of words, with the chosen number.

    components : the row of the chosen one, then of the dense one
    """
    x = alt.X("n_words:Q", title="Words in the component")
    y = alt.Y("share:Q", title="Share of all words'")
    y = y.scale(domain=[0, 1]).axis(format="%")
    tooltip = style.tooltip(
        n_words=("Words", ",d"), share=("Share of all words'", ".1%")
    )
    line = alt.Chart(curve).mark_line(color=COLOURS[0])
    here = alt.Chart(components.head(1)).mark_point(**style.HERE)
    both = (mark.encode(x=x, y=y, tooltip=tooltip) for mark in (line, here))
    return alt.layer(*both, height=HEIGHT)


# Of the chapter's corpus: how many words keep so much of what all words capture.
N_WORDS, QUARTER, THIRTY = 7739, 5, 6


def _help_with_quarter(n_words: float) -> str:
    if n_words < QUARTER:
        return "Not yet: words that occur together add much."
    return f"Fewer than {n_words:.0f}: read the curve where it passes a quarter."


def _help_with_thirty(values: Values) -> str:
    n_words = values["kept_words"]
    if n_words < THIRTY:
        return f"{counted(n_words, 'words')} keep less than 30 %. Add some."
    if n_words > THIRTY:
        return f"{counted(n_words, 'words')} keep more than that. Try fewer."
    return ""


TASKS = (
    Number(
        name="enough",
        question=(
            f"Of all {N_WORDS:,} words, how many are enough to keep a quarter of the "
            "variance that they capture? Guess: the curve appears once you have "
            "answered."
        ),
        why="Five words keep 28 %: a list that can be read keeps much.",
        right=QUARTER,
        within=0,
        help=_help_with_quarter,
    ),
    MultipleChoice(
        name="pair",
        question="The best single word is *fiscal*. What are the best two words?",
        hints={
            "fiscal and another": "Keep 1 word, then 2, and look at the bars.",
            "senate and house": "",
            "subject and states": "They have the greatest loadings among all words. "
            "Keep 2 words and look at the bars.",
        },
        why=(
            "*senate* and *house*, because they occur together. Nor do the best words "
            "have the greatest loadings of all. Choosing words is a search, not a cut."
        ),
    ),
    Target(
        name="thirty",
        question="Keep 30 % of the variance with as few words as possible.",
        why=(
            f"Six words keep 30 % of what {N_WORDS:,} capture: the others have a "
            "loading of exactly 0. And six words can be named: public finances."
        ),
        help=_help_with_thirty,
    ),
)
