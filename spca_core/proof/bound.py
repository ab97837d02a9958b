"""What is bounded: A on a working set, the words outside, what rounding may hide."""

import numpy as np

from spca_core.problem.covariance import ROUNDING, Covariance
from spca_core.proof.eigenvalues import EPSILON, eigenvalue_sum
from spca_core.proof.outside import VARIANCE_SHARE, Outside
from spca_core.proof.splitting import Splitting, remainder


class Problem:
    """The variance that k components of s words can capture, divided by a scale.

    matrix : (n_inside, n_inside), A on the working set: the words of greatest variance
    inside_prices, others : the least prices that these words, and at most k*s of those
             outside, would have outside; highest first
    scale  : a power of two, so that dividing by it rounds nothing
    """

    def __init__(
        self, covariance: Covariance, n_components: int, sparsity: int, n_inside: int
    ) -> None:
        self._covariance = covariance
        self.n_components, self.sparsity = n_components, sparsity
        self.n_chosen = n_components * sparsity
        words = covariance.words_by_variance
        variances = covariance.variances[words]
        self.scale = _power_of_two(float(variances[: self.n_chosen].sum()))
        moments = covariance.second_moments[words] / self.scale
        self._rounding = ROUNDING + 8 * EPSILON * (covariance.n_documents + 8)
        self._moment_sum = largest_sum(moments, self.n_chosen)
        self._n_terms = covariance.n_documents + covariance.n_words + self.n_chosen + 64

        self._variances = variances / self.scale + self._rounding * moments
        inside, outside = words[:n_inside], words[n_inside:]
        self.matrix = covariance.block(inside) / self.scale
        prices = self._variances / VARIANCE_SHARE
        self.inside_prices, outside_prices = prices[:n_inside], prices[n_inside:]
        self.others = outside_prices[: self.n_chosen]
        self._outside = Outside(
            covariance, inside, outside, self._variances, self.scale
        )

    @property
    def complete(self) -> bool:
        """Whether all words are in the working set."""
        return not len(self.others)

    def of_size(self, n_inside: int) -> "Problem":
        """Return the same problem with that many words in the working set."""
        return Problem(self._covariance, self.n_components, self.sparsity, n_inside)

    def cost_of_others(self, splitting: Splitting) -> float:
        """Return what the words outside add to the bound, over the scale."""
        paid, left, correction = self._terms(splitting)
        values = np.linalg.eigvalsh([left, left + correction])
        greatest = values[:, -self.n_components :].sum(axis=1)
        inside = largest_sum(splitting.prices, self.n_chosen)
        return paid - inside + float(greatest[1] - greatest[0])

    def variance_bound(self) -> float:
        """Return the sum of the k*s greatest variances: no words have more to give.

        For x zero off I, x^T A x <= (sum_i |x_i| sqrt(A_ii))^2 <= sum_{i in I} A_ii.
        """
        total = largest_sum(self._variances, self.n_chosen)
        return self.scale * total * (1 + EPSILON * self._n_terms)

    def bound(self, splitting: Splitting) -> float:
        """Return a number that no k components of s words can exceed, of all words.

        Proof that rounding is paid for. (a) An entry of A, a sum over n documents less
        a product of two means, is off by at most `_rounding` times the root of the
        product of its words' second moments M (Cauchy and Schwarz). So x^T A x is off
        by at most `_rounding` (sum_i |x_i| sqrt(M_i))^2, and all components together by
        no more than `_rounding` times the k*s greatest M. (b) What follows are sums of
        at most `_n_terms` products. Each is off by at most EPSILON `_n_terms` times the
        sizes of its terms, and over all components these come to no more than `size`,
        a few times over. (c) Eigenvalues bring their own margin (`eigenvalue_sum`).
        """
        paid, left, correction = self._terms(splitting)
        left += correction
        left = (left + left.T) / 2
        eigenvalues = eigenvalue_sum(
            left, self.n_components, positive=not self.complete
        )
        largest = splitting.charges(self.sparsity).max() + np.linalg.norm(left)
        size = (
            paid
            + self._moment_sum
            + self.n_components * (largest + np.trace(correction))
        )
        margin = self._rounding * self._moment_sum + 8 * EPSILON * self._n_terms * size
        return self.scale * float(paid + eigenvalues + margin)

    def _terms(self, splitting: Splitting) -> tuple[float, np.ndarray, np.ndarray]:
        """Return the k*s highest prices' sum, T_WW, and E D^-1 E^T of outside.py."""
        prices, correction = self._outside.settle(splitting, self.n_chosen)
        paid = largest_sum(np.concatenate([splitting.prices, prices]), self.n_chosen)
        return paid, remainder(self.matrix, splitting, self.sparsity), correction


def largest_sum(values: np.ndarray, n_values: int) -> float:
    """Return the sum of the greatest values, or of all if there are no more."""
    return float(np.sort(values)[-n_values:].sum())


def _power_of_two(number: float) -> float:
    return float(2.0 ** np.frexp(number)[1])
