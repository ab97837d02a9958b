"""Reader of tables of numbers: CSV, TSV, semicolons or blanks between them."""

import csv
import re
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind
from spca_core.corpus.readers.files import Source, open_bounded, plain_name
from spca_core.corpus.readers.lines import MAX_TEXT, blocks, first_line, read_line
from spca_core.corpus.readers.matrices import check_shape, count_corpus, names_of
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

PLAIN = b"0123456789+-.eE \t\r"  # float takes more for a number, or for a blank
CARRIAGE_RETURN_ALONE = re.compile(rb"\r(?![\r\n]|\Z)")


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
    return _read(path, label, names, MEASUREMENTS)


def read_count_table(
    path: Source, label: str | None = None, names: Source | None = None
) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements.

    label  : if not given, the first column, if it has no name or begins with what is
             no number
    """
    return _read(path, label, names, COUNTS)


def _read(path: Source, label: str | None, names: Source | None, kind: Kind) -> Corpus:
    with open_bounded(path, MAX_TEXT) as file:
        line, first = first_line(file, path.name)
        second = read_line(file, f"{path.name}, line {line + 1}")
        if label is None and kind is COUNTS and _begins_with_names(first, second):
            label = "1"
        layout = find_layout(first, path.name, line, label)
        words = _words(layout, names)
        start = second if layout.has_header else first + second
        parts, titles, warnings = _read_rows(file, layout, start, kind)
    if kind is COUNTS:
        counts = sparse.vstack(parts, "csr")
        return count_corpus(plain_name(path), counts, words, titles, warnings=warnings)
    return Corpus(
        name=plain_name(path),
        observations=np.concatenate(parts),
        words=words,
        titles=titles,
        warnings=warnings,
        kind=kind,
    )


def _begins_with_names(first: bytes, second: bytes) -> bool:
    delimiter = find_delimiter(first)
    texts = (line.decode(errors="replace") for line in (first, second))
    header, cell = (
        text.partition(delimiter)[0].strip(f'"\n{BLANKS}') for text in texts
    )
    return bool(second.strip()) and not (header and NUMBER.fullmatch(cell))


def _words(layout: Layout, names: Source | None) -> tuple[str, ...]:
    features = layout.features()
    if names and layout.has_header:
        raise InputError(
            f"{layout.file}, line {layout.line} is a header with words of its own. "
            f"Leave {names.name} out, or remove the header."
        )
    return names_of("feature", len(features), names) if names else features


def _read_rows(
    file: BinaryIO, layout: Layout, start: bytes, kind: Kind
) -> tuple[list, tuple[str, ...], tuple[str, ...]]:
    """Return numbers in parts, (n_rows, n_features), the rows' labels, and warnings.

    Each part is sparse if they are counts.
    """
    parts: list = []
    titles: list[str] = []
    warnings: tuple[str, ...] = ()
    n_rows = 0
    for line, lines in _rows(file, layout, start):
        numbers, labels = _parse(lines, layout, line)
        n_rows += len(numbers)
        check_shape(layout.file, n_rows, len(layout.columns), numbers.shape[1] * n_rows)
        warnings = warnings if parts else _warnings(layout, numbers[0])
        parts.append(sparse.csr_array(numbers) if kind is COUNTS else numbers)
        titles += labels
    if not parts:
        raise InputError(
            f"{layout.file} has a header and no rows. Add rows of numbers."
        )
    return parts, tuple(titles), warnings


def _rows(file: BinaryIO, layout: Layout, start: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield lines that hold rows, some at a time, with the number of the first."""
    blanks = b" \t\r\n" if layout.delimiter == " " else b" \r\n"
    blank_line = 0
    for line, block in blocks(
        file, layout.file, layout.line + layout.has_header, start
    ):
        rows = _without_blank_lines(block, blanks)
        if rows and blank_line:
            raise _blank(f"{layout.file}, line {blank_line}")
        if rows:
            yield line, rows
        n_rows = rows.count(b"\n") + bool(rows)
        if block.count(b"\n") > n_rows and not blank_line:
            blank_line = line + n_rows


def _without_blank_lines(block: bytes, blanks: bytes) -> bytes:
    """Return lines up to the last that is not blank, and without its line feed."""
    content = block.rstrip(blanks)
    if not content:
        return b""
    end = block.find(b"\n", len(content))
    return block if end < 0 else block[:end]


def _parse(
    lines: bytes, layout: Layout, first_line: int
) -> tuple[np.ndarray, list[str]]:
    """Return the numbers of some lines, (n_lines, n_features), and the rows' labels.

    raises : InputError with the file, line and column of the first fault
    """
    try:
        rows, labels = _cut(lines, layout)
        cells = map(float, chain.from_iterable(rows))
        numbers = np.fromiter(cells, float).reshape(len(rows), -1)
        if not np.isfinite(numbers).all():
            raise ValueError("a number that is beyond the largest double")
    except (ValueError, csv.Error):
        for line, text in enumerate(lines.split(b"\n"), start=first_line):
            _check_line(text, layout, line)
        raise
    return numbers, labels


def _cut(lines: bytes, layout: Layout) -> tuple[list[list[str]], list[str]]:
    """Return cells of numbers, and labels; ValueError or csv.Error at a fault."""
    if CARRIAGE_RETURN_ALONE.search(lines):
        raise ValueError("a carriage return inside a line")
    texts = lines.decode().split("\n")
    rows = cut_lines(texts, layout.delimiter)
    if [len(row) for row in rows] != [len(layout.columns)] * len(texts):
        raise ValueError("ragged, or a quoted cell runs on into the next line")
    labels = []
    if layout.label is not None:
        labels = [row.pop(layout.label).strip(BLANKS) for row in rows]
    if any(name_fault(label, "label") for label in labels):
        raise ValueError("a label is empty or too long")
    if " ".join(chain.from_iterable(rows)).encode().translate(None, PLAIN):
        raise ValueError("not a table of numbers alone")
    return rows, labels


def _check_line(text: bytes, layout: Layout, line: int) -> None:
    place = f"{layout.file}, line {line}"
    cells = cut_line(text, layout.delimiter, place)
    if cells in ([], [""]):
        raise _blank(place)
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


def _blank(place: str) -> InputError:
    return InputError(f"{place}: the line is blank. Fill it in, or remove it.")


def _warnings(layout: Layout, first_row: np.ndarray) -> tuple[str, ...]:
    """Warn of a first row 0, 1, 2, ...: so do names look that a program numbered."""
    steps = np.arange(len(first_row)) + first_row[0]
    counts_up = len(steps) >= 3 and first_row[0] in (0, 1)
    if layout.has_header or not counts_up or (steps != first_row).any():
        return ()
    return (
        f"{layout.file}, line {layout.line} counts up from {first_row[0]:.0f}; it was "
        "read as a row of numbers. If it is a header, give its columns names.",
    )
