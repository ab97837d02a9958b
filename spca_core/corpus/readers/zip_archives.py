"""Opening strangers' zip archives: read in memory, never unpacked, within bounds."""

import io
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from spca_core.corpus.readers.files import Source
from spca_core.errors import InputError

MAGICS = (b"PK\x03\x04", b"PK\x05\x06")  # the second of an empty archive
MAX_DIRECTORY = 20_000_000  # bytes; zipfile takes fifteen times that to hold it
# Only of these does zipfile bound what it unzips at a time.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 1  # a bit of a file's flags


@contextmanager
def open_zip(source: Source, damaged: str) -> Iterator[zipfile.ZipFile]:
    """Open an archive; what is found out only as its files are read is caught too.

    damaged : the message of the error if it is no zip archive, or a damaged one
    raises  : InputError also if it cannot be opened or has too many names
    """
    try:
        file = source.open("rb")
    except OSError as error:
        raise InputError(
            f"{source} cannot be opened: {error.strerror}. Check its name."
        ) from error
    # Also of a place before the file's start, a name that is no text, and a version
    # that Python does not know.
    try:
        with file, zipfile.ZipFile(_Guarded(file, source.name)) as archive:
            yield archive
    except (
        *(zipfile.BadZipFile, zlib.error, EOFError, struct.error, OSError),
        *(UnicodeDecodeError, NotImplementedError),
    ) as error:
        raise InputError(damaged) from error


def is_readable(member: zipfile.ZipInfo) -> bool:
    """Tell whether a file in the archive has no password and a packing we bound."""
    return not member.flag_bits & ENCRYPTED and member.compress_type in METHODS


def too_large(name: str, most: int, what: str) -> InputError:
    """Return the error for an archive that holds more than can be read."""
    return InputError(
        f"{name} holds over {most:,} {what}, the most that can be read here. Take a "
        "part of it."
    )


class _Guarded(io.BufferedIOBase):
    """A zip file whose directory may not be too large: zipfile reads it at once."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name

    def read(self, size: int | None = -1, /) -> bytes:
        if size and size > MAX_DIRECTORY:
            raise too_large(self._name, MAX_DIRECTORY, "bytes of names of files")
        return self._file.read(-1 if size is None else size)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence == io.SEEK_SET and offset < 0:
            raise zipfile.BadZipFile("a place before the file's start")
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True
