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


def in_memory(numbers: Any) -> Matrix:
    """Return numbers as a matrix; a store's are mapped, or copied if words are out."""
    return numbers if isinstance(numbers, Matrix) else numbers.tocsr()


def is_full(numbers: Any) -> bool:
    """Return whether a matrix in memory has a number in every cell."""
    # The type checker takes any sparse matrix for one without a shape.
    held: Any = numbers
    if sparse.issparse(numbers):
        return held.nnz == held.shape[0] * held.shape[1]
    return isinstance(numbers, np.ndarray)


def dense(matrix: Any) -> np.ndarray:
    """Return a sparse or dense matrix as an array; only for small ones."""
    return matrix if isinstance(matrix, np.ndarray) else matrix.toarray()


def canonical(numbers: Any) -> sparse.csr_array:
    """Return a sparse matrix by rows, without zeros, with ascending columns."""
    rows = sparse.csr_array(numbers)
    rows.eliminate_zeros()
    rows.sort_indices()
    return rows


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


def deviations_of(matrix: np.ndarray) -> np.ndarray:
    """Return the standard deviations of a covariance matrix, 1 for one of 0."""
    variances = matrix.diagonal()
    return np.sqrt(np.where(variances > 0, variances, 1.0))


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
