"""Reader of the UCI bag-of-words format: docword.NAME.txt[.gz] with vocab.NAME.txt.

The counts file opens with three lines D, W, NNZ, then has NNZ lines `document word
count`, ids from 1 (archive.ics.uci.edu, data set "Bag of Words").
"""

import re
from pathlib import Path
from typing import BinaryIO

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.cells import (
    Lines,
    check_promise,
    read_cells,
)
from spca_core.corpus.readers.counts.matrices import (
    PAIRS,
    WORDS,
    adding_warning,
    merge_repeated,
)
from spca_core.corpus.readers.files import OpenFile, Source, Watched, open_bounded
from spca_core.corpus.readers.lines import quote, read_names
from spca_core.corpus.readers.start import Start
from spca_core.corpus.report import Report
from spca_core.corpus.store_manifest import MAX_CELLS
from spca_core.errors import InputError

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
        sizes, listed, words = read_heading(file, docword, vocabulary, limits.CELLS)
        cells = read_cells(file, docword, len(sizes), sizes, lines_of(sizes))
    counts = by_document(cells)
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


def read_heading(
    file: BinaryIO, docword: Source, vocabulary: Source | None, most: int
) -> tuple[tuple[int, int, int], Source, tuple[str, ...]]:
    """Return the sizes (up to `most` nonzeros), the file of words, and the words."""
    sizes = _read_sizes(file, docword.name, most)
    # Checked before the words are looked for: it is this file that is wrong.
    check_promise(docword, len(sizes), sizes[2], len(sizes))
    listed = vocabulary or _vocabulary_beside(docword)
    return sizes, listed, read_names(listed, "word", sizes[1])


def lines_of(sizes: tuple[int, int, int]) -> Lines:
    """Return what the lines after the sizes hold."""
    ids: dict[str, tuple[float, float]] = {
        "document": (1, sizes[0]),
        "word": (1, sizes[1]),
    }
    return Lines(ids | {"count": (1, limits.UCI_COUNT)}, are_whole=True)


def by_document(cells: sparse.coo_array) -> sparse.csr_array:
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
