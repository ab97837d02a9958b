"""Load any file as a corpus: look at it once, and read it by what was found."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import (
    AUTO,
    FORMATS,
    OF_TABLES,
    OF_TEXTS,
    UTF_8,
    Columns,
    Reading,
)
from spca_core.corpus.readers import limits
from spca_core.corpus.readers import table as tables
from spca_core.corpus.readers.collections import (
    json_records,
    plain_text,
    workbooks,
    zips,
)
from spca_core.corpus.readers.columns import (
    GUESSED,
    find_header,
    holds_prose,
)
from spca_core.corpus.readers.counts import (
    arrays,
    json_lines,
    matrix_market,
    numbers,
    pairs,
    triples,
    uci,
)
from spca_core.corpus.readers.counts.matrices import refuse_covariance
from spca_core.corpus.readers.delimited import (
    UnpairedQuotesError,
    find_cut,
    first_row_ends,
    fitted,
)
from spca_core.corpus.readers.encodings import Doubt, as_utf_8
from spca_core.corpus.readers.files import START_BYTES, Source, beginning
from spca_core.corpus.readers.lines import listed_words
from spca_core.corpus.readers.recognition import (
    Recognised,
    are_triples,
    is_text,
    recognise_rows,
    recognise_start,
)
from spca_core.corpus.readers.table import Table
from spca_core.corpus.store import is_store, open_store
from spca_core.corpus.texts.counting import count_words
from spca_core.corpus.texts.pieces import AS_FOUND, cut_texts
from spca_core.corpus.texts.texts import Texts
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

NUMBERS = ("table", "count_table", "triples")  # formats that a packed table can hold
JSON = {"json_list": json_records.read_json, "json_texts": json_records.read_json_texts}
# Formats of records; those but the first have one way to be parsed, and are found.
SHEETS = (*workbooks.PACKED, *JSON)
RECORDS = ("text_table", *SHEETS)
ROWS_AT_ONCE = 1_000
Location = Source | str | os.PathLike[str]
Progress = Callable[[int, int], None]


BY_DEFAULT = Reading()


class Look(NamedTuple):
    """What a file is: found once, and handed on to its reading.

    source : the file; text is now in UTF-8
    format : a key of FORMATS
    start : its first bytes, unzipped
    table : of records
    sheets : of a workbook
    rows : of numbers in memory
    """

    source: Source
    format: str
    start: bytes = b""
    table: Table | None = None
    encoding: str = UTF_8
    sheets: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    rows: Sequence[Sequence[str]] | None = None

    @property
    def blocks(self) -> Iterator[tuple[int, Sequence[Sequence[str]]]] | None:
        """The rows of numbers in memory, some at a time."""
        if self.rows is None:
            return None
        starts = range(0, len(self.rows), ROWS_AT_ONCE)
        return ((at + 1, self.rows[at : at + ROWS_AT_ONCE]) for at in starts)


def load(
    source: Location,
    words: Location | None = None,
    reading: Reading = BY_DEFAULT,
    progress: Progress = lambda done, of: None,
) -> Corpus:
    """Read a file as a corpus: the same one, wherever the file comes from.

    Parameters
    ----------
    source : a path, an Upload, or the folder of a store
    words : the list of words, one a line: those of a format that comes without them,
        or the only ones that are counted in texts
    progress : called with the characters of texts counted so far, and those in all; it
        may raise to stop

    Notes
    -----
    Texts, tables of counts, and sparse matrices of whole numbers become counts; other
    tables and arrays become measurements.
    """
    inspected = look(source, reading)
    names = None if words is None else _as_source(words)
    _refuse_options(inspected, names, reading)
    if inspected.table or inspected.format in TEXTS:
        texts = read_texts(inspected, reading)
        return count_words(texts, counting(reading.tokenisation, names), progress)
    return _read_numbers(inspected, names, reading)


def counting(tokenisation: Tokenisation, words: Source | None) -> Tokenisation:
    """Return how words are counted: just those of a list, if there is one."""
    if words is None:
        return tokenisation
    vocabulary = listed_words(words, 0)
    if not vocabulary:
        raise InputError(f"{words.name} lists no word to count. Give one on each line.")
    return replace(tokenisation, vocabulary=vocabulary)


def look(source: Location, reading: Reading = BY_DEFAULT) -> Look:
    """Find a file's format, unless it is chosen, and how its records are cut."""
    doubts: list[str] = []
    inspected = _look(source, reading, doubts.append)
    return inspected._replace(warnings=(*doubts, *inspected.warnings))


def _look(source: Location, reading: Reading, doubt: Doubt) -> Look:
    file, encoding = _as_source(source), UTF_8
    if isinstance(file, Path) and is_store(file):
        return Look(file, "store")
    start, not_utf_8 = beginning(file)
    if is_text(start) and (reading.encoding != AUTO or not_utf_8):
        file, encoding = as_utf_8(file, reading.encoding, doubt)
        start, _ = beginning(file)
    recognised = Recognised(reading.format)
    columns = reading.columns
    is_packed = not is_text(start)
    if reading.format in (AUTO, *SHEETS) or (
        is_packed and reading.format in RECORDS + NUMBERS
    ):
        labelled = reading.label is not None
        recognised = recognise_start(file, start, labelled, columns)
    if recognised.format in SHEETS:
        return _look_at_sheets(file, recognised.format, start, encoding, reading)
    table = None
    if recognised.format == "text_table":
        _refuse_label(file, recognised.format, reading)
        table = _look_at_table(file, recognised, start, columns)
    elif recognised.format == "zipped_texts":
        _refuse_label(file, recognised.format, reading)
        table = _look_at_tables(file, columns)
    return Look(file, recognised.format, start, table, encoding)


def _look_at_table(
    file: Source, recognised: Recognised, start: bytes, columns: Columns
) -> Table:
    is_cut = len(start) == START_BYTES
    cut = recognised.cut or find_cut(start, is_cut=is_cut)
    # A row of millions of columns takes gigabytes.
    if is_cut and not first_row_ends(start, cut):
        raise InputError(
            f"{file.name} has no row that ends within its first {START_BYTES:,} bytes. "
            "Is it a table? Then give it a row of names, and remove blank lines before."
        )
    if not cut.rows:
        raise InputError(f"{file.name} is empty. Choose another file.")
    header = recognised.header or find_header(cut.rows, cut.width, columns.header)
    return tables.delimited_table(file, cut, header, columns)


def _look_at_tables(file: Source, columns: Columns) -> Table | None:
    """Return the tables of an archive as one; none if it has texts."""
    in_each = Columns(header=columns.header, sheet=columns.sheet)
    parts, left_out = zips.tables_alone(file, partial(_table_in, columns=in_each))
    if not parts:
        return None
    table = tables.joined_tables(file, parts, columns)
    return table._replace(warnings=(*table.warnings, *left_out))


def _look_at_sheets(
    file: Source, form: str, start: bytes, encoding: str, reading: Reading
) -> Look:
    """Return a table of one of the formats that have their own way to be parsed."""
    columns, sheets = reading.columns, ()
    if form in JSON:
        names, held, warnings = JSON[form](file)
        rows = list(map(workbooks.written, held))
    else:
        unpacked = workbooks.unpack(file, form, columns.sheet)
        names, sheets, warnings = unpacked.names, unpacked.sheets, unpacked.warnings
        rows = list(unpacked.rows)
    limits.check(file.name, len(rows), limits.DOCUMENTS, "rows")
    if not any(map(any, rows)):
        raise InputError(f"{file.name} has no rows with cells. Check that it is whole.")
    told = tuple(warnings)
    if (numbers := _numbers_of(rows, names, reading)) and form not in workbooks.READ:
        cells = [names, *rows] if names else rows
        return Look(file, numbers, start, None, encoding, sheets, told, cells)
    if names is None:
        table = tables.table_of_rows(file, rows, columns)
    else:
        table = tables.table_of_records(file, names, rows, columns)
    return Look(file, form, start, table, encoding, sheets, told)


def _numbers_of(
    rows: Sequence[Sequence[str]], names: Sequence[str] | None, reading: Reading
) -> str:
    """Return which format of numbers a table in memory holds; empty for texts."""
    if reading.format in NUMBERS:
        return reading.format
    if reading.format == "text_table" or reading.columns.text or not rows:
        return ""
    first = rows[:100]
    width = max(map(len, first))
    padded = [fitted(row, width) for row in first]
    labelled = reading.label is not None
    table = [list(names), *padded] if names else padded
    is_prose = holds_prose(padded if names else padded[1:] or padded, table[0])
    if is_prose and not labelled and not are_triples(table):
        return ""
    form = recognise_rows(table, is_labelled=labelled)
    return form if form in NUMBERS else ""


def _as_source(location: Location) -> Source:
    return Path(location) if isinstance(location, str | os.PathLike) else location


def read_texts(inspected: Look, reading: Reading = BY_DEFAULT) -> Texts:
    """Read the texts of a file that has some, cut as `reading` says."""
    if inspected.table:
        texts = _read_table(inspected.table)
    else:
        texts = TEXTS[inspected.format](inspected.source, reading)
    # A row is a document; and plain text is cut where it is read.
    is_cut = reading.cutting.cut != AS_FOUND.cut or not inspected.table
    if is_cut and inspected.format != "plain_text":
        texts = cut_texts(texts, reading.cutting)
    encoding = "" if inspected.encoding == UTF_8 else inspected.encoding
    return replace(
        texts,
        warnings=(*inspected.warnings, *texts.warnings),
        report=replace(texts.report, encoding=encoding),
    )


def _read_table(table: Table) -> Texts:
    """Read a table; again without quoting, if its quotes turn out not to be paired."""
    try:
        return tables.read_table(table)
    except UnpairedQuotesError as error:
        return _read_table(tables.unquoted(table, error.source))


def _table_in(source: Source, columns: Columns = GUESSED) -> Table | None:
    """Return the table in a file; none if it cannot be read as one."""
    try:
        return look(source, Reading(columns=columns)).table
    except InputError:
        return None


def _read_numbers(inspected: Look, names: Source | None, reading: Reading) -> Corpus:
    file, form = inspected.source, inspected.format
    if form in TABLES:
        corpus = TABLES[form](file, reading.label, names, inspected.blocks)
    elif form == "triples":
        corpus = triples.read_triples(file, inspected.blocks)
    elif form in LISTED:
        corpus = LISTED[form](file, names)
    else:
        corpus = COUNTED[form](file)
    # What is kept as a store was read before.
    if reading.format == AUTO and form != "store":
        formats = TABLES if form in TABLES else (form,)
        known = " or ".join(f'"{each}" ({FORMATS[each]})' for each in formats)
        refuse_covariance(corpus, f"choosing the format: {known}")
    return replace(corpus, warnings=(*inspected.warnings, *corpus.warnings))


def _open_store(source: Source) -> Corpus:
    if not isinstance(source, Path):
        raise InputError(
            f"{source.name} is a file, and a store is a folder. Choose another format."
        )
    return open_store(source)


def _refuse_label(source: Source, form: str, reading: Reading) -> None:
    if reading.label is not None and form not in TABLES:
        raise _misfit(
            source, form, "no column to take out as labels. Leave the label out"
        )


def _misfit(source: Source, form: str, fault: str) -> InputError:
    return InputError(
        f"{source.name} is read as {FORMATS[form]}, which has {fault}, or choose "
        "another format."
    )


def _refuse_options(inspected: Look, words: Source | None, reading: Reading) -> None:
    form = inspected.format
    is_text_of_words = inspected.table or form in TEXTS
    if words and not is_text_of_words and form not in LISTED | TABLES:
        fault = f"words of its own. Leave {words.name} out"
        raise _misfit(inspected.source, form, fault)
    _refuse_label(inspected.source, form, reading)
    applying = {"label"}
    # A store and an archive of texts are what they are.
    if form not in ("store", "zipped_texts") or form == reading.format:
        applying.add("format")
    if inspected.table:
        applying |= {*OF_TABLES} - {"sheet"}
    if inspected.sheets or (inspected.table and form == "zipped_texts"):
        applying.add("sheet")
    if form != "store" and is_text(inspected.start):
        applying.add("encoding")
    if is_text_of_words:
        applying |= {*OF_TEXTS}
    shown = f"{inspected.source.name}, which is read as {FORMATS[form]}"
    reading.refuse_unused(applying, shown)


TEXTS: dict[str, Callable[[Source, Reading], Texts]] = {
    "plain_text": lambda source, reading: plain_text.read_plain_text(
        source, reading.cutting
    ),
    "zipped_texts": lambda source, reading: zips.read_zipped(source, _table_in),
    "document": lambda source, reading: zips.read_document(source),
    "mallet": lambda source, reading: plain_text.read_mallet(source),
}
TABLES: dict[str, Callable[..., Corpus]] = {
    "table": numbers.read_table,
    "count_table": numbers.read_count_table,
}
# Formats whose words are in a separate list.
LISTED: dict[str, Callable[[Source, Source | None], Corpus]] = {
    "uci": uci.read_uci,
    "matrix_market": matrix_market.read_matrix_market,
    "lda_c": pairs.read_lda_c,
    "svmlight": pairs.read_svmlight,
    "npy": arrays.read_npy,
    "npz": arrays.read_npz,
}
COUNTED: dict[str, Callable[[Source], Corpus]] = {
    "json_lines": json_lines.read_json_lines,
    "store": _open_store,
}
