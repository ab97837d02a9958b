"""Tables with commas, tabs or semicolons, where a quoted cell may span many lines."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from itertools import dropwhile, islice

import pandas as pd

from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.lines import MAX_TEXT
from spca_core.corpus.readers.records import roles as column_guess
from spca_core.errors import InputError

DELIMITERS = "\t;,"
LOOKED_AT = 1 << 20  # bytes
MAX_ROWS = 100
MIN_SHARE = 3 / 4  # of the rows must have the usual number of cells
RAGGED = re.compile(r"Expected (\d+) fields in line (\d+), saw (\d+)")
CUT_OFF = re.compile(r"EOF inside string starting at row (\d+)")


def holds_prose(start: bytes, *, is_cut: bool) -> bool:
    """Return whether a file begins as a table of texts does: most rows of one width."""
    _, rows = cut_rows(start, is_cut=is_cut)
    width = _usual_width(rows)
    alike = [row for row in rows if len(row) == width]
    is_table = width > 1 < len(alike) and len(alike) >= MIN_SHARE * len(rows)
    return is_table and not _are_sentences(alike) and column_guess.holds_prose(alike)


def cut_rows(start: bytes, *, is_cut: bool) -> tuple[str, list[list[str]]]:
    """Return the delimiter that makes most rows equally wide, and the first rows.

    is_cut : whether the last row may end in the middle
    """
    text = start.decode(errors="replace")
    found = {delimiter: _rows(text, delimiter, is_cut) for delimiter in DELIMITERS}

    def fit(delimiter: str) -> tuple[float, int]:
        rows = found[delimiter]
        width = _usual_width(rows)
        share = sum(len(row) == width for row in rows) / max(len(rows), 1)
        return (share if width > 1 else 0.0, width)

    best = max(DELIMITERS, key=fit)
    return best, found[best]


def first_row_ends(start: bytes, delimiter: str) -> bool:
    """Return whether the first non-blank row ends within this beginning of a file."""
    text = io.StringIO(start.decode(errors="replace"), newline="")
    rows = dropwhile(_is_blank, csv.reader(text, delimiter=delimiter))
    try:
        next(rows, None)
        return text.tell() < len(text.getvalue())
    except csv.Error:  # as in `_rows`
        return False


def _is_blank(row: list[str]) -> bool:
    return len(row) < 2 and not "".join(row).strip()


def chunks(source: Source, delimiter: str, n_rows: int) -> Iterator[pd.DataFrame]:
    """Yield the rows of a table, `n_rows` at a time, with every cell as text."""
    with open_bounded(source, MAX_TEXT) as file:
        try:
            yield from pd.read_csv(
                file,
                sep=delimiter,
                header=None,
                dtype=object,
                na_filter=False,
                chunksize=n_rows,
                skipinitialspace=True,
                encoding="utf-8",
                encoding_errors="replace",
            )
        except pd.errors.ParserError as error:
            raise _unparsed(source.name, str(error)) from error
        except pd.errors.EmptyDataError as error:
            raise InputError(f"{source.name} is empty. Choose another file.") from error


def _unparsed(file: str, message: str) -> InputError:
    if ragged := RAGGED.search(message):
        expected, line, found = map(int, ragged.groups())
        return InputError(
            f"{file}, row {line:,} has {found:,} cells, but row 1 has {expected:,}. "
            "Put texts with commas in quotes, or save the table again."
        )
    if cut_off := CUT_OFF.search(message):
        return InputError(
            f"{file}, row {int(cut_off[1]) + 1:,}: a quote is opened but never closed. "
            "Check that the file is complete; if it is, double the quotes inside the "
            "text."
        )
    return InputError(
        f"{file} cannot be cut into cells: {message[:200]}. Save it again as CSV."
    )


def _rows(text: str, delimiter: str, is_cut: bool) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        rows = list(islice(reader, MAX_ROWS))
    except csv.Error:  # a lone carriage return
        return []
    whole = rows[:-1] if is_cut and 1 < len(rows) < MAX_ROWS else rows
    return [row for row in whole if any(map(str.strip, row))]


def _usual_width(rows: list[list[str]]) -> int:
    return Counter(map(len, rows)).most_common(1)[0][0] if rows else 0


def _are_sentences(rows: list[list[str]]) -> bool:
    """Return whether the rows are prose cut at commas: a blank follows most of them."""
    later = [cell for row in rows for cell in row[1:] if cell]
    return 2 * sum(cell.startswith(" ") for cell in later) > len(later)
