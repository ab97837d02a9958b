"""Read JSON objects, as strangers write them, and turn them into rows of a table."""

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.collections.json_tables import records_by_name, records_of
from spca_core.corpus.readers.collections.workbooks import Records, written
from spca_core.corpus.readers.columns import MIN_PROSE, longest_mean
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.gathering import Refusals
from spca_core.corpus.readers.lines import numbered_lines, quote
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError

ASSIGNED = re.compile(rb"\s*+[\w.]++\s*+=\s*+(?=[\[{])")  # in an archive of tweets

JSON_LINE = re.compile(rb'\s*\{\s*["}]')
JSON_LIST = re.compile(rb'\s*([\w.]+\s*=\s*)?\[\s*[\[{"]')
RECORDS = re.compile(rb'"\s*:\s*\[\s*\{')  # a list of objects within an object
# A list of tokens, an object of counts, the first line of a packed corpus, or an
# object whose values are all numbers.
COUNTED = re.compile(
    rb'"tokens"\s*:\s*\[|"counts"\s*:\s*\{|^[ \t]*+\{\s*"about"\s*:\s*\{'
    rb'|^[ \t]*+\{(?>\s*"[^"]*+"\s*:\s*[-+.\deE]++\s*,?)*+\s*\}\s*$',
    re.MULTILINE,
)
UNREADABLE = "a number of over 4,000 digits, or brackets in hundreds of brackets"
Record = Mapping[str, Any]
MAX_NESTED = 3  # objects within a record
SAMPLE, MIN_SHARE = 100, 0.2  # records looked at; of the most text in a list


def kind_of(start: Start) -> str:
    """Return which format JSON has; empty if it is none.

    Objects that have a line each are told from one object on one line or on many.
    """
    if start.matches(JSON_LIST):
        return "json_list"
    if not start.matches(JSON_LINE):
        return ""
    lines = start.lines
    is_alone = len(lines) == 1
    if not is_alone and not lines[1].lstrip().startswith(b"{"):
        return "json_list"
    # Records of a text may hold tokens, too, as Whisper's do.
    if is_alone and RECORDS.search(lines[0]):
        return "json_list"
    return "json_lines" if COUNTED.search(b"\n".join(lines)) else "json_texts"


def is_json_list(start: Start) -> bool:
    return kind_of(start) == "json_list"


def is_json_texts(start: Start) -> bool:
    return kind_of(start) == "json_texts"


def is_json_lines(start: Start) -> bool:
    return kind_of(start) == "json_lines"


class BadRecordError(ValueError):
    """A line is not an object that can be read; the message says why."""


def parse_object(content: str) -> dict[str, Any]:
    """Return the JSON object on a line, or raise BadRecordError."""
    try:
        record = json.loads(content)
    except json.JSONDecodeError as error:
        raise BadRecordError(f"not JSON: {error.msg}, column {error.colno}") from error
    except (ValueError, RecursionError) as error:
        raise BadRecordError(UNREADABLE) from error
    if not isinstance(record, dict):
        raise BadRecordError(f"not a JSON object but {quote(content)}")
    return record


def read_json(source: Source, sheet: str = "") -> Records:
    """Return the list of objects in a file that holds its texts, wherever it is."""
    with open_bounded(source, limits.JSON_BYTES) as file:
        content = file.read()
    _check_values(_n_values(content), source)
    try:
        assigned = ASSIGNED.match(content)
        held = json.loads(content[assigned.end() :] if assigned else content)
    except (ValueError, RecursionError) as error:
        fault = str(error) if isinstance(error, json.JSONDecodeError) else UNREADABLE
        raise InputError(
            f"{source.name} is not JSON: {fault}. Check that it is complete."
        ) from error
    if records := records_of(held):
        return _rows_of(records)
    if isinstance(held, list) and held:
        for number, record in enumerate(held, start=1):
            if not isinstance(record, dict):
                raise InputError(
                    f"{source.name}, entry {number} is not an object with a text. Give "
                    'a list of objects: [{"title": "...", "text": "..."}].'
                )
    lists: defaultdict[tuple[str, ...], list[Record]] = defaultdict(list)
    for path, some in _lists_of_records(held, limits.JSON_DEPTH):
        lists[path] += some
    if not lists:
        raise InputError(
            f"{source.name} holds no list of objects with texts. Give a list of "
            'objects: [{"title": "...", "text": "..."}].'
        )
    return _rows_of(_with_texts(list(lists.values())))


def _with_texts(lists: Sequence[list[Record]]) -> list[Record]:
    """Return the first of lists that holds prose and much, or else the largest."""
    sizes = list(map(_n_characters, lists))
    for records, size in zip(lists, sizes, strict=True):
        rows = _rows_of(records[:SAMPLE]).rows
        if size >= MIN_SHARE * max(sizes) and longest_mean(rows) >= MIN_PROSE:
            return records
    return lists[sizes.index(max(sizes))]


def read_json_texts(source: Source, sheet: str = "") -> Records:
    """Return the rows of a file with an object a line, and warnings of other lines."""
    refusals, records, n_values = Refusals(source), [], 0
    for number, line in numbered_lines(source, limits.JSON_LINE):
        n_values += _n_values(line)
        _check_values(n_values, source)
        try:
            if len(line) > limits.JSON_LINE:
                raise BadRecordError(f"over {limits.JSON_LINE:,} bytes long")
            if line.strip():
                records.append(parse_object(line.decode(errors="replace")))
        except BadRecordError as error:
            refusals.add(number, str(error))
    if not records:
        raise refusals.nothing_left(0)
    if len(records) == 1:
        lists = [some for _, some in _lists_of_records(records[0], limits.JSON_DEPTH)]
        alone = records_of(records[0]) or (_with_texts(lists) if lists else None)
        records = alone or records
    return _rows_of(records)._replace(warnings=refusals.warnings())


def _lists_of_records(
    held: Any, depth: int
) -> Iterator[tuple[tuple[str, ...], list[Record]]]:
    """Yield the lists of objects in JSON by where they are, the outer ones first."""
    within: list[tuple[tuple[str, ...], Any]] = [((), held)]
    for _ in range(depth + 1):
        inner: list[tuple[tuple[str, ...], Any]] = []
        for path, value in within:
            if isinstance(value, dict):
                if named := records_by_name(value):
                    yield path, [*named]
                inner += [((*path, name), of) for name, of in value.items()]
            elif isinstance(value, list):
                records: list[Record] = [it for it in value if isinstance(it, dict)]
                # Texts beside objects are pieces of one text.
                if records and not any(isinstance(other, str) for other in value):
                    yield path, records
                inner += [((*path, ""), of) for of in value]
        within = inner


def _n_characters(records: Sequence[Record]) -> int:
    texts = chain.from_iterable(_flat(record).values() for record in records)
    return sum(len(text) for text in texts if isinstance(text, str))


def _n_values(content: bytes) -> int:
    """Return how many values JSON holds at most: commas in texts count too."""
    return 1 + sum(map(content.count, (b",", b"[", b"{")))


def _check_values(n_values: int, source: Source) -> None:
    way_out = "Take a part of it, or save it as CSV."
    limits.check(
        source.name, n_values, limits.JSON_VALUES, "values or commas in JSON", way_out
    )


def _rows_of(records: Sequence[Record]) -> Records:
    """Return each record's values as text; nested names become name.name."""
    written_as_text = {
        name
        for record in records
        for name, value in record.items()
        if isinstance(value, str)
    }
    flat = [_flat(_joined_pieces(record, written_as_text)) for record in records]
    names = list(dict.fromkeys(chain.from_iterable(flat)))
    rows = [written([record.get(name) for name in names]) for record in flat]
    return Records(rows, names)


def _joined_pieces(record: Record, names: set[str]) -> Record:
    """Return a record with texts in place of lists of their pieces.

    Telegram writes plain pieces as texts, and links as objects with a text.

    names : of the fields that are texts in other records
    """
    return {
        name: "".join(
            str(piece.get("text", "") if isinstance(piece, dict) else piece)
            for piece in value
        )
        if name in names and isinstance(value, list) and _is_nested(value)
        else value
        for name, value in record.items()
    }


def _flat(record: Record, depth: int = MAX_NESTED) -> dict[str, Any]:
    """Return a record's values, with those of objects in it by their names."""
    values: dict[str, Any] = {}
    for name, value in record.items():
        if isinstance(value, dict) and depth:
            if words := _in_order(value):
                values[name] = words
                continue
            inner = _flat(value, depth - 1).items()
            values.update({f"{name}.{key}": nested for key, nested in inner})
        elif not _is_nested(value):
            values[name] = value
    return values


def _in_order(places: Mapping[str, Any]) -> str:
    """Return the text of an index of where its words are, as OpenAlex keeps abstracts.

    It is empty if these are no places.
    """
    if not all(isinstance(it, list) and it for it in places.values()):
        return ""
    pairs = [(place, word) for word, at in places.items() for place in at]
    if not all(isinstance(place, int) for place, _ in pairs):
        return ""
    return " ".join(word for _, word in sorted(pairs))


def _is_nested(value: object) -> bool:
    """Return whether a value is an object, or a list of objects."""
    is_list = isinstance(value, list)
    return isinstance(value, dict) or (
        is_list and any(isinstance(x, dict) for x in value)
    )
