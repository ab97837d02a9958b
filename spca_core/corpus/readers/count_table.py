"""Reader of document-term tables: a document a row, a word a column."""

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.mending import as_counts, drop_empty
from spca_core.corpus.readers.table import LONGEST_LINE, MOST_TEXT, read_table
from spca_core.corpus.readers.table_cells import BLANKS, NUMBER
from spca_core.corpus.readers.table_layout import find_delimiter


def read_count_table(source: Source, label: str | None = None) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements.

    label  : name or number from 1 of the column that is taken out as the titles; if
             not given, the first, if it has no name or begins with what is no number
    raises : InputError that names the file, line or row, what is wrong and the way out
    """
    if label is None and _begins_with_names(source):
        label = "1"
    return drop_empty(as_counts(read_table(source, label)))


def _begins_with_names(source: Source) -> bool:
    with open_bounded(source, MOST_TEXT) as file:
        lines = [file.readline(LONGEST_LINE) for _ in range(2)]
    if not all(map(bytes.strip, lines)):
        return False
    delimiter = find_delimiter(lines[0])
    cells = [line.decode(errors="replace").partition(delimiter) for line in lines]
    header, first = (cell.strip(f'"{BLANKS}') for cell, *_ in cells)
    return not header or not NUMBER.fullmatch(first)


def look_like_counts(numbers: list[float]) -> bool:
    """Tell counts from measurements: whole, none below zero, and half of them 0."""
    whole = all(number >= 0 and number % 1 == 0 for number in numbers)
    return whole and 2 * numbers.count(0) >= len(numbers)
