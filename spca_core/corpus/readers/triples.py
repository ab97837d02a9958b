"""Reader of triples: a document, a word and a count a line, as CSV, TSV or blanks."""

import csv
from array import array
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, open_bounded, plain_name
from spca_core.corpus.readers.lines import (
    MAX_NAME,
    MAX_TEXT,
    blocks,
    first_line,
    quote,
)
from spca_core.corpus.readers.matrices import MAX_COUNT, check_shape, count_corpus
from spca_core.corpus.readers.table_cells import (
    BLANKS,
    NUMBER,
    columns_of_triples,
    cut_line,
    cut_lines,
    find_delimiter,
)
from spca_core.errors import InputError

MAX_LINE = 10_000  # bytes


class Layout(NamedTuple):
    """How the lines of a file are cut; the columns of document, word and count."""

    file: str
    delimiter: str
    columns: tuple[int, ...]


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
    with open_bounded(source, MAX_TEXT) as file:
        line, first = first_line(file, source.name, MAX_LINE)
        delimiter = find_delimiter(first)
        cells = cut_line(first, delimiter, f"{source.name}, line {line}")
        named = columns_of_triples(cells)
        has_header = named or (len(cells) == 3 and not NUMBER.fullmatch(cells[2]))
        layout = Layout(source.name, delimiter, named or (0, 1, 2))
        start = b"\n" if has_header else first
        for number, block in blocks(file, source.name, line, start, MAX_LINE):
            _add(found, block, number, layout)
    corpus = _corpus(found, plain_name(source))
    warning = (
        f"{source.name}, line {line} was left out as a header. The columns were taken "
        "for document, word and count: if they are not, name them so."
    )
    unknown = has_header and not named
    return replace(corpus, warnings=corpus.warnings + (warning,) * unknown)


def _add(found: Triples, block: bytes, first_line: int, layout: Layout) -> None:
    for line, row in enumerate(_cut(block, first_line, layout), start=first_line):
        if row in ([], [""]):
            continue
        if fault := _fault(row, layout):
            raise InputError(f"{layout.file}, line {line}: {fault}")
        document, word, count = _stripped(row, layout)
        found.rows.append(found.documents.setdefault(document, len(found.documents)))
        found.columns.append(found.words.setdefault(word, len(found.words)))
        found.counts.append(float(count))
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


def _fault(row: list[str], layout: Layout) -> str:
    """Say what is wrong with a line, and the way out; nothing if it is good."""
    if len(row) != 3:
        return (
            f"{len(row)} cells, but a document, a word and a count are 3. Correct "
            "the line; put quotes around a name with a separator in it."
        )
    *names, count = _stripped(row, layout)
    for what, name in zip(("document", "word"), names, strict=True):
        n_bytes = len(name.encode())
        if not 1 <= n_bytes <= MAX_NAME:
            return (
                f"a {what} of {n_bytes:,} bytes; it needs 1 to {MAX_NAME:,}. "
                "Correct or remove the line."
            )
    if not NUMBER.fullmatch(count) or not 0 <= float(count) <= MAX_COUNT:
        return f"{quote(count)} is no count of 0 to 2^53. Correct or remove the line."
    return ""


def _stripped(row: list[str], layout: Layout) -> list[str]:
    """Return document, word and count of a line of three cells."""
    return [row[column].rstrip(BLANKS) for column in layout.columns]


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
