"""Opening strangers' files: plain or gzip, never more bytes than a stated cap."""

import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from typing import BinaryIO, Literal, Protocol

from spca_core.errors import InputError

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
GZIP_MAGIC = b"\x1f\x8b"
# A byte of deflate holds at most 1,032 bytes of text (zlib.net/zlib_tech.html).
MOST_INFLATION = 1032
LONGEST_LIST = 500_000_000  # bytes
LONGEST_NAME = 1_000  # bytes


class Source(Protocol):
    """A file to read: a Path, or an Upload."""

    @property
    def name(self) -> str: ...

    def open(self, mode: Literal["rb"], /) -> BinaryIO: ...


@dataclass(frozen=True)
class Upload:
    """A file in memory, from a browser: its name is only ever shown."""

    name: str
    content: bytes = field(repr=False)

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        """Open it for reading, as often as wanted."""
        return io.BytesIO(self.content)

    def __str__(self) -> str:
        return self.name


@contextmanager
def open_bounded(path: Source, most_bytes: int) -> Iterator[BinaryIO]:
    """Open a file for reading, unzipped if it is gzip, past a byte order mark.

    raises : InputError if it cannot be opened, is damaged, or holds over `most_bytes`
    """
    try:
        with path.open("rb") as file:
            unzipped = gzip.GzipFile(fileobj=file) if is_gzip(path) else file
            bounded = _Bounded(unzipped, path.name, most_bytes)
            reader = io.BufferedReader(bounded, 1 << 16)
            if reader.peek().startswith(BYTE_ORDER_MARK):
                reader.read(len(BYTE_ORDER_MARK))
            yield reader
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(
            f"{path.name} is a gzip file that is cut off or damaged. "
            "Download or compress it again."
        ) from error
    except OSError as error:
        raise InputError(
            f"{path} cannot be opened: {error.strerror}. Check its name."
        ) from error


def is_gzip(path: Source) -> bool:
    """Tell by its first bytes, not its name."""
    with path.open("rb") as file:
        return file.read(2) == GZIP_MAGIC


def most_text_bytes(path: Source) -> int:
    """Return the most bytes of text that a file of this size can hold."""
    return n_bytes(path) * (MOST_INFLATION if is_gzip(path) else 1)


def n_bytes(path: Source) -> int:
    """Return the size of the file as it is."""
    with path.open("rb") as file:
        return file.seek(0, io.SEEK_END)


def read_names(path: Source, what: str, n_names: int) -> tuple[str, ...]:
    """Read that many names, one a line, UTF-8; `what` is said of them in errors.

    raises : InputError with file and line: not UTF-8, empty, too long, too few or many
    """
    with open_bounded(path, LONGEST_LIST) as file:
        # One more than is needed tells that there are too many; a bomb holds millions.
        lines = islice(iter(lambda: file.readline(LONGEST_NAME + 3), b""), n_names + 1)
        names = tuple(
            _read_name(line.strip(), f"{path.name}, line {number}", what)
            for number, line in enumerate(lines, start=1)
        )
    if len(names) != n_names:
        found = f"{len(names):,}" if len(names) < n_names else f"over {n_names:,}"
        raise InputError(
            f"{path.name} has {found} {what}s, but the counts are of {n_names:,}. "
            f"Give the list of {what}s that belongs to these counts."
        )
    return names


def _read_name(name: bytes, place: str, what: str) -> str:
    if not 1 <= len(name) <= LONGEST_NAME:
        raise InputError(
            f"{place}: a {what} of {f'over {LONGEST_NAME:,}' if name else 0} bytes; "
            f"it needs 1 to {LONGEST_NAME:,}. Give one {what} a line."
        )
    try:
        return name.decode()
    except UnicodeDecodeError as error:
        raise InputError(
            f"{place}: byte 0x{name[error.start]:02x} is not UTF-8. "
            f"Save the {what}s as UTF-8 text."
        ) from error


class _Bounded(io.RawIOBase):
    """A stream that stops a gzip bomb: it gives up after `most_bytes`."""

    def __init__(
        self, file: io.BufferedIOBase | BinaryIO, name: str, most_bytes: int
    ) -> None:
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
