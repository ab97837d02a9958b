"""Stars: where topics can be, told by rows of A alone.

The star of a word is the word with the s - 1 words that covary most with it. Its sum
g_i = A_ii + (the sum of their |A_il|) bounds what any support led by the word captures:
the greatest eigenvalue of A[I, I] is at most the greatest row sum of |A[I, I]|
(Gershgorin 1931). A word's variance alone does not tell: under tf-idf the words of the
best topics may stand far down in its order.
"""

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.steps.neighbours import all_neighbours


def star_words(
    covariance: Covariance, sparsity: int, most: int, least_sum: float = 0.0
) -> np.ndarray:
    """Return the words of the stars of greatest sums, in their order.

    most      : how many words at most; if there are no more, all are returned
    least_sum : of a star whose words count
    """
    if covariance.n_words <= most:
        return covariance.words_by_variance
    stars = all_neighbours(covariance, sparsity)
    strengths = abs(stars.covariances[:, : sparsity - 1])
    sums = covariance.variances + strengths.sum(axis=1)
    leaders = np.argsort(-sums, kind="stable")
    leaders = leaders[sums[leaders] >= least_sum]
    members = np.column_stack([leaders, stars.words[leaders, : sparsity - 1]])
    words, first = np.unique(members, return_index=True)
    return words[np.argsort(first)][:most].astype(np.int64)
