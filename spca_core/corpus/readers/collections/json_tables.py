"""Records in the ways in which programs write a table as one JSON value."""

from collections.abc import Mapping, Sequence
from typing import Any

from spca_core.corpus.readers.columns import (
    MIN_PROSE,
    is_name_of_texts,
    n_words_of,
)

SCALARS = (str, int, float, type(None))
FEWEST = 3  # texts by their names


def records_of(held: Any) -> list[dict[str, Any]] | None:
    """Return the records of a table; None of any other value.

    It may be a list of texts, a list for each column, rows by their names, columns of
    rows by their numbers (as pandas writes them), or texts by their names.
    """
    if isinstance(held, list):
        are_texts = bool(held) and all(isinstance(text, str) for text in held)
        return [{"text": text} for text in held] if are_texts else None
    if not isinstance(held, dict) or not held:
        return None
    columns, values = held.get("columns"), list(held.values())
    if isinstance(columns, list) and _are(held.get("data"), list, len(columns)):
        return [dict(zip(map(str, columns), row, strict=True)) for row in held["data"]]
    if _are(values, list, len(values[0]) if isinstance(values[0], list) else 0):
        return _by_row(held, range(len(values[0])))
    if _are(values, dict):
        return _of_objects(held)
    are_texts = _are(values, str) and sum(map(n_words_of, values)) >= MIN_PROSE * len(
        values
    )
    if are_texts and len(held) >= FEWEST and not any(map(is_name_of_texts, held)):
        return [{"title": name, "text": text} for name, text in held.items()]
    return None


def _are(values: Any, kind: type, length: int | None = None) -> bool:
    """Return whether all values are of a kind, of one length, and hold no others."""
    if not isinstance(values, list) or not values:
        return False
    if not all(isinstance(value, kind) for value in values):
        return False
    inner = [value.values() if kind is dict else value for value in values]
    are_flat = kind is str or all(isinstance(it, SCALARS) for of in inner for it in of)
    return are_flat and all(length is None or len(it) == length > 1 for it in values)


def _by_row(columns: Mapping[str, Any], rows: Sequence[Any]) -> list[dict[str, Any]]:
    return [{name: column[row] for name, column in columns.items()} for row in rows]


def _of_objects(held: Mapping[str, Mapping[str, Any]]) -> list[dict[str, Any]] | None:
    """Return the rows of columns that number these, or of rows that have names."""
    keys = [set(value) for value in held.values()]
    if all(keys[0] == of and all(map(str.isdecimal, of)) for of in keys) and keys[0]:
        return _by_row(held, list(next(iter(held.values()))))
    return records_by_name(held)


def records_by_name(held: Mapping[str, Any]) -> list[dict[str, Any]] | None:
    """Return objects of mostly the same fields, each by its name; else None."""
    if len(held) < FEWEST or not all(isinstance(it, dict) for it in held.values()):
        return None
    keys = [set(record) for record in held.values()]
    if 2 * len(set.intersection(*keys)) < len(set.union(*keys)):
        return None
    return [{"id": name, **record} for name, record in held.items()]
