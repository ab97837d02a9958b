"""Readers of tables of numbers: CSV, TSV, semicolons or blanks between them."""

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import BinaryIO

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind, is_bounded
from spca_core.corpus.readers import limits, lines
from spca_core.corpus.readers.columns import NUMBER
from spca_core.corpus.readers.counts import table_cells
from spca_core.corpus.readers.counts.matrices import check_shape, count_corpus
from spca_core.corpus.readers.counts.table_cells import BLANKS, Layout, likely_cells
from spca_core.corpus.readers.files import Source, open_bounded, plain_name
from spca_core.corpus.readers.lines import blocks, first_line, names_of
from spca_core.errors import InputError
from spca_core.formatting import counted

Names = tuple[str, ...]
NO_WORD = re.compile(r"[\d.]")  # in a document's name: doc_1, a.txt
MOST = 0.9  # of the names
PLAIN = b"0123456789+-.eE \t\r"  # float() accepts more characters than these


def read_table(
    path: Source, label: str | None = None, names: Source | None = None
) -> Corpus:
    """Read a table, one row a line, with or without a header of names.

    Without a header, features are named by their column in the file, as feature_3, or
    by the list `names`. Blank lines may stand before the first row and after the last.
    The column `label`, a name or a number from 1, is taken out as the rows' titles. If
    rows are named as the columns are, as in a matrix of covariances, it is the first.
    """
    return _read(path, label, names, MEASUREMENTS)


def read_count_table(
    path: Source, label: str | None = None, names: Source | None = None
) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements.

    Without `label`, the first column holds the titles if it has no name, or if its
    first cell is not a number.
    """
    return _read(path, label, names, COUNTS)


def _read(path: Source, label: str | None, names: Source | None, kind: Kind) -> Corpus:
    with open_bounded(path, limits.TEXT) as file:
        line, first = first_line(file, path.name)
        second = lines.read_line(file, f"{path.name}, line {line + 1}")
        first = _with_row_names(first, second)
        taken = [] if label is None else [label]
        if label is None and (kind is COUNTS or _are_named_alike(first, second)):
            taken = [str(number + 1) for number in range(_n_names(first, second))]
        layout = table_cells.find_layout(first, path.name, line, taken)
        words = _words(layout, names)
        start = second if layout.has_header else first + second
        parts, labels, warnings = _read_rows(file, layout, start, kind)
    titles, groups = _names_of_rows(layout, labels)
    name = plain_name(path)
    if kind is COUNTS:
        counts = sparse.vstack(parts, "csr")
        if label is None and names is None and _are_terms_in_rows(titles, words):
            counts, words, titles = counts.T.tocsr(), titles, words
            warnings += (f"{path.name}: its rows were read as words.",)
        return count_corpus(name, counts, words, titles, groups, warnings)
    return Corpus(
        name=name,
        observations=np.concatenate(parts),
        words=words,
        titles=titles,
        warnings=warnings,
        kind=kind,
    )


def _are_terms_in_rows(titles: Names, words: Names) -> bool:
    """Return whether rows are named by words, and columns by documents, as tm does."""
    n_words = sum(title.isalpha() for title in titles)
    n_documents = sum(bool(NO_WORD.search(word)) for word in words)
    are_words = bool(titles) and n_words >= MOST * len(titles)
    return are_words and n_documents >= MOST * len(words)


def _with_row_names(first: bytes, second: bytes) -> bytes:
    """Return a header; with a name for the row names that R leaves without one."""
    delimiter = table_cells.find_delimiter(first)
    is_longer = (
        len(likely_cells(second, delimiter)) == len(likely_cells(first, delimiter)) + 1
    )
    if not (is_longer and second.startswith(b'"')):
        return first
    return b'""' + delimiter.encode() + first


def _are_named_alike(first: bytes, second: bytes) -> bool:
    """Return whether the first row has the name of the first column of numbers."""
    delimiter = table_cells.find_delimiter(first)
    header, row = likely_cells(first, delimiter), likely_cells(second, delimiter)
    name = row[0].strip() if row else ""
    return header[1:2] == [name] and not NUMBER.fullmatch(name)


def _n_names(first: bytes, second: bytes) -> int:
    """Count the columns before the first column of numbers, by the first two lines.

    If the header has no name for the first column, it counts too, whatever it holds.
    """
    delimiter = table_cells.find_delimiter(first)
    header, row = likely_cells(first, delimiter), likely_cells(second, delimiter)
    if not (header and row):
        return 0
    are_numbers = [bool(NUMBER.fullmatch(cell.strip())) for cell in row]
    is_unnamed = not header[0].strip()
    # A first column without a name may number the rows, and names come after it.
    after = are_numbers.index(True, 1) if is_unnamed and True in are_numbers[1:] else 1
    return (
        after if is_unnamed else (are_numbers.index(True) if True in are_numbers else 1)
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
    file: BinaryIO, layout: Layout, start: bytes, kind: Kind
) -> tuple[list, list[Names], tuple[str, ...]]:
    """Return the numbers in parts (sparse if they are counts), labels and warnings."""
    parts: list = []
    names: list[Names] = []
    warnings: tuple[str, ...] = ()
    n_rows = 0
    for line, text in _rows(file, layout, start):
        numbers, labels = _parse(text, layout, line)
        n_rows += len(numbers)
        check_shape(layout.file, n_rows, len(layout.columns), numbers.shape[1] * n_rows)
        warnings = warnings if parts else _warnings(layout, numbers[0])
        parts.append(sparse.csr_array(numbers) if kind is COUNTS else numbers)
        names += labels
    if not parts:
        raise InputError(f"{layout.file} has a header and no rows. Add rows.")
    return parts, names, warnings


def _rows(file: BinaryIO, layout: Layout, start: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the lines with rows in blocks, each after the number of its first line."""
    blanks = rb" \t\r\n" if layout.delimiter == " " else rb" \r\n"
    up_to_last_row = re.compile(rb"(?s:.*)[^%b][^\n]*" % blanks)
    blank_line = n_blank = 0
    first = layout.line + layout.has_header
    for line, block in blocks(file, layout.file, first, start):
        rows = up_to_last_row.match(block)
        if rows and blank_line:
            raise _blank(f"{layout.file}, line {blank_line}")
        if rows:
            yield line, rows[0]
        n_rows = rows[0].count(b"\n") + 1 if rows else 0
        n_blank += block.count(b"\n") - n_rows
        lines.check_empty(n_blank, layout.file)
        if block.count(b"\n") > n_rows and not blank_line:
            blank_line = line + n_rows


def _parse(text: bytes, layout: Layout, first: int) -> tuple[np.ndarray, list[Names]]:
    """Return the numbers of some lines, (n_lines, n_features), and the rows' labels."""
    rows = table_cells.cut_block(text, layout.delimiter, layout.file, first)
    try:
        return _numbers(rows, layout)
    except ValueError:
        for line, row in enumerate(rows, start=first):
            _check_row([cell.strip(BLANKS) for cell in row], layout, line)
        raise


def _numbers(rows: list[list[str]], layout: Layout) -> tuple[np.ndarray, list[Names]]:
    labels: list[Names] = []
    if any(len(row) != len(layout.columns) for row in rows):
        raise ValueError("ragged")
    if layout.labels:
        labels = [tuple(row[at].strip(BLANKS) for at in layout.labels) for row in rows]
        kept = [at for at in range(len(layout.columns)) if at not in layout.labels]
        rows = [[row[at] for at in kept] for row in rows]
    if any(table_cells.name_fault(label, "label") for label in chain(*labels)):
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
            fault = table_cells.name_fault(cell, "label")
        else:
            fault = table_cells.number_fault(cell)
        if fault:
            raise InputError(f"{layout.place(line, column)}: {fault}")


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
