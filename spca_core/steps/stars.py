"""Stars: where topics can be, told by rows of A alone.

The star of a word is the word with the s - 1 words that covary most with it. Its sum
g_i = A_ii + (the sum of their |A_il|) bounds what any support led by the word captures:
the greatest eigenvalue of A[I, I] is at most the greatest row sum of |A[I, I]|
(Gershgorin 1931). A word's variance alone does not tell: under tf-idf the words of the
best topics may stand far down in its order. Of very many words in sparse documents, the
stars are those of a sample: good enough to choose words, but no bound.
"""

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.steps.neighbours import all_neighbours
from spca_core.steps.screening import sampled_stars

MAX_READ = 20_000  # words whose rows of A are read in a few seconds


def star_words(
    covariance: Covariance, sparsity: int, most: int, least_sum: float = 0.0
) -> np.ndarray:
    """Return the words of the stars of greatest sums, in their order.

    most      : how many words at most; if there are no more, all are returned
    least_sum : of a star whose words count
    """
    if covariance.n_words <= most:
        return covariance.words_by_variance
    leaders, others, strengths = _stars(covariance, sparsity - 1)
    sums = covariance.variances[leaders] + strengths.sum(axis=1)
    order = np.argsort(-sums, kind="stable")
    order = order[sums[order] >= least_sum]
    members = np.column_stack([leaders[order], others[order]])
    words, first = np.unique(members, return_index=True)
    return words[np.argsort(first)][:most].astype(np.int64)


def _stars(
    covariance: Covariance, n_others: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return words, the strongest others of each, (n, n_others), and their |A_il|."""
    if covariance.n_words > MAX_READ and not covariance.is_dense:
        return sampled_stars(covariance, n_others, MAX_READ)
    found = all_neighbours(covariance, n_others + 1)
    others, covariances = found.words[:, :n_others], found.covariances[:, :n_others]
    return np.arange(covariance.n_words), others, abs(covariances)
