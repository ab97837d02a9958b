"""Open zip archives of strangers, within bounds."""

import io
import struct
import zipfile
import zlib
from collections.abc import Generator
from contextlib import contextmanager
from typing import BinaryIO

from spca_core.corpus import limits
from spca_core.corpus.readers.files import Source, cannot_open, n_bytes
from spca_core.errors import InputError

MAGICS = (b"PK\x03\x04", b"PK\x05\x06")  # the second begins an empty archive
# What an archive may be.
WORKBOOK, ARRAYS, FILES = "workbook", "arrays", "files"
WORD, ODT, EPUB = "word", "odt", "epub"
# How the first member of an archive says what it is.
MIMES = {
    b"application/vnd.oasis.opendocument.spreadsheet": WORKBOOK,
    b"application/vnd.oasis.opendocument.text": ODT,
}
END_BYTES = 1 << 20  # bytes at the end of an archive
# For these methods, zipfile bounds how much it unzips at a time.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 1  # a bit of a file's flags


def kind_of(start: bytes, source: Source) -> str:
    """Return what an archive is by its first member and the end of its directory.

    To list all its members could fill the memory.
    """
    names = _directory(source)
    if b"[Content_Types].xml" in names:
        for folder, kind in ((b"xl/", WORKBOOK), (b"word/", WORD)):
            if folder in names:
                return kind
        raise InputError(
            f"{source.name} is a file of Office. Save it as .xlsx or .docx."
        )
    if b"META-INF/container.xml" in names:
        return EPUB
    name = start[30 : 30 + int.from_bytes(start[26:28], "little")]
    if name == b"mimetype":  # so begin books and documents of LibreOffice
        begun = start[: 30 + len(name) + max(map(len, MIMES))]
        return next((kind for mime, kind in MIMES.items() if mime in begun), ODT)
    is_empty = start.startswith(MAGICS[1])
    return ARRAYS if is_empty or name.endswith(b".npy") else FILES


def _directory(source: Source) -> bytes:
    """Return the end of an archive's list of files; file contents may look like one."""
    first = max(0, n_bytes(source) - END_BYTES)
    with source.open("rb") as file:
        file.seek(first)
        end = file.read()
    place = end.rfind(MAGICS[1])
    start = int.from_bytes(end[place + 16 : place + 20], "little")
    return end[max(0, start - first) : place] if place >= 0 else end


@contextmanager
def open_zip(source: Source, damaged: str) -> Generator[zipfile.ZipFile]:
    """Open an archive; `damaged` is the message if it is not one, or is damaged."""
    try:
        file = source.open("rb")
    except OSError as error:
        raise cannot_open(source, error) from error
    # Errors also come from a place before the file's start, a name that is not text, or
    # a version that Python does not know; some only when the files are read.
    try:
        with file, zipfile.ZipFile(_Guarded(file, source.name)) as archive:
            yield archive
    except (
        *(zipfile.BadZipFile, zlib.error, EOFError, struct.error, OSError),
        *(UnicodeDecodeError, NotImplementedError),
    ) as error:
        raise InputError(damaged) from error


def is_readable(member: zipfile.ZipInfo) -> bool:
    """Return whether a file has no password, and a method that zipfile bounds."""
    return not member.flag_bits & ENCRYPTED and member.compress_type in METHODS


class _Guarded(io.BufferedIOBase):
    """A zip file that refuses a large directory, since zipfile reads it at once."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name

    def read(self, size: int | None = -1, /) -> bytes:
        if size and size > limits.DIRECTORY:
            raise limits.too_many(
                self._name, limits.DIRECTORY, "bytes of names of files"
            )
        return self._file.read(-1 if size is None else size)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence == io.SEEK_SET and offset < 0:
            raise zipfile.BadZipFile("a place before the file's start")
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True
