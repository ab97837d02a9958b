"""Documents that are copies of others: reprints, retweets, and the same sent twice.

A. Broder, "On the resemblance and containment of documents", 1997 (MinHash).
"""

import numpy as np
from scipy import sparse

from spca_core.corpus.stopping import slices, stopping_point
from spca_core.corpus.texts.linking import first_linked
from spca_core.corpus.texts.repeated import presence

ALIKE = 0.8  # of the counts of two documents: those that both have
N_BANDS, BAND = 12, 5  # pairs that are just alike enough are missed once in a hundred
PAIRS_AT_ONCE = 1 << 14
MIXER = np.uint64(0x9E3779B97F4A7C15)  # odd: multiplying loses nothing


def find_copies(counts: sparse.csr_array) -> np.ndarray:
    """Return the first document that each is a copy of, itself if none: (n_documents,).

    Two documents are copies if four fifths of their counts are the same (the sum of the
    lesser counts, over that of the greater), and they are not so by chance: less than
    one pair of all documents would share these words if words were independent. Copies
    of copies are copies.
    """
    pairs = _candidates(counts)
    return first_linked(pairs[:, _are_alike(counts, pairs)], counts.shape[0])


def same_rows(counts: sparse.csr_array) -> np.ndarray:
    """Return the first document with the same counts: (n_documents,)."""
    # Sums of random numbers of 64 bits: all the same if, and only if, the counts are.
    numbers = _random(counts.shape[1], np.uint64)
    sums = np.zeros(counts.shape[0], np.uint64)
    filled = np.diff(counts.indptr) > 0
    values = counts.data.astype(np.uint64) * numbers[counts.indices]
    sums[filled] = np.add.reduceat(values, counts.indptr[:-1][filled])
    _, firsts, places = np.unique(sums, return_index=True, return_inverse=True)
    return firsts[places]


def _candidates(counts: sparse.csr_array) -> np.ndarray:
    """Return pairs of documents that may be copies, (2, n_pairs).

    Those are neighbours among the documents with the same minima, in one of the bands.
    """
    filled = np.flatnonzero(np.diff(counts.indptr))
    starts, pairs = counts.indptr[filled], [np.empty((2, 0), np.int64)]
    numbers = _random((N_BANDS, BAND, counts.shape[1]), np.uint32)
    for band in numbers:
        key = np.zeros(len(filled), np.uint64)
        for number in band:
            stopping_point()
            least = np.minimum.reduceat(number[counts.indices], starts)
            key = (key + least) * MIXER
        order = np.argsort(key, kind="stable")
        same = key[order][1:] == key[order][:-1]
        pairs.append(filled[np.array([order[:-1][same], order[1:][same]])])
    return np.unique(np.concatenate(pairs, axis=1), axis=1)


def _are_alike(counts: sparse.csr_array, pairs: np.ndarray) -> np.ndarray:
    """Return which pairs of documents are copies, (n_pairs,)."""
    firsts = np.unique(same_rows(counts))
    frequencies = np.bincount(counts[firsts].indices, minlength=counts.shape[1])
    surprise = np.log(len(firsts) / np.maximum(frequencies, 1))
    sizes, alike = counts.sum(axis=1), np.zeros(pairs.shape[1], bool)
    for part in slices(pairs.shape[1], PAIRS_AT_ONCE):
        one, other = pairs[:, part]
        shared = counts[one].minimum(counts[other])
        both = shared.sum(axis=1)
        close = both >= ALIKE * (sizes[one] + sizes[other] - both)
        known = presence(shared) @ surprise > 2 * np.log(len(firsts))
        alike[part] = close & known
    return alike


def _random(shape, kind) -> np.ndarray:
    rng = np.random.default_rng(0)
    return rng.integers(np.iinfo(kind).max, size=shape, dtype=kind, endpoint=True)
