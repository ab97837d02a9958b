"""The header of a table: which of its first rows names the columns."""

from collections.abc import Sequence
from itertools import takewhile
from statistics import median
from typing import NamedTuple

from spca_core.corpus.readers.tables.columns import (
    Column,
    fitted,
    is_number,
)
from spca_core.corpus.texts.dates import are_dates
from spca_core.errors import InputError
from spca_core.formatting import counted

FOUND = ""  # in place of the number of the header's row, from 1; "0" for none
MAX_ABOVE = 20  # rows above a header
MAX_FEW = 0.5  # different values in a column of few, as a share of its cells
LONGEST_NAME = 200  # characters
ENDS = (".", "!", "\u3002", "\uff01")  # of sentences that are no names; names may ask
QUALTRICS = '{"ImportId"'  # beneath the names, and their questions
ANSWERS = {"response", "open-ended response"}  # as SurveyMonkey has them in row 2


class Header(NamedTuple):
    """The names of columns, how many rows are before the first record, and a note."""

    names: tuple[str, ...]
    n_rows: int
    note: str = ""


def find_header(rows: Sequence[Sequence[str]], width: int, chosen: str) -> Header:
    """Return the header of a table by its first rows, none of them blank.

    chosen : the number of its row, from 1; "0" for none, "" to find it
    """
    padded = [fitted(row, width) for row in rows]
    if chosen != FOUND:
        return _chosen(padded, width, chosen)
    first = _n_above(padded)
    above = f"Left out above the header: {counted(first, 'rows')}. " if first else ""
    body = padded[first:]
    # R's write.table names no column of row names.
    if len(rows[first]) == width - 1 and any(row[-1] for row in body[1:]):
        return Header(distinct(["", *rows[first]]), first + 1, above.strip())
    if not has_header(body):
        return Header(distinct([""] * width), first, above.strip())
    names, n_more, note = _with_rows_beneath(body)
    return Header(distinct(names), first + 1 + n_more, (above + note).strip())


def _chosen(rows: Sequence[Sequence[str]], width: int, chosen: str) -> Header:
    if not chosen.isdecimal() or int(chosen) > len(rows):
        raise InputError(
            f"The header's row must be a number from 1 to {len(rows):,}, or 0 for "
            f"none, got {chosen!r}."
        )
    number = int(chosen)
    return Header(distinct(rows[number - 1] if number else [""] * width), number)


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is unlike those below it, in some column.

    rows : all of one length
    """
    first, *body = rows
    if not body:
        return not any(map(is_number, first))
    if max(map(len, first)) > LONGEST_NAME:
        return False
    below = (filter(str.strip, column) for column in zip(*body, strict=True))
    pairs = [
        (cell.strip(), list(map(str.strip, column)))
        for cell, column in zip(first, below, strict=True)
    ]
    if not all(_is_of_the_kind(*pair) for pair in pairs):
        return True
    # Names are no values, unless it is by chance.
    is_value = any(
        cell in of and _are_few(of) for cell, of in pairs if not is_number(cell)
    )
    return not (is_value or all(_is_like(*pair) for pair in pairs))


def _is_of_the_kind(cell: str, values: Sequence[str]) -> bool:
    """Return whether a cell is a number, a date or a text as those below it are."""
    kinds = Column(cell, values).are_mostly_numbers, are_dates(values)
    return not (cell and values) or (is_number(cell), are_dates([cell])) == kinds


def _are_few(values: Sequence[str]) -> bool:
    """Return whether values are there again and again."""
    return len(set(values)) <= MAX_FEW * len(values)


def _is_like(cell: str, values: Sequence[str]) -> bool:
    """Return whether a cell could be one of the texts below it, by how long it is.

    An empty one tells nothing, and neither do numbers and dates.
    """
    if not cell or not values or is_number(cell) or are_dates(values):
        return True
    column = Column(cell, ())
    if column.is_of_texts or column.is_of_titles or column.is_of_dates:
        return False
    if cell.endswith(ENDS):
        return True
    if _are_few(values):
        return False
    begin_large = 2 * sum(value[0].isupper() for value in values) > len(values)
    lengths = sorted(map(len, values))
    is_as_long = 2 * len(cell) >= lengths[len(lengths) // 10]
    return is_as_long and not (begin_large and cell[0].islower())


def distinct(header: Sequence[str]) -> tuple[str, ...]:
    """Return distinct column names; a column without one is named by its number."""
    names: dict[str, int] = {}
    for number, cell in enumerate(header, start=1):
        name = " ".join(cell.split()) or f"column {number}"
        names[f"{name} ({number})" if name in names else name] = number
    return tuple(names)


def _n_above(rows: Sequence[Sequence[str]]) -> int:
    """Count the rows of a title above the header: few of their cells are filled."""
    n_filled = [sum(map(bool, map(str.strip, row))) for row in rows]
    most = max(1, len(rows[0]) // 2)
    n_above = sum(1 for _ in takewhile(lambda n: n <= most, n_filled[:MAX_ABOVE]))
    is_below = 0 < n_above < len(rows) and median(n_filled) > most
    return n_above if is_below and has_header(rows[n_above:]) else 0


def _with_rows_beneath(
    rows: Sequence[Sequence[str]],
) -> tuple[Sequence[str], int, str]:
    """Return the names, how many rows beneath them are no records, and a note."""
    for n_more, row in enumerate(rows[1:3], start=1):
        if any(cell.startswith(QUALTRICS) for cell in row):
            note = "Qualtrics' rows beneath the names were left out."
            return rows[0], n_more, note
    if len(rows) > 2 and {cell.strip().lower() for cell in rows[1]} & ANSWERS:
        return _joined(*rows[:2]), 1, "The header was read from two rows."
    return rows[0], 0, ""


def _joined(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """Join two rows of names; a name holds for the gaps after it too."""
    names, last = [], ""
    for name, cell in zip(first, second, strict=True):
        last = name.strip() or last
        more = "" if cell.strip().lower() in ANSWERS else cell.strip()
        names.append(f"{last} / {more}" if last and more else last or more)
    return names
