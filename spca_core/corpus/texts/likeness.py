"""Rows of a sparse matrix that are alike, and what is linked through others.

A. Broder, "On the resemblance and containment of documents", 1997 (MinHash).
"""

import numpy as np
from scipy import sparse

from spca_core.running.compiled import compiled
from spca_core.running.stopping import slices

HASH_MULTIPLIER = np.uint64(
    0x9E3779B97F4A7C15
)  # odd: no information is lost by multiplying
MINIMA_AT_ONCE = 10_000  # rows: their minima need memory


def alike_rows(matrix: sparse.csr_array, bands: tuple[int, int]) -> np.ndarray:
    """Return pairs of rows that may be alike, (2, n_pairs).

    Those are neighbours among the rows with the same minima in one of the bands. Rows
    that have a share J of their columns in common are such a pair with probability
    1 - (1 - J^b)^n for n bands of b minima, if only two rows have these minima.

    bands : n and b
    """
    filled = np.flatnonzero(np.diff(matrix.indptr))
    pairs = [np.empty((2, 0), np.int64)]
    for key in _keys(matrix, bands)[:, filled]:
        order = np.argsort(key, kind="stable")
        same = key[order][1:] == key[order][:-1]
        pairs.append(filled[np.array([order[:-1][same], order[1:][same]])])
    return np.unique(np.concatenate(pairs, axis=1), axis=1)


def _keys(matrix: sparse.csr_array, bands: tuple[int, int]) -> np.ndarray:
    """Return a number of 64 bits for each band and row: equal if the minima are."""
    n_bands, n_minima = bands
    numbers = random_numbers(matrix.shape[1], np.uint32)
    # Of a row's random numbers, times an odd factor, each is as likely the least.
    factors = random_numbers(n_bands * n_minima, np.uint32, seed=1) | np.uint32(1)
    keys = np.zeros((n_bands, matrix.shape[0]), np.uint64)
    for part in slices(matrix.shape[0], MINIMA_AT_ONCE):
        starts = matrix.indptr[part.start : part.stop + 1]
        least = _minima(starts, matrix.indices, numbers, factors)
        for minima in np.swapaxes(least.reshape(-1, n_bands, n_minima), 0, 2):
            keys[:, part] = (keys[:, part] + minima) * HASH_MULTIPLIER
    return keys


@compiled
def _minima(starts, indices, numbers, factors):
    """Return the least product of each factor and a number of each row's columns."""
    least = np.full((len(starts) - 1, len(factors)), 2**32 - 1, np.uint32)
    for row in range(len(least)):
        minima = least[row]
        for place in range(starts[row], starts[row + 1]):
            number = numbers[indices[place]]
            for i in range(len(factors)):
                minima[i] = min(minima[i], np.uint32(number * factors[i]))
    return least


@compiled
def n_shared_of_pairs(starts, indices, pairs):
    """Return how many columns each pair of rows shares; columns ascend in a row."""
    shared = np.zeros(pairs.shape[1], np.int64)
    for pair in range(pairs.shape[1]):
        row, other = pairs[0, pair], pairs[1, pair]
        columns = indices[starts[row] : starts[row + 1]]
        others = indices[starts[other] : starts[other + 1]]
        shared[pair] = n_shared(columns, others)
    return shared


@compiled
def n_shared(columns, others):
    """Return how many columns two rows share; columns ascend."""
    i, j, shared = 0, 0, 0
    while i < len(columns) and j < len(others):
        shared += columns[i] == others[j]
        i, j = i + (columns[i] <= others[j]), j + (others[j] <= columns[i])
    return shared


def random_numbers(
    shape: int | tuple[int, ...], kind: type[np.unsignedinteger], seed: int = 0
) -> np.ndarray:
    """Return random whole numbers of a kind, always the same."""
    most = np.iinfo(kind).max
    return np.random.default_rng(seed).integers(most, size=shape, dtype=kind)


def first_linked(pairs: np.ndarray, n_things: int) -> np.ndarray:
    """Return the least number that each thing is linked to, or its own: (n_things,).

    SciPy's `connected_components` takes longer to import than this to run.

    pairs : (2, n_pairs)
    """
    firsts = np.arange(n_things)
    while True:
        least = firsts.copy()
        ends = firsts[pairs]
        # The first of one end is linked to that of the other.
        np.minimum.at(least, ends.max(axis=0), ends.min(axis=0))
        least = least[least]
        if (least == firsts).all():
            return firsts
        firsts = least
