"""Convert tables of Excel, Parquet, Arrow and JSON to CSV.

One reader then reads them all, so that the same table gives the same corpus.
"""

import csv
import datetime
import io
import re
import zipfile
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from spca_core.corpus.readers.apart import Apart, damage_told
from spca_core.corpus.readers.documents.formats import check_unzipped
from spca_core.corpus.readers.documents.zips import open_zip
from spca_core.corpus.readers.files import Source, Upload
from spca_core.corpus.readers.records.objects import (
    Rows,
    json_lines_rows,
    json_list_rows,
)
from spca_core.errors import InputError

MAX_BYTES = 500_000_000  # bytes of the file, of what it unzips to, and of its CSV
MAX_COLUMNS = 1_000  # of a table of texts
MAX_ROWS = 2_000_000
ROWS_AT_ONCE = 1_000
SHEETS_OF_BOOK = "xl/worksheets/"
FORMULA = re.compile(rb"<f[ >/]")
BLOCK = 1 << 20  # bytes
AS_CSV = "Save the table as CSV in UTF-8."

Row = Sequence[Any]


def as_csv(source: Source, form: str) -> tuple[Source, tuple[str, ...]]:
    """Return a table as CSV in UTF-8, and warnings about what was left out.

    form : a key of SHEETS
    """
    if form not in PACKED:
        written, warnings = _as_csv(source, form)
    else:
        with Apart(unpacked) as apart:
            written, warnings = apart.read(_content(source), source.name, form=form)
    return Upload(source.name, written), tuple(warnings)


def unpacked(content: bytes, name: str, form: str) -> tuple[bytes, list[str]]:
    """Return a packed table as CSV, and warnings."""
    return _as_csv(Upload(name, content), form)


def _content(source: Source) -> bytes:
    with source.open("rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise InputError(
            f"{source.name} has over {MAX_BYTES:,} bytes, the most of a packed table "
            "that can be read here. Take a part of it, or save it as CSV."
        )
    return content


def _as_csv(source: Source, form: str) -> tuple[bytes, list[str]]:
    rows, warnings = SHEETS[form](source)
    written = io.BytesIO()
    # JSON can hold half a character, which becomes a question mark.
    text = io.TextIOWrapper(written, "utf-8", errors="replace", newline="")
    writer = csv.writer(text, lineterminator="\n")
    for number, row in enumerate(rows, start=1):
        if len(row) > MAX_COLUMNS:
            raise InputError(
                f"{source.name}, row {number:,} has {len(row):,} columns; a table of "
                f"texts can have {MAX_COLUMNS:,} here. Delete those you do not need."
            )
        writer.writerow([_cell(value) for value in row])
        if number > MAX_ROWS or written.tell() > MAX_BYTES:
            raise InputError(
                f"{source.name} has over {MAX_ROWS:,} rows or {MAX_BYTES:,} "
                "characters, the most that can be read here. Take a part of it."
            )
    text.flush()
    return written.getvalue(), warnings


def _cell(value: Any) -> str:
    """Return a cell as it is written in CSV: whole numbers have no decimal point."""
    if value is None or value != value:
        return ""
    if isinstance(value, float) and value.is_integer():
        value = int(value) if abs(value) < 1e15 else value
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return ", ".join(map(_cell, value))
    return str(value).replace("\0", " ")


def _excel(source: Source) -> Rows:
    from openpyxl import load_workbook
    from openpyxl.utils.exceptions import InvalidFileException

    damaged = f"{source.name} is an Excel file that is cut off or damaged. {AS_CSV}"
    with open_zip(source, damaged) as archive:
        check_unzipped(archive, source, MAX_BYTES)
        has_formulas = _has_formulas(archive)
    with source.open("rb") as file:
        content = io.BytesIO(file.read())
    with damage_told(damaged, InvalidFileException):
        book = load_workbook(content, read_only=True, data_only=True, keep_links=False)
        sheets = [sheet for sheet in book.worksheets if _first_cells(sheet)]
    if not sheets:
        raise InputError(f"{source.name} has no sheet with cells. {AS_CSV}")
    others = (
        f"{source.name}: only the sheet {sheets[0].title!r} was read; the workbook has "
        f"{len(book.worksheets)} sheets."
    )
    formulas = (
        f"{source.name} has formulas. The values saved with them were read; a formula "
        "saved without a value was read as an empty cell. Save it again in Excel, or "
        "paste the values."
    )
    warnings = [others] * (len(sheets) > 1) + [formulas] * has_formulas
    return _rows_of_sheet(sheets[0], damaged), warnings


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


def _first_cells(sheet: Any) -> list[Row]:
    sheet.reset_dimensions()  # do not trust the size that the file states
    return [row for row in islice(sheet.iter_rows(values_only=True), 10) if any(row)]


def _rows_of_sheet(sheet: Any, damaged: str) -> Iterator[Row]:
    with damage_told(damaged):
        for row in sheet.iter_rows(values_only=True):
            if any(value is not None for value in row):
                yield row


def _parquet_batches(file: Any) -> Iterator[Any]:
    import pyarrow.parquet

    return pyarrow.parquet.ParquetFile(file).iter_batches(ROWS_AT_ONCE)


def _arrow_batches(file: Any) -> Iterator[Any]:
    import pyarrow

    is_file = file.read(6) == b"ARROW1"
    file.seek(0)
    if not is_file:
        return iter(pyarrow.ipc.open_stream(file))
    reader = pyarrow.ipc.open_file(file)
    return map(reader.get_batch, range(reader.num_record_batches))


def _rows_of_batches(
    source: Source, batches: Callable[[Any], Iterator[Any]]
) -> Iterator[Row]:
    import pyarrow

    damaged = (
        f"{source.name} is a table of Parquet or Arrow that is cut off, damaged or "
        f"locked. {AS_CSV}"
    )
    # Errors also come from bytes that are not text, and from impossible dates.
    with source.open("rb") as file, damage_told(damaged, pyarrow.ArrowException):
        names = None
        for batch in batches(file):
            batch.validate(full=True)  # else wrong offsets would be followed
            if names is None:
                names = batch.schema.names
                yield names
            columns = (column.to_pylist() for column in batch.columns)
            yield from zip(*columns, strict=True)


SHEETS: dict[str, Callable[[Source], Rows]] = {
    "excel": _excel,
    "parquet": lambda source: (_rows_of_batches(source, _parquet_batches), []),
    "arrow": lambda source: (_rows_of_batches(source, _arrow_batches), []),
    "json_list": json_list_rows,
    "json_texts": json_lines_rows,
}
PACKED = ("excel", "parquet", "arrow")  # those that libraries unpack
