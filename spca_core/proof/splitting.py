"""The bound itself: A = U + T, where words pay for U and eigenvalues bound T.

For any q >= 0, u >= 0, h > 0 (one number per word) and symmetric |f_ij| <= 1, let

    U_ij = f_ij (q_i q_j + (u_i + u_j) / 2),   T = A - U + Diag(charges),
    charges_i = s u_i h_i / 4,   prices_i = q_i^2 + u_i / h_i.

Then k components of s words that share no word capture at most

    (the sum of the k*s highest prices) + (the sum of the k greatest eigenvalues of T).

Proof. A component x, of unit length and zero off its support I of s words, has

    x^T U x <= (sum_i q_i |x_i|)^2 + sum_i u_i |x_i| * sum_j |x_j|
            <= sum_{i in I} q_i^2 + sum_{i in I} sqrt(s) u_i |x_i|

by Cauchy-Schwarz, twice; and sqrt(s) |x_i| <= 1 / h_i + s h_i x_i^2 / 4 since the mean
of two numbers is at least the root of their product. So x^T U x is at most the sum of
the prices of the words of I, plus x^T Diag(charges) x. Summed over components: no word
is paid for twice, and the rest adds up to Tr(X^T T X), which for orthonormal columns is
at most the sum of the k greatest eigenvalues (Ky Fan 1949). QED

With u = 0 and f_ij q_i q_j = A_ij, clipped, T is A with its entries soft-thresholded.
"""

from typing import NamedTuple

import numpy as np

from spca_core.running.compiled import compiled


class Splitting(NamedTuple):
    """The numbers that determine U and T: any choice gives a valid bound."""

    roots: np.ndarray  # (n_words,) q, non-negative
    levels: np.ndarray  # (n_words,) u, non-negative
    ratios: np.ndarray  # (n_words,) h, positive
    # (n_words, n_words) f, symmetric up to rounding, from -1 to 1; in single precision,
    # as they take most of a descent's memory.
    fractions: np.ndarray

    @property
    def prices(self) -> np.ndarray:
        """(n_words,) what a component pays for each of its words."""
        return self.roots**2 + self.levels / self.ratios

    def charges(self, sparsity: int) -> np.ndarray:
        """Return what T's diagonal gains in exchange for lower prices, (n_words,)."""
        return sparsity * self.levels * self.ratios / 4


def without_split(matrix: np.ndarray) -> Splitting:
    """Return the splitting with T = A, whose bound is the eigenvalues' sum."""
    zeros = np.zeros(len(matrix))
    fractions = np.zeros(matrix.shape, dtype=np.float32)
    return Splitting(zeros, zeros, np.ones(len(matrix)), fractions)


def thresholded(matrix: np.ndarray, roots: np.ndarray) -> Splitting:
    """Return the splitting whose T is closest to zero, for prices roots^2."""
    zeros, ones = np.zeros(len(roots)), np.ones(len(roots))
    return Splitting(roots, zeros, ones, _closest(matrix, roots, zeros))


def extended(splitting: Splitting, matrix: np.ndarray, roots: np.ndarray) -> Splitting:
    """Return the splitting of more words: new ones come last, at prices roots^2.

    matrix : A on all of them
    """
    n_new = len(roots)
    all_roots = np.concatenate([splitting.roots, roots])
    levels = np.concatenate([splitting.levels, np.zeros(n_new)])
    ratios = np.concatenate([splitting.ratios, np.ones(n_new)])
    fractions = _closest(matrix, all_roots, levels)
    fractions[:-n_new, :-n_new] = splitting.fractions
    return Splitting(all_roots, levels, ratios, fractions)


@compiled
def max_paid(roots, levels, i, j):
    """Return the greatest |U_ij| that the prices of the two words pay for."""
    return roots[i] * roots[j] + 0.5 * (levels[i] + levels[j])


@compiled
def _closest(matrix, roots, levels):
    """Return the fractions that remove most of A, entry by entry."""
    fractions = np.ones(matrix.shape, dtype=np.float32)
    for i in range(len(matrix)):
        for j in range(len(matrix)):
            most = max_paid(roots, levels, i, j)
            if i != j:
                taken = min(max(matrix[i, j], -most), most)
                fractions[i, j] = taken / most if most > 0 else 0.0
    return fractions


def remainder(
    matrix: np.ndarray,
    splitting: Splitting,
    sparsity: int,
    out: np.ndarray | None = None,
) -> np.ndarray:
    """Return T for the A in `matrix`: in double precision, or in `out`."""
    left = np.empty(matrix.shape) if out is None else out
    _subtract(matrix, splitting.roots, splitting.levels, splitting.fractions, left)
    left[np.diag_indices(len(left))] += splitting.charges(sparsity)
    return left


@compiled
def _subtract(matrix, roots, levels, fractions, left):
    for i in range(len(matrix)):
        for j in range(len(matrix)):
            left[i, j] = matrix[i, j] - fractions[i, j] * max_paid(roots, levels, i, j)
