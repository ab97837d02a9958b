"""Tables as CSV, Excel and Parquet; long ones are written piece by piece.

No cell or heading of a CSV or Excel file acts as a formula. In Parquet, which no
spreadsheet opens, cells are as they are.
"""

import csv
import io
import math
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import IO, Any, NamedTuple

import numpy as np
import pandas as pd

from spca_core.results.files.writing import checked_ending, write_file

MAX_SHEET_ROWS = 1_048_000
MAX_CELL = 32_000  # characters; Excel holds 32,767 in a cell
MAX_SHEET_NAME = 28  # characters; Excel takes 31, with a number after equal ones
NOT_IN_SHEET_NAMES = re.compile(r"[\[\]:*?/\\]")
NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
# Text that a spreadsheet takes for a formula; in East Asia with full-width signs too.
FORMULA = re.compile(r"[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20]")


class LongTable(NamedTuple):
    """A table that may be too long to be held in memory as a whole.

    name       : of its sheet in a workbook
    pieces     : its rows in order, at least one piece, all with the same columns
    origin     : lines that say where it comes from
    definition : of what its columns mean, in a sentence
    """

    name: str
    pieces: Iterable[pd.DataFrame]
    origin: Sequence[str]
    definition: str = ""

    @property
    def about(self) -> pd.DataFrame:
        """The lines that say where it comes from and what it means, as a table."""
        return pd.DataFrame({"about": [*self.origin, *filter(None, [self.definition])]})


class TableFormat(NamedTuple):
    """A kind of file: its name, its type for browsers, and what writes a table so."""

    label: str
    mime: str
    write: Callable[[LongTable, IO[bytes]], None]


def to_csv(table: pd.DataFrame) -> bytes:
    """Return a table as CSV in which no cell or heading acts as a spreadsheet formula.

    It begins with the byte order mark, by which Excel recognises UTF-8.
    """
    written = io.BytesIO()
    _write_csv(LongTable("", [table], []), written)
    return written.getvalue()


def _write_csv(table: LongTable, file: IO[bytes]) -> None:
    """Write CSV; a definition is in the first row of a column of its own."""
    encoding, definition = "utf-8-sig", table.definition
    for piece in table.pieces:
        if table.definition:
            piece = piece.assign(definition=[definition, *[""] * (len(piece) - 1)])
        is_first = encoding == "utf-8-sig"
        # In quotes: otherwise a carriage return within a word would begin a row.
        rows = defused(piece).to_csv(
            index=False, header=is_first, quoting=csv.QUOTE_NONNUMERIC
        )
        file.write(rows.encode(encoding))
        encoding, definition = "utf-8", ""


def defused(table: pd.DataFrame) -> pd.DataFrame:
    """Return a table in which no cell or heading acts as a formula."""
    text = table.select_dtypes(exclude=["number", "bool"]).columns
    safe = {column: table[column].map(_defuse) for column in text}
    return table.assign(**safe).rename(columns=_defuse)


def _defuse(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and FORMULA.match(cell) else cell


def to_xlsx(tables: Mapping[str, pd.DataFrame | Iterable[pd.DataFrame]]) -> bytes:
    """Return tables as one Excel workbook, in which no cell acts as a formula.

    tables : whole or in pieces, by the names of their sheets
    """
    written = io.BytesIO()
    _write_sheets(tables, written)
    return written.getvalue()


def _write_xlsx(table: LongTable, file: IO[bytes]) -> None:
    _write_sheets({table.name: table.pieces, "About": table.about}, file)


def _write_sheets(
    tables: Mapping[str, pd.DataFrame | Iterable[pd.DataFrame]], file: IO[bytes]
) -> None:
    from openpyxl import Workbook  # as slow to import as all else together

    workbook = Workbook(write_only=True)  # its rows go to temporary files
    for name, table in tables.items():
        pieces = [table] if isinstance(table, pd.DataFrame) else table
        _add_sheets(workbook, name, pieces)
    workbook.save(file)


def _add_sheets(workbook: Any, name: str, pieces: Iterable[pd.DataFrame]) -> None:
    """Add a table: where a sheet has no room for more rows, it goes on in another."""
    sheet, room = None, 0
    for piece in pieces:
        if sheet is None:
            sheet, room = _sheet(workbook, name, piece), MAX_SHEET_ROWS
        for row in piece.itertuples(index=False, name=None):
            if not room:
                sheet, room = _sheet(workbook, name, piece), MAX_SHEET_ROWS
            sheet.append([*map(_as_cell, row)])
            room -= 1


def _sheet(workbook: Any, name: str, table: pd.DataFrame) -> Any:
    """Return a new sheet with the headings of a table, which stay in sight.

    name : shortened, and without Excel's marks for references
    """
    sheet = workbook.create_sheet(NOT_IN_SHEET_NAMES.sub("_", name)[:MAX_SHEET_NAME])
    sheet.freeze_panes = "A2"
    sheet.append([*map(_as_cell, table.columns)])
    return sheet


def _as_cell(value: Any) -> Any:
    """Return a value as Excel and XML can hold it, and not as a formula."""
    if isinstance(value, float) and not math.isfinite(value):
        return None if math.isnan(value) else str(value)
    if value is None or isinstance(value, int | float | np.generic):
        return value
    return _defuse(NOT_XML.sub("\ufffd", str(value))[:MAX_CELL])


def _write_parquet(table: LongTable, file: IO[bytes]) -> None:
    """Write Parquet; where the table comes from and its meaning are in the metadata."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    writer = None
    for piece in table.pieces:
        piece = piece.set_axis(each_once(map(str, piece.columns)), axis=1)
        rows = pa.Table.from_pandas(piece, preserve_index=False)
        if writer is None:
            about = {"about": "\n".join(table.about["about"])}
            schema = rows.schema.with_metadata(
                {**(rows.schema.metadata or {}), **about}
            )
            writer = pq.ParquetWriter(file, schema)
        writer.write_table(rows.cast(writer.schema))
    if writer:
        writer.close()


def each_once(names: Iterable[str]) -> list[str]:
    """Return names of columns, with a number after those that were there before."""
    seen: dict[str, str] = {}
    for name in names:
        once, number = name, 1
        while once in seen:
            number += 1
            once = f"{name} ({number})"
        seen[once] = name
    return [*seen]


TABLE_FORMATS: dict[str, TableFormat] = {  # by the endings of files
    ".csv": TableFormat("CSV", "text/csv", _write_csv),
    ".xlsx": TableFormat(
        "Excel",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        _write_xlsx,
    ),
    ".parquet": TableFormat(
        "Parquet", "application/vnd.apache.parquet", _write_parquet
    ),
}


def write_table(path: str | os.PathLike[str], table: LongTable) -> None:
    """Write a table to a file, in the format that its ending names.

    raises : InputError if it has no such ending, or cannot be written
    """
    form = TABLE_FORMATS[checked_ending(path, TABLE_FORMATS)]
    write_file(path, partial(form.write, table))
