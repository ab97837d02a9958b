"""Opening strangers' files: plain or gzip, never more bytes than a stated cap."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from spca_core.errors import InputError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP_MAGIC = b"\x1f\x8b"
# A byte of deflate holds at most 1,032 bytes of text (zlib.net/zlib_tech.html).
MOST_INFLATION = 1032
LONGEST_LIST = 500_000_000  # bytes
LONGEST_NAME = 1_000  # characters


@contextmanager
def open_bounded(path: Path, most_bytes: int) -> Iterator[BinaryIO]:
    """Open a file for reading, unzipped if it is gzip.

    raises : InputError if it cannot be opened, is damaged, or holds over `most_bytes`
    """
    try:
        with path.open("rb") as file:
            unzipped = gzip.GzipFile(fileobj=file) if is_gzip(path) else file
            yield io.BufferedReader(_Bounded(unzipped, path.name, most_bytes), 1 << 16)
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{path.name} is a gzip file that is cut off or damaged. "
            "Download or compress it again."
        ) from error
    except OSError as error:
        raise InputError(
            f"{path} cannot be opened: {error.strerror}. Check its name."
        ) from error


def is_gzip(path: Path) -> bool:
    """Tell by its first bytes, not its name."""
    with path.open("rb") as file:
        return file.read(2) == GZIP_MAGIC


def most_text_bytes(path: Path) -> int:
    """Return the most bytes of text that a file of this size can hold."""
    return path.stat().st_size * (MOST_INFLATION if is_gzip(path) else 1)


def read_names(path: Path, what: str) -> tuple[str, ...]:
    """Read one name a line, UTF-8; `what` is said of them in errors.

    raises : InputError with file and line: not UTF-8, empty, too long
    """
    with open_bounded(path, LONGEST_LIST) as file:
        content = file.read().removeprefix(BYTE_ORDER_MARK)
    lines = content.removesuffix(b"\n").split(b"\n") if content else []
    return tuple(
        _read_name(line.removesuffix(b"\r"), f"{path.name}, line {number}", what)
        for number, line in enumerate(lines, start=1)
    )


def _read_name(line: bytes, place: str, what: str) -> str:
    try:
        name = line.decode().strip()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place}: byte 0x{line[error.start]:02x} is not UTF-8. "
            f"Save the {what}s as UTF-8 text."
        ) from error
    if not name or len(name) > LONGEST_NAME:
        raise InputError(
            f"{place}: a {what} of {len(name):,} characters; it needs 1 to "
            f"{LONGEST_NAME:,}. Give one {what} a line."
        )
    return name


class _Bounded(io.RawIOBase):
    """A stream that stops a gzip bomb: it gives up after `most_bytes`."""

    def __init__(self, file: BinaryIO, name: str, most_bytes: int) -> None:
        self._file, self._name, self._most_bytes = file, name, most_bytes
        self._read = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        chunk = self._file.read(len(buffer))
        self._read += len(chunk)
        if self._read > self._most_bytes:
            raise InputError(
                f"{self._name} holds over {self._most_bytes:,} bytes of text, the most "
                "that is read here. Shorten it, or check that it is what it says."
            )
        buffer[: len(chunk)] = chunk
        return len(chunk)
