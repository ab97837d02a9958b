"""The bound for all words: the working set, the words outside, and rounding.

A is split with q, u, h and f on the working set W alone. A word j outside has u_j = 0
and a price p_j above its variance v_j, and U takes as much of A as it may:

    U_jl = A_jl, U_jj = p_j outside;  U_ij = A_ij clipped to q_i sqrt(p_j) + u_i / 2.

This is a splitting as in splitting.py, since |A_jl| <= sqrt(v_j v_l). It leaves of A
the entries E_ij = A_ij - U_ij between W and outside, few of them nonzero, and, for two
words outside, -(p_j - v_j) on the diagonal and zeros off it. For orthonormal columns X

    Tr(X^T T X) <= Tr(X_W^T (T_WW + E D^-1 E^T) X_W),  D = Diag(p - v),

since 2 a b - d b^2 <= a^2 / d. As X_W^T X_W <= 1, this is at most the sum of the k
greatest eigenvalues of T_WW + E D^-1 E^T, with negative ones counted as zero. QED
"""

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.problem.products import ROUNDING
from spca_core.proof.greatest import EPS, eigenvalue_sum, greatest_sum, largest_sum
from spca_core.proof.splitting import Splitting, remainder


class BoundProblem:
    """The variance that k components of s words can capture, divided by a scale.

    matrix : (n_inside, n_inside), A on the working set: the words of greatest variance
    inside_prices, others : the lowest prices, highest first, that these words, and at
             most k*s of those outside, would have outside the working set
    variances : (n_words,) of all words, highest first; none is below the true one
    scale  : a power of two, so that division by it is exact
    """

    def __init__(
        self, covariance: Covariance, n_components: int, sparsity: int, n_inside: int
    ) -> None:
        self.covariance = covariance
        self.n_components, self.sparsity = n_components, sparsity
        self.n_chosen = n_components * sparsity
        self._words = words = covariance.words_by_variance
        moments = covariance.second_moments[words]
        self._rounding = ROUNDING + 8 * EPS * (covariance.n_documents + 8)
        variances = covariance.variances[words] + self._rounding * moments
        # Not the true variances alone: a huge constant has none, but is rounded.
        greatest = largest_sum(variances, self.n_chosen)
        self.scale = float(2.0 ** np.frexp(greatest)[1])
        self._moment_sum = largest_sum(moments, self.n_chosen) / self.scale
        self._n_terms = covariance.n_documents + covariance.n_words + self.n_chosen + 64
        self.variances = variances / self.scale
        self._variance_sum = greatest / self.scale
        inside, outside = words[:n_inside], words[n_inside:]
        self.matrix = covariance.block(inside) / self.scale
        prices = self.variances / VARIANCE_SHARE
        self.inside_prices, outside_prices = prices[:n_inside], prices[n_inside:]
        self.others = outside_prices[: self.n_chosen]
        self._outside = Outside(covariance, inside, outside, self.variances, self.scale)

    @property
    def complete(self) -> bool:
        """Whether all words are in the working set."""
        return not len(self.others)

    def of_size(self, n_inside: int) -> "BoundProblem":
        """Return the problem with that many words inside; forget what this one read."""
        self._outside.forget()
        return BoundProblem(self.covariance, self.n_components, self.sparsity, n_inside)

    def cost_of_others(self, splitting: Splitting) -> float:
        """Return what the words outside add to the bound, divided by the scale."""
        paid, left, correction = self._terms(splitting)
        before = greatest_sum(left, self.n_components)
        left += correction
        risen = greatest_sum(left, self.n_components) - before
        return paid - largest_sum(splitting.prices, self.n_chosen) + risen

    def variance_bound(self) -> float:
        """Return the sum of the k*s greatest variances, a bound for any words.

        For x zero off I, x^T A x <= (sum_i |x_i| sqrt(A_ii))^2 <= sum_{i in I} A_ii.
        """
        return self.scale * self._variance_sum * (1 + EPS * self._n_terms)

    def bound(self, splitting: Splitting) -> float:
        """Return an upper bound on what k components of s words capture, of all words.

        Proof that rounding is covered. (a) An entry of A, a sum over n documents less
        a product of two means, is off by at most `_rounding` times the root of the
        product of its words' second moments M (Cauchy and Schwarz). So x^T A x is off
        by at most `_rounding` (sum_i |x_i| sqrt(M_i))^2, and all components together by
        at most `_rounding` times the sum of the k*s greatest M. (b) The rest are sums
        of at most `_n_terms` products. Each is off by at most EPS `_n_terms` times
        the sizes of its terms, which over all components add up to at most a few times
        `size`. (c) Eigenvalues have their own margin (`eigenvalue_sum`). (d) Single
        precision changes A_ij, for j outside, by at most SINGLE sqrt(v_i v_j): as (a).
        """
        paid, left, correction = self._terms(splitting)
        added = np.trace(correction)
        left += correction
        del correction  # what follows needs the memory
        left += left.T
        left /= 2
        values = eigenvalue_sum(left, self.n_components, positive=not self.complete)
        largest = splitting.charges(self.sparsity).max() + np.linalg.norm(left)
        size = paid + self._moment_sum + self.n_components * (largest + added)
        rounded = 0.0 if self.complete else SINGLE * self._variance_sum
        return self.with_margin(paid + values + rounded, size)

    def with_margin(self, total: float, size: float) -> float:
        """Return a bound in the units of A, raised by what rounding may hide.

        total : the bound divided by the scale, a sum of terms whose absolute values add
                up to `size`
        """
        margin = self._rounding * self._moment_sum + 8 * EPS * self._n_terms * size
        return self.scale * float(total + margin)

    def _terms(self, splitting: Splitting) -> tuple[float, np.ndarray, np.ndarray]:
        """Return the sum of the k*s highest prices, T_WW, and E D^-1 E^T."""
        prices, correction = self._outside.settle(splitting, self.n_chosen)
        paid = largest_sum(np.concatenate([splitting.prices, prices]), self.n_chosen)
        return paid, remainder(self.matrix, splitting, self.sparsity), correction


# A word's variance over its lowest price: less makes E D^-1 E^T smaller, prices higher.
VARIANCE_SHARE = 0.9
MAX_SHARED_NUMBERS = 10_000_000  # kept of A between W and outside: 40 MB
SINGLE = float(np.finfo(np.float32).eps)  # twice the largest rounding to this precision
OUTSIDE_AT_ONCE = 2_000  # words whose part of A is computed in one pass over the data
OUTSIDE_STRIP = 400  # words whose part is corrected together: the copies need memory
NOTHING = 1e-100  # as good as zero: A, of order one, is not known to its root


class Outside:
    """The words outside, by descending variance, and their entries of A with W.

    variances : of `inside`, then of `words`, divided by the scale; none below the true
    scale     : what A is divided by
    """

    def __init__(
        self,
        covariance: Covariance,
        inside: np.ndarray,
        words: np.ndarray,
        variances: np.ndarray,
        scale: float,
    ) -> None:
        self._covariance, self._scale = covariance, scale
        self._inside, self._words = inside, words
        self._inside_variances = variances[: len(inside)]
        self._variances = variances[len(inside) :]
        self.forget()

    def forget(self) -> None:
        """Forget what was read of A; it is read again when needed."""
        self._shared: list[
            np.ndarray
        ] = []  # parts of A, (n_inside, at most OUTSIDE_STRIP)
        self._strengths = np.empty(0)

    def settle(
        self, splitting: Splitting, n_chosen: int
    ) -> tuple[np.ndarray, np.ndarray]:
        """Return the prices outside, (n_words,), and E D^-1 E^T, on the working set.

        No price is below the n_chosen-th highest inside: a lower one saves nothing.
        """
        prices = np.sort(splitting.prices)
        floor = prices[-n_chosen] if n_chosen <= len(prices) else 0.0
        # E_ij is zero where A_ij^2 <= q_i^2 p_j: for all i if p_j is at least `times`
        # the strength of j, the greatest A_ij^2 / v_i, which is at most v_j.
        safe = self._inside_variances / np.maximum(splitting.roots**2, NOTHING)
        times = max(safe.max(), 1.0)
        self._read(int((self._variances * times > floor).sum()))
        n_shared = sum(part.shape[1] for part in self._shared)
        unread = self._variances[len(self._strengths) :]
        strengths = np.append(self._strengths, unread)
        prices = np.maximum(floor, self._variances / VARIANCE_SHARE)
        prices[n_shared:] = np.maximum(prices, strengths * times)[n_shared:]
        return prices, self._correction(splitting, prices[:n_shared])

    def _read(self, n_words: int) -> None:
        """Compute entries of A, or at least strengths, of the first `n_words` words."""
        room = MAX_SHARED_NUMBERS // len(self._inside)
        strengths = [self._strengths]
        for start in range(len(self._strengths), n_words, OUTSIDE_AT_ONCE):
            words = self._words[start : min(start + OUTSIDE_AT_ONCE, n_words)]
            block = self._covariance.cross_block(self._inside, words)
            block /= self._scale
            if start < room:
                kept = block[:, : room - start].astype(np.float32)
                ends = range(OUTSIDE_STRIP, kept.shape[1], OUTSIDE_STRIP)
                self._shared += np.split(kept, ends, 1)
            np.square(block, out=block)  # in place: it may be as large as A inside
            block /= np.maximum(self._inside_variances, NOTHING)[:, None]
            strengths.append(block.max(axis=0))
        self._strengths = np.concatenate(strengths)

    def _correction(self, splitting: Splitting, prices: np.ndarray) -> np.ndarray:
        """Return E D^-1 E^T for the words whose part of A is kept."""
        total, end = np.zeros((len(self._inside), len(self._inside))), 0
        for part in self._shared:
            words = slice(end, end := end + part.shape[1])
            scaled = _scaled(part, splitting, prices[words], self._variances[words])
            total += scaled @ scaled.T
        return total


def _scaled(
    part: np.ndarray, splitting: Splitting, prices: np.ndarray, variances: np.ndarray
) -> np.ndarray:
    """Return E D^-1/2 for some words outside, without those where E is zero."""
    most = np.outer(splitting.roots, np.sqrt(prices)) + splitting.levels[:, None] / 2
    left = part - np.clip(part, -most, most)
    touched = left.any(axis=0)
    return left[:, touched] / np.sqrt((prices - variances)[touched])
