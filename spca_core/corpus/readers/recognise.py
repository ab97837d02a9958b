"""Recognise a file once: its ending, then its bytes; cut or unpack its rows."""

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus import limits
from spca_core.corpus.options import Reading
from spca_core.corpus.readers import archives, unreadable
from spca_core.corpus.readers.counts import uci
from spca_core.corpus.readers.counts.rows import (
    are_triples,
    format_of_rows,
    likely_rows,
)
from spca_core.corpus.readers.documents.folders import only_file, tables_alone
from spca_core.corpus.readers.files import START_BYTES, Source, beginning
from spca_core.corpus.readers.formats import (
    FORMATS,
    NESTED,
    PLAIN_TEXT,
    TABLES,
    Format,
    Gives,
    form_of_ending,
    of_kind,
)
from spca_core.corpus.readers.start import Start
from spca_core.corpus.readers.tables import table as tables
from spca_core.corpus.readers.tables.columns import fitted
from spca_core.corpus.readers.tables.delimited import Cut, find_cut, looks_like_table
from spca_core.corpus.readers.tables.header import find_header
from spca_core.corpus.readers.tables.packed import unpack
from spca_core.corpus.readers.tables.roles import GUESSED, ColumnRoles, hold_texts
from spca_core.corpus.readers.tables.table import Row, Table
from spca_core.corpus.readers.text import UTF_8, Doubt, as_utf_8, with_line_feeds
from spca_core.corpus.store import is_store
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError, MissingPackageError

Location = Source | str | os.PathLike[str]
# What is called so may be anything: counts and exports of programs are.
BARE_ENDINGS = (".txt", ".text")
SAMPLE = 100  # rows in memory, to tell what they hold
BY_DEFAULT = Reading()
# How files begin that are no text, in any encoding.
MAGICS = (*archives.MAGICS, *(m for form in FORMATS.values() for m in form.magics))


class Look(NamedTuple):
    """What a file is: found once, and handed on to its reading.

    source : the file; text is now in UTF-8
    format : a key of FORMATS
    start : its first bytes, unzipped
    table : of texts
    rows : of numbers, if they are in memory
    sheets : of a workbook
    elements : what else could be one document, and how many there are
    """

    source: Source
    format: str
    start: bytes = b""
    table: Table | None = None
    rows: Sequence[Row] | None = None
    encoding: str = UTF_8
    sheets: tuple[str, ...] = ()
    elements: tuple[tuple[str, int], ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def form(self) -> Format:
        """The format's row of FORMATS."""
        return FORMATS[self.format]


def look(source: Location, reading: Reading = BY_DEFAULT) -> Look:
    """Find a file's format, unless it is chosen, and how its records are cut."""
    doubts: list[str] = []
    found = _look(as_source(source), reading, doubts.append)
    is_archive = found.format == "zipped_texts" and not found.table
    alone = only_file(found.source) if is_archive and reading.format == AUTO else None
    if alone:
        found = _look(alone, reading, doubts.append)
    return found._replace(warnings=(*doubts, *found.warnings))


def as_source(location: Location) -> Source:
    return Path(location) if isinstance(location, str | os.PathLike) else location


def table_in(source: Source, columns: ColumnRoles = GUESSED) -> Table | None:
    """Return the table in a file; none if it cannot be read as one."""
    try:
        return look(source, Reading(columns=columns)).table
    except InputError:
        return None


def _look(file: Source, reading: Reading, doubt: Doubt) -> Look:
    if isinstance(file, Path) and is_store(file):
        return Look(file, "store")
    encoding = UTF_8
    start, not_utf_8 = beginning(file)
    if is_text(start) and (reading.encoding != AUTO or not_utf_8):
        file, encoding = as_utf_8(file, reading.encoding, doubt)
        start, _ = beginning(file)
    if is_text(start) and (mended := with_line_feeds(file, start)) is not file:
        file, (start, _) = mended, beginning(mended)
    form, cut = reading.format, None
    found = {*of_kind(Gives.RECORDS, Gives.ENTRIES)} - {"text_table"}
    may_be_packed = {"text_table", *of_kind(Gives.NUMBERS)}
    is_other = not is_text(start) or FORMATS["matrix_market"].fits(Start(file, start))
    if form in (AUTO, *found) or (form in may_be_packed and is_other):
        form, cut = recognise(Start(file, start), reading)
        if reading.format in found and form not in found:
            label = FORMATS[reading.format].label
            raise InputError(
                f"{file.name} is not {label}, but {FORMATS[form].label}. Choose that "
                "format, or leave it open."
            )
    with naming_format(form, reading):
        if form in found:
            return _look_at_records(file, form, start, encoding, reading)
        table = None
        if form == "text_table":
            refuse_label(file, form, reading)
            table = _delimited(Start(file, start), cut, reading.columns)
        elif form == "zipped_texts":
            refuse_label(file, form, reading)
            table = _look_at_tables(file, reading.columns)
        return Look(file, form, start, table, None, encoding)


@contextmanager
def naming_format(form: str, reading: Reading) -> Generator[None]:
    """Add to a refusal which format was found, and that another can be chosen."""
    try:
        yield
    except MissingPackageError:
        raise
    except InputError as error:
        label = FORMATS[form].label
        if reading.format != AUTO or label in str(error):
            raise
        raise InputError(
            f"{error} It was taken for {label}: choose another format if it is not."
        ) from error


def format_of(source: Source) -> str:
    """Return the format of a file, a key of FORMATS, without unpacking it."""
    if isinstance(source, Path) and is_store(source):
        return "store"
    return recognise(Start(source, beginning(source)[0]))[0]


def is_text(start: bytes) -> bool:
    """Return whether a file can be text, in any encoding, by its first bytes."""
    return not (start.startswith(MAGICS) or unreadable.is_binary(start))


def recognise(start: Start, reading: Reading = BY_DEFAULT) -> tuple[str, Cut | None]:
    """Return a file's format, and of a table of texts how it is cut."""
    if uci.DOCWORD.fullmatch(start.source.name):
        return "uci", None
    is_packed = not is_text(start.content) or b"\0" in start.content
    if not is_packed:
        unreadable.check_text(start.content, start.source.name)
    named = form_of_ending(start.source.name)
    if named and FORMATS[named].is_text and not (is_packed or _is_bare(start.source)):
        return _of_ending(named, start, reading)
    # What begins as a document does not go on as anything else.
    for name, form in sorted(FORMATS.items(), key=lambda item: item[1].is_text):
        if is_packed and form.is_text:
            raise unreadable.binary_refusal(start.content, start.source.name)
        if form.fits(start):
            _check_ending(start.source.name, named, name)
            return name, None
    form, cut = _of_cells(start, reading)
    if named != "excel" or form == PLAIN_TEXT:  # cells are called so by web sites
        _check_ending(start.source.name, named, form)
    return form, cut


def _is_bare(source: Source) -> bool:
    """Return whether an ending says no more than that a file is text."""
    return source.name.lower().removesuffix(".gz").endswith(BARE_ENDINGS)


def _of_ending(named: str, start: Start, reading: Reading) -> tuple[str, Cut | None]:
    """Return the format that an ending says; numbers may be in a table or JSON too."""
    if named == "text_table":
        return _of_cells(start, reading)
    counted = FORMATS["json_lines"]
    return ("json_lines" if named == "json" and counted.fits(start) else named), None


def _check_ending(file: str, named: str, found: str) -> None:
    """Refuse a packed file that is called a text, and a text called a packed one."""
    both = {named, found} if named else {found}
    if len(both) > 1 and not all(FORMATS[it].is_text for it in both):
        ending = next(iter(FORMATS[found].endings), "")
        renamed = f"Let its name end in {ending}" if ending else "Take its ending away"
        raise InputError(
            f"{file} is not what its ending says, but {FORMATS[found].label}. "
            f"{renamed}, or choose the format {found!r}."
        )


def _of_cells(start: Start, reading: Reading) -> tuple[str, Cut | None]:
    """Tell a table of texts, numbers and plain text apart."""
    is_labelled, columns = reading.label is not None, reading.columns
    endings = FORMATS["text_table"].endings
    is_named = start.source.name.lower().removesuffix(".gz").endswith(endings)
    cut = find_cut(start.content, is_cut=start.is_cut, separator=columns.separator)
    if not is_labelled and (columns.text or columns.separator):
        return "text_table", cut
    # What is called a text is a table only if tabs part each line alike.
    may_be = not _is_bare(start.source) or (cut.delimiter == "\t" and cut.share == 1)
    is_table = is_named or (may_be and looks_like_table(start.content, cut))
    # And one of numbers only if it holds nothing else below its header.
    form = format_of_rows(
        likely_rows(start.lines), 0.5 if may_be else 1, is_labelled=is_labelled
    )
    are_numbers = form == "triples" or (cut.width == 1 and form != "plain_text")
    if is_table and cut.rows and not (is_labelled or are_numbers):
        header = find_header(cut.rows, cut.width, columns.header)
        body = [fitted(row, cut.width) for row in cut.rows[header.n_rows :]]
        if not body or form == "plain_text" or hold_texts(header.names, body):
            return "text_table", cut
    return form, None


def _delimited(start: Start, cut: Cut | None, columns: ColumnRoles) -> Table:
    cut = cut or find_cut(
        start.content, is_cut=start.is_cut, separator=columns.separator
    )
    name = start.source.name
    # A row of millions of columns takes gigabytes.
    if start.is_cut and len(cut.rows) < 2:
        raise InputError(
            f"{name} has no row that ends within its first {START_BYTES:,} bytes. "
            "Is it a table? Then give it a row of names, and remove blank lines before."
        )
    if not cut.rows:
        raise InputError(f"{name} is empty. Choose another file.")
    return tables.delimited_table(start.source, cut, columns)


def _look_at_tables(file: Source, columns: ColumnRoles) -> Table | None:
    """Return the tables of an archive as one; none if it has texts."""
    in_each = ColumnRoles(
        header=columns.header, sheet=columns.sheet, separator=columns.separator
    )
    parts, left_out = tables_alone(file, partial(table_in, columns=in_each))
    if not parts:
        return None
    table = tables.joined_tables(file, parts, columns)
    return table._replace(warnings=(*table.warnings, *left_out))


def _look_at_records(
    file: Source, form: str, start: bytes, encoding: str, reading: Reading
) -> Look:
    """Return what is unpacked or parsed: a table of texts, or rows of numbers."""
    columns, known = reading.columns, FORMATS[form]
    choice = reading.element if known.kind == NESTED else columns.sheet
    records = unpack(form, file, choice)
    rows, names = records.rows, records.names
    limits.check(file.name, len(rows), limits.DOCUMENTS, "rows")
    if not any(map(any, rows)):
        raise InputError(f"{file.name} has no rows with cells. Check that it is whole.")
    found = Look(file, form, start, None, None, encoding, records.sheets)
    found = found._replace(warnings=records.warnings, elements=records.elements)
    numbers = _numbers_in(rows, names, reading) if known.gives == Gives.RECORDS else ""
    if numbers:
        return found._replace(format=numbers, rows=[names, *rows] if names else rows)
    if names is None:
        return found._replace(table=tables.table_of_rows(file, rows, columns))
    return found._replace(table=tables.table_of_records(file, names, rows, columns))


def _numbers_in(rows: Sequence[Row], names: Row | None, reading: Reading) -> str:
    """Return which format of numbers rows in memory have; empty for texts."""
    if reading.format in of_kind(Gives.NUMBERS):
        return reading.format
    if reading.format == "text_table" or reading.columns.text or not rows:
        return ""
    first = rows[:SAMPLE]
    width = max(map(len, first))
    padded = [fitted(row, width) for row in first]
    is_labelled = reading.label is not None
    table = [list(names), *padded] if names else padded
    is_prose = hold_texts(table[0], table[1:] or table)
    if is_prose and not is_labelled and not are_triples(table):
        return ""
    form = format_of_rows(table, is_labelled=is_labelled)
    return form if form in of_kind(Gives.NUMBERS) else ""


def refuse_label(source: Source, form: str, reading: Reading) -> None:
    """Refuse a column of labels where the format has none."""
    if reading.label is not None and form not in TABLES:
        raise misfit(
            source, form, "no column to take out as labels. Leave the label out"
        )


def misfit(source: Source, form: str, fault: str) -> InputError:
    """Return the error for an option that the format does not have."""
    return InputError(
        f"{source.name} is read as {FORMATS[form].label}, which has {fault}, or choose "
        "another format."
    )
