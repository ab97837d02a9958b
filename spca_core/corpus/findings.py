"""Repeated text and copies of documents: found in counts, and left out of them."""

from dataclasses import replace
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import are_counts, in_memory
from spca_core.corpus.texts.copies import copies_left_out, find_copies, same_rows
from spca_core.corpus.texts.passages import IN_MANY
from spca_core.corpus.texts.repeated import Repeated, find_repeated
from spca_core.formatting import counted

MAX_EXAMPLES = 5  # of words of repeated text
REPEATED = "text that is repeated in"


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


# Freed with the corpus.
_KNOWN: WeakKeyDictionary[Corpus, Findings] = WeakKeyDictionary()


def findings(corpus: Corpus) -> Findings | None:
    """Return what is repeated and which are copies; None unless it is counts in memory.

    Repeated text is sought in one of each set of equal documents, and copies are
    compared without it: so neither passes for the other.
    """
    counts = corpus.observations
    # A store is read by blocks, as it was written.
    if corpus.kind.weighting == "counts" or not isinstance(counts, sparse.csr_array):
        return None
    if corpus not in _KNOWN and are_counts(counts):
        firsts, places = np.unique(same_rows(counts), return_inverse=True)
        are_distinct = len(firsts) == len(places)
        repeated = find_repeated(counts if are_distinct else counts[firsts])
        repeated = _in_order(counts, repeated.words, repeated.counts[places])
        _KNOWN[corpus] = Findings(repeated, find_copies(_less(counts, repeated)))
    return _KNOWN.get(corpus)


def cleaned(corpus: Corpus, *, repeated: bool, copies: bool) -> Corpus:
    """Return the corpus without repeated text, without copies, and the words in these.

    It is the corpus itself if none was found. `with_copies` has all documents, and
    `report` lists what was left out.
    """
    duplicates = findings(corpus) if repeated or copies else None
    left = corpus
    if duplicates and repeated and duplicates.repeated.words.size:
        counts = sparse.csr_array(in_memory(corpus.observations))
        report = left.report.with_left_out(about_repeated(corpus, left_out=True))
        less = _less(counts, duplicates.repeated)
        left = replace(corpus, observations=less, report=report)
    if duplicates and copies:
        left = left.without_copies(duplicates.are_copies)
    if left is corpus:
        return corpus
    return left.of_words(document_frequencies(left.observations) > 0)


def about_repeated(corpus: Corpus, *, left_out: bool) -> str:
    """Say how many words are in repeated text, and whether that counts; or nothing."""
    duplicates = findings(corpus)
    if not (duplicates and duplicates.repeated.words.size):
        return ""
    words, counts = duplicates.repeated
    n_documents = np.count_nonzero(np.diff(counts.indptr))
    examples = ", ".join(corpus.words[word] for word in words[:MAX_EXAMPLES])
    documents = counted(n_documents, corpus.kind.documents)
    text = f"{REPEATED} {documents}, such as {examples}"
    n_words = counted(len(words), "words")
    if left_out:
        return f"{n_words} left out: {text}. Other uses count."
    return f"Also counted: {n_words} in {text}."


def repeated_left_out(corpus: Corpus) -> list[str]:
    """Return the sentences on repeated text that was left out of a corpus."""
    told = corpus.report.left_out
    return [text for text in told if IN_MANY in text or REPEATED in text]


def about_copies(corpus: Corpus, *, left_out: bool) -> str:
    """Say how copies count; or nothing if there are none."""
    duplicates = findings(corpus)
    if not (duplicates and duplicates.are_copies.any()):
        return ""
    n_copies = int(duplicates.are_copies.sum())
    if left_out:
        return copies_left_out(n_copies, corpus.kind.documents)
    return f"Topics count every copy ({n_copies:,})."


def _in_order(
    counts: sparse.csr_array, words: np.ndarray, repeated: sparse.csr_array
) -> Repeated:
    """Put the words that are in most of the repeated text first.

    Of these, the words that are in little else are first: they say best what it is.
    """
    keys = document_frequencies(counts)[words], -document_frequencies(repeated)[words]
    return Repeated(words[np.lexsort(keys)], repeated)


def _less(counts: sparse.csr_array, repeated: Repeated) -> sparse.csr_array:
    """Return the counts less those of repeated text."""
    if not repeated.words.size:
        return counts
    left = sparse.csr_array(counts - repeated.counts)
    left.eliminate_zeros()
    return left
