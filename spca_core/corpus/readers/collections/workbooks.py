"""Tables that libraries read in a process of their own: workbooks, references, mail."""

import datetime
import io
import json
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

from spca_core.corpus.group_names import BETWEEN
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.archives import open_zip
from spca_core.corpus.readers.collections import (
    open_document,
    references,
    xml_records,
)
from spca_core.corpus.readers.columns import COLUMNS, holds_prose
from spca_core.corpus.readers.delimited import fitted
from spca_core.corpus.readers.files import Source, Upload, open_bounded
from spca_core.corpus.readers.guarded import as_damaged_file_error, guarded
from spca_core.corpus.readers.lines import find_column
from spca_core.errors import InputError
from spca_core.extras import check_installed

ROWS_AT_ONCE = 1_000
SHEETS_OF_BOOK = "xl/worksheets/"
FORMULA = re.compile(rb"<f[ >/]")
BLOCK = 1 << 20  # bytes
SAMPLE = 100  # rows of a sheet, to tell whether it holds prose
AS_CSV = "Save the table as CSV in UTF-8."

Row = Sequence[Any]


class Records(NamedTuple):
    """The rows of a file as text, their columns' names if it knows them, its sheets."""

    rows: Sequence[Sequence[str]]
    names: Sequence[str] | None = None
    sheets: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


class _Packed(NamedTuple):
    """The same, whose rows are still to come, and of any values."""

    rows: Iterator[Row]
    names: Sequence[str] | None = None
    sheets: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def _unpack(form: str, source: Source, sheet: str = "") -> Records:
    """Return what a packed table holds, as text, held in memory.

    form : a key of PACKED
    """
    check_installed("pyarrow", source.name)
    import pyarrow

    with open_bounded(source, limits.PACKED_BYTES, limits.SMALL_XML) as file:
        content = file.read()
    written, warnings = guarded(unpacked, content, source.name, form=form, sheet=sheet)
    with pyarrow.ipc.open_stream(written) as batches:
        about = json.loads(batches.schema.metadata[b"about"])
        rows = [
            list(row)
            for batch in batches
            for row in zip(
                *(column.to_pylist() for column in batch.columns), strict=True
            )
        ]
    return Records(rows, about["names"], tuple(about["sheets"]), tuple(warnings))


def unpacked(
    content: bytes, name: str, form: str, sheet: str
) -> tuple[bytes, list[str]]:
    """Return a packed table as a stream of Arrow with texts alone, and warnings."""
    import pyarrow

    source = Upload(name, content)
    records = PACKED[form](source, sheet)
    rows = (written(row) for row in _bounded(records.rows, name))
    if records.names is None:
        rows = iter(held := list(rows))
        width = max(map(len, held), default=0)
    else:
        width = len(records.names)
    about = {"names": records.names, "sheets": records.sheets}
    schema = pyarrow.schema(
        [(str(i), pyarrow.string()) for i in range(width)],
        {b"about": json.dumps(about).encode()},
    )
    sink = io.BytesIO()
    with pyarrow.ipc.new_stream(sink, schema) as writer:
        while some := list(islice(rows, ROWS_AT_ONCE)):
            columns = [
                pyarrow.array(
                    [row[i] if i < len(row) else "" for row in some], "string"
                )
                for i in range(width)
            ]
            writer.write_batch(pyarrow.record_batch(columns, schema=schema))
    return sink.getvalue(), list(records.warnings)


def _bounded(rows: Iterator[Row], name: str) -> Iterator[Row]:
    for number, row in enumerate(rows, start=1):
        limits.check(f"{name}, row {number:,}", len(row), limits.COLUMNS, *COLUMNS)
        limits.check(name, number, limits.DOCUMENTS, "rows")
        yield row


def written(row: Row) -> list[str]:
    """Return the cells of a row as they are written: whole numbers have no point."""
    # JSON can hold half a character, which becomes a question mark.
    return [_cell(value).encode(errors="replace").decode() for value in row]


def _cell(value: object) -> str:
    if value is None or value != value:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value) if abs(value) < 1e15 else value
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        if all(str(line).endswith("\n") for line in value[:-1]):  # as in notebooks
            return "".join(map(_cell, value))
        return BETWEEN.join(filter(None, map(_cell, value)))
    return str(value).replace("\0", " ")


def _workbook(source: Source, sheet: str) -> _Packed:
    damaged = f"{source.name} is a workbook that is cut off or damaged. {AS_CSV}"
    with open_zip(source, damaged) as archive:
        is_open = open_document.CONTENT in archive.namelist()
        has_formulas = not is_open and _has_formulas(archive)
    with source.open("rb") as file:
        content = file.read()
    sheets = (open_document.sheets if is_open else _excel)(
        content, source.name, damaged
    )
    # Sheets whose first rows have cells, and those whose cells are prose.
    starts = {title: _first_rows(rows()) for title, rows in sheets.items()}
    full = [title for title, rows in starts.items() if rows]
    prose = [title for title in full if holds_prose(starts[title][1:] or starts[title])]
    if not full:
        raise InputError(f"{source.name} has no sheet with cells. {AS_CSV}")
    titles = tuple(sheets)
    chosen = (
        titles[find_column(source.name, titles, sheet, what="sheet")]
        if sheet
        else next((it for it in prose if len(starts[it][0]) > 1), (prose or full)[0])
    )
    others = (
        f"{source.name}: only the sheet {chosen!r} was read; the workbook has "
        f"{len(titles)} sheets."
    )
    formulas = (
        f"{source.name} has formulas. The values saved with them were read; a formula "
        "saved without a value was read as an empty cell. Save it again in Excel, or "
        "paste the values."
    )
    warnings = (others,) * (len(full) > 1) + (formulas,) * has_formulas
    return _Packed(filter(_has_cells, sheets[chosen]()), None, titles, warnings)


def _excel(
    content: bytes, name: str, damaged: str
) -> dict[str, Callable[[], Iterator[Row]]]:
    """Return the rows of each sheet of Excel, by its title."""
    check_installed("openpyxl", name)
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    with as_damaged_file_error(damaged, InvalidFileException):
        book = load_workbook(
            io.BytesIO(content), read_only=True, data_only=True, keep_links=False
        )
        return {
            it.title: partial(_rows_of_sheet, it, damaged) for it in book.worksheets
        }


def _has_formulas(archive: zipfile.ZipFile) -> bool:
    sheets = (name for name in archive.namelist() if name.startswith(SHEETS_OF_BOOK))
    for name in sheets:
        with archive.open(name) as file:
            end = b""  # of the block before: a tag may span two blocks
            for block in iter(partial(file.read, BLOCK), b""):
                if FORMULA.search(end + block):
                    return True
                end = (end + block)[-2:]
    return False


def _first_rows(rows: Iterator[Row]) -> list[list[str]]:
    """Return those of the first rows that have a cell, all of one length."""
    first = [written(row) for row in filter(_has_cells, islice(rows, SAMPLE))]
    width = max(map(len, first), default=0)
    return [fitted(row, width) for row in first]


def _has_cells(row: Row) -> bool:
    return any(value is not None for value in row)


def _rows_of_sheet(sheet: Any, damaged: str) -> Iterator[Row]:
    with as_damaged_file_error(damaged):
        sheet.reset_dimensions()  # do not trust the size that the file states
        yield from sheet.iter_rows(values_only=True)


def _parquet_batches(file: object) -> Any:
    import pyarrow.parquet

    read = pyarrow.parquet.ParquetFile(file)
    return read.schema_arrow.names, read.iter_batches(ROWS_AT_ONCE)


def _arrow_batches(file: Any) -> Any:
    import pyarrow

    is_file = file.read(6) == b"ARROW1"
    file.seek(0)
    if not is_file:
        stream = pyarrow.ipc.open_stream(file)
        return stream.schema.names, iter(stream)
    reader = pyarrow.ipc.open_file(file)
    numbers = range(reader.num_record_batches)
    return reader.schema.names, map(reader.get_batch, numbers)


def _of_batches(batches: Callable[[Any], Any], source: Source, _: str) -> _Packed:
    import pyarrow

    damaged = (
        f"{source.name} is a table of Parquet or Arrow that is cut off, damaged or "
        f"locked. {AS_CSV}"
    )
    # Errors also come from bytes that are not text, and from impossible dates.
    with as_damaged_file_error(damaged, pyarrow.ArrowException):
        names, record_batches = batches(source.open("rb"))
        rows = _rows_of_batches(record_batches, damaged)
    return _Packed(rows, names)


def _rows_of_batches(batches: Iterator[Any], damaged: str) -> Iterator[Row]:
    import pyarrow

    with as_damaged_file_error(damaged, pyarrow.ArrowException):
        for batch in batches:
            batch.validate(full=True)  # else wrong offsets would be followed
            columns = (column.to_pylist() for column in batch.columns)
            yield from zip(*columns, strict=True)


def _of_entries(
    read: Callable[..., references.Entries], source: Source, _: str
) -> _Packed:
    """Return entries with fields of any names as rows."""
    with source.open("rb") as file:
        entries, warnings = read(file.read(), source.name)
    names = list(dict.fromkeys(name for entry in entries for name in entry))
    rows = ([entry.get(name) for name in names] for entry in entries)
    return _Packed(rows, names, warnings=tuple(warnings))


PACKED: dict[str, Callable[[Source, str], _Packed]] = {
    "excel": _workbook,
    "parquet": partial(_of_batches, _parquet_batches),
    "arrow": partial(_of_batches, _arrow_batches),
    "xml_records": partial(_of_entries, xml_records.read_xml_records),
    **{form: partial(_of_entries, read) for form, read in references.READ.items()},
}
read_excel = partial(_unpack, "excel")
read_parquet = partial(_unpack, "parquet")
read_arrow = partial(_unpack, "arrow")
read_references = partial(_unpack, "references")
read_mailbox = partial(_unpack, "mailbox")
read_xml_records = partial(_unpack, "xml_records")
