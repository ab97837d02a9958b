"""Read JSON objects, as strangers write them, and turn them into rows of a table."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.gathering import Refusals
from spca_core.corpus.readers.lines import numbered_lines, quote
from spca_core.errors import InputError

MAX_BYTES = 500_000_000
MAX_LINE = 10_000_000  # bytes: JSON takes fifty times as many in memory
MAX_VALUES = 10_000_000  # each takes up to 70 bytes in memory

Rows = tuple[Iterator[Sequence[Any]], list[str]]  # the rows, and warnings


class BadRecordError(ValueError):
    """A line is not an object that can be read; the message says why."""


def parse_object(content: str) -> dict[str, Any]:
    """Return the JSON object on a line, or raise BadRecordError."""
    try:
        record = json.loads(content)
    except json.JSONDecodeError as error:
        raise BadRecordError(f"not JSON: {error.msg}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        fault = "a number of over 4,000 digits, or brackets in hundreds of brackets"
        raise BadRecordError(fault) from error
    if not isinstance(record, dict):
        raise BadRecordError(f"not a JSON object but {quote(content)}")
    return record


def json_list_rows(source: Source) -> Rows:
    """Return the rows of a list of objects, after a first row with their keys."""
    with open_bounded(source, MAX_BYTES) as file:
        content = file.read()
    _check_values(_n_values(content), source)
    try:
        records = json.loads(content)
    except (ValueError, RecursionError) as error:
        raise InputError(
            f"{source.name} is not JSON: {str(error)[:100]}. Check that it is complete."
        ) from error
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            raise InputError(
                f"{source.name}, entry {number} is not an object with a text. Give a "
                'list of objects: [{"title": "...", "text": "..."}].'
            )
    return _rows_of(records), []


def json_lines_rows(source: Source) -> Rows:
    """Return the rows of a file with an object a line, and warnings of other lines."""
    refusals, records, n_values = Refusals(source), [], 0
    for number, line in numbered_lines(source, MAX_LINE):
        n_values += _n_values(line)
        _check_values(n_values, source)
        try:
            if len(line) > MAX_LINE:
                raise BadRecordError(f"over {MAX_LINE:,} bytes long")
            if line.strip():
                records.append(parse_object(line.decode(errors="replace")))
        except BadRecordError as error:
            refusals.add(number, str(error))
    if not records:
        raise refusals.nothing_left(0)
    return _rows_of(records), list(refusals.warnings())


def _n_values(content: bytes) -> int:
    """Return how many values JSON holds at most: commas in texts count too."""
    return 1 + sum(map(content.count, (b",", b"[", b"{")))


def _check_values(n_values: int, source: Source) -> None:
    if n_values > MAX_VALUES:
        raise InputError(
            f"{source.name} holds over {MAX_VALUES:,} values or commas, the most that "
            "can be read from JSON here. Take a part of it, or save it as CSV."
        )


def _rows_of(records: Sequence[Mapping[str, Any]]) -> Iterator[list[Any]]:
    """Yield the names, then each record's values; nested names become name.name."""
    flat = list(map(_flat, records))
    names = list(dict.fromkeys(chain.from_iterable(flat)))
    yield names
    for record in flat:
        yield [record.get(name) for name in names]


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    pairs: Iterable[tuple[str, Any]] = chain.from_iterable(
        [(f"{name}.{inner}", value) for inner, value in values.items()]
        if isinstance(values, dict)
        else [(name, values)]
        for name, values in record.items()
    )
    return {
        name: value for name, value in pairs if not isinstance(value, dict)
    }  # one level of nesting, no deeper
