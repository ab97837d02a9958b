"""The component of all words of a corpus, compared with those of a few words.

Counts are centred: a variance is that around a word's mean, as in chapter 1.
"""

from collections.abc import Iterable
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd
from altair.typing import ChartType

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted, percent
from spca_core.lessons.tasks import MultipleChoice, Number, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.problem.spectrum import leading_spectrum
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.corpus.variance_by_rank import drawn_ranks
from spca_core.results.look import SHAPES
from spca_core.topics import solve

CORPUS = "state_of_the_union"
SIZES = (*range(1, 8), 10, 13, 17, 22, 30, 40, 50)  # numbers of words on the curve
KEPT, LEFT_OUT = "Kept", "Left out"
STATES = (KEPT, LEFT_OUT)
ALL_WORDS = "All words"
# What the columns of the table are called on screen.
LABELS = {
    "word": "Word kept",
    "loading": "Loading",
    "dense_loading": "Among all words",
    "dense_rank": "Rank there",
}
HEIGHT = 190  # pixels
COLOUR = alt.Scale(domain=STATES, range=[COLOURS[1], COLOURS[0]])
SHAPE = alt.Scale(domain=STATES, range=[SHAPES[3], SHAPES[0]])
SIZE = alt.Scale(domain=STATES, range=[110, 12])


class DenseComponent(NamedTuple):
    """The leading eigenvector of A, and its eigenvalue."""

    variance: float
    words: pd.DataFrame  # rank, word, loading, magnitude; greatest magnitude first


def dense_component(corpus: Corpus) -> DenseComponent:
    """Return the component of all words; its largest loading is positive."""
    covariance = Covariance.of(corpus, centred=True)
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
    return DenseComponent(float(variance), words)


def sparse_component(corpus: Corpus, n_words: int) -> Solution:
    """Return the best component of `n_words` words that the joint search finds."""
    return solve(corpus, 1, n_words, weighting="counts", centred=True, effort="quick")


def sparse_words(
    corpus: Corpus, dense: DenseComponent, sparse: Solution
) -> pd.DataFrame:
    """One row per kept word, by weight: word, loading, dense_loading, dense_rank."""
    words = [corpus.words[word] for word in sparse.supports[0]]
    kept = pd.DataFrame({"word": words, "loading": sparse.loadings[0]})
    among_all = dense.words[["word", "loading", "rank"]]
    dense_names = ["word", "dense_loading", "dense_rank"]
    return kept.merge(among_all.set_axis(dense_names, axis=1), on="word")


def loadings_by_rank(dense: DenseComponent, kept: pd.DataFrame) -> pd.DataFrame:
    """One row per word on the chart: rank, word, loading, magnitude, state.

    All kept words are drawn; the others are sampled evenly on a log scale of ranks.
    """
    ranks = drawn_ranks(len(dense.words))
    is_kept = dense.words["word"].isin(kept["word"])
    table = dense.words.assign(state=np.where(is_kept, KEPT, LEFT_OUT))
    return table[is_kept | table["rank"].isin(ranks)].reset_index(drop=True)


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


def text_of_loadings(table: pd.DataFrame) -> str:
    """Describe the chart of `loadings_by_rank`."""
    first, last = table.iloc[0], table.iloc[-1]
    n_kept = (table["state"] == KEPT).sum()
    return (
        f"Loadings of the component of all words, from {first['magnitude']:.2g} at "
        f"rank 1 down to {last['magnitude']:.1g} at rank {last['rank']:,}; "
        f"{n_kept} kept words are marked."
    )


def text_of_sizes(curve: pd.DataFrame) -> str:
    """Describe the curve of `variance_by_size`."""
    first, last = curve.iloc[0], curve.iloc[-1]
    return (
        f"Share of the variance of all words by number of words: from "
        f"{percent(first['share'])} for {first['n_words']:.0f} to "
        f"{percent(last['share'])} for {last['n_words']:.0f}."
    )


def rank_chart(table: pd.DataFrame) -> ChartType:
    """Draw the loading of every word against its rank, the kept words marked."""
    numbers = {"rank": ("Rank", ",d"), "loading": ("Loading", "+.3g")}
    base = alt.Chart(table).encode(
        x=alt.X("rank:Q", title="Rank of the word").scale(type="log"),
        y=alt.Y("magnitude:Q", title="Loading among all words"),
        tooltip=look.tooltip(word="Word", **numbers, state="In the sparse component"),
    )
    area = base.mark_area(color=COLOURS[0], opacity=0.25, line={"color": COLOURS[0]})
    words = base.mark_point(filled=True, opacity=1).encode(
        color=alt.Color("state:N", scale=COLOUR, legend=look.legend()),
        shape=alt.Shape("state:N", scale=SHAPE),
        size=alt.Size("state:N", scale=SIZE),
    )
    return (area + words).properties(height=HEIGHT)


def size_chart(curve: pd.DataFrame, components: pd.DataFrame) -> ChartType:
    """Draw the variance by number of words, with the chosen number and all words.

    components : the row of the chosen one, then of the dense one
    """
    x = alt.X("n_words:Q", title="Words in the component")
    y = alt.Y("variance:Q", title="Variance captured").scale(domainMin=0)
    tooltip = look.tooltip(
        n_words=("Words", ",d"),
        variance=("Variance", ".4g"),
        share=("Share of all words'", ".1%"),
    )
    line = alt.Chart(curve).mark_line(color=COLOURS[0])
    dense = alt.Chart(components.tail(1)).mark_rule(
        color=look.LIMIT_COLOUR, **look.DASHED
    )
    here = alt.Chart(components.head(1)).mark_point(**look.HERE)
    chart = (
        dense.encode(y=y, tooltip=tooltip)
        + line.encode(x=x, y=y, tooltip=tooltip)
        + here.encode(x=x, y=y, tooltip=tooltip)
    )
    return chart.properties(height=HEIGHT)


# Of the chapter's corpus: how many words keep so much of what all words capture.
HALF, THREE_QUARTERS = 2, 7


def _help_with_half(n_words: float) -> str:
    if n_words < HALF:
        return "The best single word keeps 44 %. Words that occur together add much."
    return f"Fewer than {n_words:.0f}: read the curve where it passes half."


def _help_with_three_quarters(values: Values) -> str:
    n_words = values["kept_words"]
    if n_words < THREE_QUARTERS:
        return f"{counted(n_words, 'words')} keep less than 75 %. Add some."
    if n_words > THREE_QUARTERS:
        return f"{counted(n_words, 'words')} keep more than that. Try fewer."
    return ""


TASKS = (
    Number(
        name="enough",
        question=(
            "Of all 7,739 words, how many are enough to keep half of the variance that "
            "they capture? Guess: the curve appears once you have answered."
        ),
        why=(
            "Two words keep 65 %, and eight more add only 12 %: a list that can be "
            "read costs little."
        ),
        right=HALF,
        within=0,
        help=_help_with_half,
    ),
    MultipleChoice(
        name="pair",
        question="The best single word is *government*. What are the best two words?",
        hints={
            "government and another": "Keep 1 word, then 2, and read them in All "
            "numbers.",
            "two others": "",
        },
        why=(
            "*states* and *united*, because they occur together. Nor do the best words "
            "always have the greatest loadings of all. Choosing words is a search, not "
            "a cut."
        ),
    ),
    Target(
        name="quarters",
        question="Keep 75 % of the variance with as few words as possible.",
        why=(
            "Seven words keep 75 % of what 7,739 capture: the others have a loading of "
            "exactly 0."
        ),
        help=_help_with_three_quarters,
    ),
)
