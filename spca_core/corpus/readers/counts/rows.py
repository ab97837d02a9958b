"""Rows of numbers in a text, a row a line, and what kind of numbers rows hold."""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from spca_core.corpus import limits
from spca_core.corpus.readers.counts.checks import look_like_counts
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.lines import blocks, check_empty, decode, first_line
from spca_core.corpus.readers.tables.columns import NO_NUMBER, NUMBER, numbers_rows
from spca_core.errors import InputError

Row = Sequence[str]
Blocks = Iterable[tuple[int, Sequence[Row]]]  # rows, after the number of the first
DELIMITERS = "\t;,"
BLANKS = " \t\r"  # around cells
# What a header may call the columns of document, word and count, in lower case.
NAMES_OF_TRIPLES = (
    {"document", "doc", "doc_id", "docid", "document_id", "title", "id"},
    {
        *("word", "words", "term", "token", "feature", "lemma", "stem", "ngram"),
        *("hashtag", "keyword", "tag"),
    },
    {"count", "counts", "n", "freq", "frequency", "value", "tf"},
)
MAX_WORDS = 3  # of a word in triples, on average


def row_blocks(
    source: Source, max_line: int = limits.LINE
) -> Iterator[tuple[int, Sequence[Row]]]:
    """Yield rows, some hundred lines at a time, after the number of the first line.

    Lines between rows may be blank; the first that is not tells what separates the
    cells.

    Raises
    ------
    InputError
        If a line cannot be cut, with its number.
    """
    with open_bounded(source, limits.TEXT) as file:
        start, first = first_line(file, source.name, max_line)
        delimiter = _delimiter(first)
        n_blank = 0
        for line, block in blocks(file, source.name, start, first, max_line):
            rows = _cut_block(block.removesuffix(b"\n"), delimiter, source, line)
            n_blank += sum(map(is_blank, rows))
            check_empty(n_blank, source.name)
            yield line, rows
            del rows  # frees memory before the next block is cut


def is_blank(row: Row) -> bool:
    """Return whether a row is a blank line."""
    return not row or (len(row) == 1 and not row[0].strip(BLANKS))


def likely_rows(lines: Sequence[bytes]) -> list[list[str]]:
    """Cut the first lines into rows; one with a fault has no cells."""
    delimiter = _delimiter(lines[0])
    return [
        [cell.strip() for row in _rows([text], delimiter) or [[]] for cell in row]
        for text in (line.decode(errors="replace").rstrip("\r\n") for line in lines)
    ]


def format_of_rows(rows: Sequence[Row], *, is_labelled: bool = False) -> str:
    """Tell triples, counts, measurements and text apart by which cells are numbers."""
    rows = [row for row in rows if row] or [[""]]
    has_header = not all(map(NUMBER.fullmatch, rows[0])) and len(rows) > 1
    body = rows[has_header:]
    if are_triples(rows) and not is_labelled:
        return "triples"
    # A first column without a name numbers the rows, or names them.
    first = int(not rows[0][0].strip() or len(rows[-1]) > len(rows[0]))
    cells = [cell for row in body for cell in row[first:] if cell]
    numbers = [float(cell) for cell in cells if NUMBER.fullmatch(cell)]
    n_missing = sum(map(bool, map(NO_NUMBER.fullmatch, cells)))
    is_text = not numbers or 2 * (len(numbers) + n_missing) < len(cells)
    if is_text and not is_labelled:
        return "plain_text"
    return "count_table" if look_like_counts(np.array(numbers)) else "table"


def are_triples(rows: Sequence[Row]) -> bool:
    """Return whether a header names document, word and count, and words are short."""
    if not (named := columns_of_triples(rows[0])):
        return False
    words = [row[named[1]] for row in rows[1:] if len(row) == len(rows[0])]
    return sum(len(word.split()) for word in words) < MAX_WORDS * max(len(words), 1)


def columns_of_triples(header: Row) -> tuple[int, ...] | None:
    """Return the columns of document, word and count, if a header names these three.

    A column of row numbers may stand before them.
    """
    names = [cell.strip('" ').lower() for cell in header]
    columns = tuple(
        next((column for column, name in enumerate(names) if name in known), -1)
        for known in NAMES_OF_TRIPLES
    )
    is_numbered = len(names) == 4 and numbers_rows(header[0])
    fits = [0, 1, 2] if len(names) == 3 else [1, 2, 3] if is_numbered else []
    return columns if sorted(columns) == fits else None


def _delimiter(line: bytes) -> str:
    """Return what separates the cells: tab, semicolon, comma, or else any blanks."""
    # Semicolons are tried before commas, which may be decimal, or part of a name.
    unquoted = re.sub(rb'"[^"]*"', b"", line).strip()
    return next((sign for sign in DELIMITERS if sign.encode() in unquoted), " ")


def _cut_block(
    block: bytes, delimiter: str, source: Source, first: int
) -> Sequence[Row]:
    """Cut whole lines into cells; raise InputError for the first that cannot be cut."""
    try:
        texts = block.decode().split("\n")
    except UnicodeDecodeError:
        texts = []
    rows = None if b"\0" in block else _rows(texts, delimiter)
    if rows and len(rows) == len(texts):
        return rows
    # There are fewer rows if a quoted cell runs on into the next line.
    for line, content in enumerate(block.split(b"\n"), start=first):
        _check_line(content, delimiter, f"{source.name}, line {line}")
    return [row for text in texts for row in _rows([text], delimiter) or [[]]]


def _check_line(content: bytes, delimiter: str, place: str) -> None:
    text = decode(content, place).rstrip("\r")
    if "\r" in text:
        fault = "there is a carriage return inside the line"
        raise InputError(f"{place}: {fault}. End each line with a line feed.")
    if _are_too_many(text, delimiter):
        raise limits.too_many(place, limits.WORDS, "columns")
    if _rows([text], delimiter) is None:
        raise InputError(
            f"{place}: a quote does not end where its cell ends. Correct the line; a "
            "cell must not run on into the next line."
        )


def _are_too_many(line: str, delimiter: str) -> bool:
    # Only a long line is looked into, and it is cut no further than needed.
    by = None if delimiter == " " else delimiter
    return len(line) > limits.WORDS < len(line.split(by, limits.WORDS))


def _rows(lines: list[str], delimiter: str) -> list[list[str]] | None:
    """Return lines cut into cells; None if one cannot be.

    A delimiter of one blank stands for any blanks and tabs.
    """
    lines = [line.rstrip("\r") for line in lines]
    if any("\r" in line or _are_too_many(line, delimiter) for line in lines):
        return None
    if delimiter == " ":
        lines = [line.replace("\t", " ").strip() for line in lines]
    try:
        cut = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
        return list(cut)
    except csv.Error:
        return None
