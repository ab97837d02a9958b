"""The ascent over every word of the corpus, without a Gram matrix."""

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import leading_eigenpairs
from spca_core.steps.ascent import LEAST_GAIN, force
from spca_core.steps.matching import match_supports


def ascend_on_all_words(
    covariance: Covariance, supports: np.ndarray, pins: np.ndarray
) -> np.ndarray:
    """Go on with the joint search's ascent over every word, to its end.

    supports : (n_components, sparsity), that hold the pins
    pins     : (n_pins, 2), words and the components that must have them
    """
    reached, best = -1.0, supports
    while True:
        variances, loadings = leading_eigenpairs(covariance, supports)
        if variances.sum() <= reached * (1.0 + LEAST_GAIN):
            return best
        reached, best = variances.sum(), supports
        weights = _weights(covariance, supports, loadings, variances)
        force(weights, pins)
        supports = match_supports(weights, supports.shape[1])


def _weights(
    covariance: Covariance,
    supports: np.ndarray,
    loadings: np.ndarray,
    variances: np.ndarray,
) -> np.ndarray:
    """Return W^2 over all words: w_j = A x_j / sqrt(x_j^T A x_j), zero if that is."""
    vectors = np.zeros((covariance.n_words, len(supports)))
    np.put_along_axis(vectors, supports.T, loadings.T, axis=0)
    products = covariance.products(vectors).T
    return products**2 / np.where(variances > 0, variances, np.inf)[:, None]
