"""Check and mend a matrix, from a file or from Python, and make it a corpus."""

from array import array
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import (
    COUNTS,
    MEASUREMENTS,
    Corpus,
    is_bounded,
)
from spca_core.corpus.matrix import (
    MAX_COUNT,
    MAX_NUMBER,
    Matrix,
    are_counts,
)
from spca_core.corpus.readers.lines import names_of, quote
from spca_core.corpus.report import Report
from spca_core.corpus.texts.counting import drop_empty
from spca_core.corpus.texts.whole_words import normalised
from spca_core.errors import InputError

WORDS = "word repeats", "words repeat"
PAIRS = "pair of document and word repeats", "pairs of document and word repeat"
REMEDY = "Fill it in or rescale all numbers, or remove its row or column."


def matrix_corpus(
    name: str, place: str, matrix: Matrix, words: tuple[str, ...]
) -> Corpus:
    """Return a matrix as a corpus: of counts if it is sparse and holds only counts."""
    values = matrix if isinstance(matrix, np.ndarray) else matrix.data
    if not is_bounded(values):
        fault = f"is not a finite number of at most {MAX_NUMBER:g}. {REMEDY}"
        _check_numbers(place, matrix, abs(values) <= MAX_NUMBER, fault)
    kind = COUNTS if are_counts(matrix) else MEASUREMENTS
    return Corpus(name=name, observations=matrix, words=words, kind=kind)


def corpus_of_matrix(data: Any) -> Corpus:
    """Return a matrix as a corpus of documents, whatever its numbers look like."""
    matrix = _numbers(data)
    if hasattr(data, "columns"):  # a DataFrame; pandas is slow to import
        words = tuple(map(str, data.columns))
    else:
        words = names_of("feature", matrix.shape[1])
    return matrix_corpus("matrix", "The matrix", matrix, words)


def _numbers(data: Any) -> Matrix:
    """Return a copy as doubles: the data may change later, a corpus never does."""
    is_sparse = sparse.issparse(data)
    if hasattr(data, "columns"):  # which may hold pandas' own missing values
        data = data.to_numpy(dtype=np.float64, na_value=np.nan)
    values: Any = data if is_sparse else np.asarray(data)
    if values.ndim != 2 or not (
        np.issubdtype(values.dtype, np.number) or values.dtype == bool
    ):
        raise InputError(
            f"Expected a Corpus or a 2-D numeric matrix, got {type(data).__name__} of "
            f"shape {values.shape} and type {values.dtype}. Give a row a document and "
            "a column a word."
        )
    if np.issubdtype(values.dtype, np.complexfloating):
        raise InputError("The matrix has complex numbers; give real ones.")
    if not is_sparse:
        return np.array(values, dtype=np.float64)
    rows: sparse.csr_array = sparse.csr_array(values, dtype=np.float64, copy=True)
    rows.sum_duplicates()
    rows.eliminate_zeros()
    return rows


def look_like_counts(values: np.ndarray) -> bool:
    """Return whether numbers are whole, not negative, and at least half of them 0."""
    if values.dtype.kind not in "biuf" or 2 * np.count_nonzero(values) > values.size:
        return False
    return bool(values.size and ((values >= 0) & (values == np.floor(values))).all())


def count_corpus(
    name: str,
    cells: sparse.csr_array | sparse.coo_array,
    words: tuple[str, ...],
    titles: tuple[str, ...] = (),
    groups: Mapping[str, tuple[str, ...]] = MappingProxyType({}),
    warnings: tuple[str, ...] = (),
) -> Corpus:
    """Make a corpus from a file's counts: mend them, and warn of what was mended.

    The cells may come in any order, and some may be repeated.
    """
    n_cells = cells.nnz
    counts = sparse.csr_array(cells)
    counts.sum_duplicates()
    n_repeated = n_cells - counts.nnz
    # Written so that NaN, whose comparisons are all false, is not a count either.
    good = (counts.data >= 0) & (counts.data <= MAX_COUNT)
    fault = "is not a count from 0 to 2^53. Correct it, or read all as measurements."
    _check_numbers(name, counts, good, fault, words)
    counts.eliminate_zeros()
    words, counts, n_merged = merge_repeated(words, counts)
    repeated = adding_warning(name, n_repeated, PAIRS)
    mended = repeated + adding_warning(name, n_merged, WORDS)
    corpus = Corpus(
        name=name,
        observations=counts,
        words=words,
        titles=titles,
        groups=groups,
        warnings=mended + warnings,
        report=Report(merged_words=n_merged),
    )
    return drop_empty(corpus)


def in_alphabet(
    columns: Mapping[str, int], indices: array
) -> tuple[tuple[str, ...], np.ndarray]:
    """Return the words sorted, and the indices renumbered to match, int32."""
    words = tuple(sorted(columns))
    places = np.argsort([columns[word] for word in words]).astype(np.int32)
    return words, places[np.frombuffer(indices, np.int32)]


def merge_repeated(
    words: tuple[str, ...], counts: sparse.csr_array
) -> tuple[tuple[str, ...], sparse.csr_array, int]:
    """Add up the columns of the same word, and count how many were merged away.

    Words are returned normalised: the same letters may be encoded in several ways.
    """
    same = tuple(map(normalised, words))
    places = {word: place for place, word in enumerate(dict.fromkeys(same))}
    n_merged = len(words) - len(places)
    if not n_merged:
        return same, counts, 0
    columns = np.array([places[word] for word in same])
    merged = sparse.csr_array(
        (counts.data.copy(), columns[counts.indices], counts.indptr.copy()),
        shape=(counts.shape[0], len(places)),
    )
    merged.sum_duplicates()
    return tuple(places), merged, n_merged


def adding_warning(name: str, n: int, what: tuple[str, str]) -> tuple[str, ...]:
    """Return a warning of `n` repetitions of WORDS or PAIRS, if there are any."""
    warning = f"{name}: {n:,} {what[n > 1]} an earlier one"
    return (f"{warning}. Their counts were added up.",) * bool(n)


def check_shape(place: str, n_rows: int, n_columns: int, n_cells: int) -> None:
    """Refuse a matrix without rows or columns, or with more than can be held."""
    for number, least, most, what in (
        (n_rows, 1, limits.LINES, "rows"),
        (n_columns, 1, limits.WORDS, "columns"),
        (n_cells, 0, limits.CELLS, "numbers"),
    ):
        if number > most:
            raise limits.too_many(place, most, what)
        if number < least:
            raise InputError(
                f"{place} holds {number:,} {what}; {least} or more are needed. Check "
                "that the file is complete."
            )


def _check_numbers(
    place: str,
    matrix: Matrix,
    good: np.ndarray,
    fault: str,
    words: tuple[str, ...] = (),
) -> None:
    """Refuse the first stored number that is not good, naming row and column from 1."""
    if good.all():
        return
    first = int(good.argmin())
    if isinstance(matrix, np.ndarray):
        row, column = divmod(first, matrix.shape[1])
        value = matrix[row, column]
    else:
        row = int(np.searchsorted(matrix.indptr, first, side="right")) - 1
        column, value = int(matrix.indices[first]), matrix.data[first]
    name = f" ({quote(words[column])})" if words else ""
    raise InputError(
        f"{place}, row {row + 1:,}, column {column + 1:,}{name}: {value:g} {fault}"
    )
