"""A table of numbers, from the rows of any file: counts or measurements."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import isclose

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind, is_bounded
from spca_core.corpus.matrix import MAX_NUMBER
from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.covariances import MAX_ERROR
from spca_core.corpus.readers.counts.matrices import check_shape, count_corpus
from spca_core.corpus.readers.delimited import BLANKS, is_blank, row_blocks
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.lines import (
    COLUMN_NUMBER,
    check_empty,
    find_column,
    names_of,
    quote,
)
from spca_core.corpus.readers.tables.columns import NO_NUMBER, NUMBER
from spca_core.errors import InputError
from spca_core.formatting import counted

Names = tuple[str, ...]
Row = Sequence[str]
Blocks = Iterable[tuple[int, Sequence[Row]]]  # rows, after the number of the first
NO_WORD = re.compile(r"[\d.]")  # in a document's name: doc_1, a.txt
MOST = 0.9  # of the names
PLAIN = b"0123456789+-.eE \t\r"  # float() accepts more characters than these


@dataclass(frozen=True)
class Layout:
    """The names of a table's columns, including those of labels.

    labels : the columns that hold labels, from 0
    line   : the number of the first row's line
    """

    file: str
    columns: Names
    labels: tuple[int, ...]
    line: int
    has_header: bool

    @property
    def features(self) -> Names:
        """The names of the columns that hold numbers."""
        labels = self.labels
        return tuple(name for i, name in enumerate(self.columns) if i not in labels)

    def place(self, line: int, column: int) -> str:
        """Return where a cell is, with line and column as a user counts them."""
        name = f" ({quote(self.columns[column])})" if self.has_header else ""
        return f"{self.file}, line {line}, column {column + 1}{name}"


def read_table(
    source: Source,
    label: str | None = None,
    names: Source | None = None,
    blocks: Blocks | None = None,
) -> Corpus:
    """Read a table, one row a line, with or without a header of names.

    Without a header, features are named by their column in the file, as feature_3, or
    by the list `names`. Blank lines may stand before the first row and after the last.
    The column `label`, a name or a number from 1, is taken out as the rows' titles. If
    rows are named as the columns are, or come without a header and are named, as in a
    covariance matrix, it is the first.

    blocks : the rows, if they are in memory
    """
    return _read(source, label, names, blocks, MEASUREMENTS)


def read_count_table(
    source: Source,
    label: str | None = None,
    names: Source | None = None,
    blocks: Blocks | None = None,
) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements.

    Without `label`, the first column holds the titles if it has no name, or if its
    first cell is not a number.
    """
    return _read(source, label, names, blocks, COUNTS)


def _read(
    source: Source,
    label: str | None,
    names: Source | None,
    blocks: Blocks | None,
    kind: Kind,
) -> Corpus:
    coming = iter(row_blocks(source) if blocks is None else blocks)
    line, rows = next(coming)
    if len(rows) < 2:
        rows = [*rows, *next(coming, (0, []))[1]]
    first, second = rows[0], rows[1] if len(rows) > 1 else []
    taken = [] if label is None else [label]
    is_symmetric = _begin_symmetric(first, second)
    if label is None and (kind is COUNTS or _are_named_alike(first, second)):
        taken = [str(number + 1) for number in range(_n_names(first, second))]
    elif label is None and is_symmetric:
        taken = ["1"]
    layout = find_layout(first, source.name, line, taken)
    words = _words(layout, names)
    start: Blocks = [(line + layout.has_header, rows[layout.has_header :])]
    parts, labels, warnings = _read_rows(chain(start, coming), layout, kind)
    titles, groups = _names_of_rows(layout, labels)
    name = plain_name(source)
    if kind is COUNTS:
        counts = sparse.vstack(parts, "csr")
        is_named = label is None and names is None and not is_symmetric
        if is_named and _are_terms_in_rows(titles, words):
            counts, words, titles = counts.T.tocsr(), titles, words
            warnings += (f"{source.name}: its rows were read as words.",)
        return count_corpus(name, counts, words, titles, groups, warnings)
    return Corpus(
        name=name,
        observations=np.concatenate(parts),
        words=words,
        titles=titles,
        warnings=warnings,
        kind=kind,
    )


def find_layout(first: Row, file: str, line: int, labels: Sequence[str]) -> Layout:
    """Return a table's layout by its first row; labels are columns' names or numbers.

    The row is a header if it has a cell that is neither a number nor a usual way to
    write a missing one. (A row with missing numbers is refused later.)
    In a column of labels that is given by number, only an empty cell makes a header.
    """
    cells = tuple(cell.strip(BLANKS) for cell in first)
    has_header = _is_header(cells, labels)
    columns = cells if has_header else names_of("feature", len(cells))
    use = " to take out as labels"
    taken = tuple(find_column(file, columns, label, use) for label in labels)
    layout = Layout(file, columns, taken, line, has_header)
    _check_columns(layout)
    return layout


def _is_header(cells: Row, labels: Sequence[str]) -> bool:
    labelled = [int(label) - 1 for label in labels if COLUMN_NUMBER.fullmatch(label)]
    numbers = (cell for column, cell in enumerate(cells) if column not in labelled)
    is_named = any(not (NUMBER.fullmatch(n) or NO_NUMBER.fullmatch(n)) for n in numbers)
    return is_named or not all(cells)


def _check_columns(layout: Layout) -> None:
    if not layout.features:
        raise InputError(
            f"{layout.file} has no column besides the labels. Add a column of "
            "numbers, or choose no column of labels."
        )
    first: dict[str, int] = {}
    for column, name in enumerate(layout.columns):
        place = layout.place(layout.line, column)
        # A column of labels needs no name: no result shows it.
        if column not in layout.labels and (fault := _name_fault(name, "name")):
            raise InputError(f"{place}: {fault}")
        if first.setdefault(name, column) != column:
            raise InputError(
                f"{place}: the name is already used by column {first[name] + 1}. "
                "Rename one of the two."
            )


def _are_named_alike(first: Row, second: Row) -> bool:
    """Return whether the first row has the name of the first column of numbers."""
    name = second[0].strip() if second else ""
    header = [cell.strip(BLANKS) for cell in first[1:2]]
    return header == [name] and not NUMBER.fullmatch(name)


def _begin_symmetric(first: Row, second: Row) -> bool:
    """Return whether two rows are named, and their numbers begin as symmetric ones."""
    rows = [[cell.strip(BLANKS) for cell in row[:3]] for row in (first, second)]
    if any(len(row) < 3 or NUMBER.fullmatch(row[0]) for row in rows):
        return False
    are_numbers = all(NUMBER.fullmatch(cell) for row in rows for cell in row[1:])
    return are_numbers and isclose(
        float(rows[0][2]), float(rows[1][1]), rel_tol=MAX_ERROR
    )


def _n_names(first: Row, second: Row) -> int:
    """Count the columns before the first column of numbers, by the first two rows.

    If the header has no name for the first column, it counts too, whatever it holds.
    """
    if not second:
        return 0
    are_numbers = [bool(NUMBER.fullmatch(cell.strip())) for cell in second]
    is_unnamed = not first[0].strip()
    # A first column without a name may number the rows, and names come after it.
    after = are_numbers.index(True, 1) if is_unnamed and True in are_numbers[1:] else 1
    return (
        after if is_unnamed else (are_numbers.index(True) if True in are_numbers else 1)
    )


def _words(layout: Layout, names: Source | None) -> tuple[str, ...]:
    if names is None:
        return layout.features
    if layout.has_header:
        raise InputError(
            f"{layout.file}, line {layout.line} is a header with words of its own. "
            f"Leave {names.name} out, or remove the header."
        )
    return names_of("feature", len(layout.features), names)


def _read_rows(
    blocks: Blocks, layout: Layout, kind: Kind
) -> tuple[list, list[Names], tuple[str, ...]]:
    """Return the numbers in parts (sparse if they are counts), labels and warnings."""
    parts: list = []
    names: list[Names] = []
    warnings: tuple[str, ...] = ()
    n_rows = 0
    for line, rows in _up_to_last_row(blocks, layout.file):
        numbers, labels = _parse(rows, layout, line)
        n_rows += len(numbers)
        check_shape(layout.file, n_rows, len(layout.columns), numbers.shape[1] * n_rows)
        warnings = warnings if parts else _warnings(layout, numbers[0])
        parts.append(sparse.csr_array(numbers) if kind is COUNTS else numbers)
        names += labels
        del rows  # frees memory before the next block is cut
    if not parts:
        raise InputError(f"{layout.file} has a header and no rows. Add rows.")
    return parts, names, warnings


def _up_to_last_row(blocks: Blocks, file: str) -> Iterator[tuple[int, Sequence[Row]]]:
    """Yield the blocks without the blank lines after the last row."""
    blank_line = n_blank = 0
    for line, rows in blocks:
        n_rows = len(rows)
        while n_rows and is_blank(rows[n_rows - 1]):
            n_rows -= 1
        if n_rows and blank_line:
            raise _blank(f"{file}, line {blank_line}")
        if n_rows:
            yield line, rows[:n_rows]
        if n_rows < len(rows):
            blank_line = blank_line or line + n_rows
            n_blank += len(rows) - n_rows
            check_empty(n_blank, file)


def _parse(
    rows: Sequence[Row], layout: Layout, first: int
) -> tuple[np.ndarray, list[Names]]:
    """Return the numbers of some rows, (n_rows, n_features), and the rows' labels."""
    try:
        return _numbers(rows, layout)
    except ValueError:
        for line, row in enumerate(rows, start=first):
            _check_row([cell.strip(BLANKS) for cell in row], layout, line)
        raise


def _numbers(rows: Sequence[Row], layout: Layout) -> tuple[np.ndarray, list[Names]]:
    labels: list[Names] = []
    if any(len(row) != len(layout.columns) for row in rows):
        raise ValueError("ragged")
    if layout.labels:
        labels = [tuple(row[at].strip(BLANKS) for at in layout.labels) for row in rows]
        features = [at for at in range(len(layout.columns)) if at not in layout.labels]
        rows = [[row[at] for at in features] for row in rows]
    if any(_name_fault(label, "label") for label in chain(*labels)):
        raise ValueError("a label is empty or too long")
    if " ".join(chain.from_iterable(rows)).encode().translate(None, PLAIN):
        raise ValueError("not a table of numbers alone")
    cells = map(float, chain.from_iterable(rows))
    numbers = np.fromiter(cells, float).reshape(len(rows), -1)
    if not is_bounded(numbers):
        raise ValueError("a number that is too large")
    return numbers, labels


def _check_row(cells: list[str], layout: Layout, line: int) -> None:
    place = f"{layout.file}, line {line}"
    if cells in ([], [""]):
        raise _blank(place)
    if len(cells) != len(layout.columns):
        raise InputError(
            f"{place} has {counted(len(cells), 'cells')}, but line {layout.line} has "
            f"{len(layout.columns):,}. Give each line one cell for each column."
        )
    for column, cell in enumerate(cells):
        if column in layout.labels:
            fault = _name_fault(cell, "label")
        else:
            fault = _number_fault(cell)
        if fault:
            raise InputError(f"{layout.place(line, column)}: {fault}")


def _number_fault(cell: str) -> str:
    """Return what is wrong with a number, and the way out; "" if nothing is wrong."""
    if not cell:
        return "the cell is empty. Fill it in, or remove its row or column."
    if NO_NUMBER.fullmatch(cell):
        return f"{quote(cell)} is not finite. Fill it in, or remove its row or column."
    if not NUMBER.fullmatch(cell):
        texts = " Or read the file as a table of texts." if " " in cell else ""
        return (
            f"{quote(cell)} is not a number such as 12, -0.5 or 3e-4. Correct it, or "
            "remove the column; one column can be taken out as labels, by its name."
            f"{texts}"
        )
    if abs(float(cell)) > MAX_NUMBER:
        return f"{quote(cell)} is beyond {MAX_NUMBER:g}. Correct it, or rescale all."
    return ""


def _name_fault(cell: str, what: str) -> str:
    """Return what is wrong with a name or label, and the way out; "" if nothing is."""
    if not cell:
        return f"the {what} is empty. Fill it in, or leave its column out."
    if len(cell.encode()) > limits.NAME:
        return f"a {what} of over {limits.NAME:,} bytes. Shorten it."
    return ""


def _blank(place: str) -> InputError:
    return InputError(f"{place}: the line is blank. Fill it in, or remove it.")


def _warnings(layout: Layout, first_row: np.ndarray) -> tuple[str, ...]:
    """Warn of a first row 0, 1, 2, ...: it may be a header numbered by a program."""
    steps = np.arange(len(first_row)) + first_row[0]
    counts_up = len(steps) >= 3 and first_row[0] in (0, 1)
    if layout.has_header or not counts_up or (steps != first_row).any():
        return ()
    return (
        f"{layout.file}, line {layout.line} counts up from {first_row[0]:.0f}; it was "
        "read as a row of numbers. If it is a header, give its columns names.",
    )


def _names_of_rows(
    layout: Layout, labels: Sequence[Names]
) -> tuple[Names, dict[str, Names]]:
    """Return the titles, from the first column of names, and groups from the others."""
    columns = list(zip(*labels, strict=True)) or [()]
    taken = layout.labels
    # Names, not the numbers of rows before them, are titles.
    if len(columns) > 1 and not layout.columns[taken[0]] and columns[0][0].isdecimal():
        columns, taken = columns[1:], taken[1:]
    others = zip(taken[1:], columns[1:], strict=True)
    return columns[0], {layout.columns[column]: names for column, names in others}


def _are_terms_in_rows(titles: Names, words: Names) -> bool:
    """Return whether rows are named by words, and columns by documents, as tm does."""
    n_words = sum(title.isalpha() for title in titles)
    n_documents = sum(bool(NO_WORD.search(word)) for word in words)
    are_words = bool(titles) and n_words >= MOST * len(titles)
    return are_words and n_documents >= MOST * len(words)
