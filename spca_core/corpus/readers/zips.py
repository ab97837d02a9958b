"""Zip archives, read in memory and within bounds: any, and those of .txt files."""

import io
import re
import struct
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.assembly import Assembly
from spca_core.corpus.readers.files import BYTE_ORDER_MARK, Source, cannot_open
from spca_core.corpus.readers.lines import decode
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.errors import InputError

MAGICS = (b"PK\x03\x04", b"PK\x05\x06")  # the second of an empty archive
MAX_DIRECTORY = 20_000_000  # bytes; zipfile takes fifteen times that to hold it
# Of these zipfile bounds what it unzips at a time.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 1  # a bit of a file's flags
MAX_FILES = 200_000
MAX_TEXT = 2_000_000_000  # bytes of all files, unzipped
MAX_FILE = 10_000_000  # bytes of one
MAX_SHOWN = 100  # characters of a title


class Member(NamedTuple):
    """A file in the zip: where it says it is, cleaned, and how zipfile finds it."""

    folders: tuple[str, ...]
    file_name: str
    info: zipfile.ZipInfo

    @property
    def title(self) -> str:
        return "/".join((*self.folders, self.file_name))

    @property
    def is_hidden(self) -> bool:
        return self.file_name.startswith(".") or "__MACOSX" in self.folders

    @property
    def is_text(self) -> bool:
        return self.file_name.lower().endswith(".txt")


def read_zipped_texts(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read every .txt file as a document: its place in the zip is its title.

    Its label is the first folder on the way to it that is not the same for all.
    """
    assembly = Assembly(source, "file")
    fault = "is no zip archive, or one that is cut off or damaged"
    damaged = f"{source.name} {fault}. Zip the files again."
    with open_zip(source, damaged) as archive:
        members = _text_members(archive, source, assembly)
        levels = zip(*(member.folders for member in members), strict=False)
        level = next((i for i, at in enumerate(levels) if len(set(at)) > 1), None)
        for number, text in _texts(archive, members, source, assembly):
            member = members[number - 1]
            label = "" if level is None else member.folders[level]
            counts = Counter(tokeniser.words(text))
            assembly.add(
                counts, line=number, title=member.title, label=label, text=text.strip()
            )
    return assembly.corpus()


@contextmanager
def open_zip(source: Source, damaged: str) -> Iterator[zipfile.ZipFile]:
    """Open an archive; `damaged` is the message if it is none, or a damaged one."""
    try:
        file = source.open("rb")
    except OSError as error:
        raise cannot_open(source, error) from error
    # Also of a place before the file's start, a name that is no text, and a version
    # that Python does not know; some only when its files are read.
    try:
        with file, zipfile.ZipFile(_Guarded(file, source.name)) as archive:
            yield archive
    except (
        *(zipfile.BadZipFile, zlib.error, EOFError, struct.error, OSError),
        *(UnicodeDecodeError, NotImplementedError),
    ) as error:
        raise InputError(damaged) from error


def is_readable(member: zipfile.ZipInfo) -> bool:
    """Tell whether a file has no password, and a packing that zipfile bounds."""
    return not member.flag_bits & ENCRYPTED and member.compress_type in METHODS


def _too_large(name: str, most: int, what: str) -> InputError:
    most_read = f"over {most:,} {what}, the most that can be read here"
    return InputError(f"{name} holds {most_read}. Take a part of it.")


class _Guarded(io.BufferedIOBase):
    """A zip file whose directory may not be too large: zipfile reads it at once."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self._file, self._name = file, name

    def read(self, size: int | None = -1, /) -> bytes:
        if size and size > MAX_DIRECTORY:
            raise _too_large(self._name, MAX_DIRECTORY, "bytes of names of files")
        return self._file.read(-1 if size is None else size)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        if whence == io.SEEK_SET and offset < 0:
            raise zipfile.BadZipFile("a place before the file's start")
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        return self._file.tell()

    def seekable(self) -> bool:
        return True


def _text_members(
    archive: zipfile.ZipFile, source: Source, assembly: Assembly
) -> list[Member]:
    """Return the .txt files by title; macOS's own and hidden ones do not count."""
    # Not ZipInfo.is_dir: that fails on an empty name.
    files = (info for info in archive.infolist() if not info.filename.endswith("/"))
    seen = sorted(
        (member for member in map(_member, files) if not member.is_hidden),
        key=lambda member: (not member.is_text, member.title),
    )
    if len(seen) > MAX_FILES:
        raise _too_large(source.name, MAX_FILES, "files")
    for number, member in enumerate(seen, start=1):
        if not member.is_text:
            assembly.refuse(number, f"{member.title[:MAX_SHOWN]}: no .txt file")
    return [member for member in seen if member.is_text]


def _member(info: zipfile.ZipInfo) -> Member:
    # A name may be made to lead out of a folder; here it only names.
    without_drive = re.sub(r"^[A-Za-z]:", "", info.filename)
    *folders, file_name = re.split(r"[/\\]", without_drive)
    named = (folder for folder in folders if folder not in ("", ".", ".."))
    return Member(tuple(named), file_name, info)


def _texts(
    archive: zipfile.ZipFile, members: list[Member], source: Source, assembly: Assembly
) -> Iterator[tuple[int, str]]:
    """Yield numbers and texts of the files that hold text; the others are refused."""
    left = MAX_TEXT
    for number, member in enumerate(members, start=1):
        title = member.title[:MAX_SHOWN]
        content = _read(archive, member, f"{source.name}, {title!r}")
        left -= len(content)
        if left < 0:
            raise _too_large(source.name, MAX_TEXT, "bytes of text")
        try:
            if len(content) > MAX_FILE:
                raise InputError(f"{title}: over {MAX_FILE:,} bytes long")
            text = decode(content.removeprefix(BYTE_ORDER_MARK), title)
        except InputError as refusal:
            assembly.refuse(number, str(refusal))
        else:
            yield number, text


def _read(archive: zipfile.ZipFile, member: Member, place: str) -> bytes:
    if not is_readable(member.info):
        fault = "is locked by a password or packed in a rare way"
        raise InputError(f"{place} {fault}. Zip the files again, without a password.")
    with archive.open(member.info) as file:
        return file.read(MAX_FILE + 1)
