"""Reader of tables of numbers: CSV, TSV, semicolons or blanks between them.

Rows of a table: many lines at a time to numbers, and the first fault in them.

Reader of document-term tables: a document a row, a word a column.
"""

import csv
import io
import re
from collections.abc import Iterator
from typing import BinaryIO, NoReturn

import numpy as np

from spca_core.corpus.corpus import MEASUREMENTS, Corpus
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.measurements import check_shape, feature_names, plain_name
from spca_core.corpus.readers.mending import as_counts, drop_empty
from spca_core.corpus.readers.table_cells import (
    BLANKS,
    NUMBER,
    Layout,
    cut_line,
    cut_lines,
    find_delimiter,
    find_layout,
    name_fault,
    number_fault,
)
from spca_core.errors import InputError

MOST_TEXT = 2_000_000_000  # bytes, unzipped
LONGEST_LINE = 30_000_000  # bytes
MOST_BLANK_LINES = 1_000  # before the first line that is not blank
BLOCK = 1 << 18  # bytes parsed at a time


def read_table(
    path: Source, label: str | None = None, names: Source | None = None
) -> Corpus:
    """Read a table, plain or gzip, one row a line, with or without a header of names.

    Without a header a feature is called by its column of the file, as feature_3.
    Blank lines may stand before the first row and after the last.

    label  : name or number from 1 of the column that is taken out as the rows' titles
    names  : a file of the features' names, one a line, if the table has no header
    raises : InputError that names the file, line, column, what is wrong and the way out
    """
    with open_bounded(path, MOST_TEXT) as file:
        line, text = _first_line(file, path.name)
        layout = find_layout(text, path.name, line, label)
        if names and layout.has_header:
            raise InputError(
                f"{path.name}, line {line} is a header with words of its own. Leave "
                f"{names.name} out, or remove the header."
            )
        start = b"" if layout.has_header else text
        numbers, titles = _read_rows(file, layout, start)
    return Corpus(
        name=plain_name(path),
        observations=numbers,
        words=feature_names(layout.n_features, names) if names else layout.features(),
        titles=titles,
        warnings=_warnings(layout, numbers[0]),
        kind=MEASUREMENTS,
    )


def _first_line(file: BinaryIO, name: str) -> tuple[int, bytes]:
    for line in range(1, MOST_BLANK_LINES + 2):
        text = _read_line(file, f"{name}, line {line}")
        if text.strip():
            return line, text
        if not text:
            raise InputError(f"{name} is empty. Choose a file with rows of numbers.")
    raise InputError(
        f"{name} begins with over {MOST_BLANK_LINES:,} blank lines. Remove them."
    )


def _read_line(file: BinaryIO, place: str) -> bytes:
    """Return the rest of the line, nothing at the end of the file."""
    text = file.readline(LONGEST_LINE + 1)
    if len(text) > LONGEST_LINE:
        raise InputError(
            f"{place}: a line of over {LONGEST_LINE:,} bytes, the most that is read "
            "here. Check that the file is a table with one row a line."
        )
    return text


def _read_rows(
    file: BinaryIO, layout: Layout, start: bytes
) -> tuple[np.ndarray, tuple[str, ...]]:
    """Return the numbers, (n_rows, n_features), and the label of each row, if any."""
    parts: list[np.ndarray] = []
    titles: list[str] = []
    n_rows = 0
    for line, block in _blocks(file, layout, start):
        numbers, labels = parse_rows(block, layout, line)
        n_rows += len(numbers)
        check_shape(layout.file, n_rows, len(layout.columns), numbers.shape[1] * n_rows)
        parts.append(numbers)
        titles += labels
    if not parts:
        raise InputError(
            f"{layout.file} has a header and no rows. Add rows of numbers."
        )
    return np.concatenate(parts), tuple(titles)


def _blocks(
    file: BinaryIO, layout: Layout, start: bytes
) -> Iterator[tuple[int, bytes]]:
    """Yield lines that hold rows, some at a time, with the number of the first."""
    blanks = b" \t\r\n" if layout.delimiter == " " else b" \r\n"
    line, blank_line = layout.line + layout.has_header, 0
    block = start + file.read(BLOCK)
    while block:
        n_lines = block.count(b"\n")
        block += _read_line(file, f"{layout.file}, line {line + n_lines}")
        rows = _without_blank_lines(block, blanks)
        if rows and blank_line:
            raise blank_fault(f"{layout.file}, line {blank_line}")
        if rows:
            yield line, rows
        n_lines, n_rows = block.count(b"\n"), rows.count(b"\n") + bool(rows)
        if n_lines > n_rows and not blank_line:
            blank_line = line + n_rows
        line += n_lines
        block = file.read(BLOCK)


def _without_blank_lines(block: bytes, blanks: bytes) -> bytes:
    """Return lines up to the last that is not blank, and without its line feed."""
    content = block.rstrip(blanks)
    if not content:
        return b""
    end = block.find(b"\n", len(content))
    return block if end < 0 else block[:end]


def _warnings(layout: Layout, first_row: np.ndarray) -> tuple[str, ...]:
    """Warn of a first row 0, 1, 2, ...: so do names look that a program numbered."""
    steps = np.arange(len(first_row)) + first_row[0]
    if layout.has_header or len(steps) < 3 or first_row[0] not in (0, 1):
        return ()
    if (steps != first_row).any():
        return ()
    return (
        f"{layout.file}, line {layout.line} counts up from {first_row[0]:.0f}; it was "
        "read as a row of numbers. If it is a header, give its columns names.",
    )


# What loadtxt may see beside the delimiter: it takes more for a number or a blank.
PLAIN = b"0123456789+-.eE \t\r\n"
CARRIAGE_RETURN_ALONE = re.compile(rb"\r(?![\r\n]|\Z)")


def parse_rows(
    lines: bytes, layout: Layout, first_line: int
) -> tuple[np.ndarray, list[str]]:
    """Return the numbers of some lines, (n_lines, n_features), and the rows' labels.

    raises : InputError with the file, line and column of the first fault
    """
    try:
        numbers, labels = _parse(lines, layout)
    except (ValueError, csv.Error):
        _raise_first_fault(lines, layout, first_line)
    shape = (lines.count(b"\n") + 1, layout.n_features)
    if numbers.shape != shape or not np.isfinite(numbers).all():
        _raise_first_fault(lines, layout, first_line)
    return numbers, labels


def blank_fault(place: str) -> InputError:
    """Return the error for a blank line among the rows."""
    return InputError(f"{place}: the line is blank. Fill it in, or remove it.")


def _parse(lines: bytes, layout: Layout) -> tuple[np.ndarray, list[str]]:
    """Return numbers and labels; ValueError or csv.Error, of any text, at a fault."""
    if CARRIAGE_RETURN_ALONE.search(lines):
        raise ValueError("a carriage return alone would end a line for loadtxt")
    if layout.label is None and b'"' not in lines:
        text, delimiter = lines.replace(b"\r", b" "), layout.delimiter
        labels: list[str] = []
    else:
        text, labels = _rewrite(lines.decode().split("\n"), layout)
        delimiter = ","
    if text.translate(None, PLAIN + delimiter.encode()):
        raise ValueError("not a table of numbers alone")
    by = None if delimiter == " " else delimiter
    return np.loadtxt(io.BytesIO(text), delimiter=by, comments=None, ndmin=2), labels


def _rewrite(lines: list[str], layout: Layout) -> tuple[bytes, list[str]]:
    """Return the numbers of the lines with commas between them, and the labels."""
    rows = cut_lines(lines, layout.delimiter)
    if [len(row) for row in rows] != [len(layout.columns)] * len(lines):
        raise ValueError("ragged, or a quoted cell runs on into the next line")
    labels = []
    if layout.label is not None:
        labels = [row.pop(layout.label).strip(BLANKS) for row in rows]
    if any(name_fault(label, "label") for label in labels):
        raise ValueError("a label is empty or too long")
    # A comma in a quoted cell makes one number too many, which its row betrays.
    return "\n".join(map(",".join, rows)).encode(), labels


def _raise_first_fault(lines: bytes, layout: Layout, first_line: int) -> NoReturn:
    """Raise the error that names the first bad cell: slow, and only then."""
    for line, text in enumerate(lines.split(b"\n"), start=first_line):
        _check_line(text, layout, line)
    raise AssertionError("numpy refused lines that are all good")


def _check_line(text: bytes, layout: Layout, line: int) -> None:
    place = f"{layout.file}, line {line}"
    cells = cut_line(text, layout.delimiter, place)
    if cells in ([], [""]):
        raise blank_fault(place)
    if len(cells) != len(layout.columns):
        raise InputError(
            f"{place} has {len(cells):,} cells, but line {layout.line} has "
            f"{len(layout.columns):,}. Give each line one cell for each column."
        )
    for column, cell in enumerate(cells):
        is_label = column == layout.label
        fault = name_fault(cell, "label") if is_label else number_fault(cell)
        if fault:
            raise InputError(f"{layout.place(line, column)}: {fault}")


def read_count_table(
    source: Source, label: str | None = None, names: Source | None = None
) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements.

    label  : name or number from 1 of the column that is taken out as the titles; if
             not given, the first, if it has no name or begins with what is no number
    raises : InputError that names the file, line or row, what is wrong and the way out
    """
    if label is None and _begins_with_names(source):
        label = "1"
    return drop_empty(as_counts(read_table(source, label, names)))


def _begins_with_names(source: Source) -> bool:
    with open_bounded(source, MOST_TEXT) as file:
        lines = [file.readline(LONGEST_LINE) for _ in range(2)]
    if not all(map(bytes.strip, lines)):
        return False
    delimiter = find_delimiter(lines[0])
    cells = [line.decode(errors="replace").partition(delimiter) for line in lines]
    header, first = (cell.strip(f'"{BLANKS}') for cell, *_ in cells)
    return not header or not NUMBER.fullmatch(first)


def look_like_counts(numbers: list[float]) -> bool:
    """Tell counts from measurements: whole, none below zero, and half of them 0."""
    whole = all(number >= 0 and number % 1 == 0 for number in numbers)
    return bool(numbers) and whole and 2 * numbers.count(0) >= len(numbers)
