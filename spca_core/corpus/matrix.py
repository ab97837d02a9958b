"""Matrices of numbers, sparse or dense, and functions of them."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

Matrix = sparse.csr_array | np.ndarray
# The largest size of a number: squares of as many as memory holds have a finite sum.
MAX_NUMBER = 1e140
HASHED_AT_ONCE = 1 << 20  # numbers, or rows of a dense matrix
MAX_COUNT = 2**53  # beyond this, doubles skip whole numbers
MIN_COVARIANCE = 4  # rows: fewer documents are symmetric by chance
MAX_CORRELATION_ERROR = 1e-6  # of a correlation
SQUARE_ROWS_AT_ONCE = 64  # of a square matrix


def in_memory(numbers: Any) -> Matrix:
    """Return numbers as a matrix; a store's are mapped, or copied if words are out."""
    return numbers if isinstance(numbers, Matrix) else numbers.tocsr()


def dense(matrix: Any) -> np.ndarray:
    """Return a sparse or dense matrix as an array; only for small ones."""
    return matrix if isinstance(matrix, np.ndarray) else matrix.toarray()


def greatest(values: np.ndarray, most: int) -> np.ndarray:
    """Return the places of the greatest values, greatest first; ties stay in order."""
    least_first = -values  # Many values tie for least: NumPy is slow to pass them.
    places = np.arange(len(values))
    if len(values) > most:
        places = places[least_first <= np.partition(least_first, most - 1)[most - 1]]
    return places[np.argsort(least_first[places], kind="stable")][:most]


def are_counts(matrix: Matrix) -> bool:
    """Return whether a matrix is sparse, not empty, and its numbers whole and >= 0."""
    if isinstance(matrix, np.ndarray):
        return False
    values = matrix.data
    whole = (values >= 0) & (values <= MAX_COUNT) & (values % 1 == 0)
    return bool(values.size and whole.all())


def may_be_covariance(matrix: Matrix) -> bool:
    """Return whether a matrix is as those of covariances and correlations are.

    It is symmetric, its diagonal is positive, and no other number exceeds the geometric
    mean of the two on the diagonal; some number beside the diagonal is not 0.
    """
    n_rows, n_columns = matrix.shape
    if n_rows != n_columns or n_rows < MIN_COVARIANCE:
        return False
    variances = matrix.diagonal()
    if not (variances > 0).all():
        return False
    sizes = 1 / np.sqrt(variances)
    if isinstance(matrix, np.ndarray):
        return _are_correlations(matrix, sizes)
    scaled = sparse.diags_array(sizes) @ matrix @ sparse.diags_array(sizes)
    is_bounded = scaled.nnz > n_rows and abs(scaled).max() <= 1 + MAX_CORRELATION_ERROR
    return bool(is_bounded and abs(scaled - scaled.T).max() <= MAX_CORRELATION_ERROR)


def _are_correlations(matrix: np.ndarray, sizes: np.ndarray) -> bool:
    """Return the same of a dense matrix, of which little is copied at once."""
    n_others = -len(matrix)
    for first in range(0, len(matrix), SQUARE_ROWS_AT_ONCE):
        rows = slice(first, first + SQUARE_ROWS_AT_ONCE)
        part, scales = matrix[rows], sizes[rows, None] * sizes
        is_alike = np.abs(part - matrix[:, rows].T) * scales <= MAX_CORRELATION_ERROR
        if not (is_alike & (np.abs(part) * scales <= 1 + MAX_CORRELATION_ERROR)).all():
            return False
        n_others += np.count_nonzero(part)
    return bool(n_others > 0)


def content_id(
    shape: tuple[int, ...],
    arrays: Iterable[Iterable[np.ndarray]],
    words: Iterable[str],
    titles: Iterable[str],
) -> str:
    """Return the SHA-256 of a corpus's content.

    arrays : the values, then row pointers and columns if the matrix is sparse; each
        array comes in parts
    """
    digest = hashlib.sha256(repr(tuple(map(int, shape))).encode())
    values, *indices = arrays
    for kind, group in (("<i8", indices), ("<f8", [values])):
        for part in chain.from_iterable(group):
            digest.update(np.ascontiguousarray(part, dtype=kind).data)
    for name in (*words, "", *titles):
        digest.update(name.encode() + b"\n")
    return digest.hexdigest()


def in_parts(array: Any) -> Iterator[np.ndarray]:
    """Yield an array, or anything that slices like one, in parts of its first axis."""
    for first in range(0, len(array), HASHED_AT_ONCE):
        yield array[first : first + HASHED_AT_ONCE]
