"""Read lines of strangers' text files, numbered and bounded; quote them in messages."""

import csv
import re
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import BinaryIO, TypeVar

from spca_core.corpus import limits
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.errors import InputError

Item = TypeVar("Item")
Refuse = Callable[[int, str], None]  # takes a line's number, and why
MAX_QUOTED = 64  # bytes or characters
COLUMN_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
MAX_SHOWN = 5  # columns, in an error
BLOCK = 1 << 17  # bytes
# Possessive: no backtracking, so a line of ten million numbers needs no memory.
csv.field_size_limit(limits.LINE)  # a text may be longer than csv's default of 131,072
NUMBER = r"[+-]?(?:\d++(?>\.\d*+)?+|\.\d++)(?>[eE][+-]?\d++)?+"


def numbered_lines(
    source: Source, max_line: int = limits.LINE
) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with their numbers from 1.

    A line of over `max_line` bytes is cut after one more, for the caller to refuse it.
    """
    with open_bounded(source, limits.TEXT) as file:
        number = n_blank = 0
        while line := file.readline(max_line + 1):
            number += 1
            n_blank += line.isspace()
            if number > limits.LINES:
                raise limits.too_many(source.name, limits.LINES, "lines")
            check_empty(n_blank, source.name)
            yield number, line
            while line and not line.endswith(b"\n"):
                line = file.readline(BLOCK)


def text_lines(source: Source, refuse: Refuse) -> Iterator[tuple[int, str]]:
    """Yield the lines with their numbers from 1; those too long are refused."""
    for number, content in numbered_lines(source, limits.JSON_LINE):
        if content == b"\n":  # a gzip bomb has millions of these
            yield number, ""
        elif len(content) > limits.JSON_LINE:
            refuse(number, f"over {limits.JSON_LINE:,} bytes long")
        else:
            text = decode(content, f"{source.name}, line {number}").rstrip("\r\n")
            yield number, text


def check_empty(n_lines: int, name: str) -> None:
    """Refuse too many lines without content: a small file may unzip to millions."""
    if n_lines > limits.EMPTY_LINES:
        what, way_out = "lines without content", "Remove its blank lines and comments."
        raise limits.too_many(name, limits.EMPTY_LINES, what, way_out)


def blocks(
    file: BinaryIO,
    name: str,
    line: int,
    start: bytes = b"",
    max_line: int = limits.LINE,
) -> Iterator[tuple[int, bytes]]:
    """Yield `start` and the rest of a file: whole lines, and the first's number."""
    block = start + file.read(BLOCK)
    while block:
        last = line + block.count(b"\n")
        block += read_line(file, f"{name}, line {last}", max_line)
        yield line, block
        line += block.count(b"\n")
        block = file.read(BLOCK)


def ahead(items: Iterator[Item]) -> Generator[Item, None, None]:
    """Yield the items, each made by another thread while the one before is used."""
    with ThreadPoolExecutor(1) as maker:
        coming = maker.submit(next, items, None)
        while (item := coming.result()) is not None:
            coming = maker.submit(next, items, None)
            yield item


def read_line(file: BinaryIO, place: str, max_line: int = limits.LINE) -> bytes:
    """Return the rest of a line, or nothing at the end of the file."""
    line = file.readline(max_line + 1)
    check_length(line, place, max_line)
    return line


def check_length(line: bytes, place: str, max_line: int = limits.LINE) -> None:
    """Refuse a line that is too long."""
    if len(line) > max_line:
        way_out = "Check the chosen format."
        raise limits.too_many(place, max_line, "bytes", way_out)


def decode(content: bytes, place: str) -> str:
    """Decode UTF-8; refuse other bytes and zero bytes, with `place` in the message."""
    start = content.find(b"\0")
    fault = "a zero byte, which text never has, except in UTF-16 or UTF-32"
    if start < 0:
        try:
            return content.decode()
        except UnicodeDecodeError as error:
            start = error.start
            fault = f"byte 0x{content[start]:02x} is not UTF-8"
    if b"\n" in content[:-1]:
        place = f"{place}, line {content[:start].count(10) + 1}"
    raise InputError(f"{place}: {fault}. If this is text, save it as UTF-8.")


def quote(text: bytes | str) -> str:
    """Return a stranger's text for a message: on one line, escaped and shortened."""
    short = text[:MAX_QUOTED]
    if isinstance(short, bytes):
        short = short.decode("utf-8", "backslashreplace")
    return repr(short)


def find_column(
    file: str, columns: Sequence[str], given: str, use: str = "", what: str = "column"
) -> int:
    """Return the index of a column that is given by its name or its number from 1."""
    if given in columns:
        return columns.index(given)
    if COLUMN_NUMBER.fullmatch(given) and int(given) <= len(columns):
        return int(given) - 1
    shown = ", ".join(map(quote, columns[:MAX_SHOWN]))
    more = ", ..." if len(columns) > MAX_SHOWN else ""
    raise InputError(
        f"{file} has no {what} {quote(given)}{use}. It has {shown}{more}: give one "
        f"of these names, or a number of 1 to {len(columns):,}."
    )


def names_of(what: str, n_names: int, listed: Source | None = None) -> tuple[str, ...]:
    """Return the names that a file lists, or word_1, word_2, ... without a file."""
    if listed:
        return read_names(listed, what, n_names)
    return tuple(f"{what}_{number}" for number in range(1, n_names + 1))


def listed_words(words: Source | None, least: int) -> tuple[str, ...]:
    """Return all words that a file lists, at least `least`, or else numbered ones."""
    return names_of("word", max(least, n_lines(words)) if words else least, words)


def n_lines(names: Source) -> int:
    """Count the lines of a list of names, up to limits.WORDS."""
    return sum(1 for _ in islice(numbered_lines(names, limits.NAME), limits.WORDS))


def read_names(source: Source, what: str, n_names: int) -> tuple[str, ...]:
    """Read a list of exactly `n_names` names, one a line; errors call each a `what`."""
    # One more than needed shows that there are too many; a bomb holds millions.
    lines = islice(numbered_lines(source, limits.NAME + len(b"\r\n")), n_names + 1)
    names = tuple(
        _read_name(line, f"{source.name}, line {number}", what)
        for number, line in lines
    )
    if len(names) != n_names:
        n_given = f"{len(names):,}" if len(names) < n_names else f"over {n_names:,}"
        raise InputError(
            f"{source.name} has {n_given} {what}s, but the counts are of {n_names:,}. "
            f"Give the list of {what}s that belongs to these counts."
        )
    return names


def _read_name(line: bytes, place: str, what: str) -> str:
    name = line.strip()
    if not name or max(len(name), len(line) - len(b"\r\n")) > limits.NAME:
        raise InputError(
            f"{place}: a {what} of {f'over {limits.NAME:,}' if name else 0} bytes; "
            f"it must have 1 to {limits.NAME:,}. Put one {what} on each line."
        )
    return decode(name, place)
