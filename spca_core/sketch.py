"""Rank-r factors V with A ~ V V^T (paper, section 4: V = U L^(1/2))."""

import numpy as np
from scipy.sparse.linalg import LinearOperator, svds

from spca_core.covariance import Covariance

ROUNDING = 1e-14


def truncated_svd(covariance: Covariance, rank: int) -> np.ndarray:
    """Return V, (n_words, rank): the best A ~ V V^T of its rank, A - V V^T being PSD.

    A rank beyond that of the data gives columns of zeros.
    """
    n_documents, n_words = covariance.n_documents, covariance.n_words
    if rank >= min(n_documents, n_words):
        factor = _full_factor(covariance, rank)
    elif _is_zero(covariance):
        factor = np.zeros((n_words, rank))  # ARPACK would refuse to start
    else:
        # Any fixed start does: Lanczos runs to machine precision.
        start = np.random.default_rng(0).standard_normal(min(n_documents, n_words))
        _, values, vectors = svds(_operator(covariance), k=rank, v0=start)
        order = np.argsort(-values)
        factor = (vectors[order] * values[order, None]).T / np.sqrt(n_documents)
    return pin_signs(factor)


def pin_signs(factor: np.ndarray) -> np.ndarray:
    """Make the largest entry of each column positive.

    Otherwise the signs, and so the answer to a seed, change with the order of words.
    """
    largest = np.take_along_axis(factor, abs(factor).argmax(axis=0)[None], axis=0)
    return np.ascontiguousarray(factor * np.where(largest < 0, -1.0, 1.0))


def _is_zero(covariance: Covariance) -> bool:
    """Tell if nothing but rounding is left of the data, as of documents all alike."""
    squares = (covariance.observations.data**2).sum() / covariance.n_documents
    return bool(covariance.variances.sum() <= ROUNDING * squares)


def _operator(covariance: Covariance) -> LinearOperator:
    """Return the observations, centred in the products where they are to be."""
    observations, means = covariance.observations, covariance.means
    transposed = observations.T.tocsr()
    return LinearOperator(
        observations.shape,
        matvec=lambda x: observations @ x.ravel() - means @ x.ravel(),
        rmatvec=lambda y: transposed @ y.ravel() - means * y.sum(),
        dtype=np.float64,
    )


def _full_factor(covariance: Covariance, rank: int) -> np.ndarray:
    """Take every singular vector: for data smaller than the rank asked for."""
    centred = covariance.observations.toarray() - covariance.means
    _, values, vectors = np.linalg.svd(centred, full_matrices=False)
    factor = np.zeros((covariance.n_words, rank))
    factor[:, : len(values)] = (vectors * values[:, None]).T
    return factor / np.sqrt(covariance.n_documents)
