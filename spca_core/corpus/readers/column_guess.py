"""Guess from a table's cells which columns hold prose, titles, dates and groups."""

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from spca_core.corpus.readers.table_cells import is_number
from spca_core.corpus.texts.dates import are_dates
from spca_core.corpus.texts.segmentation import n_words

MIN_PROSE = 8  # words in a cell on average, in any table
MIN_WORDS = 3  # the same, if at most half of the table's cells are numbers
TITLES = ("title", "name", "headline", "subject")  # names of a column of titles
MIN_DISTINCT = 0.9  # least share of different titles in their column
MIN_GROUPS, MAX_GROUPS = 2, 60
MAX_GROUP_SHARE = 0.5  # groups per row


class Guess(NamedTuple):
    """The columns by number, from 0; title and date are -1 if there is none."""

    text: tuple[int, ...]
    title: int
    date: int
    groups: tuple[int, ...]


def holds_prose(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether a table, with or without a header, holds texts, not numbers.

    rows : all of one length
    """
    body = rows[has_header(rows) :]
    cells = [cell for row in body for cell in row if cell.strip()]
    n_numbers = sum(map(is_number, cells))
    longest = max(map(_mean_words, zip(*body, strict=True)))
    return longest >= (MIN_WORDS if 2 * n_numbers <= len(cells) else MIN_PROSE)


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row is a header: no numbers, no cell again below it."""
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
    return not again and max(map(len, named)) <= 200


def guess_columns(names: Sequence[str], cells: Sequence[Sequence[str]]) -> Guess:
    """Guess which columns of a table hold what.

    names, cells : one entry for each column; the cells are without the header
    """
    lengths = [sum(map(len, column)) for column in cells]
    numeric = [_are_numbers(column) for column in cells]
    dated = [i for i, column in enumerate(cells) if are_dates(column)]
    prose = [i for i in range(len(cells)) if not numeric[i] and i not in dated]
    text = max(prose or range(len(cells)), key=lengths.__getitem__)
    date = next((i for i in dated if i != text), -1)
    left = [i for i in range(len(cells)) if i not in (text, date)]
    title = _find_title(names, cells, [i for i in left if not numeric[i]], left)
    groups = tuple(i for i in left if i != title and _are_groups(cells[i]))
    return Guess((text,), title, date, groups)


def _find_title(
    names: Sequence[str],
    cells: Sequence[Sequence[str]],
    wordy: list[int],
    left: list[int],
) -> int:
    by_name = {names[i].lower(): i for i in reversed(left)}
    named = (by_name[name] for name in TITLES if name in by_name)
    distinct = (i for i in wordy if len(set(cells[i])) >= MIN_DISTINCT * len(cells[i]))
    return next(chain(named, distinct), by_name.get("id", -1))


def _are_groups(column: Sequence[str]) -> bool:
    n_groups = len(set(filter(None, column)))
    few = n_groups <= min(MAX_GROUPS, max(MAX_GROUP_SHARE * len(column), MIN_GROUPS))
    return few and n_groups >= MIN_GROUPS


def _are_numbers(column: Sequence[str]) -> bool:
    return all(map(is_number, filter(str.strip, column)))


def _mean_words(column: Sequence[str]) -> float:
    filled = [cell for cell in column if cell.strip()]
    words = sum(n_words(cell) for cell in filled if not is_number(cell))
    return words / max(len(filled), 1)
