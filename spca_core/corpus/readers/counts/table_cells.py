"""A table's layout and cells: how lines are cut, and what is wrong with a cell."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass

from spca_core.corpus.matrix import MAX_NUMBER
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.columns import NUMBER
from spca_core.corpus.readers.lines import (
    COLUMN_NUMBER,
    decode,
    find_column,
    names_of,
    quote,
)
from spca_core.errors import InputError
from spca_core.formatting import counted

BLANKS = " \t\r"
# How programs write a number that is missing or infinite.
NO_NUMBER = re.compile(
    r"[+-]?(nan|inf|infinity)|<?na>?|#?n/a|null|none|[?.*]|-{1,2}", re.IGNORECASE
)
# What a header may call the columns of document, word and count, in lower case.
NAMES_OF_WORDS = {
    *("word", "words", "term", "token", "feature", "lemma", "stem", "ngram"),
    *("hashtag", "keyword", "tag"),
}
NAMES_OF_TRIPLES = (
    {"document", "doc", "doc_id", "docid", "document_id", "title", "id"},
    NAMES_OF_WORDS,
    {"count", "counts", "n", "freq", "frequency", "value", "tf"},
)
# What programs call the column of row numbers that they write first.
NAMES_OF_ROWS = ("", "x", "unnamed: 0", "index", "...1")
NO_TEXT = re.compile(rb"\r(?![\r\n]|\Z)|\0")


@dataclass(frozen=True)
class Layout:
    """How a table is cut, and the names of its columns, including those of labels.

    `line` is the number of the first line that is not blank.
    """

    file: str
    delimiter: str
    columns: tuple[str, ...]
    labels: tuple[int, ...]  # columns from 0
    line: int
    has_header: bool

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the columns that hold numbers."""
        labels = self.labels
        return tuple(name for i, name in enumerate(self.columns) if i not in labels)

    def place(self, line: int, column: int) -> str:
        """Return where a cell is, with line and column as a user counts them."""
        name = f" ({quote(self.columns[column])})" if self.has_header else ""
        return f"{self.file}, line {line}, column {column + 1}{name}"


def find_layout(text: bytes, file: str, line: int, labels: Sequence[str]) -> Layout:
    """Return a table's layout by its first line; labels are columns' names or numbers.

    The line is a header if it has a cell that is neither a number nor a usual way to
    write a missing one. (A line with missing numbers is a row, and is refused later.)
    In a column of labels that is given by number, only an empty cell makes a header.
    """
    delimiter = find_delimiter(text)
    cells = tuple(cut_line(text, delimiter, f"{file}, line {line}"))
    has_header = _is_header(cells, labels)
    columns = cells if has_header else names_of("feature", len(cells))
    use = " to take out as labels"
    taken = tuple(find_column(file, columns, label, use) for label in labels)
    layout = Layout(file, delimiter, columns, taken, line, has_header)
    _check_columns(layout)
    return layout


def _is_header(cells: tuple[str, ...], labels: Sequence[str]) -> bool:
    apart = [int(label) - 1 for label in labels if COLUMN_NUMBER.fullmatch(label)]
    return any(
        not cell
        or not (column in apart or NUMBER.fullmatch(cell) or NO_NUMBER.fullmatch(cell))
        for column, cell in enumerate(cells)
    )


def _check_columns(layout: Layout) -> None:
    if not layout.features:
        raise InputError(
            f"{layout.file} has no column besides the labels. Add a column of "
            "numbers, or choose no column of labels."
        )
    first: dict[str, int] = {}
    for column, name in enumerate(layout.columns):
        place = layout.place(layout.line, column)
        # A column of labels needs no name: no result shows it.
        if column not in layout.labels and (fault := name_fault(name, "name")):
            raise InputError(f"{place}: {fault}")
        if first.setdefault(name, column) != column:
            raise InputError(
                f"{place}: the name stands already on column {first[name] + 1}. "
                "Rename one of the two."
            )


def find_delimiter(line: bytes) -> str:
    """Return what separates the cells: tab, semicolon, comma, or else any blanks."""
    # Semicolons are tried before commas, which may be decimal, or part of a name.
    unquoted = re.sub(rb'"[^"]*"', b"", line).strip()
    delimiters = (delimiter for delimiter in "\t;," if delimiter.encode() in unquoted)
    return next(delimiters, " ")


def cut_block(block: bytes, delimiter: str, file: str, line: int) -> list[list[str]]:
    """Cut whole lines into cells; raise InputError for the first that cannot be cut."""
    try:
        rows = cut_lines(block.decode().split("\n"), delimiter)
    except (UnicodeDecodeError, csv.Error):
        rows = []
    # There are fewer rows if a quoted cell runs on into the next line.
    if len(rows) == block.count(b"\n") + 1 and not NO_TEXT.search(block):
        return rows
    return [
        cut_line(text, delimiter, f"{file}, line {number}")
        for number, text in enumerate(block.split(b"\n"), start=line)
    ]


def cut_lines(lines: list[str], delimiter: str) -> list[list[str]]:
    """Cut lines into cells: CSV quoting, no blanks before a cell.

    A delimiter of one blank stands for any number of blanks and tabs. Raise csv.Error
    if a quote does not end where its cell ends, or a line is too long to be cut.
    """
    if any(_too_many_cells(line, delimiter) for line in lines):
        raise csv.Error("more cells than columns can be read")
    if delimiter == " ":
        lines = [line.replace("\t", " ").strip(BLANKS) for line in lines]
    rows = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    return list(rows)


def likely_cells(line: bytes, delimiter: str) -> list[str]:
    """Return the cells of a line; none if the reader will refuse it."""
    try:
        rows = cut_lines([line.decode(errors="replace").rstrip("\r\n")], delimiter)
    except csv.Error:
        return []
    return rows[0] if rows else []


def cut_line(line: bytes, delimiter: str, place: str) -> list[str]:
    """Cut one line into cells without blanks around them, or raise InputError."""
    text = decode(line, place).rstrip("\r\n")
    if "\r" in text:
        fault = "a carriage return stands inside the line"
        raise InputError(f"{place}: {fault}. End each line with a line feed.")
    if _too_many_cells(text, delimiter):
        raise limits.too_many(place, limits.WORDS, "columns")
    try:
        (cells,) = cut_lines([text], delimiter)
    except csv.Error as error:
        raise InputError(
            f"{place}: a quote does not end where its cell ends, or a cell has over "
            f"{counted(csv.field_size_limit(), 'characters')}. Correct the line; a "
            "cell must not run on into the next line."
        ) from error
    return [cell.strip(BLANKS) for cell in cells]


def _too_many_cells(line: str, delimiter: str) -> bool:
    # Only a long line is looked into, and it is cut no further than needed.
    by = None if delimiter == " " else delimiter
    return len(line) > limits.WORDS < len(line.split(by, limits.WORDS))


def number_fault(cell: str) -> str:
    """Return what is wrong with a number, and the way out; "" if nothing is wrong."""
    if not cell:
        return "the cell is empty. Fill it in, or remove its row or column."
    if NO_NUMBER.fullmatch(cell):
        return f"{quote(cell)} is not finite. Fill it in, or remove its row or column."
    if not NUMBER.fullmatch(cell):
        texts = " Or read the file as a table of texts." if " " in cell else ""
        return (
            f"{quote(cell)} is not a number such as 12, -0.5 or 3e-4. Correct it, or "
            "remove the column; one column can be taken out as labels, by its name."
            f"{texts}"
        )
    if abs(float(cell)) > MAX_NUMBER:
        return f"{quote(cell)} is beyond {MAX_NUMBER:g}. Correct it, or rescale all."
    return ""


def name_fault(cell: str, what: str) -> str:
    """Return what is wrong with a name or label, and the way out; "" if nothing is."""
    if not cell:
        return f"the {what} is empty. Fill it in, or leave its column out."
    if len(cell.encode()) > limits.NAME:
        return f"a {what} of over {limits.NAME:,} bytes. Shorten it."
    return ""


def columns_of_triples(header: Sequence[str]) -> tuple[int, ...] | None:
    """Return the columns of document, word and count, if a header names these three.

    A column of row numbers may stand before them, without a name.
    """
    names = [cell.strip('" ').lower() for cell in header]
    columns = tuple(
        next((column for column, name in enumerate(names) if name in known), -1)
        for known in NAMES_OF_TRIPLES
    )
    is_numbered = len(names) == 4 and names[0] in NAMES_OF_ROWS
    fits = [0, 1, 2] if len(names) == 3 else [1, 2, 3] if is_numbered else []
    return columns if sorted(columns) == fits else None
