"""Tables that libraries unpack in a process with limits: Excel, Parquet, Stata, XML."""

import io
import json
import struct
from collections.abc import Sequence
from typing import NamedTuple

import pandas as pd

from spca_core.corpus import limits
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.formats import FORMATS
from spca_core.corpus.readers.guarded import as_damaged_file_error, guarded
from spca_core.corpus.readers.lines import find_column
from spca_core.corpus.readers.tables.columns import fitted, written
from spca_core.corpus.readers.tables.nested import Entries
from spca_core.corpus.readers.tables.roles import hold_texts
from spca_core.corpus.readers.tables.table import COLUMNS, SAMPLE
from spca_core.errors import InputError
from spca_core.extras import check_installed

AS_CSV = "Save the table as CSV in UTF-8."

Rows = list[list[str]]


class Records(NamedTuple):
    """The rows of a file as text, their columns' names if it knows them, its sheets.

    elements : what could be one document instead, and how many there are
    """

    rows: Rows
    names: Sequence[str] | None = None
    sheets: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    elements: tuple[tuple[str, int], ...] = ()


def unpack(form: str, source: Source, choice: str = "") -> Records:
    """Return what a packed table holds, as text, in memory.

    form : a key of FORMATS
    choice : the sheet of a workbook, or the element that is one record
    """
    with open_bounded(source, limits.PACKED_BYTES, limits.SMALL_XML) as file:
        content = file.read()
    packed, warnings = guarded(unpacked, content, source.name, form=form, choice=choice)
    rows, names, sheets, elements = json.loads(packed)
    elements = tuple((name, n) for name, n in elements)
    return Records(rows, names, tuple(sheets), tuple(warnings), elements)


def unpacked(
    content: bytes, name: str, form: str, choice: str
) -> tuple[bytes, list[str]]:
    """Return a packed table as JSON of texts alone, and warnings."""
    found = FORMATS[form].read(content, name, choice)
    if isinstance(found, Entries):
        found = _as_records(found)
    limits.check(name, len(found.rows), limits.DOCUMENTS, "rows")
    width = max(map(len, found.rows), default=0)
    limits.check(name, width, limits.COLUMNS, *COLUMNS)
    parts = found.rows, found.names, found.sheets, found.elements
    return json.dumps(parts).encode(), list(found.warnings)


def _as_records(found: Entries) -> Records:
    """Return entries with fields of any names as rows."""
    names = list(dict.fromkeys(name for entry in found.entries for name in entry))
    rows = [written(map(entry.get, names)) for entry in found.entries]
    return Records(rows, names, (), tuple(found.warnings), tuple(found.elements))


def read_excel(content: bytes, name: str, sheet: str) -> Records:
    check_installed("python_calamine", name)
    from python_calamine import CalamineError

    damaged = f"{name} is a workbook that is damaged or has a password. {AS_CSV}"
    with as_damaged_file_error(damaged, CalamineError):
        frames = pd.read_excel(
            io.BytesIO(content),
            None,
            engine="calamine",
            header=None,
            dtype=object,
            na_filter=False,
        )
    sheets = {str(title): _filled(frame) for title, frame in frames.items()}
    full = [title for title, rows in sheets.items() if rows]
    if not full:
        raise InputError(f"{name} has no sheet with cells. {AS_CSV}")
    titles = tuple(sheets)
    if sheet:
        chosen = titles[find_column(name, titles, sheet, what="sheet")]
    else:
        chosen = next(filter(lambda it: _is_prose(sheets[it]), full), full[0])
    others = (
        f"{name}: only the sheet {chosen!r} was read; the workbook has "
        f"{len(titles)} sheets."
    )
    return Records(sheets[chosen], None, titles, (others,) * (len(full) > 1))


def _filled(frame: pd.DataFrame) -> Rows:
    """Return the rows that have a cell."""
    rows = map(written, frame.itertuples(index=False))
    return [row for row in rows if any(row)]


def _is_prose(rows: Rows) -> bool:
    width = max(map(len, rows))
    first = [fitted(row, width) for row in rows[:SAMPLE]]
    return width > 1 and hold_texts(first[0], first[1:] or first)


def read_arrow(content: bytes, name: str, _: str) -> Records:
    """Return a table of Parquet or Arrow."""
    check_installed("pyarrow", name)
    import pyarrow
    import pyarrow.parquet

    damaged = (
        f"{name} is a table of Parquet or Arrow that is cut off, damaged or locked. "
        f"{AS_CSV}"
    )
    # Errors also come from bytes that are not text, and from impossible dates.
    with as_damaged_file_error(damaged, pyarrow.ArrowException):
        file = io.BytesIO(content)
        if content.startswith(b"PAR1"):
            table = pyarrow.parquet.read_table(file)
        elif content.startswith(b"ARROW1"):
            table = pyarrow.ipc.open_file(file).read_all()
        else:
            table = pyarrow.ipc.open_stream(file).read_all()
        table.validate(full=True)  # else wrong offsets would be followed
        columns = [column.to_pylist() for column in table.columns]
    return Records(list(map(written, zip(*columns, strict=True))), table.column_names)


def read_stata(content: bytes, name: str, _: str) -> Records:
    damaged = f"{name} is a file of Stata that is damaged. {AS_CSV}"
    with as_damaged_file_error(damaged, struct.error):
        frame = pd.read_stata(io.BytesIO(content))
    rows = frame.astype(object).itertuples(index=False)
    return Records(list(map(written, rows)), list(map(str, frame.columns)))
