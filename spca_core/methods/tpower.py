"""Truncated power method with deflation (Yuan and Zhang, JMLR 14, 2013)."""

from collections.abc import Iterator

import numpy as np

from spca_core.covariance import Covariance
from spca_core.methods.deflation import deflate
from spca_core.settings import Settings
from spca_core.solution import Incumbent

# The limits of the authors' own code, their 1e-6 made relative: the answer must not
# change with the unit of the counts.
MOST_ITERATIONS = 50
LEAST_CHANGE = 1e-6


def tpower(covariance: Covariance, settings: Settings) -> Iterator[Incumbent]:
    """Yield the components found so far."""
    return deflate(covariance, settings, _find_support)


def _find_support(
    covariance: Covariance, free: np.ndarray, sparsity: int
) -> tuple[np.ndarray, int]:
    """Iterate x <- A x cut to its s greatest, from the word of most variance."""
    support = free[[covariance.variances[free].argmax()]]
    loading, variance = np.ones(1), 0.0
    for iteration in range(MOST_ITERATIONS):  # noqa: B007, the count is returned
        product = covariance.product(support, loading)[free]
        kept = np.argsort(-abs(product), kind="stable")[:sparsity]
        previous, variance = variance, float(np.linalg.norm(product[kept]))
        support, loading = free[kept], product[kept] / (variance or 1.0)
        if abs(variance - previous) <= LEAST_CHANGE * variance:
            break
    return support, iteration + 1
