"""Cells of a table: how lines are cut into them, and which of them is a number."""

import csv
import math
import re
import sys

from spca_core.corpus.readers.files import LONGEST_NAME
from spca_core.corpus.readers.measurements import MOST_COLUMNS
from spca_core.errors import InputError

BLANKS = " \t\r"
# Of one way to match any text: else a long cell would take time by its square.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
# How programs write a number that is missing or infinite.
NO_NUMBER = re.compile(
    r"[+-]?(nan|inf|infinity)|<?na>?|#?n/a|null|none|[?.*]|-{1,2}", re.IGNORECASE
)
MOST_SHOWN = 64  # characters of a cell


def cut_lines(lines: list[str], delimiter: str) -> list[list[str]]:
    """Cut lines into cells: CSV quoting, no blanks before a cell.

    A delimiter of one blank stands for any number of blanks and tabs.

    returns : the cells of each line; fewer rows if a quoted cell runs on into the next
    raises  : csv.Error if a quote does not end where its cell ends, or a line is too
              long to be cut
    """
    if any(_too_many_cells(line, delimiter) for line in lines):
        raise csv.Error("more cells than columns can be read")
    if delimiter == " ":
        lines = [line.replace("\t", " ").strip(BLANKS) for line in lines]
    rows = csv.reader(lines, delimiter=delimiter, skipinitialspace=True, strict=True)
    return list(rows)


def cut_line(line: bytes, delimiter: str, place: str) -> list[str]:
    """Cut one line into cells, without the blanks around them.

    raises : InputError that begins with `place`, if the line is no text or no CSV
    """
    text = _decode(line, place).rstrip("\r\n")
    if "\r" in text:
        raise InputError(
            f"{place}: a carriage return stands inside the line. "
            "Save the table with a line feed at the end of each line."
        )
    if _too_many_cells(text, delimiter):
        raise InputError(
            f"{place} has over {MOST_COLUMNS:,} columns, the most that can be read "
            "here. Check that the file is a table, or take a part of it."
        )
    try:
        (cells,) = cut_lines([text], delimiter)
    except csv.Error as error:
        raise InputError(
            f"{place}: a quote does not end where its cell ends, or a cell has over "
            f"{csv.field_size_limit():,} characters. Correct the line; a cell must "
            "not run on into the next line."
        ) from error
    return [cell.strip(BLANKS) for cell in cells]


def _too_many_cells(line: str, delimiter: str) -> bool:
    # Only looked into if it is long, and cut no further than to tell.
    by = None if delimiter == " " else delimiter
    return len(line) > MOST_COLUMNS < len(line.split(by, MOST_COLUMNS))


def _decode(line: bytes, place: str) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place}: byte 0x{line[error.start]:02x} is not UTF-8. "
            "Save the table as UTF-8 text."
        ) from error


def number_fault(cell: str) -> str:
    """Say what is wrong with a number, and the way out; nothing if it is good."""
    if not cell:
        return "the cell is empty. Fill it in, or remove its row or column."
    if NO_NUMBER.fullmatch(cell):
        return f"{quote(cell)} is not finite. Fill it in, or remove its row or column."
    if not NUMBER.fullmatch(cell):
        return (
            f"{quote(cell)} is not a number such as 12, -0.5 or 3e-4. Correct it, or "
            "remove the column; one column can be taken out as labels, by its name."
        )
    if math.isinf(float(cell)):
        most = sys.float_info.max
        return f"{quote(cell)} is beyond {most:.1e}. Correct it, or rescale the column."
    return ""


def name_fault(cell: str, what: str) -> str:
    """Say what is wrong with a name or a label, and the way out; nothing if good."""
    if not cell:
        return f"the {what} is empty. Fill it in, or leave its column out."
    if len(cell.encode()) > LONGEST_NAME:
        return f"a {what} of over {LONGEST_NAME:,} bytes. Shorten it."
    return ""


def quote(text: str) -> str:
    """Return a cell as an error shows it: on one line, its end left out if long."""
    return repr(text[:MOST_SHOWN])
