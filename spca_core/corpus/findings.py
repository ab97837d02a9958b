"""Repeated text and copies of documents: found in counts, and left out of them."""

from dataclasses import replace
from itertools import compress
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import are_counts, in_memory
from spca_core.corpus.stored import StoredCounts
from spca_core.corpus.texts.copies import find_copies, same_rows
from spca_core.corpus.texts.repeated import Repeated, find_repeated


class Findings(NamedTuple):
    """What was found.

    originals : (n_documents,), the first document that each is a copy of, or itself
    """

    repeated: Repeated
    originals: np.ndarray

    @property
    def are_copies(self) -> np.ndarray:
        """(n_documents,), whether a document is a copy of an earlier one."""
        return self.originals != np.arange(len(self.originals))


# One for each corpus, kept as long as the corpus itself.
_KNOWN: WeakKeyDictionary[Corpus, Findings] = WeakKeyDictionary()


def findings(corpus: Corpus) -> Findings | None:
    """Return what is repeated and which are copies; None unless it is counts in memory.

    Repeated text is sought in one of each set of equal documents, and copies are
    compared without it: so neither passes for the other.
    """
    counts = corpus.observations
    # A store is read by blocks: it stays as it was kept.
    if corpus.kind.weighting == "counts" or not isinstance(counts, sparse.csr_array):
        return None
    if corpus not in _KNOWN and are_counts(counts):
        firsts, places = np.unique(same_rows(counts), return_inverse=True)
        are_distinct = len(firsts) == len(places)
        repeated = find_repeated(counts if are_distinct else counts[firsts])
        repeated = repeated._replace(counts=repeated.counts[places])
        _KNOWN[corpus] = Findings(repeated, find_copies(_less(counts, repeated)))
    return _KNOWN.get(corpus)


def cleaned(corpus: Corpus, *, of_repeated: bool, of_copies: bool) -> Corpus:
    """Return the corpus without repeated text, without copies, and the words in these.

    It is the corpus itself if none was found. `with_copies` has all documents.
    """
    found = findings(corpus) if of_repeated or of_copies else None
    left = corpus
    if found and of_repeated and found.repeated.words.size:
        counts = sparse.csr_array(in_memory(corpus.observations))
        left = replace(corpus, observations=_less(counts, found.repeated))
    if found and of_copies and found.are_copies.any():
        left = replace(left.of_documents(~found.are_copies), whole=left)
    if left is corpus:
        return corpus
    return of_words(left, document_frequencies(left.observations) > 0)


def of_words(corpus: Corpus, kept: np.ndarray) -> Corpus:
    """Return the corpus of some words; the corpus itself if these are all.

    kept : booleans, (n_words,)
    """
    if kept.all():
        return corpus
    counts = corpus.observations
    left = (
        counts.of_words(kept) if isinstance(counts, StoredCounts) else counts[:, kept]
    )
    words = tuple(compress(corpus.words, kept))
    whole = corpus.whole and of_words(corpus.whole, kept)
    return replace(corpus, observations=left, words=words, whole=whole)


def _less(counts: sparse.csr_array, repeated: Repeated) -> sparse.csr_array:
    """Return the counts less those of repeated text."""
    if not repeated.words.size:
        return counts
    left = sparse.csr_array(counts - repeated.counts)
    left.eliminate_zeros()
    return left
