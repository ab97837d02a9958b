"""Rows of a table: many lines at a time to numbers, and the first fault in them."""

import csv
import io
import re
from typing import NoReturn

import numpy as np

from spca_core.corpus.readers.table_cells import (
    BLANKS,
    cut_line,
    cut_lines,
    name_fault,
    number_fault,
)
from spca_core.corpus.readers.table_layout import Layout
from spca_core.errors import InputError

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
