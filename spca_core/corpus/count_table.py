"""Reader of document-term tables: a document a row, a word a column."""

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.files import Source
from spca_core.corpus.mending import as_counts, drop_empty
from spca_core.corpus.table import read_table


def read_count_table(source: Source, label: str | None = None) -> Corpus:
    """Read a table of counts, as `read_table` reads one of measurements.

    label  : name or number from 1 of the column that is taken out as the titles
    raises : InputError that names the file, line or row, what is wrong and the way out
    """
    return drop_empty(as_counts(read_table(source, label)))


def look_like_counts(numbers: list[float]) -> bool:
    """Tell counts from measurements: whole, none below zero, and half of them 0."""
    whole = all(number >= 0 and number % 1 == 0 for number in numbers)
    return whole and 2 * numbers.count(0) >= len(numbers)
