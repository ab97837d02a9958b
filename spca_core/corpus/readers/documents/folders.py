"""Several files as one: texts with a table about them, or tables alike."""

import io
import os
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from spca_core.corpus import limits
from spca_core.corpus.readers.archives import is_readable, open_zip
from spca_core.corpus.readers.documents.reading import parts_in
from spca_core.corpus.readers.files import (
    Source,
    Upload,
    folders_apart,
    most_unzipped,
    open_bounded,
)
from spca_core.corpus.readers.formats import (
    PLAIN_TEXT,
    Gives,
    endings_of,
    form_of_ending,
    of_kind,
)
from spca_core.corpus.readers.gathering import NO_GROUP, Gathering, Refusals
from spca_core.corpus.readers.tables.columns import Column
from spca_core.corpus.readers.tables.roles import NONE, find_about
from spca_core.corpus.readers.tables.several import joined_values, separator
from spca_core.corpus.readers.tables.table import LOOSE, Table, read_table
from spca_core.corpus.texts.dates import iso_dates
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from spca_core.formatting import counted

ENDINGS = endings_of(Gives.TEXTS)
TEXTS = of_kind(Gives.TEXTS)
TABLES = of_kind(Gives.RECORDS, Gives.ENTRIES)
DOCUMENTS = ("xml", "mailbox")  # tables of texts, which tell nothing of other files
# How lists of references begin that are called .txt, as Web of Science's are.
REFERENCES = re.compile(rb"\s*(FN |PT [A-Z]\s|TY  - |PMID- |@\w+\s*\{)")
MAX_SHOWN = 100  # characters of a title
MIN_MATCHED = 0.5  # of the texts must be named in a table about them

Open = Callable[[Source], Table | None]  # gives the table in a file, if it is one


class Member(NamedTuple):
    """A file in the zip: its stated path, cleaned, and how zipfile finds it.

    is_bare : whether it is a text though no ending says so, as none does of any file
    """

    folders: tuple[str, ...]
    file_name: str
    info: zipfile.ZipInfo
    is_bare: bool = False

    @property
    def title(self) -> str:
        return "/".join((*self.folders, self.file_name))

    @property
    def is_hidden(self) -> bool:
        return self.file_name.startswith(".") or "__MACOSX" in self.folders

    @property
    def form(self) -> str:
        """Its format by its ending: a key of FORMATS."""
        return PLAIN_TEXT if self.is_bare else form_of_ending(self.file_name)

    @property
    def is_text(self) -> bool:
        return self.form in TEXTS

    @property
    def is_table(self) -> bool:
        return self.form in TABLES


def tables_alone(
    source: Source, open_table: Open
) -> tuple[list[Table], tuple[str, ...]]:
    """Return the tables of an archive without texts, and what was left out."""
    tables: list[tuple[int, Table]] = []
    refusals = Refusals(source, "file")
    with _opened(source) as archive:
        for number, member, content in _contents(archive, source):
            if table := _table(open_table, member, content):
                tables.append((number, table))
            elif member.is_text:
                return [], ()
            else:
                refusals.add(number, _fault(member, content))
    kept = _with_texts(tables, refusals)
    return kept, refusals.warnings()


def only_file(source: Source) -> Upload | None:
    """Return the file of an archive that has but one, of a kind that is read."""
    with _opened(source) as archive:
        members = _members(archive, source)
        if len(members) != 1 or not (members[0].is_text or members[0].is_table):
            return None
        ((_, member, content),) = _contents(archive, source)
    return None if len(content) > limits.FILE else Upload(member.file_name, content)


def _with_texts(tables: list[tuple[int, Table]], refusals: Refusals) -> list[Table]:
    """Return the tables; of JSON, those with the texts of most, such as messages."""
    if not all(table.source.name.lower().endswith(LOOSE) for _, table in tables):
        return [table for _, table in tables]
    names = Counter(name for _, table in tables for name in table.taken.text)
    usual = names.most_common(1)[0][0] if names else ""
    for number, table in tables:
        if usual not in table.names:
            refusals.add(number, f"{table.source.name[:MAX_SHOWN]}: has no {usual!r}")
    return [table for _, table in tables if usual in table.names]


def read_zipped(source: Source, open_table: Open, element: str = "") -> Texts:
    """Read texts, each a document with its path as the title.

    The group of a text is the first folder on its path that is not the same for all. A
    table with a column of the texts' names gives titles, dates and groups; so do
    several of the same columns.
    """
    gathering = Gathering(source, "file")
    tables: list[Table] = []
    with _opened(source) as archive:
        members = _members(archive, source)
        titles = [member.title for member in members if member.is_text]
        folders = dict(zip(titles, folders_apart(titles), strict=False))
        for number, member, content in _contents(archive, source):
            folder = folders.get(member.title)
            groups = {"folder": folder} if folder else {}
            table = _table(open_table, member, content)
            if table and member.form in DOCUMENTS:
                _add_rows(gathering, member, read_table(table))
            elif table:
                tables.append(table)
            elif fault := _fault(member, content):
                gathering.refusals.add(number, fault)
            else:
                _add(gathering, number, member, content, groups, element)
    return _described(gathering.texts(), tables)


def _opened(source: Source) -> AbstractContextManager[zipfile.ZipFile]:
    fault = "is not a zip archive, or one that is cut off or damaged"
    return open_zip(source, f"{source.name} {fault}. Zip the files again.")


def _table(open_table: Open, member: Member, content: bytes) -> Table | None:
    is_table = member.is_table or REFERENCES.match(content)
    return open_table(Upload(member.title, content)) if is_table else None


def _fault(member: Member, content: bytes) -> str:
    """Say why a file is left out, if it is."""
    title = member.title[:MAX_SHOWN]
    if member.is_table:
        return f"{title}: no table of texts"
    if not member.is_text:
        return f"{title}: none of {', '.join(ENDINGS)}"
    is_long = len(content) > limits.FILE
    return f"{title}: over {limits.FILE:,} bytes long" if is_long else ""


def _add(
    gathering: Gathering,
    number: int,
    member: Member,
    content: bytes,
    groups: dict[str, str],
    element: str,
) -> None:
    try:
        name, doubt = member.title[:MAX_SHOWN], gathering.doubts.append
        with open_bounded(Upload(name, content), limits.FILE) as file:
            content = file.read()
        parts, _ = parts_in(content, name, member.form, element, doubt)
    except InputError as refusal:
        gathering.refusals.add(number, str(refusal))
    else:
        for part in parts:
            gathering.add(part.text, part.title or member.title, groups, part.date)


def _add_rows(gathering: Gathering, member: Member, texts: Texts) -> None:
    """Add the documents of a file that has several."""
    for i, text in enumerate(texts.texts):
        gathering.add(
            text,
            texts.titles[i] if texts.titles else member.title,
            {name: of[i] for name, of in texts.groups.items()},
            texts.dates[i] if texts.dates else "",
        )


def _described(texts: Texts, tables: Sequence[Table]) -> Texts:
    """Return texts with what a table says of them by their files' names."""
    alike: dict[tuple[str, ...], list[Table]] = {}
    for table in tables:
        alike.setdefault(table.names, []).append(table)
    for names, some in alike.items():
        rows = [list(row) for table in some for row in table.rows()]
        for i in range(len(names)):
            by_name = {_key(row[i]): row for row in rows}
            matches = [by_name.get(_key(title)) for title in texts.titles]
            if sum(map(bool, matches)) >= MIN_MATCHED * len(matches):
                return _with_table(texts, some[0], i, matches)
    left_out = (
        f"{table.source.name} names none of the texts beside it, and was left out. "
        "Read it alone."
        for table in tables
    )
    return replace(texts, warnings=(*texts.warnings, *left_out))


def _key(name: str) -> str:
    """Return a file's name without its folders, its ending, or capitals."""
    last = PurePosixPath(name.replace("\\", "/").strip()).name.lower()
    ending = next((known for known in ENDINGS if last.endswith(known)), "")
    return last.removesuffix(ending)


def _with_table(
    texts: Texts, table: Table, file: int, rows: list[list[str] | None]
) -> Texts:
    known = [i for i in range(len(table.names)) if i != file]
    cells = [[row[i] if row else "" for row in rows] for i in known]
    of = {table.names[i]: column for i, column in zip(known, cells, strict=True)}
    about = find_about([Column(name, column) for name, column in of.items()])
    titles = of.get(about.title, texts.titles)
    pairs = zip(titles, texts.titles, strict=True)
    groups = {
        name: tuple(joined_values(cell, mark) or NO_GROUP for cell in of[name])
        for name in about.groups
        for mark in [separator(of[name])]
    }
    n_missing = rows.count(None)
    missing = (f"{table.source.name} has no row for {n_missing:,} of the texts.",)
    matched = (f"{table.source.name} gives the texts' titles, dates and groups.",)
    return replace(
        texts,
        titles=tuple(title or name for title, name in pairs),
        dates=tuple(iso_dates(of[about.date])) if about.date != NONE else (),
        groups={**texts.groups, **groups},
        warnings=(*texts.warnings, *matched, *missing * (n_missing > 0)),
    )


def zipped(sources: Sequence[Source]) -> Upload:
    """Return several files as one zip, with the same bytes for the same files."""
    named: dict[str, Source] = {}
    for number, source in enumerate(sources, start=1):
        again = source.name in named
        named[f"{number} {source.name}" if again else source.name] = source
    return _zip(counted(len(sources), "files"), named)


def _zip(name: str, files: Mapping[str, Source]) -> Upload:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
        for title, source in files.items():
            with open_bounded(source, limits.TEXT_OF_FILES) as content:
                file.writestr(zipfile.ZipInfo(title), content.read())
    return Upload(f"{name}.zip", archive.getvalue())


def zipped_folder(folder: Path) -> Upload:
    """Return the texts and tables of a folder and those in it as one zip.

    raises : InputError if there is none
    """
    known = TEXTS + TABLES
    files_in = sorted(path for path in folder.rglob("*") if path.is_file())
    paths = [path for path in files_in if form_of_ending(path.name) in known]
    paths = paths or [path for path in files_in if "." not in path.name]
    if not paths:
        raise InputError(
            f"{folder} is a folder without text files ({', '.join(ENDINGS)}), and "
            "not a store. Name another folder, or a file in it."
        )
    return zipped_files(paths, folder)


def zipped_files(paths: Sequence[Path], folder: Path | None = None) -> Upload:
    """Return files as one zip, named as they are in a folder, or in that of all."""
    paths = [path.absolute() for path in paths]
    within = Path(os.path.commonpath([path.parent for path in paths]))
    within = folder.absolute() if folder else within
    named = {path.relative_to(within).as_posix(): path for path in paths}
    return _zip(within.resolve().name, named)


def _members(archive: zipfile.ZipFile, source: Source) -> list[Member]:
    """Return the files sorted by title, texts first, without hidden ones."""
    # Not ZipInfo.is_dir: that fails on an empty name.
    files = (info for info in archive.infolist() if not info.filename.endswith("/"))
    seen = sorted(
        (member for member in map(_member, files) if not member.is_hidden),
        key=lambda member: (not member.is_text, member.title),
    )
    limits.check(source.name, len(seen), limits.FILES, "files")
    if any(member.is_text or member.is_table for member in seen):
        return seen
    return [
        member._replace(is_bare="." not in member.file_name.strip("."))
        for member in seen
    ]


def _member(info: zipfile.ZipInfo) -> Member:
    # A name may try to lead out of a folder; here it is only a label.
    without_drive = re.sub(r"^[A-Za-z]:", "", info.filename)
    *folders, file_name = re.split(r"[/\\]", without_drive)
    named = (folder for folder in folders if folder not in ("", ".", ".."))
    return Member(tuple(named), file_name, info)


def _contents(
    archive: zipfile.ZipFile, source: Source
) -> Iterator[tuple[int, Member, bytes]]:
    """Yield the files' numbers, the files, and what texts and tables hold."""
    most = left = min(limits.TEXT_OF_FILES, most_unzipped(source))
    for number, member in enumerate(_members(archive, source), start=1):
        content = b""
        if member.is_text or member.is_table:
            place = f"{source.name}, {member.title[:MAX_SHOWN]!r}"
            content = _read(archive, member, place, left)
        left -= len(content)
        if left < 0:
            raise limits.too_many(source.name, most, "bytes of text")
        yield number, member, content


def _read(archive: zipfile.ZipFile, member: Member, place: str, left: int) -> bytes:
    if not is_readable(member.info):
        fault = "is locked by a password or packed in a rare way"
        raise InputError(f"{place} {fault}. Zip the files again, without a password.")
    most = limits.PACKED_BYTES if member.is_table else limits.FILE
    with archive.open(member.info) as file:
        return file.read(min(most, left) + 1)
