"""What readers of counts mend: repeated words, zeros, documents without words."""

from dataclasses import replace
from itertools import compress, islice

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, Corpus, Report
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import MAX_NAME, numbered_lines, quote, read_names
from spca_core.corpus.readers.measurements import MOST_COLUMNS
from spca_core.errors import InputError

MOST_COUNT = 2**53  # beyond it doubles leave whole numbers out


def count_corpus(
    name: str,
    cells: sparse.csr_array | sparse.coo_array,
    words: tuple[str, ...],
    titles: tuple[str, ...] = (),
    labels: tuple[str, ...] = (),
) -> Corpus:
    """Make a corpus of what a file of counts holds, mended, and say what was mended.

    cells  : (n_documents, n_words), in any order, and some perhaps twice
    raises : InputError if a number is no count, or no document has a word
    """
    n_cells = cells.nnz
    counts = sparse.csr_array(cells)
    counts.sum_duplicates()
    n_repeated = n_cells - counts.nnz
    check_counts(name, counts, words)
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
        warnings=(repeated,) * bool(n_repeated) + merging_warning(name, n_merged),
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
    if not n_merged:
        return ()
    return (
        f"{name}: words that stand there again: {n_merged:,}. "
        "The counts of the same word were added up.",
    )


def as_counts(corpus: Corpus) -> Corpus:
    """Take a matrix of measurements for counts of words in documents.

    raises : InputError if a number is no count
    """
    counts = sparse.csr_array(corpus.observations, copy=True)
    counts.eliminate_zeros()
    check_counts(corpus.name, counts, corpus.words)
    return replace(corpus, observations=counts, kind=COUNTS)


def check_counts(name: str, counts: sparse.csr_array, words: tuple[str, ...]) -> None:
    """Refuse negative, huge and missing counts, by row and column counted from 1.

    counts : (n_documents, n_words)
    raises : InputError that begins with `name`
    """
    # Said so that NaN, of which every comparison is false, is no count either.
    good = (counts.data >= 0) & (counts.data <= MOST_COUNT)
    if good.all():
        return
    first = int(good.argmin())
    row = int(np.searchsorted(counts.indptr, first, side="right"))
    column = int(counts.indices[first])
    raise InputError(
        f"{name}, row {row:,}, column {column + 1:,} ({quote(words[column])}): "
        f"{counts.data[first]:g} is no count of 0 to 2^53. Correct it; or save the "
        "matrix as .npz or CSV, and read it as measurements."
    )


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


def listed_words(words: Source | None, least: int) -> tuple[str, ...]:
    """Return all the words that a file lists, or word_1, word_2, ... without a file.

    least  : how many there must be; a list may go on, with words that occur nowhere
    raises : InputError if there are fewer, or a line is no word
    """
    if words is None:
        return numbered_words(least)
    return read_names(words, "word", max(least, n_lines(words)))


def numbered_words(n_words: int) -> tuple[str, ...]:
    """Return word_1, word_2, ... for counts that come without a list of words."""
    return tuple(f"word_{number}" for number in range(1, n_words + 1))


def n_lines(names: Source) -> int:
    """Count the lines of a list of names, and no further than can be held."""
    return sum(1 for _ in islice(numbered_lines(names, MAX_NAME), MOST_COLUMNS))
