"""Rows of a sparse matrix that are alike, and what is linked through others.

A. Broder, "On the resemblance and containment of documents", 1997 (MinHash).
"""

import numpy as np
from scipy import sparse

from spca_core.corpus.stopping import stopping_point

MIXER = np.uint64(0x9E3779B97F4A7C15)  # odd: no information is lost by multiplying


def alike_rows(matrix: sparse.csr_array, bands: tuple[int, int]) -> np.ndarray:
    """Return pairs of rows that may be alike, (2, n_pairs).

    Those are neighbours among the rows with the same minima in one of the bands. Rows
    that have a share J of their columns in common are such a pair with probability
    1 - (1 - J^b)^n for n bands of b minima, if only two rows have these minima.

    bands : n and b
    """
    filled = np.flatnonzero(np.diff(matrix.indptr))
    starts, pairs = matrix.indptr[filled], [np.empty((2, 0), np.int64)]
    for band in range(bands[0]):
        key = np.zeros(len(filled), np.uint64)
        for numbers in random_numbers((bands[1], matrix.shape[1]), np.uint32, band):
            stopping_point()
            least = np.minimum.reduceat(numbers[matrix.indices], starts)
            key = (key + least) * MIXER
        order = np.argsort(key, kind="stable")
        same = key[order][1:] == key[order][:-1]
        pairs.append(filled[np.array([order[:-1][same], order[1:][same]])])
    return np.unique(np.concatenate(pairs, axis=1), axis=1)


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
