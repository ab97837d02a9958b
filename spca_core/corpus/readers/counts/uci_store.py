"""Write a UCI file of any size as a store while it is read, in bounded memory."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from scipy import sparse

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.cells import read_columns
from spca_core.corpus.readers.counts.matrices import (
    PAIRS,
    WORDS,
    adding_warning,
    merge_repeated,
)
from spca_core.corpus.readers.counts.uci import (
    by_document,
    corpus_name,
    lines_of,
    read_heading,
)
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.store_manifest import MAX_CELLS, Description
from spca_core.corpus.store_writer import keep_chunks
from spca_core.errors import InputError

CHUNK_LINES = 1 << 20


def keep_uci(docword: Source, vocabulary: Source | None, folder: Path) -> None:
    """Write a store; the words are in vocab.NAME.txt beside the counts unless given.

    Raises
    ------
    InputError
        As `read_uci` and `keep_chunks` do, or if a document's lines are not together.
    """
    with open_bounded(docword, limits.STORE_TEXT) as file:
        sizes, listed, words = read_heading(file, docword, vocabulary, MAX_CELLS)
    distinct = tuple(dict.fromkeys(words))
    warnings = [*adding_warning(listed.name, len(words) - len(distinct), WORDS)]
    described = Description(corpus_name(docword), distinct, warnings=warnings)
    chunks = _chunks(docword, sizes, warnings)
    if len(distinct) < len(words):
        chunks = (merge_repeated(words, chunk)[1] for chunk in chunks)
    keep_chunks(described, chunks, folder)


def _chunks(
    docword: Source, sizes: tuple[int, int, int], warnings: list[str]
) -> Iterator[sparse.csr_array]:
    """Yield the documents' counts; note at the end how many lines were added up."""
    n_found = 0
    # Opened here, so that a fault of this file is not taken for one of the store.
    with open_bounded(docword, limits.STORE_TEXT) as file:
        for _ in sizes:
            file.readline(limits.COUNT_LINE)
        for first, end, cells in _whole_documents(file, docword, sizes):
            documents, words, counts = cells
            places = (documents - 1 - first, words - 1)
            shape = (end - first, sizes[1])
            chunk = by_document(sparse.coo_array((counts, places), shape))
            n_found += chunk.nnz
            yield chunk
    warnings[:0] = adding_warning(docword.name, sizes[2] - n_found, PAIRS)


def _whole_documents(
    file: BinaryIO, docword: Source, sizes: tuple[int, int, int]
) -> Iterator[tuple[int, int, np.ndarray]]:
    """Yield ranges of documents (first, one after the last) with their lines' numbers.

    The numbers are (3, n_lines): documents and words from 1, and counts.
    """
    first, kept, n_kept = 0, [np.empty((3, 0), dtype=np.int32)], 0
    for columns in read_columns(file, docword, len(sizes), sizes[2], lines_of(sizes)):
        kept.append(np.array(list(columns.values())))
        n_kept += kept[-1].shape[1]
        if n_kept < CHUNK_LINES:
            continue
        numbers = np.hstack(kept)
        _check_order(numbers[0], first, docword)
        # The last document may continue in the next lines.
        last = int(numbers[0, -1])
        cut = int(np.searchsorted(numbers[0], last))
        if cut:
            yield first, last - 1, numbers[:, :cut]
            first = last - 1
        kept, n_kept = [numbers[:, cut:]], numbers.shape[1] - cut
    numbers = np.hstack(kept)
    _check_order(numbers[0], first, docword)
    yield first, sizes[0], numbers


def _check_order(documents: np.ndarray, first: int, docword: Source) -> None:
    """Refuse documents that come after a later one."""
    falls = np.flatnonzero(np.diff(documents, prepend=first) < 0)
    if len(falls):
        raise InputError(
            f"{docword.name}: a line of document {documents[falls[0]]:,} comes after "
            "one of a later document. Sort the lines after the third by their first "
            "number: a store is written as the file is read."
        )
