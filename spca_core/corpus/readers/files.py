"""Open strangers' files, plain or gzip, and never read more than a stated cap."""

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import BinaryIO, Literal, Protocol, cast

from spca_core.corpus import limits
from spca_core.errors import InputError
from spca_core.running.bars import Progress

START_BYTES = 1 << 20  # bytes
BLOCK = 1 << 18  # bytes
CHECKED_BYTES = 1 << 24  # bytes to check for UTF-8; the reader reports later faults
CONTEXT = 1 << 14  # bytes kept before the first that is not UTF-8
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
MAX_OUTSIDE = 0.2  # of the files are in none of the folders that group the others
GZIP_MAGIC = b"\x1f\x8b"


class Source(Protocol):
    """A file to read: a Path, or an Upload."""

    @property
    def name(self) -> str: ...

    def open(self, mode: Literal["rb"], /) -> BinaryIO: ...


@dataclass(frozen=True)
class Upload:
    """A file in memory, from a browser; its name is only shown, never opened."""

    name: str
    content: bytes = field(repr=False)

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        return io.BufferedReader(io.BytesIO(self.content))

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Watched:
    """A file that reports, while it is read, which share has been read.

    tell : called with the share by the reading thread; what it raises ends the reading
    """

    path: Source
    tell: Progress

    @property
    def name(self) -> str:
        return self.path.name

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        file = self.path.open(mode)
        size = max(file.seek(0, io.SEEK_END), 1)
        file.seek(0)
        return io.BufferedReader(_Telling(file, size, self.tell))

    def __str__(self) -> str:
        return str(self.path)


@dataclass(frozen=True)
class OpenFile:
    """A file that has been opened: to open it again begins anew at its beginning."""

    path: Source
    file: BinaryIO

    @property
    def name(self) -> str:
        return self.path.name

    def open(self, mode: Literal["rb"], /) -> BinaryIO:
        return io.BufferedReader(_View(self.file))

    def __str__(self) -> str:
        return str(self.path)


@contextmanager
def opened(source: Source) -> Generator[Source]:
    """Open a file once, to look at it and to read it; a folder stays as it is.

    raises : InputError if it cannot be opened
    """
    if isinstance(source, Path) and source.is_dir():
        yield source
        return
    try:
        file = source.open("rb")
    except OSError as error:
        raise cannot_open(source, error) from error
    with file:
        yield OpenFile(source, file)


@contextmanager
def open_bounded(
    path: Source, max_bytes: int, small: int = limits.SMALL
) -> Generator[BinaryIO]:
    """Open a file for reading, unzipped if it is gzip, without a byte order mark.

    It is refused if it cannot be opened, is damaged, or holds over `max_bytes`.

    small : bytes that a small file may unzip to, whatever its size
    """
    try:
        with path.open("rb") as file:
            is_packed = _starts_as_gzip(file)
            unzipped = gzip.GzipFile(fileobj=file) if is_packed else file
            most = most_unzipped(path, small) if is_packed else max_bytes
            way_out = limits.TAKE_A_PART
            if most < max_bytes:
                way_out = (
                    "That is unusually much for a file of this size. Unzip it first."
                )
            bounded = _Bounded(unzipped, path.name, min(most, max_bytes), way_out)
            reader = io.BufferedReader(bounded, 1 << 16)
            if reader.peek().startswith(BYTE_ORDER_MARK):
                reader.read(len(BYTE_ORDER_MARK))
            yield reader
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        fault = "is a gzip file that is cut off or damaged"
        raise InputError(f"{path.name} {fault}. Download it again.") from error
    except OSError as error:
        raise cannot_open(path, error) from error


def beginning(path: Source) -> tuple[bytes, bytes]:
    """Return a file's first bytes, unzipped, and a piece with the first not in UTF-8.

    The piece includes a little of the text before that byte, to tell the encoding by;
    it is empty if all that is looked at is UTF-8.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    with open_bounded(path, limits.TEXT) as file:
        start = block = file.read(START_BYTES)
        for _ in range(0, CHECKED_BYTES, BLOCK):
            try:
                decoder.decode(block)
            except UnicodeDecodeError as error:
                return start, error.object[max(0, error.start - CONTEXT) :]
            if not (block := file.read(BLOCK)):
                break
    return start, b""


def _starts_as_gzip(file: BinaryIO) -> bool:
    return cast("io.BufferedReader", file).peek(2)[:2] == GZIP_MAGIC


def cannot_open(path: Source, error: OSError) -> InputError:
    return InputError(f"{path} cannot be opened: {error.strerror}. Check its name.")


def is_gzip(path: Source) -> bool:
    """Return whether a file is gzip, by its first bytes, not its name."""
    with path.open("rb") as file:
        return _starts_as_gzip(file)


def max_text_bytes(path: Source) -> int:
    """Return the most bytes of text that a file of this size can hold."""
    return n_bytes(path) * (limits.INFLATION if is_gzip(path) else 1)


def most_unzipped(path: Source, small: int = limits.SMALL) -> int:
    """Return the most bytes to unzip from a packed file; bombs hold ten times that."""
    return max(small, limits.LIKELY_INFLATION * n_bytes(path))


def n_bytes(path: Source) -> int:
    """Return the size of the file as it is stored, packed or not."""
    with path.open("rb") as file:
        return file.seek(0, io.SEEK_END)


def how_far(share: float, seconds: float) -> str:
    """Say how much of a file has been read, and what is done with it then."""
    read = f"{share:.0%} read after {seconds:.0f} s"
    return f"{read}; looking at words and repeated text" if share == 1 else read


def plain_name(path: Source) -> str:
    """Return a file's name without .gz and without the extension before it."""
    return Path(re.sub(r"(?i)\.gz$", "", path.name)).stem or path.name


def folders_apart(names: Sequence[str]) -> list[str]:
    """Return of each path the first folder that is not the same for all; or nothing.

    A few files may be in no folder there.
    """
    folders = (PurePosixPath(name).parts[:-1] for name in names)
    levels = zip_longest(*folders, fillvalue="")
    apart = next((list(at) for at in levels if len({*at} - {""}) > 1), [])
    return apart if apart.count("") <= MAX_OUTSIDE * len(apart) else []


class Stream(io.RawIOBase):
    """Bytes to be read, of which `take` gives the next ones."""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer) -> int:
        content = self.take(len(buffer))
        buffer[: len(content)] = content
        return len(content)

    def take(self, most: int) -> bytes:
        """Return the next bytes, `most` or fewer; none at the end."""
        raise NotImplementedError


class _View(Stream):
    """A file that others read too, with a place of its own in it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._at = file, 0

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence == io.SEEK_CUR:
            offset, whence = self._at + offset, io.SEEK_SET
        self._at = self._file.seek(offset, whence)
        return self._at

    def take(self, most: int) -> bytes:
        self._file.seek(self._at)
        content = self._file.read(most)
        self._at += len(content)
        return content


class _Telling(Stream):
    """A stream that reports which share of it has been read."""

    def __init__(self, file: BinaryIO, n_bytes: int, tell: Progress) -> None:
        self._file, self._n_bytes, self._tell = file, n_bytes, tell

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        return self._file.seek(offset, whence)

    def take(self, most: int) -> bytes:
        content = self._file.read(most)
        self._tell(min(self._file.tell() / self._n_bytes, 1.0))
        return content

    def close(self) -> None:
        self._file.close()
        super().close()


class _Bounded(Stream):
    """A stream that stops a gzip bomb: it gives up after `max_bytes`."""

    def __init__(
        self,
        file: io.BufferedIOBase | BinaryIO,
        name: str,
        max_bytes: int,
        way_out: str,
    ) -> None:
        self._file, self._name, self._max_bytes = file, name, max_bytes
        self._way_out, self._read = way_out, 0

    def take(self, most: int) -> bytes:
        chunk = self._file.read(most)
        self._read += len(chunk)
        what = "bytes of text"
        limits.check(self._name, self._read, self._max_bytes, what, self._way_out)
        return chunk
