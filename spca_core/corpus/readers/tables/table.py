"""A table of named columns, from any file of records, and its texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, islice
from random import Random
from types import MappingProxyType
from typing import NamedTuple

import pandas as pd

from spca_core.corpus import limits
from spca_core.corpus.readers.files import (
    Source,
    Upload,
    folders_apart,
    plain_name,
)
from spca_core.corpus.readers.gathering import Gathering
from spca_core.corpus.readers.tables.columns import filled, fitted, written
from spca_core.corpus.readers.tables.delimited import (
    MAX_SAMPLE,
    SAMPLE,
    Cut,
    read_rows,
    survey,
)
from spca_core.corpus.readers.tables.header import (
    Header,
    distinct,
    find_header,
)
from spca_core.corpus.readers.tables.roles import (
    GUESSED,
    NONE,
    ColumnRoles,
    find_roles,
)
from spca_core.corpus.readers.tables.several import joined_values
from spca_core.corpus.texts.dates import doubts, iso_dates
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError
from spca_core.formatting import counted

COLUMNS = "columns of a table of texts", "Delete those you do not need."
MAX_SHOWN = 5  # cells in a message
MIN_WITHOUT_TEXT = 0.5  # of the rows: another column may be the text
# Objects may lack fields; rows of tables may not.
LOOSE = (".json", ".jsonl", ".ndjson", ".xml", ".tei", ".nxml")

Row = Sequence[str]


class Table(NamedTuple):
    """Records with named columns of text; what they are read as from every file.

    first : records from all of the table
    rows  : gives all records, each with a cell for each name
    row   : number of the first record's row in the file, from 1
    taken : the columns' roles, by their names, "none" for none
    like_text : the names of the columns that look like texts
    between : of groups, what is between several values in one cell
    doubt : of the column that was taken for the texts; empty if there is none
    cut   : how a delimited file is cut into rows
    parts : the tables of which it is made
    """

    source: Source
    names: tuple[str, ...]
    first: Sequence[Row]
    rows: Callable[[], Iterator[Row]]
    row: int
    taken: ColumnRoles
    warnings: tuple[str, ...] = ()
    like_text: tuple[str, ...] = ()
    between: Mapping[str, str] = MappingProxyType({})
    doubt: str = ""
    cut: Cut | None = None
    parts: tuple["Table", ...] = ()


def delimited_table(source: Source, cut: Cut, columns: ColumnRoles = GUESSED) -> Table:
    """Return a table as commas, tabs or semicolons cut it."""
    found = survey(source, cut)
    cut, width = found.cut, found.width
    header = find_header(cut.rows, width, columns.header)
    n_above = header.n_rows

    def rows() -> Iterator[Row]:
        return islice(read_rows(source, cut, width), n_above, None)

    sample = [row for number, row in found.sample if number > n_above]
    table = _table(source, header, sample, rows, columns)
    unpaired = f"{source.name}: quotes are not paired, and were read as letters."
    warnings = (
        *table.warnings,
        *[unpaired] * (not cut.is_quoted),
        *_set_aside(source.name, found.surplus, width),
    )
    return table._replace(cut=cut, warnings=warnings)


def _set_aside(file: str, surplus: Sequence[tuple[int, int]], width: int) -> list[str]:
    if not surplus:
        return []
    line, n_cells = surplus[0]
    were = "was" if len(surplus) == 1 else "were"
    return [
        f"{file}: {counted(len(surplus), 'rows')} with more than "
        f"{counted(width, 'cells')} {were} left out; line {line:,} has {n_cells:,}. "
        "Put texts with commas in quotes."
    ]


def table_of_rows(source: Source, rows: Sequence[Row], columns: ColumnRoles) -> Table:
    """Return a table of rows in memory, whose header is found."""
    width = max(map(len, rows), default=0)
    first = [row for row in rows[:SAMPLE] if any(map(str.strip, row))]
    header = find_header(first, width, columns.header)
    body = [fitted(row, width) for row in rows if any(map(str.strip, row))]
    body = body[header.n_rows :]
    return table_of_records(source, header.names, body, columns, header)


def table_of_records(
    source: Source,
    names: Sequence[str],
    records: Sequence[Row],
    columns: ColumnRoles,
    header: Header | None = None,
) -> Table:
    """Return a table of records in memory, whose names are known."""
    header = header or Header(distinct(names), 1)
    return _table(source, header, spread(records), lambda: iter(records), columns)


def spread(records: Sequence[Row]) -> Sequence[Row]:
    """Return records from all of a table, each as likely as any other."""
    n_rows = len(records)
    if n_rows <= MAX_SAMPLE:
        return records
    return [records[i] for i in sorted(Random(0).sample(range(n_rows), MAX_SAMPLE))]


def joined_tables(
    source: Source, parts: Sequence[Table], columns: ColumnRoles = GUESSED
) -> Table:
    """Return tables of the same columns as one; each row's file is its group.

    Where each file has one row, files group none.
    """
    names = list(dict.fromkeys(chain.from_iterable(part.names for part in parts)))
    may_lack = all(part.source.name.lower().endswith(LOOSE) for part in parts)
    for part in parts:
        if set(part.names) != set(names) and not may_lack:
            raise InputError(
                f"{source.name}: {parts[0].source.name} and {part.source.name} have "
                "different columns. Read them one by one, or give them the same names."
            )
    are_several = len(parts) > 1 and any(len(part.first) > 1 for part in parts)
    folders = folders_apart([part.source.name for part in parts])
    of_files = ["file"] * are_several + ["folder"] * bool(folders)
    all_names = distinct([*names, *of_files])

    def in_order(part: Table, rows: Iterable[Row]) -> Iterator[Row]:
        at = {name: place for place, name in enumerate(part.names)}
        places = [at.get(name, len(at)) for name in names]
        file = [plain_name(part.source)] * are_several
        file += [folders[parts.index(part)]] if folders else []
        return ([*map([*row, ""].__getitem__, places), *file] for row in rows)

    def rows() -> Iterator[Row]:
        return chain.from_iterable(in_order(part, part.rows()) for part in parts)

    looked_at = max(MAX_SAMPLE // len(parts), 1)
    first = [row for part in parts for row in in_order(part, part.first[:looked_at])]
    header = Header(all_names, parts[0].row - 1)
    table = _table(source, header, first, rows, columns)
    taken = table.taken
    if are_several and not columns.groups:
        taken = replace(
            taken,
            groups=tuple(dict.fromkeys((*taken.groups, *all_names[len(names) :]))),
        )
    warnings = dict.fromkeys(chain(*(part.warnings for part in parts), table.warnings))
    return table._replace(taken=taken, parts=tuple(parts), warnings=tuple(warnings))


def _table(
    source: Source,
    header: Header,
    first: Sequence[Row],
    rows: Callable[[], Iterator[Row]],
    columns: ColumnRoles,
) -> Table:
    limits.check(source.name, len(header.names), limits.COLUMNS, *COLUMNS)
    found = find_roles(source.name, header.names, first, columns)
    notes = (f"{source.name}: {header.note}",) if header.note else ()
    row = 1 + header.n_rows
    return Table(source, header.names, first, rows, row, found.taken, notes)._replace(
        like_text=found.like_text, between=found.between, doubt=found.doubt
    )


def read_frame(frame: pd.DataFrame, columns: ColumnRoles = GUESSED) -> Texts:
    """Read a data frame as the same table is read from a file."""
    source = Upload("table", b"")  # its name is that of the corpus
    cells = frame.astype(object).where(frame.notna(), "")
    records = list(map(written, cells.itertuples(index=False)))
    names = list(map(str, frame.columns))
    table = table_of_records(source, names, records, columns)._replace(row=1)
    texts = read_table(table, rows_stay=True)
    is_one_by_one = len(texts.texts) == len(frame)
    return replace(texts, labels=frame.index if is_one_by_one else None)


def read_table(table: Table, *, rows_stay: bool = False) -> Texts:
    """Return the texts of a table, one a row.

    rows_stay : whether rows without text are in all tables, and need no warning
    """
    taken, file = table.taken, table.source.name
    at = {name: place for place, name in enumerate(table.names)}
    text_at = [at[name] for name in taken.text]
    title_at, date_at = at.get(taken.title), at.get(taken.date)
    groups_at = {name: at[name] for name in taken.groups if name != NONE}
    gathering = Gathering(table.source, keeps_empty=True)
    cut: list[int] = []  # rows whose texts were cut off
    written: list[str] = []  # dates; all of them show if the day or month is first
    n_rows = n_without = 0
    rows = table.rows() if taken.join in ("", NONE) else _joined(table, at, text_at)
    for number, row in enumerate(rows, table.row):
        parts = [filled(row[i]) for i in text_at]
        text = parts[0] if len(parts) == 1 else "\n\n".join(filter(str.strip, parts))
        n_rows += 1
        n_without += not text.strip()
        if len(text) > limits.CELL:
            cut.append(number)
            text = text[: limits.CELL]
        if date_at is not None:
            written.append(filled(row[date_at]))
        gathering.add(
            text,
            "" if title_at is None else filled(row[title_at]),
            {
                name: joined_values(filled(row[i]).strip(), table.between.get(name, ""))
                for name, i in groups_at.items()
            },
        )
    dates = iso_dates(written, taken.order)
    doubt = "" if taken.order else doubts(written)
    undated = [
        f"row {number:,}, column {taken.date!r}: {cell[:64]!r}"
        for number, (cell, date) in enumerate(
            zip(written, dates, strict=True), table.row
        )
        if cell.strip() and not date
    ]
    without = f"{file}: {n_without:,} of {counted(n_rows, 'rows')} have no text."
    mended = (
        *table.warnings,
        *[table.doubt] * bool(table.doubt),
        *[without] * (n_without > MIN_WITHOUT_TEXT * n_rows and not rows_stay),
        *_mended(file, cut, undated, doubt),
    )
    texts = gathering.texts(mended)
    return replace(texts, dates=tuple(dates) if any(dates) else ())


def _joined(table: Table, at: dict[str, int], text_at: list[int]) -> Iterator[Row]:
    """Yield the rows; the texts of those with the same value in a column are joined."""
    of_key: dict[str, list[str]] = {}
    texts: dict[str, list[list[str]]] = {}
    for row in table.rows():
        key = row[at[table.taken.join]]
        of_key.setdefault(key, list(row))
        texts.setdefault(key, []).append([filled(row[i]) for i in text_at])
    for key, row in of_key.items():
        for i, parts in zip(text_at, zip(*texts[key], strict=True), strict=True):
            row[i] = "\n".join(filter(str.strip, parts))
        yield row


def _mended(file: str, cut: list[int], undated: list[str], doubt: str) -> Iterator[str]:
    """Yield warnings of texts that were cut off, and of doubtful dates."""
    if doubt:
        yield f"{file}: {doubt} Choose the order of dates if it is the day."
    if cut:
        yield (
            f"{file}: {counted(len(cut), 'texts')} of over {limits.CELL:,} characters "
            f"were cut off there, the first in row {cut[0]:,}."
        )
    if undated:
        shown = "; ".join(undated[:MAX_SHOWN])
        yield (
            f"{file}: {counted(len(undated), 'cells')} are not dates and count as "
            f"undated: {shown}. Write dates as 1999-12-31."
        )
