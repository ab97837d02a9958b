"""Lines of strangers' text files: numbered, bounded, and shown short in messages."""

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.errors import InputError

MAX_TEXT = 4_000_000_000  # bytes, unzipped
MAX_LINES = 20_000_000  # a file of 2 MB can unzip to a hundred times as many
MAX_LINE = 30_000_000  # bytes: two million columns of numbers
MAX_NAME = 1_000  # bytes
MAX_QUOTED = 64  # bytes or characters
BLOCK = 1 << 18  # bytes


def numbered_lines(
    source: Source, max_line: int = MAX_LINE
) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers from 1.

    A line of over `max_line` bytes is cut after one byte more, so that the caller can
    refuse the file or leave out the line.
    """
    with open_bounded(source, MAX_TEXT) as file:
        number = 0
        while line := file.readline(max_line + 1):
            number += 1
            if number > MAX_LINES:
                raise InputError(
                    f"{source.name} has over {MAX_LINES:,} lines, the most that can be "
                    "read here. Take a part of it."
                )
            yield number, line
            while line and not line.endswith(b"\n"):
                line = file.readline(BLOCK)


def blocks(
    file: BinaryIO, name: str, line: int, start: bytes = b"", max_line: int = MAX_LINE
) -> Iterator[tuple[int, bytes]]:
    """Yield the rest of a file in blocks of whole lines, each with its first number.

    `line` is the number of the first line; `start` holds lines that were read already.
    """
    block = start + file.read(BLOCK)
    while block:
        last = line + block.count(b"\n")
        block += read_line(file, f"{name}, line {last}", max_line)
        yield line, block
        line += block.count(b"\n")
        block = file.read(BLOCK)


def read_line(file: BinaryIO, place: str, max_line: int = MAX_LINE) -> bytes:
    """Return the rest of a line, nothing at the end of the file."""
    line = file.readline(max_line + 1)
    check_length(line, place, max_line)
    return line


def check_length(line: bytes, place: str, max_line: int = MAX_LINE) -> None:
    """Refuse a line that is too long."""
    if len(line) > max_line:
        raise InputError(
            f"{place}: over {max_line:,} bytes, the most that a line can have here. "
            "Correct the line, or check that the file has the format you mean."
        )


def decode(content: bytes, place: str) -> str:
    """Return the text of bytes in UTF-8; refuse others by place and byte.

    A zero byte is refused too: it is the sign of a binary file, or of UTF-16.
    """
    if (zero := content.find(b"\0")) >= 0:
        raise InputError(
            f"{_place_of(content, zero, place)}: a zero byte, as no text has, unless "
            "in UTF-16. Choose a file of text, or save it as UTF-8."
        )
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{_place_of(content, error.start, place)}: byte "
            f"0x{content[error.start]:02x} is not UTF-8. If this is text, save it as "
            "UTF-8."
        ) from error


def _place_of(content: bytes, start: int, place: str) -> str:
    """Add the line, if there are several."""
    line = content.count(b"\n", 0, start) + 1
    return f"{place}, line {line}" if b"\n" in content[:-1] else place


def quote(text: bytes | str) -> str:
    """Show a stranger's text in a message: on one line, escaped, its end left out."""
    short = text[:MAX_QUOTED]
    if isinstance(short, bytes):
        short = short.decode("utf-8", "backslashreplace")
    return repr(short)


def read_names(source: Source, what: str, n_names: int) -> tuple[str, ...]:
    """Read a list of exactly `n_names` names, one a line; errors call each a `what`."""
    # One more than is needed tells that there are too many; a bomb holds millions.
    lines = islice(numbered_lines(source, MAX_NAME + len(b"\r\n")), n_names + 1)
    names = tuple(
        _read_name(line, f"{source.name}, line {number}", what)
        for number, line in lines
    )
    if len(names) != n_names:
        found = f"{len(names):,}" if len(names) < n_names else f"over {n_names:,}"
        raise InputError(
            f"{source.name} has {found} {what}s, but the counts are of {n_names:,}. "
            f"Give the list of {what}s that belongs to these counts."
        )
    return names


def _read_name(line: bytes, place: str, what: str) -> str:
    name = line.strip()
    if not name or max(len(name), len(line) - len(b"\r\n")) > MAX_NAME:
        raise InputError(
            f"{place}: a {what} of {f'over {MAX_NAME:,}' if name else 0} bytes; "
            f"it needs 1 to {MAX_NAME:,}. Give one {what} a line."
        )
    return decode(name, place)
