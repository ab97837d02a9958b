"""The data: how often each word occurs in each document, or any other matrix."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import document_frequencies
from spca_core.corpus.conditions import Condition, conditions, name_of_part
from spca_core.corpus.every_row import with_every_row, with_words
from spca_core.corpus.matrix import MAX_NUMBER, Matrix, content_id, in_parts
from spca_core.corpus.parts import documents_meeting, renumbered
from spca_core.corpus.report import NOTHING_TO_REPORT, Report
from spca_core.corpus.stored import Numbers, StoredCounts
from spca_core.corpus.texts.analyser import Analyser
from spca_core.corpus.texts.copies import copies_left_out, find_copies
from spca_core.corpus.texts.whole_words import normalised
from spca_core.errors import InputError
from spca_core.formatting import counted, near_matches, noun


@dataclass(frozen=True)
class Kind:
    """What the rows and columns are called, and the numbers' default treatment.

    In the paper's results, bags of words are raw and the other data are centred.

    Parameters
    ----------
    centred
        Whether means are subtracted by default; with tf-idf they are for any kind.
    weighting
        The default weighting, a name in `weightings.WEIGHTINGS`.
    has_documents
        Whether the rows are documents, and not columns again, as in a covariance
        matrix.
    """

    documents: str
    words: str
    centred: bool
    weighting: str = "counts"
    has_documents: bool = True


COUNTS = Kind("documents", "words", centred=False, weighting="tf-idf")
MEASUREMENTS = Kind("rows", "features", centred=True)
COVARIANCES = Kind("rows", "variables", centred=True, has_documents=False)


@dataclass(frozen=True, eq=False, kw_only=True, repr=False)
class Corpus:
    """A bag of words, or any numeric matrix, by its `kind`. It never changes.

    Of the kind COVARIANCES it is a covariance or correlation matrix itself.

    It is checked when it is made. All code that uses a corpus relies on this:

    - it has at least one document and one word; no number exceeds MAX_NUMBER in size;
    - a sparse matrix is canonical: in each row the columns ascend, none occurs twice,
      and no zero is stored;
    - there is one word per column, and no two are the same, however their letters are
      encoded; titles, labels and texts are one per row, or none at all.

    Attributes
    ----------
    name : str
        What it is called on screen.
    observations : csr_array or ndarray of shape (n_documents, n_words), or a store
        The counts, or other numbers.
    words : tuple of str
        One per column.
    titles, dates, texts : tuple of str
        One per row, or none at all. Dates are in ISO 8601, as precise as known, and
        empty if unknown.
    groups : mapping of str to tuple of str
        By the name of a grouping, each row's group.
    forms : mapping of str to tuple of str
        Other forms of a word that were counted as it.
    warnings : tuple of str
        What the reader repaired or doubts, one sentence each.
    kind : Kind
        What rows and columns are called, and the defaults for the numbers.
    report : Report
        What the reader left out or merged.
    preparation : mapping of str to object
        The options of `Preparation` by which it was prepared; empty if as loaded.
    files : tuple of Path
        The files and folders that it was read from, or topics of it: no result may
        replace them.
    where : tuple of Condition
        Of a `part`, the conditions that its documents meet, sorted.
    analyser : Analyser, optional
        How the words of its texts were found; None of counts and other numbers.
    rows : Series of bool, optional
        Of a list or a data frame: by the label of each row, whether it has words.

    Raises
    ------
    InputError
        If one of these does not hold.
    """

    name: str
    observations: Numbers
    words: tuple[str, ...]
    titles: tuple[str, ...] = ()
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    dates: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    forms: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    kind: Kind = COUNTS
    report: Report = NOTHING_TO_REPORT
    preparation: Mapping[str, Any] = field(default_factory=dict, repr=False)
    files: tuple[Path, ...] = field(default=(), repr=False)
    where: tuple[Condition, ...] = ()
    analyser: Analyser | None = field(default=None, repr=False)
    rows: Any = field(default=None, repr=False)
    whole: "Corpus | None" = field(default=None, repr=False)  # as in `with_copies`
    base: "Corpus | None" = field(default=None, repr=False)  # that this is a part of

    def __post_init__(self) -> None:
        if not self.n_documents or not self.n_words:
            raise InputError(
                f"{self.name} has {counted(self.n_documents, self.kind.documents)} and "
                f"{counted(self.n_words, self.kind.words)}; it needs at least one of "
                "each. Choose another file."
            )
        # A store's numbers are checked when they are first read.
        if not isinstance(self.observations, StoredCounts):
            _check_numbers(self.observations, self.name, self.kind)
            for array in arrays_of(self.observations):
                array.flags.writeable = False
        _check_names(self)

    def __repr__(self) -> str:
        """Tell the size alone: titles and words would fill a notebook."""
        if not self.kind.has_documents:
            return f"<{self.name}: {self.matrix_name} of {self.n_words:,} variables>"
        documents = counted(self.n_documents, self.kind.documents)
        words = counted(self.n_words, self.kind.words)
        return f"<{self.name}: {documents}, {words}>"

    @property
    def n_documents(self) -> int:
        return self.observations.shape[0]

    @property
    def n_words(self) -> int:
        return self.observations.shape[1]

    @property
    def matrix_name(self) -> str:
        """What a matrix without documents is: of correlations if all variances are 1.

        They may be written with six digits.
        """
        variances = np.asarray(self.observations).diagonal()
        is_correlation = (abs(variances - 1) <= 1e-6).all()
        return "correlation matrix" if is_correlation else "covariance matrix"

    @property
    def without_documents(self) -> str:
        """What follows if it has no documents, as a sentence; empty if it has some."""
        if self.kind.has_documents:
            return ""
        return (
            f"{self.name} is a {self.matrix_name}, so there are no documents to list, "
            "score, map, shuffle or hold out. Load the data that it was computed from."
        )

    def check_has_documents(self) -> None:
        """Raise InputError if it has no documents."""
        if self.without_documents:
            raise InputError(self.without_documents)

    @property
    def with_copies(self) -> "Corpus":
        """The same words in all documents, also in copies and rows without words."""
        return self.whole or self

    def columns_of(self, words: Iterable[str]) -> tuple[int, ...]:
        """Return the columns of some words; raise InputError at an unknown one."""
        return tuple(self._column(word) for word in words)

    def _column(self, word: str) -> int:
        if (column := self.column_if_any(word)) is None:
            raise InputError(
                f"{self.name} has no word {word[:64]!r}{near_matches(word, self.words)}"
                ": it is not in the corpus, or was left out when the corpus was "
                "prepared. Unpin or restore it."
            )
        return column

    def column_if_any(self, word: str) -> int | None:
        """Return the column of a word, or of the one that it was counted as."""
        written = normalised(word), normalised(word.lower())
        owners = (own for own, others in self.forms.items() if {*written} & {*others})
        known = (each for each in (*written, *owners) if each in self.columns)
        return next(map(self.columns.__getitem__, known), None)

    @cached_property
    def columns(self) -> dict[str, int]:
        """The column of each word, by the word in one form for all encodings."""
        return {normalised(word): column for column, word in enumerate(self.words)}

    def part(
        self,
        *where: str,
        since: object = None,
        until: object = None,
        groups: Mapping[str, str | Iterable[str]] | None = None,
        words: Iterable[str] = (),
        documents: Iterable[int] = (),
    ) -> "Corpus":
        """Return the documents that meet all conditions, as a corpus of their own.

        It is what a corpus made of these documents alone would be, with the same
        topics and the same proof: words that none of them has are left out, copies are
        those among them, and rarity, means and lengths, by which counts are weighted
        and centred, are theirs. Only the preparation is that of the whole corpus. A
        store's counts are not copied. A part of a part meets the conditions of both, in
        any order. Documents keep their weights; copies, which have none, stay left out.

        Parameters
        ----------
        *where
            Conditions such as ``"date>=1950"``, as `Condition` reads them.
        since, until
            The first and the last date, in ISO 8601 or shorter: ``until="1950-03"``
            includes that month. Where there are no dates, years in titles count.
        groups
            By the name of a grouping, the groups that a document may be in.
        words
            Of these words a document has at least one. Where there are texts, a phrase
            is a word too.
        documents
            The numbers of documents, from 1, as in tables.

        Raises
        ------
        InputError
            If no document meets them all, or a condition names what is not there.

        Examples
        --------
        >>> import spca_core
        >>> corpus = spca_core.load("state_of_the_union")
        >>> part = corpus.part(since=1950, groups={"party": "Democratic"})
        >>> part.name
        'state_of_the_union, where date>=1950 and party=Democratic'
        >>> part.n_documents, part.n_words
        (5219, 6110)
        >>> corpus.part("party=Democratic", "topic=gold|silver|coin").n_documents
        70
        """
        asked = conditions(
            where,
            since=since,
            until=until,
            groups=groups or {},
            words=words,
            documents=documents,
        )
        if not asked:
            return self
        self.check_has_documents()
        base = self.base or self
        all_met = sorted({*self.where, *self._as_in_base(asked)}, key=str)
        if len(all_met) == len(self.where):
            return self
        rows = documents_meeting(base.with_copies, {*all_met} - {*base.where})
        met = replace(
            base.with_copies.of_documents(rows),
            name=name_of_part(base.name, base.where, all_met),
            preparation=base.preparation,
        )
        part = with_words(met)
        has_copies = self.rows is None or base.preparation.get("without_copies")
        if base.whole and has_copies:
            counts: Any = part.observations
            originals = find_copies(counts)
            part = part.without_copies(originals != np.arange(len(originals)))
        has = document_frequencies(part.observations) > 0
        if not has.any():
            raise InputError(
                f"{part.name}: {counted(part.n_documents, self.kind.documents)}, all "
                "without words, so there are no topics. Leave out a condition."
            )
        part = with_every_row(part.of_words(has), met)
        return replace(part, where=tuple(all_met), base=base)

    def _as_in_base(self, asked: Iterable[Condition]) -> list[Condition]:
        """Return conditions whose numbers of documents are those of the base."""
        if not self.base:
            return list(asked)
        every = self.base.with_copies
        met = documents_meeting(every, {*self.where} - {*self.base.where})
        numbers = np.flatnonzero(met) + 1
        return [renumbered(each, numbers) for each in asked]

    def without_copies(self, are_copies: np.ndarray) -> "Corpus":
        """Return the corpus without copies, booleans (n_documents,), if there are any.

        `with_copies` of the corpus has all documents.
        """
        if not are_copies.any():
            return self
        n_copies = int(are_copies.sum())
        sentence = copies_left_out(n_copies, self.kind.documents)
        report = self.report.with_left_out(sentence)
        return replace(self.of_documents(~are_copies), whole=self, report=report)

    def of_words(self, kept: np.ndarray) -> "Corpus":
        """Return the corpus of some words; the corpus itself if these are all.

        kept : booleans, (n_words,)
        """
        if kept.all():
            return self
        counts = self.observations
        if isinstance(counts, StoredCounts):
            left = counts.of_words(kept)
        elif self.kind.has_documents:
            left = counts[:, kept]
        else:
            left = counts[kept][:, kept]
        words = tuple(compress(self.words, kept))
        whole = self.whole and self.whole.of_words(kept)
        return replace(self, observations=left, words=words, whole=whole)

    def of_documents(self, kept: np.ndarray) -> "Corpus":
        """Return the corpus of some documents; `kept` is boolean, (n_documents,).

        A store is not copied.
        """

        def those(names: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(compress(names, kept))

        counts = self.observations
        is_stored = isinstance(counts, StoredCounts)
        return replace(
            self,
            observations=counts.of_documents(kept) if is_stored else counts[kept],
            titles=those(self.titles),
            groups={name: those(groups) for name, groups in self.groups.items()},
            dates=those(self.dates),
            texts=those(self.texts),
            rows=None if self.rows is None else self.rows[kept],
            whole=None,
        )

    @cached_property
    def content_id(self) -> str:
        """SHA-256 of numbers, words and titles: equal content, equal id.

        The same numbers have another as a covariance matrix, whose shape is one number.
        """
        numbers = self.observations
        if isinstance(numbers, StoredCounts):
            return numbers.content_id(self.words, self.titles)
        arrays = map(in_parts, arrays_of(numbers))
        shape = numbers.shape if self.kind.has_documents else numbers.shape[:1]
        return content_id(shape, arrays, self.words, self.titles)


def arrays_of(matrix: Matrix) -> tuple[np.ndarray, ...]:
    """Return the arrays of a matrix: its values first, then their places."""
    if isinstance(matrix, np.ndarray):
        return (matrix,)
    return matrix.data, matrix.indptr, matrix.indices


def is_bounded(values: np.ndarray) -> bool:
    """Return whether all numbers are finite, and small enough to sum their squares."""
    # NaN is not within any bounds.
    return values.min(initial=0) >= -MAX_NUMBER and values.max(initial=0) <= MAX_NUMBER


def is_canonical(matrix: sparse.csr_array) -> bool:
    """Return whether columns are valid and ascend in each row, with no zero stored."""
    within = matrix.indices.max(initial=-1) < matrix.shape[1]
    fits = within and matrix.indices.min(initial=0) >= 0
    # A matrix remembers an earlier answer, but its arrays may have changed since.
    arrays = matrix.data, matrix.indices, matrix.indptr
    fresh = sparse.csr_array(arrays, shape=matrix.shape)
    return bool(fits and fresh.has_canonical_format and matrix.data.all())


def _check_numbers(matrix: Matrix, name: str, kind: Kind) -> None:
    values = arrays_of(matrix)[0]
    if not is_bounded(values):
        raise InputError(
            f"{name} has numbers that are not finite, or larger than "
            f"{MAX_NUMBER:g}: the sum of their squares is beyond what the computer's "
            f"numbers hold. Correct them, or divide all {kind.words} by the same "
            "number."
        )
    if not isinstance(matrix, np.ndarray) and not is_canonical(matrix):
        raise InputError(
            f"{name} is a sparse matrix with stored zeros, or with columns that are "
            "repeated or unsorted in a row, or out of range. Call sum_duplicates() and "
            "eliminate_zeros() on it, or correct the columns."
        )


def _check_names(corpus: Corpus) -> None:
    kind = corpus.kind
    for what, names, rows, expected in (
        (kind.words, corpus.words, "columns", corpus.n_words),
        ("titles", corpus.titles, kind.documents, corpus.n_documents),
        ("dates", corpus.dates, kind.documents, corpus.n_documents),
        *(
            (f"groups by {name}", groups, kind.documents, corpus.n_documents)
            for name, groups in corpus.groups.items()
        ),
        ("texts", corpus.texts, kind.documents, corpus.n_documents),
    ):
        if len(names) != expected and (names or rows == "columns"):
            raise InputError(
                f"{corpus.name} has {len(names):,} {what} for "
                f"{counted(expected, rows)}. Give the list of {what} that belongs to "
                "these numbers."
            )
    words = list(map(normalised, corpus.words))
    if len(set(words)) < corpus.n_words:
        ((repeated, _),) = Counter(words).most_common(1)
        word = noun(1, kind.words)
        raise InputError(
            f"{corpus.name}: duplicate {word} {repeated!r}. Merge the two columns, "
            "or rename one."
        )
