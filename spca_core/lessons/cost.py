"""What the whole net costs, and what it guarantees, on a real corpus."""

import time
from math import log10

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import in_figures
from spca_core.methods.bipartite import best_candidate
from spca_core.problem.covariance import Covariance
from spca_core.problem.spectrum import leading_spectrum
from spca_core.steps.net import half_net_size, power_size, random_points
from spca_core.topics import solve

CORPUS, SPARSITY = "state_of_the_union", 10
RANKS = N_TOPICS = range(1, 9)
N_TIMED = 100  # candidates
DRAWN = 10_000  # at random: the usual number of candidates
WHOLE, ONCE, SAMPLE = "The paper's net", "Each topic set once", "Drawn at random"
SEARCHES = (WHOLE, ONCE, SAMPLE)
SKETCH, LOSS, DATA = "1 - epsilon", "The sketch loses", "Proven on the data"
PROMISES = (SKETCH, LOSS, DATA)
# What the columns of the tables are called on screen.
LABELS = {
    "search": "Search",
    "candidates": "Combinations",
    "steps": "Steps (power of 10)",
    "seconds": "Seconds here",
    "term": "What",
    "share": "Share of the best",
}
TEXT = (
    "Bars of the steps and the time of the whole net, of each set of topics once, and "
    "of a sample; bars of what is guaranteed, lost by the sketch, and left."
)


def every_case(corpus: Corpus) -> pd.DataFrame:
    """One row per rank and number of topics.

    columns : rank, n_topics, words (of the corpus), seconds (for a candidate, here),
              loss (the most that the sketch loses, as a share of what is captured)
    """
    best = [_captured(corpus, k) for k in N_TOPICS]
    covariance = Covariance.of(corpus, centred=True)
    values, vectors = leading_spectrum(covariance, max(RANKS) + max(N_TOPICS))
    factor = vectors[:, : max(RANKS)] * np.sqrt(values[: max(RANKS)])
    seconds = [_seconds(factor, k) for k in N_TOPICS]
    rows = [
        (rank, k, corpus.n_words, seconds[k - 1], values[rank : rank + k].sum() / top)
        for rank in RANKS
        for k, top in zip(N_TOPICS, best, strict=True)
    ]
    columns = ["rank", "n_topics", "words", "seconds", "loss"]
    return pd.DataFrame(rows, columns=columns)


def searches(
    cases: pd.DataFrame, rank: int, n_topics: int, epsilon: float
) -> pd.DataFrame:
    """One row per search: how many combinations, steps as a power of 10, seconds here.

    A combination takes the paper's d (s k)^2 steps; (4 / epsilon)^(r k) are in its net.
    """
    case = cases.query("rank == @rank and n_topics == @n_topics").iloc[0]
    once = power_size(half_net_size(rank, epsilon / 2), n_topics)
    sizes = [(4 / epsilon) ** (rank * n_topics), once, DRAWN]
    each = case["words"] * (SPARSITY * n_topics) ** 2
    return pd.DataFrame(
        {
            "search": SEARCHES,
            "candidates": [in_figures(int(size)) for size in sizes],
            "steps": [log10(size) + log10(each) for size in sizes],
            "seconds": [size * case["seconds"] for size in sizes],
        }
    )


def promises(
    cases: pd.DataFrame, rank: int, n_topics: int, epsilon: float
) -> pd.DataFrame:
    """One row per term of the guarantee, as a share of the best (Theorem 2)."""
    loss = cases.query("rank == @rank and n_topics == @n_topics")["loss"].iloc[0]
    shares = [1 - epsilon, loss, max(1 - epsilon - loss, 0.0)]
    return pd.DataFrame({"term": PROMISES, "share": shares})


def _captured(corpus: Corpus, n_topics: int) -> float:
    solution = solve(
        corpus, n_topics, SPARSITY, weighting="counts", centred=True, effort="quick"
    )
    return solution.captured_variance


def _seconds(factor: np.ndarray, n_topics: int) -> float:
    """Return how long a combination of directions takes on this machine."""
    norms = (factor**2).sum(axis=1)
    order = np.argsort(-norms, kind="stable")
    seed, rank = np.random.SeedSequence(0), factor.shape[1]
    points = np.vstack(list(random_points(seed, N_TIMED, n_topics, rank)))
    longest = factor[order], norms[order]
    best_candidate(*longest, points[:1], SPARSITY)  # compiled
    start = time.perf_counter()
    best_candidate(*longest, points, SPARSITY)
    return (time.perf_counter() - start) / N_TIMED
