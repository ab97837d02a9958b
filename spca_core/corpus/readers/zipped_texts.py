"""Reader of a zip of .txt files, a document each: read in memory, never unpacked."""

import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.assembly import Assembly
from spca_core.corpus.readers.files import BYTE_ORDER_MARK, Source
from spca_core.corpus.readers.lines import decode
from spca_core.corpus.readers.zip_archives import is_readable, open_zip, too_large
from spca_core.corpus.tokeniser import DEFAULT, Tokeniser
from spca_core.errors import InputError

MOST_FILES = 200_000
MOST_TEXT = 2_000_000_000  # bytes of all files, unzipped
LONGEST_TEXT = 10_000_000  # bytes of one
MOST_SHOWN = 100  # characters of a title


class Member(NamedTuple):
    """A file in the zip: where it says it is, cleaned, and how zipfile finds it."""

    folders: tuple[str, ...]
    file_name: str
    info: zipfile.ZipInfo

    @property
    def title(self) -> str:
        return "/".join((*self.folders, self.file_name))


def read_zipped_texts(source: Source, tokeniser: Tokeniser = DEFAULT) -> Corpus:
    """Read every .txt file as a document: its place in the zip is its title.

    Its label is the first folder on the way to it that is not the same for all.
    raises : InputError that names the file, what is wrong and the way out
    """
    assembly = Assembly(source, "file")
    damaged = (
        f"{source.name} is no zip archive, or one that is cut off or damaged. Zip the "
        "files again."
    )
    with open_zip(source, damaged) as archive:
        members = _text_members(archive, source, assembly)
        level = _level_of_labels(members)
        for number, text in _texts(archive, members, source, assembly):
            member = members[number - 1]
            label = "" if level is None else member.folders[level]
            counts = Counter(tokeniser.words(text))
            assembly.add(
                counts, line=number, title=member.title, label=label, text=text.strip()
            )
    return assembly.corpus()


def _text_members(
    archive: zipfile.ZipFile, source: Source, assembly: Assembly
) -> list[Member]:
    """Return the .txt files by title; macOS's own and hidden ones do not count."""
    # Not ZipInfo.is_dir: that fails on an empty name.
    files = (info for info in archive.infolist() if not info.filename.endswith("/"))
    seen = sorted(
        (member for member in map(_member, files) if not _is_hidden(member)),
        key=lambda member: (not _is_text(member), member.title),
    )
    if len(seen) > MOST_FILES:
        raise too_large(source.name, MOST_FILES, "files")
    for number, member in enumerate(seen, start=1):
        if not _is_text(member):
            assembly.refuse(number, f"{member.title[:MOST_SHOWN]}: no .txt file")
    return [member for member in seen if _is_text(member)]


def _member(info: zipfile.ZipInfo) -> Member:
    """Clean a name that may be made to lead out of a folder; here it only names."""
    without_drive = re.sub(r"^[A-Za-z]:", "", info.filename)
    *folders, file_name = re.split(r"[/\\]", without_drive)
    named = (folder for folder in folders if folder not in ("", ".", ".."))
    return Member(tuple(named), file_name, info)


def _is_hidden(member: Member) -> bool:
    return member.file_name.startswith(".") or "__MACOSX" in member.folders


def _is_text(member: Member) -> bool:
    return member.file_name.lower().endswith(".txt")


def _level_of_labels(members: list[Member]) -> int | None:
    """Return which of their folders, from the outermost, tells the files apart."""
    levels = zip(*(member.folders for member in members), strict=False)
    return next((i for i, names in enumerate(levels) if len(set(names)) > 1), None)


def _texts(
    archive: zipfile.ZipFile, members: list[Member], source: Source, assembly: Assembly
) -> Iterator[tuple[int, str]]:
    """Yield numbers and texts of the files that hold text; the others are refused."""
    left = MOST_TEXT
    for number, member in enumerate(members, start=1):
        content = _read(archive, member, source)
        left -= len(content)
        if left < 0:
            raise too_large(source.name, MOST_TEXT, "bytes of text")
        try:
            text = _text(content, member.title[:MOST_SHOWN])
        except InputError as refusal:
            assembly.refuse(number, str(refusal))
        else:
            yield number, text


def _read(archive: zipfile.ZipFile, member: Member, source: Source) -> bytes:
    if not is_readable(member.info):
        raise InputError(
            f"{source.name}, {member.title[:MOST_SHOWN]!r} is locked by a password or "
            "packed in a rare way. Zip the files again, without a password."
        )
    with archive.open(member.info) as file:
        return file.read(LONGEST_TEXT + 1)


def _text(content: bytes, title: str) -> str:
    if len(content) > LONGEST_TEXT:
        raise InputError(f"{title}: over {LONGEST_TEXT:,} bytes long")
    return decode(content.removeprefix(BYTE_ORDER_MARK), title)
