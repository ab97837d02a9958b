"""Look at a file once: recognise and decode its bytes, cut or unpack its rows."""

import os
import re
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus.options import Reading
from spca_core.corpus.readers import archives, limits, unreadable
from spca_core.corpus.readers import table as tables
from spca_core.corpus.readers.columns import (
    NUMBER,
    ColumnRoles,
    Header,
    find_header,
    has_header,
    holds_prose,
    is_name_of_texts,
    is_number,
)
from spca_core.corpus.readers.counts import uci
from spca_core.corpus.readers.counts.rows import (
    are_triples,
    format_of_rows,
    likely_rows,
)
from spca_core.corpus.readers.delimited import (
    Cut,
    are_sentences,
    cut_by,
    find_cut,
    first_row_ends,
    fitted,
)
from spca_core.corpus.readers.documents.folders import tables_alone
from spca_core.corpus.readers.files import START_BYTES, Source, beginning
from spca_core.corpus.readers.formats import (
    FORMATS,
    TABLES,
    Format,
    Gives,
    form_of_ending,
    of_kind,
)
from spca_core.corpus.readers.start import Start
from spca_core.corpus.readers.table import Row, Table
from spca_core.corpus.readers.text import UTF_8, Doubt, as_utf_8, with_line_feeds
from spca_core.corpus.store import is_store
from spca_core.corpus.texts.pieces import is_wrapped
from spca_core.corpus.texts.tokenisation import AUTO
from spca_core.errors import InputError, MissingPackageError

Location = Source | str | os.PathLike[str]
ROWS_AT_ONCE = 1_000
# Three words in one cell; looked for at the start of each, or a long word takes hours.
PHRASE = re.compile(rb"(?<![^\s,;])[^\s,;]++ ++[^\s,;]++ ++[^\s,;]")
MAX_NAME_OF_ONE = 3  # words in the name of a single column, which is no sentence
# Texts of any content, which no other format is.
SURE_ENDINGS = ("web_page", "subtitles")
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
    """

    source: Source
    format: str
    start: bytes = b""
    table: Table | None = None
    rows: Sequence[Row] | None = None
    encoding: str = UTF_8
    sheets: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def form(self) -> Format:
        """The format's row of FORMATS."""
        return FORMATS[self.format]

    @property
    def blocks(self) -> Iterator[tuple[int, Sequence[Row]]] | None:
        """The rows of numbers in memory, some at a time, as those of a text come."""
        if self.rows is None:
            return None
        starts = range(0, len(self.rows), ROWS_AT_ONCE)
        return ((at + 1, self.rows[at : at + ROWS_AT_ONCE]) for at in starts)


def look(source: Location, reading: Reading = BY_DEFAULT) -> Look:
    """Find a file's format, unless it is chosen, and how its records are cut."""
    doubts: list[str] = []
    found = _look(as_source(source), reading, doubts.append)
    return found._replace(warnings=(*doubts, *found.warnings))


def as_source(location: Location) -> Source:
    return Path(location) if isinstance(location, str | os.PathLike) else location


def table_in(source: Source, columns: ColumnRoles = tables.GUESSED) -> Table | None:
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
    form, cut, header = reading.format, None, None
    found = {*of_kind(Gives.RECORDS, Gives.ENTRIES)} - {"text_table"}
    may_be_packed = {"text_table", *of_kind(Gives.NUMBERS)}
    is_other = not is_text(start) or FORMATS["matrix_market"].fits(Start(file, start))
    if form in (AUTO, *found) or (form in may_be_packed and is_other):
        form, cut, header = recognise(Start(file, start), reading)
    with naming_format(form, reading):
        if form in found:
            return _look_at_records(file, form, start, encoding, reading)
        table = None
        if form == "text_table":
            refuse_label(file, form, reading)
            table = _delimited(Start(file, start), cut, header, reading.columns)
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


def recognise(
    start: Start, reading: Reading = BY_DEFAULT
) -> tuple[str, Cut | None, Header | None]:
    """Return a file's format, and of a table of texts how it is cut, and its header."""
    if uci.DOCWORD.fullmatch(start.source.name):
        return "uci", None, None
    is_packed = not is_text(start.content) or b"\0" in start.content
    if not is_packed:
        unreadable.check_text(start.content, start.source.name)
    named = form_of_ending(start.source.name)
    if named in SURE_ENDINGS and not is_packed:
        return named, None, None
    # What begins as a document does not go on as anything else.
    for name, form in sorted(FORMATS.items(), key=lambda item: item[1].is_text):
        if is_packed and form.is_text:
            raise unreadable.binary_refusal(start.content, start.source.name)
        if form.fits(start):
            if is_packed:
                _check_ending(start.source.name, named, name)
            return name, None, None
    is_labelled, columns = reading.label is not None, reading.columns
    may_be_texts = (
        columns.text or columns.separator or any(map(PHRASE.search, start.lines))
    )
    may_be_texts = may_be_texts and not is_labelled
    if may_be_texts and (found := _table_of_texts(start, columns)):
        return "text_table", *found
    form = format_of_rows(likely_rows(start.lines), is_labelled=is_labelled)
    is_left = form == "plain_text" and not may_be_texts
    if is_left and (found := _table_of_texts(start, columns)):
        return "text_table", *found
    return form, None, None


def _check_ending(file: str, named: str, found: str) -> None:
    """Refuse a packed file that is called as text is: the ending is believed."""
    if named and FORMATS[named].is_text:
        endings = " or ".join(FORMATS[found].endings) or "no ending"
        raise InputError(
            f"{file} is not what its ending says, but {FORMATS[found].label}. Give it "
            f"its own ending, {endings}, or choose the format."
        )


def _table_of_texts(start: Start, columns: ColumnRoles) -> tuple[Cut, Header] | None:
    """Return how a table of texts is cut, and its header; None if it is none."""
    is_chosen = bool(columns.text or columns.separator)
    if not is_chosen and (cut := _column_of_texts(start)):
        return cut, find_header(cut.rows, cut.width, columns.header)
    cut = find_cut(start.content, is_cut=start.is_cut, separator=columns.separator)
    if not is_chosen and not cut.is_table:
        _refuse_header_alone(start.source.name, cut)
        if _names_texts(cut):
            return cut, find_header(cut.rows, cut.width, columns.header)
        cut = cut_by(",", start.content, is_cut=start.is_cut)
        if not _is_column(start, cut):
            return None
        if len(cut.rows[0][0].split()) > MAX_NAME_OF_ONE:
            return cut, Header(("column 1",), 0)
    elif not is_chosen and are_sentences(start.content, cut):
        return None
    width = cut.width
    header = find_header(cut.rows, width, columns.header)
    body = [row for row in cut.rows[header.n_rows :] if len(row) == width]
    if not body:
        return None
    if is_chosen:
        return cut, header
    if not holds_prose(body, header.names):
        rows = [list(header.names), *body] if header.n_rows else body
        # Short answers, in columns with names, are still no lines of a text.
        is_named = header.n_rows > 0 and width > 2
        if not is_named or format_of_rows(rows) != "plain_text":
            return None
    elif NUMBER.fullmatch(body[0][-1]) and are_triples(cut.rows):
        return None
    return cut, header


def _column_of_texts(start: Start) -> Cut | None:
    """Return the lines beneath one that is a name of texts, also if they have commas.

    None if they are units of a text, such as speeches beneath the word "transcript".
    """
    text = start.content.decode(errors="replace").strip()
    first, *others = text.split("\n")
    if not others or not is_name_of_texts(first.strip('\r"')):
        return None
    if is_wrapped(others):
        return None
    for sign in ",\t":
        cut = cut_by(sign, start.content, is_cut=start.is_cut)
        cells = [cell for row in cut.rows[1:] for cell in row]
        are_numbers = 2 * sum(map(is_number, cells)) > len(cells)
        if {*map(len, cut.rows)} == {1} and not are_numbers:
            return cut
    return None


def _is_column(start: Start, cut: Cut) -> bool:
    """Return whether rows are one cell each, in quotes."""
    if len(cut.rows) < 2 or {*map(len, cut.rows)} != {1}:
        return False
    are_quoted = start.has_lines(lambda line: line[:1] == line[-1:] == b'"')
    are_cells = any("," in cell or "\n" in cell for (cell,) in cut.rows)
    return are_quoted or are_cells


def _names_texts(cut: Cut) -> bool:
    """Return whether the first row names columns, one of texts, of uneven rows."""
    names = [name.strip() for name in cut.rows[0]] if cut.rows else []
    are_names = all(0 < len(name.split()) <= MAX_NAME_OF_ONE for name in names)
    is_width = len(names) == cut.width > 1
    return is_width and are_names and any(map(is_name_of_texts, names))


def _refuse_header_alone(name: str, cut: Cut) -> None:
    """Refuse a row of names without rows beneath it."""
    names = cut.rows[0] if len(cut.rows) == 1 else []
    if len(names) > 1 and any(map(is_name_of_texts, names)) and has_header([names]):
        raise InputError(f"{name} has a header and no rows. Add rows.")


def _delimited(
    start: Start, cut: Cut | None, header: Header | None, columns: ColumnRoles
) -> Table:
    cut = cut or find_cut(
        start.content, is_cut=start.is_cut, separator=columns.separator
    )
    name = start.source.name
    # A row of millions of columns takes gigabytes.
    if start.is_cut and not first_row_ends(start.content, cut):
        raise InputError(
            f"{name} has no row that ends within its first {START_BYTES:,} bytes. "
            "Is it a table? Then give it a row of names, and remove blank lines before."
        )
    if not cut.rows:
        raise InputError(f"{name} is empty. Choose another file.")
    header = header or find_header(cut.rows, cut.width, columns.header)
    return tables.delimited_table(start.source, cut, header, columns)


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
    columns, reader = reading.columns, FORMATS[form]
    records = reader.read(file, columns.sheet)
    rows, names = records.rows, records.names
    limits.check(file.name, len(rows), limits.DOCUMENTS, "rows")
    if not any(map(any, rows)):
        raise InputError(f"{file.name} has no rows with cells. Check that it is whole.")
    found = Look(file, form, start, None, None, encoding, records.sheets)
    found = found._replace(warnings=tuple(records.warnings))
    numbers = _numbers_in(rows, names, reading) if reader.gives == Gives.RECORDS else ""
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
    is_prose = holds_prose(padded if names else padded[1:] or padded, table[0])
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
