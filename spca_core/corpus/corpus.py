"""The data: how often each word occurs in each document, or any other matrix."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from scipy import sparse

from spca_core.errors import InputError


@dataclass(frozen=True)
class Kind:
    """What the rows and columns are called, and whether they are usually centred.

    The paper's results on bags of words are raw, those on its other data centred.
    """

    documents: str
    words: str
    centred: bool


@dataclass(frozen=True)
class Report:
    """What a reader left out or merged, for the user to see.

    Attributes
    ----------
    refused_lines
        The number of each line that was left out, and why; the first few.
    n_refused_lines
        How many there were in all.
    empty_documents
        Documents without words, which were dropped.
    merged_words
        Columns that repeated a word and were added to its first column.
    """

    refused_lines: tuple[tuple[int, str], ...] = ()
    n_refused_lines: int = 0
    empty_documents: int = 0
    merged_words: int = 0


NOTHING_TO_REPORT = Report()
HASHED_AT_ONCE = 1 << 20  # numbers, or rows of a dense matrix
COUNTS = Kind("documents", "words", centred=False)
MEASUREMENTS = Kind("rows", "features", centred=True)


@dataclass(frozen=True, eq=False, kw_only=True)
class Corpus:
    """A bag of words, checked when it is made and never changed after.

    It holds any other numeric matrix too, with rows for documents and features for
    words; `kind` tells which.

    Parameters
    ----------
    name
        What the corpus is called on screen.
    observations : csr_array or ndarray, shape (n_documents, n_words)
        Finite numbers.
    words
        One per column, no word twice.
    titles
        One per row; empty if the documents have no titles.
    labels
        The group of each row; empty if there are no groups.
    texts
        What each row counts; empty if only the counts are known.
    warnings
        What the reader mended, one sentence each.
    kind
        Counts or measurements.
    report
        What the reader left out or merged.

    Raises
    ------
    InputError
        If the parts do not fit together.
    """

    name: str
    observations: sparse.csr_array | np.ndarray
    words: tuple[str, ...]
    titles: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    texts: tuple[str, ...] = field(default=(), repr=False)
    warnings: tuple[str, ...] = ()
    kind: Kind = COUNTS
    report: Report = NOTHING_TO_REPORT

    def __post_init__(self) -> None:
        _check_not_empty(self)
        _check_names(self)
        for array in _arrays(self.observations):
            array.flags.writeable = False

    @property
    def n_documents(self) -> int:
        return self.observations.shape[0]

    @property
    def n_words(self) -> int:
        return self.observations.shape[1]

    def columns_of(self, words: Iterable[str]) -> tuple[int, ...]:
        """Return the columns of some words; refuse the first that is not there."""
        return tuple(self._column(word) for word in words)

    def _column(self, word: str) -> int:
        if word not in self._columns:
            raise InputError(
                f"{self.name} has no word {word[:64]!r} now: it is not in the corpus, "
                "or was left out when that was prepared. Unpin or restore it."
            )
        return self._columns[word]

    @cached_property
    def _columns(self) -> dict[str, int]:
        return {word: column for column, word in enumerate(self.words)}

    @cached_property
    def content_id(self) -> str:
        """SHA-256 of numbers, words and titles: the same content, the same id."""
        # A store knows its own, so that nobody waits for all of it to be read.
        known = getattr(self.observations, "content_id", "")
        arrays = _arrays(self.observations)
        return known or content_id(
            self.observations.shape, arrays, self.words, self.titles
        )


def content_id(
    shape: tuple[int, ...],
    arrays: Sequence[np.ndarray],
    words: Iterable[str],
    titles: Iterable[str],
) -> str:
    """Return the SHA-256 of a corpus's content.

    arrays : the values, and where they stand: row pointers and columns, if sparse
    """
    digest = hashlib.sha256(repr(tuple(map(int, shape))).encode())
    values, *indices = arrays
    for kind, group in (("<i8", indices), ("<f8", [values])):
        for array in group:
            for first in range(0, len(array), HASHED_AT_ONCE):
                part = array[first : first + HASHED_AT_ONCE]
                digest.update(np.ascontiguousarray(part, dtype=kind).data)
    for name in (*words, "", *titles):
        digest.update(name.encode() + b"\n")
    return digest.hexdigest()


def _arrays(matrix: sparse.csr_array | np.ndarray) -> tuple[np.ndarray, ...]:
    """Return the arrays of a matrix: its values first, then their places."""
    if isinstance(matrix, np.ndarray):
        return (matrix,)
    return matrix.data, matrix.indptr, matrix.indices


def _check_not_empty(corpus: Corpus) -> None:
    if not corpus.n_documents or not corpus.n_words:
        raise InputError(
            f"{corpus.name} has {corpus.n_documents} {corpus.kind.documents} and "
            f"{corpus.n_words} {corpus.kind.words}; it needs at least one of each. "
            "Choose another file."
        )


def _check_names(corpus: Corpus) -> None:
    kind = corpus.kind
    for what, names, rows, expected in (
        (kind.words, corpus.words, "columns", corpus.n_words),
        ("titles", corpus.titles, kind.documents, corpus.n_documents),
        ("labels", corpus.labels, kind.documents, corpus.n_documents),
        ("texts", corpus.texts, kind.documents, corpus.n_documents),
    ):
        if len(names) != expected and (names or rows == "columns"):
            raise InputError(
                f"{corpus.name} has {len(names):,} {what} for {expected:,} {rows}. "
                f"Give the list of {what} that belongs to these numbers."
            )
    if len(set(corpus.words)) < corpus.n_words:
        raise InputError(
            f"{corpus.name}: {_first_repeated(corpus.words)!r} stands twice among the "
            f"{kind.words}. Merge the two columns, or rename one."
        )


def _first_repeated(names: Iterable[str]) -> str:
    return next(name for name, times in Counter(names).items() if times > 1)
