"""Cells of a table that hold several values, such as the tags of a document."""

import re
from collections.abc import Iterable, Sequence

from spca_core.corpus.group_names import BETWEEN

ALWAYS, PERHAPS = (";", "|"), (",", " ")
CODE = re.compile(r"\S*[\d\W_]\S*")  # with a digit or a sign: cs.CL, hep-th
MIN_ALONE = 0.6  # of the values beside others: how many also stand in a cell alone


def separator(cells: Iterable[str]) -> str:
    """Return what separates the values in the cells of a column; empty if nothing does.

    A semicolon or a bar always does; a comma or a blank, which may belong to a value
    ("Paris, France"), if most values that stand beside others also stand alone, and a
    blank only between codes.
    """
    known = {cell.strip() for cell in cells}
    for mark in ALWAYS:
        if any(mark in cell and len(_values(cell, mark)) > 1 for cell in known):
            return mark
    return next((mark for mark in PERHAPS if _separates(mark, known)), "")


def joined_values(cell: str, mark: str) -> str:
    """Return a cell with its values as a corpus has several groups of a document."""
    return BETWEEN.join(_values(cell, mark)) if mark else cell


def values_of(cells: Sequence[str]) -> list[str]:
    """Return all values in the cells of a column, some of which may hold several."""
    if not (mark := separator(cells)):
        return list(cells)
    return [value for cell in cells for value in _values(cell, mark)]


def _values(cell: str, mark: str) -> list[str]:
    return list(dict.fromkeys(filter(None, map(str.strip, cell.split(mark)))))


def _separates(mark: str, cells: set[str]) -> bool:
    several = [cell for cell in cells if mark in cell]
    parts = (part for cell in several for part in cell.split())
    if mark == " " and not all(map(CODE.fullmatch, parts)):
        return False
    beside = [value for cell in several for value in _values(cell, mark)]
    alone = [value for value in beside if value in cells]
    return bool(beside) and len(alone) >= MIN_ALONE * len(beside)
