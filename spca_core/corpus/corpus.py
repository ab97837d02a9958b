"""The corpus: how often each word occurs in each document, and what they are called."""

import hashlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from spca_core.errors import InputError


@dataclass(frozen=True, eq=False, kw_only=True)
class Corpus:
    """A bag of words, valid from birth and never changed after.

    counts   : (n_documents, n_words) CSR matrix of positive whole numbers
    words    : one per column, no word twice
    titles   : one per row; empty if the documents have no titles
    warnings : what the reader mended, one sentence each
    raises   : InputError if the parts do not fit together
    """

    name: str
    counts: sparse.csr_array
    words: tuple[str, ...]
    titles: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        _check_not_empty(self)
        _check_names(self)
        for array in (self.counts.data, self.counts.indices, self.counts.indptr):
            array.flags.writeable = False

    @property
    def n_documents(self) -> int:
        return self.counts.shape[0]

    @property
    def n_words(self) -> int:
        return self.counts.shape[1]

    @cached_property
    def content_id(self) -> str:
        """SHA-256 of counts, words and titles: the same content, the same id."""
        digest = hashlib.sha256(repr(self.counts.shape).encode())
        for array in (self.counts.indptr, self.counts.indices):
            digest.update(np.ascontiguousarray(array, dtype="<i8").data)
        digest.update(np.ascontiguousarray(self.counts.data, dtype="<f8").data)
        for name in (*self.words, "", *self.titles):
            digest.update(name.encode() + b"\n")
        return digest.hexdigest()


def _check_not_empty(corpus: Corpus) -> None:
    if not corpus.n_documents or not corpus.n_words:
        raise InputError(
            f"{corpus.name} has {corpus.n_documents} documents and {corpus.n_words} "
            "words; it needs at least one of each. Choose another file."
        )


def _check_names(corpus: Corpus) -> None:
    for what, names, expected in (
        ("words", corpus.words, corpus.n_words),
        ("titles", corpus.titles, corpus.n_documents),
    ):
        if len(names) != expected and (names or what == "words"):
            raise InputError(
                f"{corpus.name} has {len(names):,} {what} for {expected:,} "
                f"{'columns' if what == 'words' else 'documents'}. "
                f"Give the list of {what} that belongs to these counts."
            )
    if len(set(corpus.words)) < corpus.n_words:
        raise InputError(
            f"{corpus.name}: the word {_first_repeated(corpus.words)!r} stands twice. "
            "Merge the two columns, or rename one."
        )


def _first_repeated(names: Iterable[str]) -> str:
    return next(name for name, times in Counter(names).items() if times > 1)
