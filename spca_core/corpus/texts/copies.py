"""Documents that are copies of others: reprints, retweets, and the same sent twice."""

import numpy as np
from scipy import sparse

from spca_core.corpus.texts.likeness import alike_rows, first_linked, random_numbers
from spca_core.corpus.texts.repeated import ones_where_present
from spca_core.formatting import counted
from spca_core.running.stopping import slices

ALIKE = 0.8  # of the counts of two documents: those that both have
MIN_SHARED_WORDS = 5  # that two documents share
DOCUMENT_BANDS = (
    12,
    5,
)  # pairs that are just alike enough are missed once in a hundred times
PAIRS_AT_ONCE = 1 << 14


def find_copies(counts: sparse.csr_array) -> np.ndarray:
    """Return the first document that each is a copy of, itself if none: (n_documents,).

    Two documents are copies if four fifths of their counts are the same (the sum of the
    lesser counts, over that of the greater), among them those of five words or more,
    and not by chance: less than one pair of all documents would share these words if
    words were independent. Copies of copies are copies.
    """
    pairs = alike_rows(counts, DOCUMENT_BANDS)
    return first_linked(pairs[:, _are_alike(counts, pairs)], counts.shape[0])


def copies_left_out(n_copies: int, documents: str) -> str:
    """Say that copies are left out; `documents` is what documents are called."""
    are = "is a copy" if n_copies == 1 else "are copies"
    return f"{counted(n_copies, documents)} {are}: topics count each once."


def same_rows(counts: sparse.csr_array) -> np.ndarray:
    """Return the first document with the same counts: (n_documents,)."""
    # Sums of random numbers of 64 bits: all the same if, and only if, the counts are.
    numbers = random_numbers(counts.shape[1], np.uint64)
    whole = counts.data.astype(np.uint64), counts.indices, counts.indptr
    sums = sparse.csr_array(whole, shape=counts.shape) @ numbers
    _, firsts, places = np.unique(sums, return_index=True, return_inverse=True)
    return firsts[places]


def _are_alike(counts: sparse.csr_array, pairs: np.ndarray) -> np.ndarray:
    """Return which pairs of documents are copies, (n_pairs,)."""
    firsts = np.unique(same_rows(counts))
    frequencies = np.bincount(counts[firsts].indices, minlength=counts.shape[1])
    surprise = np.log(len(firsts) / np.maximum(frequencies, 1))
    sizes, alike = counts.sum(axis=1), np.zeros(pairs.shape[1], bool)
    for part in slices(pairs.shape[1], PAIRS_AT_ONCE):
        left, right = pairs[:, part]
        shared = counts[left].minimum(counts[right])
        both = shared.sum(axis=1)
        close = both >= ALIKE * (sizes[left] + sizes[right] - both)
        words = ones_where_present(shared)
        known = words @ surprise > 2 * np.log(len(firsts))
        alike[part] = close & known & (words.sum(axis=1) >= MIN_SHARED_WORDS)
    return alike
