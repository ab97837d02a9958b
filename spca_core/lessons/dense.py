"""The component of all words of a corpus, compared with those of a few words.

Counts are centred: a variance is that around a word's mean, as in chapter 1.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted, percent
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.problem.spectrum import leading_spectrum
from spca_core.results.corpus.variance_by_rank import drawn_ranks
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


def kept_words(corpus: Corpus, dense: DenseComponent, sparse: Solution) -> pd.DataFrame:
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
