"""Text that is repeated in many documents: a signature, a footer, a list of names.

Its words nearly always occur together, and as often each time; a topic's words vary. It
is subtracted from the counts there, so the same words keep their other uses.

T. Dunning, "Accurate methods for the statistics of surprise and coincidence", 1993.
"""

from itertools import count
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.texts.likeness import alike_rows, first_linked, n_shared_of_pairs
from spca_core.running.stopping import slices

MIN_SHARED_DOCUMENTS = 5  # that a word is in, and that two words share
MIN_GROUP_WORDS = 5  # of a group
MIN_CO_OCCURRENCE = (
    0.9  # of the documents with a word: those that have another as often
)
MIN_PREDICTED = 0.8  # of a group's counts
MAX_SHARE_OF_DOCUMENT = 0.8  # of a document: then it is a copy with changes
# Two words that share half of their documents are looked at in nine of ten cases, and a
# word of a group has several others.
WORD_BANDS = 20, 3
COMPARED_AT_ONCE = 1_000  # words or documents: their products need memory


class Repeated(NamedTuple):
    """What is repeated in a corpus.

    words  : columns of the words that nearly always occur together
    counts : (n_documents, n_words), the part of each count that is repeated text
    """

    words: np.ndarray
    counts: sparse.csr_array


def find_repeated(counts: sparse.csr_array) -> Repeated:
    """Find the text that is repeated in different documents, from their counts alone.

    Two words belong together if they share at least five documents and half of those
    that have either, and that is no chance: Dunning's log-likelihood ratio exceeds the
    logarithm of the number of pairs. Groups of five linked words or more are repeated
    text if four in five of their counts can be foreseen from another word of the group,
    in the documents that have half of it; and if these documents have text of their
    own. The part that can be foreseen is repeated, of the group's words and of others.
    """
    groups, blocks = [np.empty(0, np.int64)], sparse.csr_array(counts.shape)
    documents = ones_where_present(counts).tocsc().T
    for group in _groups(documents):
        standing = np.bincount(documents[group].indices, minlength=counts.shape[0])
        some = np.flatnonzero(2 * standing >= len(group))
        step = 1 + len(some) // COMPARED_AT_ONCE
        first = some[::step]  # enough to see that it is not
        block = _block(counts, group, first)
        if block is not None and len(first) < len(some):
            block = _block(counts, group, some)
        if block is not None:
            groups.append(group)
            blocks = blocks.maximum(block)
    return Repeated(np.concatenate(groups), blocks)


def _groups(documents: sparse.csr_array) -> list[np.ndarray]:
    """Return the words of each group that is large enough.

    documents : (n_words, n_documents), 1 for those that each word is in; so below
    """
    words, places = np.unique(_pairs(documents), return_inverse=True)
    firsts = first_linked(places.reshape(2, -1), len(words))
    large = np.flatnonzero(np.bincount(firsts) >= MIN_GROUP_WORDS)
    return [words[firsts == first] for first in large]


def _pairs(documents: sparse.csr_array) -> np.ndarray:
    """Return the pairs of words that belong together, (2, n_pairs)."""
    n_words, n_documents = documents.shape
    words = _not_alone(documents)
    some = documents[words]
    frequencies = np.diff(some.indptr)
    pairs, least = [np.empty((2, 0), np.int64)], MIN_SHARED_DOCUMENTS
    # Words that share half of their documents differ by a factor of 2 at most in how
    # many they are in: they are in one octave, or in two that follow each other.
    while least <= frequencies.max(initial=0):
        first, end, last = np.searchsorted(frequencies, [least, 2 * least, 4 * least])
        others = some[first:last].T.tocsr()
        for part in slices(end - first, COMPARED_AT_ONCE):
            start, stop = first + part.start, first + part.stop
            together = some[start:stop] @ others
            # Most pairs share too few documents for any frequencies in these octaves.
            many = np.flatnonzero(
                together.data >= max(MIN_SHARED_DOCUMENTS, 2 * least / 3)
            )
            left = start + np.searchsorted(together.indptr, many, side="right") - 1
            right, both = first + together.indices[many], together.data[many]
            ratio = _likelihood_ratio(
                both, frequencies[left], frequencies[right], n_documents
            )
            half = 3 * both >= frequencies[left] + frequencies[right]
            belong = half & (left < right) & (ratio > 2 * np.log(n_words))
            pairs.append(np.array([left, right])[:, belong])
        least *= 2
    return words[np.concatenate(pairs, axis=1)]


def _not_alone(documents: sparse.csr_array) -> np.ndarray:
    """Return words that share a third of their documents with another, rarest first."""
    frequencies = np.diff(documents.indptr)
    pairs = alike_rows(documents, WORD_BANDS)
    least, most = np.sort(frequencies[pairs], axis=0)
    pairs = pairs[:, (least >= MIN_SHARED_DOCUMENTS) & (3 * least >= most)]
    alike = np.zeros(pairs.shape[1], bool)
    for part in slices(len(alike), COMPARED_AT_ONCE):
        both = n_shared_of_pairs(documents.indptr, documents.indices, pairs[:, part])
        alike[part] = 4 * both >= frequencies[pairs[:, part]].sum(axis=0)
    words = np.unique(pairs[:, alike])
    return words[np.argsort(frequencies[words], kind="stable")]


def _likelihood_ratio(
    both: np.ndarray, left: np.ndarray, right: np.ndarray, n: int
) -> np.ndarray:
    """Return Dunning's log-likelihood ratio of pairs of words, from document counts."""
    table = (both, left - both, right - both, n - left - right + both)
    by_chance = (
        left * (right / n),
        left * (1 - right / n),
        (n - left) * (right / n),
        (n - left) * (1 - right / n),
    )
    seen, chance = np.array(table, float), np.array(by_chance)
    # What is never seen adds nothing.
    ratios = np.divide(seen, chance, np.ones_like(seen), where=seen > 0)
    return (seen * np.log(ratios)).sum(axis=0)


def _block(
    counts: sparse.csr_array, group: np.ndarray, documents: np.ndarray
) -> sparse.csr_array | None:
    """Return the repeated part of each count, or None if a group is not repeated text.

    documents : those that have half of the group
    returns   : (n_documents, n_words)
    """
    if len(documents) < MIN_SHARED_DOCUMENTS:
        return None
    rows = counts[documents]
    words = ones_where_present(rows[:, group])
    columns, expected = _expected(rows, words, group)
    some, in_group = rows[:, columns], np.isin(columns, group)
    parts, n_exact = [], 0
    for part in slices(len(documents), COMPARED_AT_ONCE):
        numbers = some[part].toarray()
        has = words[part].toarray() > 0
        foreseen = np.array([expected[those].max(axis=0) for those in has])
        n_exact += ((numbers > 0) & (numbers == foreseen))[:, in_group].sum()
        parts.append(sparse.csr_array(np.minimum(numbers, foreseen)))
    block = sparse.vstack(parts).tocoo()
    shares = block.sum(axis=1) / rows.sum(axis=1)
    if n_exact < MIN_PREDICTED * words.nnz or np.median(shares) > MAX_SHARE_OF_DOCUMENT:
        return None
    cells = block.data, (documents[block.row], columns[block.col])
    return sparse.csr_array(cells, shape=counts.shape)


def _expected(
    rows: sparse.csr_array, words: sparse.csr_array, group: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return some columns, and the counts in them that each word of a group foresees.

    A word foresees that another occurs c times if, of the documents that have the
    first, nine in ten have the other so often. The greatest such c is returned.

    words   : (n_documents, n_group), which words of the group each document has
    returns : (n_columns,) and (n_group, n_columns)
    """
    needed = MIN_CO_OCCURRENCE * np.maximum(words.sum(axis=0), MIN_SHARED_DOCUMENTS)
    together = (words.T @ ones_where_present(rows)).tocoo()
    always = together.col[together.data >= needed[together.row]]
    columns = np.union1d(always, group)
    some, expected = rows[:, columns], np.zeros((len(group), len(columns)))
    for least in count(1):
        reached = (words.T @ (some >= least)).toarray() >= needed[:, None]
        expected += reached
        if not reached.any():
            break
    # Every word foresees itself, which says nothing.
    expected[columns == group[:, None]] = 0
    return columns, expected


def ones_where_present(counts: sparse.csr_array) -> sparse.csr_array:
    """Return 1 for each count above 0."""
    ones = np.ones(counts.nnz, np.int32)
    return sparse.csr_array((ones, counts.indices, counts.indptr), shape=counts.shape)
