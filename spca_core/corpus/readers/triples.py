"""Reader of triples: a document, a word and a count a line, as CSV, TSV or blanks.

The columns of a file of triples: told by its header, or by a line of its rows.
"""

import csv
from array import array
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.lines import MAX_NAME, quote
from spca_core.corpus.readers.measurements import check_shape, plain_name
from spca_core.corpus.readers.mending import MOST_COUNT, count_corpus
from spca_core.corpus.readers.table_cells import (
    BLANKS,
    NUMBER,
    cut_line,
    cut_lines,
    find_delimiter,
)
from spca_core.errors import InputError

MOST_TEXT = 4_000_000_000  # bytes, unzipped
LONGEST_LINE = 10_000  # bytes
BLOCK = 1 << 18  # bytes cut at a time


@dataclass(frozen=True)
class Order:
    """Which column of the file holds what."""

    document: int = 0
    word: int = 1
    count: int = 2


class Layout(NamedTuple):
    """How the lines of a file are cut, and which column holds what."""

    file: str
    delimiter: str
    order: Order


class Triples(NamedTuple):
    """The triples of a file: its names by when each came first, and the cells."""

    documents: dict[str, int]
    words: dict[str, int]
    rows: array
    columns: array
    counts: array


def read_triples(source: Source) -> Corpus:
    """Read counts of documents and words that are named by what stands in the file.

    The documents keep the order in which they come; the words are put in order.

    raises : InputError that names the file, the line, what is wrong and the way out
    """
    found = Triples({}, {}, array("i"), array("i"), array("d"))
    with open_bounded(source, MOST_TEXT) as file:
        line, first = _first_line(file)
        delimiter = find_delimiter(first)
        cells = cut_line(first, delimiter, f"{source.name}, line {line}")
        order = header_order(cells)
        layout = Layout(source.name, delimiter, order or Order())
        start = b"\n" if order else first
        for number, block in _blocks(file, start, line, source.name):
            _add(found, block, number, layout)
    corpus = _corpus(found, plain_name(source))
    unknown = order is not None and not named_order(cells)
    warning = (
        f"{source.name}, line {line} was left out as a header. The columns were taken "
        "for document, word and count: if they are not, name them so."
    )
    return replace(corpus, warnings=corpus.warnings + (warning,) * unknown)


def _first_line(file: BinaryIO) -> tuple[int, bytes]:
    """Return the first line that is not blank, and its number."""
    line, text = 1, file.readline(LONGEST_LINE)
    while text and not text.strip():
        line += text.endswith(b"\n")
        text = file.readline(LONGEST_LINE)
    return line, text


def _blocks(
    file: BinaryIO, start: bytes, line: int, name: str
) -> Iterator[tuple[int, bytes]]:
    """Yield whole lines, some at a time, with the number of the first."""
    block = start + file.read(BLOCK)
    while block:
        n_lines = block.count(b"\n")
        rest = file.readline(LONGEST_LINE + 1)
        if len(rest) > LONGEST_LINE:
            raise InputError(
                f"{name}, line {line + n_lines}: over {LONGEST_LINE:,} bytes, too "
                "long for a document, a word and a count. Correct the line."
            )
        yield line, block + rest
        line += n_lines + rest.count(b"\n")
        block = file.read(BLOCK)


def _add(found: Triples, block: bytes, first_line: int, layout: Layout) -> None:
    order = layout.order
    for line, cells in enumerate(_cut(block, first_line, layout), start=first_line):
        if cells in ([], [""]):
            continue
        fault = _fault(cells, order)
        if fault:
            raise InputError(f"{layout.file}, line {line}: {fault}")
        document, word = cells[order.document].rstrip(BLANKS), cells[order.word]
        row = found.documents.setdefault(document, len(found.documents))
        column = found.words.setdefault(word.rstrip(BLANKS), len(found.words))
        found.rows.append(row)
        found.columns.append(column)
        found.counts.append(float(cells[order.count]))
    sizes = len(found.documents), len(found.words), len(found.counts)
    check_shape(f"{layout.file}, line {first_line}", *map(max, sizes, (1, 1, 0)))


def _cut(block: bytes, first_line: int, layout: Layout) -> list[list[str]]:
    """Return the cells of each line, or raise the error that names a bad one."""
    lines = block.split(b"\n")
    try:
        rows = cut_lines(block.decode().split("\n"), layout.delimiter)
    except (UnicodeDecodeError, csv.Error):
        rows = []
    if len(rows) == len(lines):
        return rows
    return [
        cut_line(line, layout.delimiter, f"{layout.file}, line {number}")
        for number, line in enumerate(lines, start=first_line)
    ]


def _fault(cells: list[str], order: Order) -> str:
    """Say what is wrong with a line, and the way out; nothing if it is good."""
    if len(cells) != 3:
        return (
            f"{len(cells)} cells, but a document, a word and a count are 3. Correct "
            "the line; put quotes around a name with a separator in it."
        )
    for what in ("document", "word"):
        n_bytes = len(cells[getattr(order, what)].rstrip(BLANKS).encode())
        if not 1 <= n_bytes <= MAX_NAME:
            return (
                f"a {what} of {n_bytes:,} bytes; it needs 1 to {MAX_NAME:,}. "
                "Correct or remove the line."
            )
    count = cells[order.count].rstrip(BLANKS)
    if not NUMBER.fullmatch(count) or not 0 <= float(count) <= MOST_COUNT:
        return f"{quote(count)} is no count of 0 to 2^53. Correct or remove the line."
    return ""


def _corpus(found: Triples, name: str) -> Corpus:
    words = sorted(found.words)
    columns = np.empty(len(words), dtype=np.int32)
    columns[[found.words[word] for word in words]] = np.arange(len(words))
    rows = np.frombuffer(found.rows, np.int32)
    places = (rows, columns[np.frombuffer(found.columns, np.int32)])
    cells = sparse.coo_array(
        (np.frombuffer(found.counts), places), (len(found.documents), len(words))
    )
    return count_corpus(name, cells, tuple(words), tuple(found.documents))


# What a header may call each of the three columns, in small letters.
DOCUMENT = {"document", "doc", "doc_id", "docid", "document_id", "title", "id"}
WORD = {"word", "words", "term", "token", "feature"}
COUNT = {"count", "counts", "n", "freq", "frequency", "value", "tf"}


def header_order(cells: list[str]) -> Order | None:
    """Tell the order of the columns if these are a header, else nothing.

    They are one if they name all three, or the third is no number.
    """
    if len(cells) != 3:
        return None
    return named_order(cells) or (None if NUMBER.fullmatch(cells[2]) else Order())


def named_order(cells: list[str]) -> Order | None:
    """Tell the order of the columns by their names, if these are the three."""
    names = [cell.lower() for cell in cells]
    columns = [
        next((place for place, name in enumerate(names) if name in known), -1)
        for known in (DOCUMENT, WORD, COUNT)
    ]
    return Order(*columns) if sorted(columns) == [0, 1, 2] else None


def is_triple(cells: list[str]) -> bool:
    """Tell by a word that is no number and a count that is none below zero."""
    if len(cells) != 3 or not cells[1]:
        return False
    is_count = NUMBER.fullmatch(cells[2]) and float(cells[2]) >= 0
    return bool(is_count and not NUMBER.fullmatch(cells[1]))
