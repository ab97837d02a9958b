"""Read zip archives, in memory and within bounds: any archive, and those of texts."""

import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NamedTuple

from spca_core.corpus.readers.apart import Apart
from spca_core.corpus.readers.documents.formats import packed_text, text_of
from spca_core.corpus.readers.files import (
    Renamed,
    Source,
    Upload,
    cannot_open,
    most_unzipped,
    open_bounded,
    plain_name,
)
from spca_core.corpus.readers.gathering import Gathering, Refusals
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError

MAGICS = (b"PK\x03\x04", b"PK\x05\x06")  # the second begins an empty archive
MAX_DIRECTORY = 20_000_000  # bytes; zipfile takes fifteen times that to hold it
# For these methods, zipfile bounds how much it unzips at a time.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
ENCRYPTED = 1  # a bit of a file's flags
MAX_FILES = 200_000
MAX_TEXT = 2_000_000_000  # bytes of all files, unzipped
MAX_FILE = 10_000_000  # bytes of one file
MAX_DOCUMENT = 200_000_000  # bytes of a document that comes alone
MAX_SHOWN = 100  # characters of a title
TEXT_ENDINGS = (".txt", ".md", ".docx", ".pdf")


class Member(NamedTuple):
    """A file in the zip: its stated path, cleaned, and how zipfile finds it."""

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
        return self.file_name.lower().endswith(TEXT_ENDINGS)


def read_zipped_texts(source: Source) -> Texts:
    """Read every text file as a document; its path in the zip is its title.

    Its group is the first folder on its path that is not the same for all files.
    """
    gathering = Gathering(source, "file")
    fault = "is not a zip archive, or one that is cut off or damaged"
    damaged = f"{source.name} {fault}. Zip the files again."
    with open_zip(source, damaged) as archive, Apart(packed_text) as apart:
        members = _text_members(archive, source, gathering.refusals)
        levels = zip(*(member.folders for member in members), strict=False)
        level = next((i for i, at in enumerate(levels) if len(set(at)) > 1), None)
        for member, text in _texts(archive, members, source, gathering.refusals, apart):
            groups = {} if level is None else {"folder": member.folders[level]}
            gathering.add(text, member.title, groups)
    return gathering.texts()


def read_document(source: Source) -> Texts:
    """Read one Word or PDF file as a document, with its name as the title."""
    gathering = Gathering(source, "file")
    with open_bounded(source, MAX_DOCUMENT) as file, Apart(packed_text) as apart:
        text = text_of(file.read(), source.name, apart)
    gathering.add(text, plain_name(source))
    return gathering.texts()


def zipped(sources: Sequence[Source]) -> Upload:
    """Return several files as one zip, with the same bytes for the same files."""
    archive = io.BytesIO()
    named: dict[str, Source] = {}
    for number, source in enumerate(sources, start=1):
        again = source.name in named
        named[f"{number} {source.name}" if again else source.name] = source
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        for name, source in named.items():
            with open_bounded(source, MAX_TEXT) as content:
                file.writestr(zipfile.ZipInfo(name), content.read())
    return Upload(f"{len(sources)} files.zip", archive.getvalue())


def zipped_folder(folder: Path) -> Upload:
    """Return the text files of a folder and those in it as one zip, named like it.

    raises : InputError if there is none
    """
    found = sorted(
        path
        for path in folder.rglob("*")
        if path.is_file() and path.name.lower().endswith(TEXT_ENDINGS)
    )
    if not found:
        raise InputError(
            f"{folder} is a folder without text files ({', '.join(TEXT_ENDINGS)}), and "
            "not a store. Name another folder, or a file in it."
        )
    files = [Renamed(path.relative_to(folder).as_posix(), path) for path in found]
    return Upload(f"{folder.resolve().name}.zip", zipped(files).content)


@contextmanager
def open_zip(source: Source, damaged: str) -> Iterator[zipfile.ZipFile]:
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


def _too_large(name: str, most: int, what: str) -> InputError:
    most_read = f"over {most:,} {what}, the most that can be read here"
    return InputError(f"{name} holds {most_read}. Take a part of it.")


class _Guarded(io.BufferedIOBase):
    """A zip file that refuses a large directory, since zipfile reads it at once."""

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
    archive: zipfile.ZipFile, source: Source, refusals: Refusals
) -> list[Member]:
    """Return the text files sorted by title, without hidden ones and macOS's own."""
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
            endings = ", ".join(TEXT_ENDINGS)
            refusals.add(number, f"{member.title[:MAX_SHOWN]}: none of {endings}")
    return [member for member in seen if member.is_text]


def _member(info: zipfile.ZipInfo) -> Member:
    # A name may try to lead out of a folder; here it is only a label.
    without_drive = re.sub(r"^[A-Za-z]:", "", info.filename)
    *folders, file_name = re.split(r"[/\\]", without_drive)
    named = (folder for folder in folders if folder not in ("", ".", ".."))
    return Member(tuple(named), file_name, info)


def _texts(
    archive: zipfile.ZipFile,
    members: list[Member],
    source: Source,
    refusals: Refusals,
    apart: Apart,
) -> Iterator[tuple[Member, str]]:
    """Yield the files that hold text with their texts; the others are refused."""
    most = left = min(MAX_TEXT, most_unzipped(source))
    for number, member in enumerate(members, start=1):
        title = member.title[:MAX_SHOWN]
        content = _read(archive, member, f"{source.name}, {title!r}")
        left -= len(content)
        if left < 0:
            raise _too_large(source.name, most, "bytes of text")
        try:
            if len(content) > MAX_FILE:
                raise InputError(f"{title}: over {MAX_FILE:,} bytes long")
            text = text_of(content, title, apart)
        except InputError as refusal:
            refusals.add(number, str(refusal))
        else:
            yield member, text


def _read(archive: zipfile.ZipFile, member: Member, place: str) -> bytes:
    if not is_readable(member.info):
        fault = "is locked by a password or packed in a rare way"
        raise InputError(f"{place} {fault}. Zip the files again, without a password.")
    with archive.open(member.info) as file:
        return file.read(MAX_FILE + 1)
