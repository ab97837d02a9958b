"""Rows of numbers in a text, a row a line, and what kind of numbers rows hold."""

import csv
import re
from collections.abc import Iterator, Sequence

import numpy as np

from spca_core.corpus import limits
from spca_core.corpus.readers.counts.checks import look_like_counts
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import (
    check_empty,
    check_length,
    decode,
    numbered_lines,
)
from spca_core.corpus.readers.tables.columns import NO_NUMBER, NUMBER, numbers_rows
from spca_core.errors import InputError

Row = Sequence[str]
Numbered = Iterator[tuple[int, Row]]  # rows that are not blank, and their lines
DELIMITERS = "\t;,"
BLANKS = " \t\r"  # around cells
# A line without content, or with one quoted cell without any.
BLANK_LINE = re.compile(rb'\s*+(?:"[ \t]*+"\s*+)?')
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


def numbered_rows(
    source: Source, rows: Sequence[Row] | None, max_line: int = limits.LINE
) -> Numbered:
    """Yield rows in memory, or those of a text, whose first says what parts cells.

    Raises
    ------
    InputError
        If a line cannot be cut, with its number, or too many lines are blank.
    """
    numbered = enumerate(rows, start=1) if rows else _rows_of(source, max_line)
    return (it for it in numbered if len(it[1]) > 1 or any(map(str.strip, it[1])))


def _rows_of(source: Source, max_line: int) -> Numbered:
    delimiter, n_blank = "", 0
    for number, content in numbered_lines(source, max_line):
        if BLANK_LINE.fullmatch(content):
            n_blank += 1
            check_empty(n_blank, source.name)
            continue
        place = f"{source.name}, line {number}"
        check_length(content, place, max_line)
        line = decode(content, place)
        delimiter = delimiter or _delimiter(line)
        # Only a long line is looked into, and it is cut no further than needed.
        by = None if delimiter == " " else delimiter
        if len(line) > limits.WORDS < len(line.split(by, limits.WORDS)):
            raise limits.too_many(place, limits.WORDS, "columns")
        try:
            row = _cells(line, delimiter)
        except csv.Error as error:
            raise InputError(
                f"{source.name}, line {number:,} cannot be cut into cells: {error}. "
                "Correct the line."
            ) from error
        yield number, row


def _cells(line: str, delimiter: str) -> Row:
    """Cut one line; csv.Error if a quoted cell does not end in it."""
    line = line.rstrip("\r\n")
    if delimiter == " ":  # it stands for any blanks and tabs
        line = line.replace("\t", " ").strip()
    if '"' not in line:  # csv takes three times as long for one line
        cells = line.split(delimiter)
        return [cell.lstrip(" ") for cell in cells if cell or delimiter != " "]
    return next(
        csv.reader([line], delimiter=delimiter, skipinitialspace=True, strict=True)
    )


def _delimiter(line: str) -> str:
    """Return what separates the cells: tab, semicolon, comma, or else any blanks."""
    # Semicolons are tried before commas, which may be decimal, or part of a name.
    unquoted = re.sub(r'"[^"]*"', "", line).strip()
    return next((sign for sign in DELIMITERS if sign in unquoted), " ")


def likely_rows(lines: Sequence[bytes]) -> list[Row]:
    """Cut the first lines into rows; one with a fault has no cells."""
    texts = [line.decode(errors="replace") for line in lines]
    delimiter = _delimiter(texts[0])
    rows: list[Row] = []
    for text in texts:
        try:
            rows.append(list(map(str.strip, _cells(text, delimiter))))
        except csv.Error:
            rows.append([])
    return rows


def may_be_number(cell: str) -> bool:
    """Return whether a cell is a number, empty, or how programs write none."""
    return not cell or bool(NUMBER.fullmatch(cell) or NO_NUMBER.fullmatch(cell))


def format_of_rows(
    rows: Sequence[Row], least: float = 0.5, *, is_labelled: bool = False
) -> str:
    """Tell triples, counts, measurements and text apart by which cells are numbers.

    least : the share of the cells below a header that are numbers, unless it is a text
    """
    rows = [row for row in rows if row] or [[""]]
    has_header = not all(map(NUMBER.fullmatch, rows[0])) and len(rows) > 1
    if are_triples(rows) and not is_labelled:
        return "triples"
    # A first column without a name numbers the rows, or names them.
    first = int(not rows[0][0].strip() or len(rows[-1]) > len(rows[0]))
    cells = [cell for row in rows[has_header:] for cell in row[first:] if cell]
    numbers = [float(cell) for cell in cells if NUMBER.fullmatch(cell)]
    is_text = not numbers or sum(map(may_be_number, cells)) < least * len(cells)
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
