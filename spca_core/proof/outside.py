"""The words outside the working set: they too are under the bound.

A is split with q, u, h and f on the working set W alone. A word j outside has u_j = 0
and a price p_j above its variance v_j, and U takes from A what it may:

    U_jl = A_jl, U_jj = p_j outside;  U_ij = A_ij clipped to q_i sqrt(p_j) + u_i / 2.

That is a splitting as in bounding/splitting.py, as |A_jl| <= sqrt(v_j v_l). Of A it
leaves E_ij = A_ij - U_ij between W and outside, few of them not zero, and -(p_j - v_j)
on the diagonal outside, with zeros beside it. For orthonormal columns X

    Tr(X^T T X) <= Tr(X_W^T (T_WW + E D^-1 E^T) X_W),  D = Diag(p - v),

since 2 a b - d b^2 <= a^2 / d. As X_W^T X_W <= 1, that is at most the sum of the k
greatest eigenvalues of T_WW + E D^-1 E^T, counting those below zero as zero. QED
"""

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.proof.splitting import Splitting

# Of a word's least price, the share that is its variance: less makes E D^-1 E^T smaller
# and the price higher.
VARIANCE_SHARE = 0.9
MOST_NUMBERS = 10_000_000  # of A between W and outside that are kept: 80 MB
AT_ONCE = 2_000  # words whose part of A is computed together
NOTHING = 1e-100  # A, of order one, is not known to its root


class Outside:
    """The words outside, by descending variance, and what of A they share with W."""

    def __init__(
        self,
        covariance: Covariance,
        inside: np.ndarray,
        words: np.ndarray,
        variances: np.ndarray,
        scale: float,
    ) -> None:
        """Take words by index.

        variances : of inside, then of words; no less than the true ones over the scale
        scale     : what A is divided by
        """
        self._covariance, self._scale = covariance, scale
        self._inside, self._words = inside, words
        self._inside_variances = variances[: len(inside)]
        self._variances = variances[len(inside) :]
        self._shared = np.empty((len(inside), 0))
        self._strengths = np.empty(0)

    def settle(
        self, splitting: Splitting, n_chosen: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the prices outside, (n_words,), and E D^-1 E^T, on the working set.

        No price is below the n_chosen-th highest inside: that would save nothing.
        """
        if not len(self._words):
            return np.empty(0), np.zeros_like(splitting.fractions)
        prices = np.sort(splitting.prices)
        floor = prices[-n_chosen] if n_chosen <= len(prices) else 0.0
        # E_ij is zero where A_ij^2 <= q_i^2 p_j: for all i if p_j is that many times
        # the strength of j, the greatest A_ij^2 / v_i, which is at most v_j.
        safe = self._inside_variances / np.maximum(splitting.roots**2, NOTHING)
        times = max(safe.max(), 1.0)
        self._read(int((self._variances * times > floor).sum()))
        n_shared = self._shared.shape[1]
        strengths = self._variances.copy()
        strengths[: len(self._strengths)] = self._strengths
        prices = np.maximum(floor, self._variances / VARIANCE_SHARE)
        prices[n_shared:] = np.maximum(prices, strengths * times)[n_shared:]
        return prices, self._correction(splitting, prices[:n_shared])

    def _read(self, n_words: int) -> None:
        """Have what W shares with at least so many words, or how strongly it does."""
        room = MOST_NUMBERS // len(self._inside)
        blocks, strengths = [self._shared], [self._strengths]
        for start in range(len(self._strengths), n_words, AT_ONCE):
            words = self._words[start : min(start + AT_ONCE, n_words)]
            block = self._covariance.cross_block(self._inside, words) / self._scale
            blocks.append(block[:, : max(room - start, 0)])
            relative = block**2 / np.maximum(self._inside_variances, NOTHING)[:, None]
            strengths.append(relative.max(axis=0))
        self._shared, self._strengths = np.hstack(blocks), np.concatenate(strengths)

    def _correction(self, splitting: Splitting, prices: np.ndarray) -> np.ndarray:
        """Return E D^-1 E^T for the words whose part of A is kept."""
        most = np.outer(splitting.roots, np.sqrt(prices))
        most += splitting.levels[:, None] / 2
        left = self._shared - np.clip(self._shared, -most, most)
        touched = left.any(axis=0)
        margins = (prices - self._variances[: len(prices)])[touched]
        scaled = left[:, touched] / np.sqrt(margins)
        return scaled @ scaled.T
