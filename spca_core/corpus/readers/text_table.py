"""Read tables of texts, and choose the columns of texts, titles, dates and groups."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import NamedTuple

import pandas as pd

from spca_core.corpus.readers.column_guess import guess_columns, has_header
from spca_core.corpus.readers.delimited import (
    LOOKED_AT,
    chunks,
    cut_rows,
    first_row_ends,
)
from spca_core.corpus.readers.files import Source, Upload, open_bounded
from spca_core.corpus.readers.gathering import Gathering
from spca_core.corpus.readers.lines import MAX_TEXT, quote
from spca_core.corpus.readers.sheets import MAX_COLUMNS
from spca_core.corpus.readers.table_cells import find_column
from spca_core.corpus.texts.dates import doubts, iso_dates
from spca_core.corpus.texts.texts import Texts
from spca_core.errors import InputError

NONE = "0"  # given in place of a column, for none
SAMPLE = 500  # rows from which the columns are guessed
ROWS_AT_ONCE = 20_000
MAX_CELL = 1_000_000  # characters
MAX_SHOWN = 5  # columns or cells in a message


@dataclass(frozen=True, kw_only=True)
class Columns:
    """Which columns to take: names, or numbers from 1; "0" for none, "" to guess.

    Texts of several columns are joined; each column of groups stays on its own. There
    is always a column of texts.
    """

    text: tuple[str, ...] = ()
    title: str = ""
    date: str = ""
    groups: tuple[str, ...] = ()


class Layout(NamedTuple):
    """How a table is cut, the names of its columns, and which are taken."""

    delimiter: str
    has_header: bool
    names: tuple[str, ...]
    taken: Columns  # by their names, "0" for none


GUESSED = Columns()


def find_table(source: Source, columns: Columns = GUESSED) -> Layout:
    """Look at a table's first rows, and choose the columns that are not given."""
    with open_bounded(source, MAX_TEXT) as file:
        start = file.read(LOOKED_AT)
    delimiter, _ = cut_rows(start, is_cut=True)
    # pandas takes gigabytes for a row of millions of columns.
    if len(start) == LOOKED_AT and not first_row_ends(start, delimiter):
        raise InputError(
            f"{source.name} has no row that ends within its first {LOOKED_AT:,} bytes. "
            "Is it a table? Then give it a row of names, and remove blank lines before."
        )
    sample = next(chunks(source, delimiter, SAMPLE))
    if sample.shape[1] > MAX_COLUMNS:
        raise InputError(
            f"{source.name} has {sample.shape[1]:,} columns; a table of texts can have "
            f"{MAX_COLUMNS:,} here. Delete those you do not need."
        )
    rows = sample.to_numpy().tolist()
    header = has_header(rows)
    names = _names(rows[0] if header else [""] * len(rows[0]))
    taken = _choose(source, names, rows[header:], columns)
    return Layout(delimiter, header, names, taken)


def _choose(
    source: Source, names: tuple[str, ...], rows: list[list[str]], columns: Columns
) -> Columns:
    """Return the columns to take by their names; guess those that are not given."""
    cells = list(map(list, zip(*rows, strict=True)))
    guess = guess_columns(names, cells) if rows else None
    if guess is None:
        raise InputError(f"{source.name} has a header and no rows. Add rows.")
    return Columns(
        text=tuple(names[find_column(source.name, names, one)] for one in columns.text)
        or tuple(names[i] for i in guess.text),
        title=_chosen(source, names, columns.title, guess.title),
        date=_chosen(source, names, columns.date, guess.date),
        groups=tuple(_name(source, names, one) for one in columns.groups)
        or tuple(names[i] for i in guess.groups),
    )


def read_text_table(source: Source, columns: Columns = GUESSED) -> Texts:
    """Read a table with one document a row; rows without text are only counted."""
    layout = find_table(source, columns)
    frames = chunks(source, layout.delimiter, ROWS_AT_ONCE)
    return _read_rows(source, frames, layout)


def read_frame(frame: pd.DataFrame, columns: Columns = GUESSED) -> Texts:
    """Read a data frame as `read_text_table` reads the same table from a file."""
    source = Upload("table", b"")  # its name is that of the corpus
    cells = frame.astype(object).where(frame.notna(), "").map(str)
    names = _names(list(map(str, frame.columns)))
    taken = _choose(source, names, cells.head(SAMPLE).to_numpy().tolist(), columns)
    cells.columns = pd.RangeIndex(len(names))
    return _read_rows(source, [cells], Layout("", False, names, taken))


def _read_rows(source: Source, frames: Iterable[pd.DataFrame], layout: Layout) -> Texts:
    """Read frames of texts, whose columns are numbered from 0."""
    gathering, taken = Gathering(source), layout.taken
    row = first = 1 + layout.has_header
    cut: list[int] = []  # rows
    written: list[str] = []  # dates; all of them show if the day or month is first
    filled: list[bool] = []
    for chunk in frames:
        chunk = chunk.iloc[layout.has_header * (row == first) :]
        cells = {name: chunk[i].tolist() for i, name in enumerate(layout.names)}
        whole = _joined(cells, taken)
        cut += [row + i for i, text in enumerate(whole) if len(text) > MAX_CELL]
        texts = [text[:MAX_CELL] for text in whole]
        titles = cells.get(taken.title, [""] * len(texts))
        written += cells.get(taken.date, [])
        filled += [bool(text.strip()) for text in texts]
        groups = {name: cells[name] for name in taken.groups if name != NONE}
        for i, text in enumerate(texts):
            of_row = {name: group[i].strip() for name, group in groups.items()}
            gathering.add(text, titles[i], of_row)
        row += len(texts)
    dates = iso_dates(written)
    undated = [
        f"row {number}, column {quote(taken.date)}: {quote(cell)}"
        for number, (cell, date) in enumerate(zip(written, dates, strict=True), first)
        if cell.strip() and not date
    ]
    texts_alone = gathering.texts(_mended(source.name, cut, undated, doubts(written)))
    kept = tuple(compress(dates, filled))
    return replace(texts_alone, dates=kept if any(kept) else ())


def _mended(file: str, cut: list[int], undated: list[str], doubt: str) -> Iterator[str]:
    """Yield warnings of texts that were cut off, and of doubtful dates."""
    if doubt:
        yield f"{file}: {doubt}"
    if cut:
        yield (
            f"{file}: {len(cut):,} texts of over {MAX_CELL:,} characters were "
            f"cut off there, the first in row {cut[0]:,}."
        )
    if undated:
        shown = "; ".join(undated[:MAX_SHOWN])
        yield (
            f"{file}: {len(undated):,} cells are not dates and count as undated: "
            f"{shown}. Write dates as 1999-12-31."
        )


def _names(header: Sequence[str]) -> tuple[str, ...]:
    """Return distinct column names; a column without one is named by its number."""
    names: dict[str, int] = {}
    for number, cell in enumerate(header, start=1):
        name = " ".join(cell.split()) or f"column {number}"
        names[f"{name} ({number})" if name in names else name] = number
    return tuple(names)


def _chosen(source: Source, names: tuple[str, ...], given: str, guess: int) -> str:
    if given:
        return _name(source, names, given)
    return names[guess] if guess >= 0 else NONE


def _name(source: Source, names: tuple[str, ...], given: str) -> str:
    """Return the name of a column that is given by its name or number, "0" for none."""
    if given == NONE:
        return NONE
    return names[find_column(source.name, names, given)]


def _joined(cells: dict[str, list[str]], taken: Columns) -> list[str]:
    """Return the rows' texts; those of several columns are joined by blank lines."""
    columns = [cells[name] for name in taken.text]
    if len(columns) == 1:
        return columns[0]
    return ["\n\n".join(filter(str.strip, row)) for row in zip(*columns, strict=True)]
