"""Matrices of numbers, sparse or dense, and what is asked of them."""

import hashlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

Matrix = sparse.csr_array | np.ndarray
# Of a number's size: the squares of as many as can be held add up to a finite one.
MAX_NUMBER = 1e140
HASHED_AT_ONCE = 1 << 20  # numbers, or rows of a dense matrix
MAX_COUNT = 2**53  # beyond it doubles leave whole numbers out


def in_memory(numbers: Any) -> Matrix:
    """Return numbers as a matrix: a store's are mapped, or copied if words are out."""
    return numbers if isinstance(numbers, Matrix) else numbers.tocsr()


def dense(matrix: Any) -> np.ndarray:
    """Return a sparse or dense matrix as an array: for small ones only."""
    return matrix if isinstance(matrix, np.ndarray) else matrix.toarray()


def greatest(values: np.ndarray, most: int) -> np.ndarray:
    """Return where the greatest values stand, the greatest and first ones first."""
    least_first = -values  # Many have the least value: NumPy is slow to pass them.
    places = np.arange(len(values))
    if len(values) > most:
        places = places[least_first <= np.partition(least_first, most - 1)[most - 1]]
    return places[np.argsort(least_first[places], kind="stable")][:most]


def are_counts(matrix: Matrix) -> bool:
    """Tell if a matrix is sparse, and has numbers, all whole and none below zero."""
    if isinstance(matrix, np.ndarray):
        return False
    values = matrix.data
    whole = (values >= 0) & (values <= MAX_COUNT) & (values % 1 == 0)
    return bool(values.size and whole.all())


def content_id(
    shape: tuple[int, ...],
    arrays: Iterable[Iterable[np.ndarray]],
    words: Iterable[str],
    titles: Iterable[str],
) -> str:
    """Return the SHA-256 of a corpus's content.

    arrays : the values, and where they stand: row pointers and columns, if sparse; each
        part by part
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
    """Yield an array, or what gives parts of one, some numbers or rows at a time."""
    for first in range(0, len(array), HASHED_AT_ONCE):
        yield array[first : first + HASHED_AT_ONCE]
