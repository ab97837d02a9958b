"""Eigenvalues of A, and of what a factor leaves of it: iterative, never d x d."""

import numpy as np
from scipy.sparse.linalg import LinearOperator, eigsh, svds

from spca_core.covariance import Covariance, dense

SMALL = 200  # words; for fewer a dense solver is as fast, and has no special cases
ROUNDING = 1e-14  # of A; a smaller product is zero
PRECISION = 1e-9  # of a norm; near ties are not worth more iterations


def leading_eigenpairs(
    covariance: Covariance, n_pairs: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the greatest eigenvalues of A, descending, and their vectors in columns.

    returns : (n_pairs,) and (n_words, n_pairs); zeros where A has fewer
    """
    n_documents, n_words = covariance.n_documents, covariance.n_words
    if n_pairs >= min(n_documents, n_words):
        centred = dense(covariance.observations) - covariance.means
        _, values, vectors = np.linalg.svd(centred, full_matrices=False)
    elif not covariance.variances.any():
        values, vectors = np.zeros(0), np.zeros((0, n_words))  # ARPACK would not start
    else:
        _, values, vectors = svds(
            _observations(covariance), k=n_pairs, v0=_start(min(n_documents, n_words))
        )
        values, vectors = values[::-1], vectors[::-1]
    squares = values[None] ** 2 / n_documents
    return first_columns(squares, n_pairs)[0], first_columns(vectors.T, n_pairs)


def residual_norm(covariance: Covariance, factor: np.ndarray) -> float:
    """Return ||A - V V^T||_2 for a factor V of shape (n_words, rank)."""
    n_words = covariance.n_words
    if n_words <= SMALL:
        residual = covariance.block(np.arange(n_words)) - factor @ factor.T
        return float(abs(np.linalg.eigvalsh(residual)).max())

    def product(vector: np.ndarray) -> np.ndarray:
        vector = vector.ravel()
        return covariance.products(vector) - factor @ (factor.T @ vector)

    start = _start(n_words)
    norm = np.linalg.norm(product(start)) / np.linalg.norm(start)
    if norm <= ROUNDING * covariance.variances.sum():
        return float(norm)  # ARPACK would not start
    residual = LinearOperator((n_words, n_words), matvec=product, dtype=np.float64)
    values = eigsh(residual, k=1, v0=start, tol=PRECISION, return_eigenvectors=False)
    return float(abs(values[0]))


def first_columns(matrix: np.ndarray, n_columns: int) -> np.ndarray:
    """Return the first columns, with zeros for those there are not."""
    kept = matrix[:, :n_columns]
    return np.pad(kept, ((0, 0), (0, n_columns - kept.shape[1])))


def _start(size: int) -> np.ndarray:
    """Return where Lanczos begins: any fixed vector does, it runs to its precision."""
    return np.random.default_rng(0).standard_normal(size)


def _observations(covariance: Covariance) -> LinearOperator:
    """Return the observations, centred in the products where they are to be."""
    return LinearOperator(
        covariance.observations.shape,
        matvec=lambda x: covariance.scores(x.ravel()),
        rmatvec=lambda y: covariance.gather(y.ravel()),
        dtype=np.float64,
    )
