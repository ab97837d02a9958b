"""What readers share once they have a matrix: its limits, faults, names and mending."""

from dataclasses import replace
from itertools import compress, islice

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import MEASUREMENTS, Corpus, Report
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.lines import MAX_NAME, numbered_lines, quote, read_names
from spca_core.errors import InputError

# The most that is held, whatever a file promises: nothing is allocated on its word.
MAX_ROWS = 20_000_000
MAX_COLUMNS = 2_000_000
MAX_CELLS = 200_000_000  # numbers that are stored: all of a dense matrix
MAX_COUNT = 2**53  # beyond it doubles leave whole numbers out


def check_shape(place: str, n_rows: int, n_columns: int, n_cells: int) -> None:
    """Refuse a matrix without rows or columns, or with more than can be held.

    raises : InputError that begins with `place`
    """
    for number, least, most, what in (
        (n_rows, 1, MAX_ROWS, "rows"),
        (n_columns, 1, MAX_COLUMNS, "columns"),
        (n_cells, 0, MAX_CELLS, "numbers"),
    ):
        if not least <= number <= most:
            raise InputError(
                f"{place}: {number:,} {what}; {least} to {most:,} can be read here. "
                "Check the file, or take a part of it."
            )


def measured_corpus(
    path: Source, matrix: np.ndarray | sparse.csr_array, names: Source | None
) -> Corpus:
    """Return the corpus of a file's matrix (n_rows, n_columns).

    names  : a file of the features' names, one a line
    raises : InputError that names the file and what is wrong with it
    """
    check_finite(path.name, matrix)
    return Corpus(
        name=plain_name(path),
        observations=matrix,
        words=names_of("feature", matrix.shape[1], names),
        kind=MEASUREMENTS,
    )


def check_finite(place: str, matrix: np.ndarray | sparse.csr_array) -> None:
    """Refuse NaN and infinities, by row and column from 1."""
    fault = "is not a finite number. Fill it in, or remove its row or column."
    _check_numbers(place, matrix, np.isfinite(_values(matrix)), fault)


def are_counts(matrix: sparse.csr_array) -> bool:
    """Tell whether there are numbers, all of them whole and none below zero."""
    values = matrix.data
    whole = (values >= 0) & (values <= MAX_COUNT) & (values % 1 == 0)
    return bool(values.size and whole.all())


def count_corpus(
    name: str,
    cells: sparse.csr_array | sparse.coo_array,
    words: tuple[str, ...],
    titles: tuple[str, ...] = (),
    labels: tuple[str, ...] = (),
    warnings: tuple[str, ...] = (),
) -> Corpus:
    """Make a corpus of what a file of counts holds, mended, and say what was mended.

    cells  : (n_documents, n_words), in any order, and some perhaps twice
    raises : InputError if a number is no count, or no document has a word
    """
    n_cells = cells.nnz
    counts = sparse.csr_array(cells)
    counts.sum_duplicates()
    n_repeated = n_cells - counts.nnz
    _check_counts(name, counts, words)
    counts.eliminate_zeros()
    words, counts, n_merged = merge_repeated(words, counts)
    repeated = (
        f"{name}: pairs of document and word that stand there again: {n_repeated:,}. "
        "Their counts were added up."
    )
    corpus = Corpus(
        name=name,
        observations=counts,
        words=words,
        titles=titles,
        labels=labels,
        warnings=(
            *(repeated,) * bool(n_repeated),
            *merging_warning(name, n_merged),
            *warnings,
        ),
        report=Report(merged_words=n_merged),
    )
    return drop_empty(corpus)


def merge_repeated(
    words: tuple[str, ...], counts: sparse.csr_array
) -> tuple[tuple[str, ...], sparse.csr_array, int]:
    """Add up the columns that have the same word, in the place of the first.

    counts  : (n_documents, n_words)
    returns : the words, each once; their counts; how many columns were merged away
    """
    places = {word: place for place, word in enumerate(dict.fromkeys(words))}
    n_merged = len(words) - len(places)
    if not n_merged:
        return words, counts, 0
    columns = np.array([places[word] for word in words])
    merged = sparse.csr_array(
        (counts.data.copy(), columns[counts.indices], counts.indptr.copy()),
        shape=(counts.shape[0], len(places)),
    )
    merged.sum_duplicates()
    return tuple(places), merged, n_merged


def merging_warning(name: str, n_merged: int) -> tuple[str, ...]:
    """Say that words were merged, if any were."""
    warning = (
        f"{name}: words that stand there again: {n_merged:,}. "
        "The counts of the same word were added up."
    )
    return (warning,) * bool(n_merged)


def drop_empty(corpus: Corpus) -> Corpus:
    """Leave the documents without words out, and count them in the report.

    corpus : of sparse counts, none of them an explicit zero
    raises : InputError if none is left
    """
    counts = sparse.csr_array(corpus.observations)
    kept = np.diff(counts.indptr) > 0
    if kept.all():
        return corpus
    if not kept.any():
        raise InputError(
            f"{corpus.name}: none of its {corpus.n_documents:,} documents has a word. "
            "Check that the file is complete and of the format that was chosen."
        )
    n_empty = corpus.report.empty_documents + int((~kept).sum())
    return replace(
        corpus,
        observations=counts[kept],
        titles=tuple(compress(corpus.titles, kept)),
        labels=tuple(compress(corpus.labels, kept)),
        texts=tuple(compress(corpus.texts, kept)),
        report=replace(corpus.report, empty_documents=n_empty),
    )


def _check_counts(name: str, counts: sparse.csr_array, words: tuple[str, ...]) -> None:
    """Refuse negative, huge and missing counts."""
    # Said so that NaN, of which every comparison is false, is no count either.
    good = (counts.data >= 0) & (counts.data <= MAX_COUNT)
    fault = "is no count of 0 to 2^53. Correct it, or read the file as measurements."
    _check_numbers(name, counts, good, fault, words)


def _check_numbers(
    place: str,
    matrix: np.ndarray | sparse.csr_array,
    good: np.ndarray,
    fault: str,
    words: tuple[str, ...] = (),
) -> None:
    """Refuse the first stored number that is not good, by row and column from 1."""
    if good.all():
        return
    first = int(good.argmin())
    if isinstance(matrix, np.ndarray):
        row, column = divmod(first, matrix.shape[1])
    else:
        row = int(np.searchsorted(matrix.indptr, first, side="right")) - 1
        column = int(matrix.indices[first])
    name = f" ({quote(words[column])})" if words else ""
    raise InputError(
        f"{place}, row {row + 1:,}, column {column + 1:,}{name}: "
        f"{_values(matrix).flat[first]:g} {fault}"
    )


def _values(matrix: np.ndarray | sparse.csr_array) -> np.ndarray:
    return matrix if isinstance(matrix, np.ndarray) else matrix.data


def names_of(what: str, n_names: int, listed: Source | None = None) -> tuple[str, ...]:
    """Return the names that a file lists, one a line, or word_1, word_2, ... without.

    what   : word or feature
    raises : InputError if there are fewer or more, or a line is no name
    """
    if listed:
        return read_names(listed, what, n_names)
    return tuple(f"{what}_{number}" for number in range(1, n_names + 1))


def listed_words(words: Source | None, least: int) -> tuple[str, ...]:
    """Return all the words that a file lists, or word_1, word_2, ... without a file.

    least : how many there must be; a list may go on, with words that occur nowhere
    """
    return names_of("word", max(least, n_lines(words)) if words else least, words)


def n_lines(names: Source) -> int:
    """Count the lines of a list of names, and no further than can be held."""
    return sum(1 for _ in islice(numbered_lines(names, MAX_NAME), MAX_COLUMNS))
