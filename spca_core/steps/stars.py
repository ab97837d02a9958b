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


def words_of_strongest_stars(
    covariance: Covariance, sparsity: int, n_words: int
) -> np.ndarray:
    """Return the words of the strongest stars, `n_words` of them, strongest first."""
    stars = all_neighbours(covariance, sparsity)
    others = stars.words[:, : sparsity - 1]
    sums = covariance.variances + abs(stars.covariances[:, : sparsity - 1]).sum(axis=1)
    leaders = np.argsort(-sums, kind="stable")
    in_order = np.column_stack([leaders, others[leaders]]).ravel()
    words, first = np.unique(in_order, return_index=True)
    return words[np.argsort(first)][:n_words]
