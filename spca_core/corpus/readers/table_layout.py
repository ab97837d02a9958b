"""Layout of a table: what its first line tells of delimiter, header and labels."""

import re
from dataclasses import dataclass

from spca_core.corpus.readers.table_cells import (
    NO_NUMBER,
    NUMBER,
    cut_line,
    name_fault,
    quote,
)
from spca_core.errors import InputError

COLUMN_NUMBER = re.compile(r"[1-9]\d{0,8}", re.ASCII)
COLUMNS_SHOWN = 5  # in an error


@dataclass(frozen=True)
class Layout:
    """How the lines of a table are cut, and what stands in its columns.

    columns : the name of each column of the file, that of the labels included
    label   : the index of the column of labels, if there is one
    line    : the number of the file's first line that is not blank
    """

    file: str
    delimiter: str
    columns: tuple[str, ...]
    label: int | None
    line: int
    has_header: bool

    @property
    def n_features(self) -> int:
        return len(self.columns) - (self.label is not None)

    def features(self) -> tuple[str, ...]:
        """Return the names of the columns that hold numbers."""
        if self.label is None:
            return self.columns
        return self.columns[: self.label] + self.columns[self.label + 1 :]

    def place(self, line: int, column: int) -> str:
        """Say where a cell stands, in the numbers a user counts."""
        name = f" ({quote(self.columns[column])})" if self.has_header else ""
        return f"{self.file}, line {line}, column {column + 1}{name}"


def find_layout(text: bytes, file: str, line: int, label: str | None) -> Layout:
    """Tell a table's layout from its first line; `label` is a column's name or number.

    The line is a header if it has a cell that is neither a number nor a usual way to
    write a missing one: such a line is a row, which is then refused by that cell. Of
    a column of labels that is given by its number, only an empty cell makes a header.

    raises : InputError with file, line and column
    """
    delimiter = find_delimiter(text)
    cells = tuple(cut_line(text, delimiter, f"{file}, line {line}"))
    has_header = _is_header(cells, label)
    columns = (
        cells if has_header else tuple(f"feature_{i + 1}" for i in range(len(cells)))
    )
    index = None if label is None else _label_index(file, columns, label)
    layout = Layout(file, delimiter, columns, index, line, has_header)
    _check_columns(layout)
    return layout


def find_delimiter(text: bytes) -> str:
    """Return what separates the cells: tab, semicolon, comma, or else any blanks."""
    # A semicolon goes before a comma, which may be a decimal one, or part of a name.
    unquoted = re.sub(rb'"[^"]*"', b"", text).strip()
    found = (delimiter for delimiter in "\t;," if delimiter.encode() in unquoted)
    return next(found, " ")


def _is_header(cells: tuple[str, ...], label: str | None) -> bool:
    apart = int(label) - 1 if label and COLUMN_NUMBER.fullmatch(label) else None
    return any(
        not cell
        or not (column == apart or NUMBER.fullmatch(cell) or NO_NUMBER.fullmatch(cell))
        for column, cell in enumerate(cells)
    )


def _label_index(file: str, columns: tuple[str, ...], label: str) -> int:
    if label in columns:
        return columns.index(label)
    if COLUMN_NUMBER.fullmatch(label) and int(label) <= len(columns):
        return int(label) - 1
    shown = ", ".join(map(quote, columns[:COLUMNS_SHOWN]))
    more = ", ..." if len(columns) > COLUMNS_SHOWN else ""
    raise InputError(
        f"{file} has no column {quote(label)} to take out as labels. It has {shown}"
        f"{more}: give one of these names, or a number of 1 to {len(columns):,}."
    )


def _check_columns(layout: Layout) -> None:
    if not layout.n_features:
        raise InputError(
            f"{layout.file} has one column, and that is taken out as labels. "
            "Name no column of labels, or add a column of numbers."
        )
    first: dict[str, int] = {}
    for column, name in enumerate(layout.columns):
        place = layout.place(layout.line, column)
        # No result shows the name of the column of labels: it may have none.
        if column != layout.label and (fault := name_fault(name, "name")):
            raise InputError(f"{place}: {fault}")
        if first.setdefault(name, column) != column:
            raise InputError(
                f"{place}: the name stands already on column {first[name] + 1}. "
                "Rename one of the two."
            )
