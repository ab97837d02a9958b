"""The rows before a table's first record: titles, names, questions, types, flags."""

import re
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from spca_core.corpus.texts.dates import are_dates
from spca_core.errors import InputError

# Any text can match in one way only: else a long cell would take quadratic time.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
AUTO, NONE = "", "0"  # in place of the number of the row that is the header
MAX_TITLES = 20  # rows above a header
MAX_NAME = 200  # characters of a name that is found
# What Orange writes beneath the names of columns: their types, and then their flags.
TYPES = {*"cdstCDST", "continuous", "discrete", "string", "time", "basket"}
FLAG = re.compile(r"(?i)(class|meta|ignore|i|m|w|weight|[\w-]+=\S*|\s)*")
ORANGE_NAME = re.compile(r"^[mci]{0,2}[CDSTcdst]?#")
QUALTRICS = '{"ImportId"'
ANSWERS = {"response", "open-ended response"}  # as SurveyMonkey has them in row 2


class Header(NamedTuple):
    """The names of columns, how many rows stand before the first record, and a note."""

    names: tuple[str, ...]
    n_rows: int
    note: str = ""


def find_header(rows: Sequence[Sequence[str]], width: int, chosen: str) -> Header:
    """Return the header of a table by its first rows.

    chosen : the number of its row, from 1; "0" for none, "" to find it
    """
    padded = [[*row, *[""] * (width - len(row))][:width] for row in rows]
    if chosen != AUTO:
        return _chosen(padded, width, chosen)
    first = _n_titles(rows, width)
    above = f"{first} rows above the header were left out. " * bool(first)
    body = padded[first:]
    if len(rows[first]) == width - 1 and has_header([row[:-1] for row in body]):
        # R's write.table names no column of row names.
        return Header(distinct(["", *rows[first]]), first + 1, above.strip())
    names, n_more, note = _several(body)
    if names is None and not has_header(body):
        return Header(distinct([""] * width), 0)
    return Header(
        distinct(names or body[0]), first + 1 + n_more, (above + note).strip()
    )


def _chosen(rows: Sequence[Sequence[str]], width: int, chosen: str) -> Header:
    if not chosen.isdecimal() or int(chosen) > len(rows):
        raise InputError(
            f"The header's row is {chosen!r}; give a number from 1 to {len(rows):,}, "
            "or 0 for none."
        )
    number = int(chosen)
    return Header(distinct(rows[number - 1] if number else [""] * width), number)


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a header: no numbers, no cell again below it.

    rows : all of one length
    """
    first, body = rows[0], rows[1:]
    named = [cell.strip() for cell in first if cell.strip()]
    if not named or any(map(is_number, named)):
        return False
    if not body:
        return True
    if len(named) < len(first) / 2 or are_dates(named):
        return False
    columns = zip(*body, strict=True)
    again = any(
        cell in column for cell, column in zip(first, columns, strict=True) if cell
    )
    return not again and max(map(len, named)) <= MAX_NAME


def distinct(header: Sequence[str]) -> tuple[str, ...]:
    """Return distinct column names; a column without one is named by its number."""
    names: dict[str, int] = {}
    for number, cell in enumerate(header, start=1):
        name = " ".join(cell.split()) or f"column {number}"
        names[f"{name} ({number})" if name in names else name] = number
    return tuple(names)


def _n_titles(rows: Sequence[Sequence[str]], width: int) -> int:
    """Count the rows of a title above the header: few of their cells are filled."""
    n_filled = [sum(map(bool, map(str.strip, row))) for row in rows]
    if median(n_filled) < 2:
        return 0
    most = max(1, width // 4)
    found = 0
    while found < min(len(rows) - 1, MAX_TITLES) and n_filled[found] <= most:
        found += 1
    padded = [[*row, *[""] * width][:width] for row in rows[found:]]
    is_short = found and any(len(row) < width for row in rows[:found])
    return found if is_short or has_header(padded) else 0


def _several(
    rows: Sequence[Sequence[str]],
) -> tuple[list[str] | None, int, str]:
    """Return names, how many more rows belong to the header, and a note, if several."""
    for n_more, row in enumerate(rows[1:3], start=1):
        if any(cell.startswith(QUALTRICS) for cell in row):
            return (
                list(rows[0]),
                n_more,
                "Qualtrics' rows beneath the names were left out.",
            )
    first, *others = rows[:3]
    types = {cell.strip() for cell in others[0]} - {""} if others else set()
    # A variable of few values may list these in place of its type.
    if types and types <= TYPES and not any(map(is_number, first)):
        is_flagged = len(others) > 1 and all(map(FLAG.fullmatch, others[1]))
        names = [ORANGE_NAME.sub("", cell) for cell in first]
        return names, 1 + is_flagged, "Orange's rows of types and flags were left out."
    if all(ORANGE_NAME.match(cell) for cell in first):
        return [ORANGE_NAME.sub("", cell) for cell in first], 0, ""
    if others and _continue_each_other(first, rows[1:]):
        return _joined(first, others[0]), 1, "The header was read from two rows."
    return None, 0, ""


def _continue_each_other(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether the second row goes on with the names, as SurveyMonkey's does."""
    second, body = below[0], below[1:]
    pairs = list(zip(first, second, strict=True))
    is_gap_filled = any(not name.strip() and cell.strip() for name, cell in pairs)
    is_left_out = any(name.strip() and not cell.strip() for name, cell in pairs)
    if {cell.strip().lower() for cell in second} & ANSWERS:
        return not any(map(is_number, first))
    return (
        is_gap_filled
        and is_left_out
        and len(body) > 0
        and has_header([list(map("".join, pairs)), *body])
        and not any(map(is_number, second))
    )


def _joined(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Join two rows of names; a name holds for the gaps after it too."""
    names, last = [], ""
    for name, cell in zip(first, second, strict=True):
        last = name.strip() or last
        told = "" if cell.strip().lower() in ANSWERS else cell.strip()
        names.append(f"{last} / {told}" if last and told else last or told)
    return names


def is_number(cell: str) -> bool:
    """Return whether a cell is a number, with or without blanks around it."""
    return NUMBER.fullmatch(cell.strip()) is not None
