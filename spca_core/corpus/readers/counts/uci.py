"""Reader of the UCI bag-of-words format: docword.NAME.txt[.gz] with vocab.NAME.txt.

The counts file opens with three lines D, W, NNZ, then has NNZ lines `document word
count`, ids from 1 (archive.ics.uci.edu, data set "Bag of Words").
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.cells import (
    Lines,
    check_promise,
    read_cells,
    read_numbers,
)
from spca_core.corpus.readers.counts.checks import (
    PAIRS,
    WORDS,
    adding_warning,
    merge_repeated,
)
from spca_core.corpus.readers.files import OpenFile, Source, Watched, open_bounded
from spca_core.corpus.readers.lines import quote, read_names
from spca_core.corpus.readers.start import Start
from spca_core.corpus.report import Report
from spca_core.corpus.store_manifest import MAX_CELLS, Description
from spca_core.corpus.store_writer import keep_chunks
from spca_core.errors import InputError

CHUNK_LINES = 1 << 20
DOCWORD = re.compile(r"docword\.(.+?)\.txt(\.gz)?")
KEEP_IT = (
    "A store may hold more: write one by disjoint-topics keep SOURCE FOLDER, and "
    "open that."
)


def is_uci(start: Start) -> bool:
    """Return whether a text begins as UCI: three lines of sizes, then a triple."""
    lines = start.lines
    header = all(line.strip().isdigit() for line in lines[:3])
    return header and len(lines) > 3 and len(lines[3].split()) == 3


def read_uci(docword: Source, vocabulary: Source | None = None) -> Corpus:
    """Read a corpus; the words are in vocab.NAME.txt beside the counts unless given."""
    with open_bounded(docword, limits.TEXT) as file:
        sizes, listed, words = _read_heading(file, docword, vocabulary, limits.CELLS)
        cells = read_cells(file, docword, len(sizes), sizes, _lines(sizes))
    counts = _by_document(cells)
    words, merged, n_merged = merge_repeated(words, counts)
    return Corpus(
        name=corpus_name(docword),
        observations=merged,
        words=words,
        warnings=(
            *adding_warning(docword.name, sizes[2] - counts.nnz, PAIRS),
            *adding_warning(listed.name, n_merged, WORDS),
        ),
        report=Report(merged_words=n_merged),
        files=(listed.absolute(),) if isinstance(listed, Path) else (),
    )


def keep_uci(docword: Source, vocabulary: Source | None, folder: Path) -> None:
    """Write a store; the words are in vocab.NAME.txt beside the counts unless given.

    Raises
    ------
    InputError
        As `read_uci` and `keep_chunks` do, or if a document's lines are not together.
    """
    with open_bounded(docword, limits.STORE_TEXT) as file:
        sizes, listed, words = _read_heading(file, docword, vocabulary, MAX_CELLS)
    distinct = tuple(dict.fromkeys(words))
    warnings = [*adding_warning(listed.name, len(words) - len(distinct), WORDS)]
    described = Description(corpus_name(docword), distinct, warnings=warnings)
    chunks = _chunks(docword, sizes, warnings)
    if len(distinct) < len(words):
        chunks = (merge_repeated(words, chunk)[1] for chunk in chunks)
    keep_chunks(described, chunks, folder)


def _read_heading(
    file: BinaryIO, docword: Source, vocabulary: Source | None, most: int
) -> tuple[tuple[int, int, int], Source, tuple[str, ...]]:
    """Return the sizes (up to `most` nonzeros), the file of words, and the words."""
    sizes = _read_sizes(file, docword.name, most)
    # Checked before the words are looked for: it is this file that is wrong.
    check_promise(docword, len(sizes), sizes[2], len(sizes))
    listed = vocabulary or _vocabulary_beside(docword)
    return sizes, listed, read_names(listed, "word", sizes[1])


def _lines(sizes: tuple[int, int, int]) -> Lines:
    """Return what the lines after the sizes hold."""
    ranges: dict[str, tuple[float, float]] = {
        "document": (1, sizes[0]),
        "word": (1, sizes[1]),
        "count": (1, limits.UCI_COUNT),
    }
    return Lines(ranges, are_whole=True)


def _by_document(cells: sparse.coo_array) -> sparse.csr_array:
    """Return cells as CSR, those of one place added up; no copy if already in order."""
    documents, words = cells.coords
    if (documents[1:] < documents[:-1]).any():
        return cells.tocsr()
    starts = np.arange(cells.shape[0] + 1, dtype=documents.dtype)
    pointers = np.searchsorted(documents, starts).astype(np.int32)
    counts = sparse.csr_array((cells.data, words, pointers), cells.shape)
    counts.sum_duplicates()
    return counts


def _read_sizes(file: BinaryIO, name: str, most_nonzeros: int) -> tuple[int, int, int]:
    most_of = {
        "documents": limits.LINES,
        "words": limits.UCI_WORDS,
        "nonzeros": most_nonzeros,
    }
    sizes = []
    for line, (what, most) in enumerate(most_of.items(), start=1):
        place, text = f"{name}, line {line}", file.readline(limits.COUNT_LINE).strip()
        if not text.isdigit():
            raise InputError(
                f"{place}: {quote(text)} is not a whole number. The first "
                "three lines are the numbers of documents, words and nonzeros."
            )
        fits = what == "nonzeros" and int(text) <= MAX_CELLS
        way_out = KEEP_IT if fits else "Check the header, or take a part."
        limits.check(place, int(text), most, what, way_out)
        if not int(text):
            raise InputError(f"{place}: 0 {what}. Check that the file is complete.")
        sizes.append(int(text))
    return sizes[0], sizes[1], sizes[2]


def docword_in(folder: Path) -> Path | None:
    """Return the counts in a folder, if they are there; its words are found beside.

    raises : InputError if there are several
    """
    found = [path for path in sorted(folder.iterdir()) if DOCWORD.fullmatch(path.name)]
    if len(found) > 1:
        names = ", ".join(path.name for path in found)
        raise InputError(f"{folder} has counts of several corpora: {names}. Name one.")
    return next(iter(found), None)


def _vocabulary_beside(docword: Source) -> Source:
    name = f"vocab.{corpus_name(docword)}.txt"
    path = docword
    while isinstance(path, Watched | OpenFile):
        path = path.path
    if isinstance(path, Path):
        for candidate in (path.with_name(name), path.with_name(f"{name}.gz")):
            if candidate.exists():
                return candidate
    raise InputError(
        f"No words for {docword.name}: there is no {name} beside it. "
        "Give the file of words too; on the command line, by --vocabulary FILE."
    )


def corpus_name(docword: Source) -> str:
    """Return NAME of docword.NAME.txt, or the whole name of another file."""
    match = DOCWORD.fullmatch(docword.name)
    return match[1] if match else docword.name


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
            chunk = _by_document(sparse.coo_array((counts, places), shape))
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
    for part in read_numbers(file, docword, len(sizes), sizes[2], _lines(sizes)):
        kept.append(part.astype(np.int32))
        n_kept += part.shape[1]
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
