"""Numbers in the rows of a text or of another file: a table, or a count a row."""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import chain, islice, pairwise
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind, is_bounded
from spca_core.corpus.matrix import MAX_COUNT, MAX_NUMBER
from spca_core.corpus.readers.counts.checks import (
    check_shape,
    count_corpus,
    in_alphabet,
)
from spca_core.corpus.readers.counts.rows import (
    BLANKS,
    NUMBER,
    Numbered,
    Row,
    columns_of_triples,
    may_be_number,
    numbered_rows,
    numbers_rows,
)
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.lines import (
    COLUMN_NUMBER,
    find_column,
    names_of,
    quote,
)
from spca_core.errors import InputError
from spca_core.formatting import counted

Names = tuple[str, ...]
Rows = Sequence[Row] | None  # of a file that another reader has unpacked
SAMPLE = 100  # rows, to tell which columns name the others
AT_ONCE = 20_000  # cells, of which the text takes ten times the memory of the numbers
PLAIN = b"0123456789+-.eE \t\r"  # float() accepts more characters than these


class Layout(NamedTuple):
    """The columns of a table: their names, and which are labels.

    line : of the first row
    """

    file: str
    columns: Names
    labels: tuple[int, ...]
    line: int
    has_header: bool

    @property
    def features(self) -> tuple[int, ...]:
        """The columns that hold numbers."""
        return tuple(i for i in range(len(self.columns)) if i not in self.labels)

    def place(self, line: int, column: int) -> str:
        """Return where a cell is, with line and column as a user counts them."""
        name = f" ({quote(self.columns[column])})" if self.has_header else ""
        return f"{self.file}, line {line}, column {column + 1}{name}"


def read_table(
    source: Source,
    label: str | None = None,
    names: Source | None = None,
    rows: Rows = None,
) -> Corpus:
    """Read a table of measurements, a row a line, with or without a header.

    Without a header, features are named by their column in the file, as feature_3, or
    by the list `names`. The column `label`, a name or a number from 1, is taken out as
    the rows' titles; else the columns before the first number, and row numbers.
    """
    return _read(source, label, names, rows, MEASUREMENTS)


def read_count_table(
    source: Source,
    label: str | None = None,
    names: Source | None = None,
    rows: Rows = None,
) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements."""
    return _read(source, label, names, rows, COUNTS)


def _read(
    source: Source, label: str | None, names: Source | None, rows: Rows, kind: Kind
) -> Corpus:
    start, numbered = _begun(source, rows)
    (line, first), others = start[0], [row for _, row in start[1:]]
    if _lacks_a_name(first, others):
        first = ["", *first]
    taken = [label] if label is not None else _columns_of_names(first, others)
    layout = _layout(first, source.name, line, taken)
    words = _words(layout, names)
    numbered = chain(start[layout.has_header :], numbered)
    parts, labels = _read_rows(numbered, layout, kind)
    titles, groups = _names_of_rows(layout, labels)
    name = plain_name(source)
    if kind is COUNTS:
        return count_corpus(name, sparse.vstack(parts, "csr"), words, titles, groups)
    numbers = np.concatenate(parts)
    return Corpus(
        name=name,
        observations=numbers,
        words=words,
        titles=titles,
        groups=groups,
        kind=kind,
    )


def _begun(
    source: Source, rows: Rows, max_line: int = limits.LINE
) -> tuple[list[tuple[int, Row]], Numbered]:
    """Return the first rows, and the others."""
    numbered = numbered_rows(source, rows, max_line)
    if start := list(islice(numbered, SAMPLE)):
        return start, numbered
    raise InputError(f"{source.name} has no row with a cell. Check that it is whole.")


def _lacks_a_name(first: Row, others: Sequence[Row]) -> bool:
    """Return whether a header has no name for the rows' names, as R writes it."""
    if not others or any(len(row) != len(first) + 1 for row in others):
        return False
    return not NUMBER.fullmatch(others[0][0].strip()) or _counts_up([""], others)


def _columns_of_names(first: Row, others: Sequence[Row]) -> list[str]:
    """Return the numbers of the first columns that name or number the rows."""
    n_names = int(not first[0].strip() or _counts_up(first, others))
    columns = list(zip(*(row for row in others if len(row) == len(first)), strict=True))
    while n_names < len(columns) - 1 and _are_names(columns[n_names]):
        n_names += 1
    return [str(number + 1) for number in range(n_names)]


def _are_names(cells: Sequence[str]) -> bool:
    """Return whether most are neither numbers, also with commas, nor missing ones."""
    numbers = [cell for cell in cells if may_be_number(cell.replace(",", "").strip())]
    return 2 * len(numbers) < len(cells)


def _counts_up(first: Row, others: Sequence[Row]) -> bool:
    """Return whether the first column is called row numbers, and holds them."""
    cells = [row[0].strip() for row in others]
    if (
        not numbers_rows(first[0])
        or len(cells) < 2
        or not all(map(str.isdecimal, cells))
    ):
        return False
    return {int(b) - int(a) for a, b in pairwise(cells)} == {1}


def _layout(first: Row, file: str, line: int, labels: Sequence[str]) -> Layout:
    """Return a table's layout by its first row; labels are columns' names or numbers.

    The row is a header if a cell is neither a number nor a usual way to write a missing
    one, or is empty. (A row with missing numbers is refused later.)
    """
    cells = tuple(cell.strip(BLANKS) for cell in first)
    by_number = {int(it) - 1 for it in labels if COLUMN_NUMBER.fullmatch(it)}
    others = [cell for i, cell in enumerate(cells) if i not in by_number]
    has_header = not all(cells) or not all(map(may_be_number, others))
    columns = cells if has_header else names_of("feature", len(cells))
    use = " to take out as labels"
    taken = tuple(find_column(file, columns, label, use) for label in labels)
    layout = Layout(file, columns, taken, line, has_header)
    if not layout.features:
        raise InputError(
            f"{file} has no column besides the labels. Add a column of numbers, or "
            "choose no column of labels."
        )
    places: dict[str, int] = {}
    for column, name in enumerate(columns):
        fault = "" if column in taken else _name_fault(name, "name")
        place = places.setdefault(name, column)
        if not fault and place < column:
            fault = (
                f"the name is already used by column {place + 1}. Rename one of both."
            )
        if fault:
            raise InputError(f"{layout.place(line, column)}: {fault}")
    return layout


def _words(layout: Layout, names: Source | None) -> Names:
    if names is None:
        return tuple(layout.columns[i] for i in layout.features)
    if layout.has_header:
        raise InputError(
            f"{layout.file}, line {layout.line} is a header with words of its own. "
            f"Leave {names.name} out, or remove the header."
        )
    return names_of("feature", len(layout.features), names)


def _read_rows(
    numbered: Iterable[tuple[int, Row]], layout: Layout, kind: Kind
) -> tuple[list, list[Names]]:
    """Return the numbers in parts, sparse if they are counts, and the rows' labels."""
    parts: list = []
    labels: list[Names] = []
    n_rows, numbered = 0, iter(numbered)
    while some := list(islice(numbered, max(AT_ONCE // len(layout.columns), 1))):
        n_rows += len(some)
        n_columns = len(layout.features)
        check_shape(layout.file, n_rows, n_columns, n_columns * n_rows)
        numbers = _numbers(some, layout)
        parts.append(sparse.csr_array(numbers) if kind is COUNTS else numbers)
        if layout.labels:
            labels += [
                tuple(row[i].strip(BLANKS) for i in layout.labels) for _, row in some
            ]
    if not n_rows:
        raise InputError(f"{layout.file} has a header and no rows. Add rows.")
    return parts, labels


def _numbers(some: Sequence[tuple[int, Row]], layout: Layout) -> np.ndarray:
    """Return the numbers of some rows, (n_rows, n_features)."""
    rows, features = [row for _, row in some], layout.features
    is_even = all(len(row) == len(layout.columns) for row in rows)
    labels = (row[i] for row in rows for i in layout.labels) if is_even else ()
    if is_even and not any(_name_fault(it.strip(BLANKS), "label") for it in labels):
        if layout.labels:
            rows = [[row[i] for i in features] for row in rows]
        try:
            cells = map(float, chain.from_iterable(rows))
            numbers = np.fromiter(cells, float).reshape(len(rows), len(features))
        except ValueError:
            numbers = np.array([np.inf])
        strange = " ".join(chain.from_iterable(rows)).encode().translate(None, PLAIN)
        if not strange and is_bounded(numbers):
            return numbers
    for line, row in some:
        _check_row([cell.strip(BLANKS) for cell in row], layout, line)
    raise AssertionError("rows were refused in which every cell is good")


def _check_row(cells: list[str], layout: Layout, line: int) -> None:
    if len(cells) != len(layout.columns):
        raise InputError(
            f"{layout.file}, line {line} has {counted(len(cells), 'cells')}, but line "
            f"{layout.line} has {len(layout.columns):,}. Give each line one cell for "
            "each column."
        )
    for column, cell in enumerate(cells):
        is_label = column in layout.labels
        fault = _name_fault(cell, "label") if is_label else _number_fault(cell)
        if fault:
            raise InputError(f"{layout.place(line, column)}: {fault}")


def _number_fault(cell: str) -> str:
    """Return what is wrong with a number, and the way out; "" if nothing is wrong."""
    if NUMBER.fullmatch(cell) and abs(float(cell)) <= MAX_NUMBER:
        return ""
    texts = " Or read the file as a table of texts." if " " in cell else ""
    return (
        f"{quote(cell)} is not a number such as 12, -0.5 or 3e-4, of at most "
        f"{MAX_NUMBER:g}. Correct it, or remove its row or column; one column can be "
        f"taken out as labels, by its name.{texts}"
    )


def _name_fault(cell: str, what: str) -> str:
    """Return what is wrong with a name or label, and the way out; "" if nothing is."""
    if not cell:
        return f"the {what} is empty. Fill it in, or leave its column out."
    if len(cell.encode()) > limits.NAME:
        return f"a {what} of over {limits.NAME:,} bytes. Shorten it."
    return ""


def _names_of_rows(
    layout: Layout, labels: Sequence[Names]
) -> tuple[Names, dict[str, Names]]:
    """Return the titles, from the first column of names, and groups from the others."""
    named = list(zip(layout.labels, zip(*labels, strict=True), strict=True))
    # Names, not the numbers of rows before them, are titles.
    if len(named) > 1 and not layout.columns[0] and named[0][1][0].isdecimal():
        named = named[1:]
    titles = named[0][1] if named else ()
    return titles, {layout.columns[column]: of for column, of in named[1:]}


def read_triples(
    source: Source,
    label: str | None = None,
    words: Source | None = None,
    rows: Rows = None,
) -> Corpus:
    """Read counts; documents and words are named as they are in the file.

    The documents keep the order of the file; the words are sorted.
    """
    start, numbered = _begun(source, rows, limits.TRIPLE_LINE)
    line, header = start[0]
    named = columns_of_triples(header)
    has_header = bool(named) or (len(header) == 3 and not NUMBER.fullmatch(header[2]))
    places, width = named or (0, 1, 2), len(header) if named else 3
    if named and _lacks_a_name(header, [row for _, row in start[1:]]):
        places, width = tuple(place + 1 for place in places), width + 1
    numbered = chain(start[has_header:], numbered)
    corpus = _corpus_of_triples(source, numbered, places, width)
    warning = (
        f"{source.name}, line {line} was left out as a header. The columns "
        f"{', '.join(map(quote, header))} were read as document, word and count."
    )
    unknown = has_header and not named
    return replace(corpus, warnings=corpus.warnings + (warning,) * unknown)


def _corpus_of_triples(
    source: Source, numbered: Numbered, places: tuple[int, ...], width: int
) -> Corpus:
    documents: dict[str, int] = {}
    words: dict[str, int] = {}
    rows, columns, counts = array("i"), array("i"), array("d")
    for line, row in numbered:
        if fault := _fault_of_triple(row, places, width):
            raise InputError(f"{source.name}, line {line}: {fault}")
        document, word, count = (row[place].rstrip(BLANKS) for place in places)
        rows.append(documents.setdefault(document, len(documents)))
        columns.append(words.setdefault(word, len(words)))
        counts.append(float(count))
        if len(counts) % AT_ONCE == 0:
            check_shape(source.name, len(documents), len(words), len(counts))
    if not documents:
        raise InputError(f"{source.name} has a header and no rows. Add rows.")
    names, in_order = in_alphabet(words, columns)
    cells = (np.frombuffer(counts), (np.frombuffer(rows, np.int32), in_order))
    matrix = sparse.coo_array(cells, (len(documents), len(names)))
    return count_corpus(plain_name(source), matrix, names, tuple(documents))


def _fault_of_triple(row: Row, places: tuple[int, ...], width: int) -> str:
    """Return what is wrong with a row, and the way out; "" if nothing is wrong."""
    if len(row) != width:
        fault = f"{counted(len(row), 'cells')}, but a document, a word and a count are"
        return f"{fault} 3. Correct it; put quotes around a name with a separator."
    *names, count = (row[place].rstrip(BLANKS) for place in places)
    for what, name in zip(("document", "word"), names, strict=True):
        if fault := _name_fault(name, what):
            return fault
    if not NUMBER.fullmatch(count) or not 0 <= float(count) <= MAX_COUNT:
        return f"{quote(count)} is not a count from 0 to 2^53. Correct the line."
    return ""
