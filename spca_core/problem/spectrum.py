"""Eigenvalues of A, and of what a factor leaves of it, without a large d x d matrix."""

from collections.abc import Callable

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.running.stopping import stopping_point

SMALL = 200  # words; for fewer a dense solver is as fast, and has no special cases
MAX_DENSE = 700  # words of a matrix at hand: beyond that Lanczos is faster
MIN_EIGENVALUE = 1e-14  # relative to A; a smaller product is zero
PRECISION = 1e-9  # of a norm; a bound on the remaining error is added to it

Spectrum = tuple[np.ndarray, np.ndarray]  # values, and vectors in columns
Product = Callable[[np.ndarray], np.ndarray]  # of a symmetric matrix and a vector


def leading_spectrum(
    covariance: Covariance, n_pairs: int, precision: float = 0.0
) -> Spectrum:
    """Return the greatest eigenvalues of A, descending, and their vectors in columns.

    precision : relative, of the vectors; the precision of the values is its square. By
                default it is the precision of floats
    returns   : (n_pairs,) and (n_words, n_pairs); zeros where A has fewer
    """
    if n_pairs >= min(covariance.n_documents, covariance.n_words):
        _, values, vectors = np.linalg.svd(_dense(covariance), full_matrices=False)
        squares, columns = values**2 / covariance.n_documents, vectors.T
    elif not covariance.variances.any():  # ARPACK would not start
        squares, columns = np.zeros(0), np.zeros((covariance.n_words, 0))
    else:
        squares, columns = _lanczos(covariance, n_pairs, precision)
    return first_columns(squares, n_pairs), first_columns(columns, n_pairs)


def spectrum_within(gram: np.ndarray, n_pairs: int) -> Spectrum:
    """Return the same for A on some words, as a dense matrix."""
    if len(gram) <= MAX_DENSE or n_pairs >= len(gram):
        values, vectors = np.linalg.eigh(gram)
        values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
    else:
        values, vectors = _greatest(gram.__matmul__, len(gram), n_pairs)
    return first_columns(values, n_pairs), first_columns(vectors, n_pairs)


def _dense(covariance: Covariance) -> np.ndarray:
    """Return S as a dense array, centred if A is; for few documents or few words."""
    if covariance.n_words <= covariance.n_documents:
        return covariance.scores(np.eye(covariance.n_words))
    return covariance.gather(np.eye(covariance.n_documents)).T


def _lanczos(covariance: Covariance, n_pairs: int, precision: float) -> Spectrum:
    """Return the eigenpairs by way of the smaller of S^T S / n and S S^T / n.

    SciPy's svds is not used: where eigenvalues tie, it restarts without a seed.
    """
    n_documents, n_words = covariance.n_documents, covariance.n_words
    if n_words <= n_documents:
        return _greatest(covariance.products, n_words, n_pairs, precision)

    def product(scores: np.ndarray) -> np.ndarray:
        return covariance.scores(covariance.gather(scores)) / n_documents

    values, scores = _greatest(product, n_documents, n_pairs, precision)
    columns = covariance.gather(scores)
    lengths = np.linalg.norm(columns, axis=0)
    return values, columns / np.where(values > 0, lengths, np.inf)


def _greatest(
    product: Product, size: int, n_pairs: int, precision: float = 0.0
) -> Spectrum:
    """Return the greatest eigenpairs of a PSD operator, descending."""
    values, vectors = _largest(product, size, n_pairs, precision)
    values, vectors = values[::-1], vectors[:, ::-1]
    return np.where(values > MIN_EIGENVALUE * values[0], values, 0.0), vectors


def _largest(product: Product, size: int, n_pairs: int, precision: float) -> Spectrum:
    """Return a symmetric operator's eigenpairs of largest magnitude, ascending.

    There is a stopping point before each product.
    """
    from scipy.sparse.linalg import LinearOperator, eigsh  # not at once: it is slow

    def matvec(vector: np.ndarray) -> np.ndarray:
        stopping_point()
        return product(vector.ravel())

    operator = LinearOperator((size, size), matvec=matvec, dtype=np.float64)
    rng = np.random.default_rng(0)
    return eigsh(operator, k=n_pairs, v0=_start(size), tol=precision, rng=rng)


def residual_norm(covariance: Covariance, factor: np.ndarray) -> float:
    """Return an upper bound on ||A - V V^T||_2, for a factor V (n_words, rank).

    Lanczos estimates an eigenvalue from below. By Weyl's theorem one is within the
    residual ||(A - V V^T) x - value x|| of the estimate, so the residual is added. It
    is the greatest eigenvalue since the start is random: no eigenvector is left out.
    """
    n_words = covariance.n_words
    if n_words <= SMALL:
        residual = covariance.block(np.arange(n_words)) - factor @ factor.T
        return float(abs(np.linalg.eigvalsh(residual)).max())

    # ARPACK's precision is absolute: it has to see numbers near one.
    scale = covariance.variances.sum() or 1.0

    def product(vector: np.ndarray) -> np.ndarray:
        return (covariance.products(vector) - factor @ (factor.T @ vector)) / scale

    start = _start(n_words)
    norm = np.linalg.norm(product(start)) / np.linalg.norm(start)
    if norm <= MIN_EIGENVALUE:
        return float(norm * scale)  # ARPACK would not start
    (value,), vectors = _largest(product, n_words, 1, PRECISION)
    left = np.linalg.norm(product(vectors[:, 0]) - value * vectors[:, 0])
    return float((abs(value) + left) * scale)


def first_columns(array: np.ndarray, n_columns: int) -> np.ndarray:
    """Return the first columns, or numbers of a list, with zeros for missing ones.

    array : (n_rows, any number) or one-dimensional
    """
    kept = array[..., :n_columns]
    missing = n_columns - kept.shape[-1]
    return np.pad(kept, [*[(0, 0)] * (array.ndim - 1), (0, missing)])


def _start(size: int) -> np.ndarray:
    """Return where Lanczos begins: any fixed vector does, as it runs to convergence."""
    return np.random.default_rng(0).standard_normal(size)
