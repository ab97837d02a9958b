"""Numbers in the rows of any file: counts, measurements, or a count a row.

Rows come from a text, or from memory if another reader has unpacked them.
"""

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

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
    NO_NUMBER,
    NUMBER,
    Blocks,
    Row,
    columns_of_triples,
    is_blank,
    numbers_rows,
    row_blocks,
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
SAMPLE = 100  # rows, to tell which columns name the others
NO_NAME = re.compile(rf"[-+]?[\d.,]*|{NUMBER.pattern}|{NO_NUMBER.pattern}", re.I)
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
    The column `label`, a name or a number from 1, is taken out as the rows' titles;
    else the columns before the first number, and a first one that numbers the rows.

    blocks : the rows, if they are in memory
    """
    return _read(source, label, names, blocks, MEASUREMENTS)


def read_count_table(
    source: Source,
    label: str | None = None,
    names: Source | None = None,
    blocks: Blocks | None = None,
) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements."""
    return _read(source, label, names, blocks, COUNTS)


def read_triples(
    source: Source,
    label: str | None = None,
    words: Source | None = None,
    blocks: Blocks | None = None,
) -> Corpus:
    """Read counts; documents and words are named as they are in the file.

    The documents keep the order of the file; the words are sorted.

    blocks : the rows, if they are in memory
    """
    coming = iter(row_blocks(source, limits.TRIPLE_LINE) if blocks is None else blocks)
    line, rows = next(coming)
    header = [cell.strip(BLANKS) for cell in rows[0]]
    named = columns_of_triples(header)
    has_header = bool(named) or (len(header) == 3 and not NUMBER.fullmatch(header[2]))
    places, width = named or (0, 1, 2), len(header) if named else 3
    if named and _lacks_a_name(header, rows[1:SAMPLE]):
        places, width = tuple(place + 1 for place in places), width + 1
    start: Blocks = [(line + has_header, rows[has_header:])]
    coming = chain(start, coming)
    corpus = _corpus_of_triples(source, coming, places, width)
    warning = (
        f"{source.name}, line {line} was left out as a header. The columns "
        f"{', '.join(map(quote, header))} were read as document, word and count. If "
        "that is wrong, choose the column of texts, or name these three in the header."
    )
    unknown = has_header and not named
    return replace(corpus, warnings=corpus.warnings + (warning,) * unknown)


def _corpus_of_triples(
    source: Source, blocks: Blocks, places: tuple[int, ...], width: int
) -> Corpus:
    documents: dict[str, int] = {}
    words: dict[str, int] = {}
    rows, columns, counts = array("i"), array("i"), array("d")
    for first, some in blocks:
        for line, row in enumerate(some, start=first):
            if is_blank(row):
                continue
            if fault := _fault_of_triple(row, places, width):
                raise InputError(f"{source.name}, line {line}: {fault}")
            document, word, count = (row[place].rstrip(BLANKS) for place in places)
            rows.append(documents.setdefault(document, len(documents)))
            columns.append(words.setdefault(word, len(words)))
            counts.append(float(count))
        sizes = max(len(documents), 1), max(len(words), 1), len(counts)
        check_shape(f"{source.name}, line {first}", *sizes)
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
        if not 1 <= (n_bytes := len(name.encode())) <= limits.NAME:
            fault = f"a {what} of {counted(n_bytes, 'bytes')}"
            return f"{fault}; it must have 1 to {limits.NAME:,}. Correct the line."
    if not NUMBER.fullmatch(count) or not 0 <= float(count) <= MAX_COUNT:
        return f"{quote(count)} is not a count from 0 to 2^53. Correct the line."
    return ""


def _read(
    source: Source,
    label: str | None,
    names: Source | None,
    blocks: Blocks | None,
    kind: Kind,
) -> Corpus:
    coming = iter(row_blocks(source) if blocks is None else blocks)
    line, rows = next(coming)
    while len(rows) < 2 and (more := next(coming, None)):
        rows = [*rows, *more[1]]
    first, *others = rows[:SAMPLE]
    if _lacks_a_name(first, others):
        first = ["", *first]
        rows = [first, *rows[1:]]
    taken = [label] if label is not None else _columns_of_names(first, others)
    layout = find_layout(first, source.name, line, taken)
    words = _words(layout, names)
    start: Blocks = [(line + layout.has_header, rows[layout.has_header :])]
    parts, labels = _read_rows(chain(start, coming), layout, kind)
    titles, groups = _names_of_rows(layout, labels)
    name = plain_name(source)
    if kind is MEASUREMENTS:
        numbers = np.concatenate(parts)
        named = {"words": words, "titles": titles, "groups": groups}
        return Corpus(name=name, observations=numbers, kind=kind, **named)
    counts = sparse.vstack(parts, "csr")
    if label is None and layout.has_header and _are_terms_in_rows(titles, words):
        warning = f"{source.name}: its rows were read as words."
        return count_corpus(name, counts.T.tocsr(), titles, words, {}, (warning,))
    return count_corpus(name, counts, words, titles, groups)


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


def _lacks_a_name(first: Row, others: Sequence[Row]) -> bool:
    """Return whether a header has no name for the rows' names, as R writes it."""
    rows = [row for row in others if not is_blank(row)]
    if not rows or any(len(row) != len(first) + 1 for row in rows):
        return False
    return not NUMBER.fullmatch(rows[0][0].strip()) or _counts_up([""], rows)


def _columns_of_names(first: Row, others: Sequence[Row]) -> list[str]:
    """Return the numbers of the first columns that name the rows.

    Those before the first column of numbers do, and one that numbers the rows: it has
    no name, or is called so and counts up. Names may come after it.
    """
    is_numbered = not first[0].strip() or _counts_up(first, others)
    columns = list(zip(*(row for row in others if len(row) == len(first)), strict=True))
    n_names = int(is_numbered)
    while n_names < len(columns) - 1 and _are_names(columns[n_names]):
        n_names += 1
    return [str(number + 1) for number in range(n_names)]


def _are_names(cells: Sequence[str]) -> bool:
    """Return whether most are neither numbers, also with commas, nor missing ones."""
    return 2 * sum(bool(NO_NAME.fullmatch(it.strip())) for it in cells) < len(cells)


def _counts_up(first: Row, others: Sequence[Row]) -> bool:
    """Return whether the first column is called row numbers, and holds them."""
    cells = [row[0].strip() for row in others if row]
    if not numbers_rows(first[0]) or len(cells) < 2:
        return False
    numbers = [int(cell) for cell in cells if cell.isdecimal()]
    return len(numbers) == len(cells) and {b - a for a, b in pairwise(numbers)} == {1}


def _words(layout: Layout, names: Source | None) -> tuple[str, ...]:
    if names is None:
        return layout.features
    if layout.has_header:
        raise InputError(
            f"{layout.file}, line {layout.line} is a header with words of its own. "
            f"Leave {names.name} out, or remove the header."
        )
    return names_of("feature", len(layout.features), names)


def _read_rows(blocks: Blocks, layout: Layout, kind: Kind) -> tuple[list, list[Names]]:
    """Return the numbers in parts, sparse if they are counts, and the rows' labels."""
    parts: list = []
    names: list[Names] = []
    n_rows = 0
    for line, rows in blocks:
        numbers, labels = _parse(rows, layout, line)
        n_rows += len(numbers)
        n_numbers = numbers.shape[1] * n_rows
        check_shape(layout.file, max(n_rows, 1), len(layout.columns), n_numbers)
        parts.append(sparse.csr_array(numbers) if kind is COUNTS else numbers)
        names += labels
        del rows  # frees memory before the next block is cut
    if not n_rows:
        raise InputError(f"{layout.file} has a header and no rows. Add rows.")
    return parts, names


def _parse(
    rows: Sequence[Row], layout: Layout, first: int
) -> tuple[np.ndarray, list[Names]]:
    """Return the numbers of some rows, (n_rows, n_features), and the rows' labels."""
    try:
        return _numbers(rows, layout)
    except ValueError:
        for line, row in enumerate(rows, start=first):
            if not is_blank(row):
                _check_row([cell.strip(BLANKS) for cell in row], layout, line)
        raise


def _numbers(rows: Sequence[Row], layout: Layout) -> tuple[np.ndarray, list[Names]]:
    labels: list[Names] = []
    rows = [row for row in rows if not is_blank(row)]
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
    numbers = np.fromiter(cells, float).reshape(len(rows), len(layout.features))
    if not is_bounded(numbers):
        raise ValueError("a number that is too large")
    return numbers, labels


def _check_row(cells: list[str], layout: Layout, line: int) -> None:
    place = f"{layout.file}, line {line}"
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
