"""Text cut into rows of cells at commas, tabs, semicolons or blanks.

In a table of texts a quoted cell may span many lines; a row of numbers is one line.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.errors import InputError
from spca_core.formatting import counted

DELIMITERS = "\t;,"
SEPARATORS = {  # that can be chosen, and what each is called on screen
    "": "Found",
    **{"comma": "Comma", "semicolon": "Semicolon", "tab": "Tab", "pipe": "Bar (|)"},
}
SIGNS = {"comma": ",", "semicolon": ";", "tab": "\t", "pipe": "|"}
BLANKS = " \t\r"  # around cells of numbers
NO_ROW = re.compile(rb"\r(?![\r\n]|\Z)|\0")
MAX_SAMPLE = 500  # rows that are looked at
MIN_SHARE = 3 / 4  # of the rows must have the usual number of cells
MIN_JOINED = 6  # delimiters of lines that all fit, if quotes join them by mistake
MIN_FITTING = 0.98  # of the lines are rows, where quotes are no quoting


class UnpairedQuotesError(InputError):
    """Quotes that are no quoting: they join lines that are rows of their own."""

    def __init__(self, source: Source, row: int, n_lines: int) -> None:
        super().__init__(
            f"{source.name}, row {row:,}: a quote joins {counted(n_lines, 'rows')}."
        )
        self.source = source


class Cut(NamedTuple):
    """How a table is cut into cells, and its first rows, blank ones left out."""

    delimiter: str
    is_quoted: bool
    rows: list[list[str]]
    escape: str | None = None  # before quotes in a quoted cell that are not doubled

    @property
    def width(self) -> int:
        """The usual number of cells in a row."""
        return Counter(map(len, self.rows)).most_common(1)[0][0] if self.rows else 0

    @property
    def share(self) -> float:
        """The share of the rows that are as wide as usual, of tables of two columns."""
        width = self.width
        alike = sum(len(row) == width for row in self.rows)
        return alike / max(len(self.rows), 1) if width > 1 else 0.0

    @property
    def is_table(self) -> bool:
        """Whether there are rows, and most are alike."""
        n_alike = list(map(len, self.rows)).count(self.width)
        return n_alike > 1 and self.share >= MIN_SHARE


def find_cut(start: bytes, *, is_cut: bool, separator: str = "") -> Cut:
    """Cut the beginning of a table by what makes most of its rows equally wide.

    is_cut : whether the last row may end in the middle
    separator : a key of SEPARATORS
    """
    text = start.decode(errors="replace")
    if separator:
        return _best_quoting(text, SIGNS[separator], is_cut)
    cuts = [_best_quoting(text, sign, is_cut) for sign in (*DELIMITERS, "|")]
    best = max(cuts, key=lambda cut: (cut.share, cut.width))
    # R's write.table puts blanks between cells in quotes.
    if best.is_table or 2 * text.count('\n"') < text.count("\n"):
        return best
    return _best_quoting(text, " ", is_cut)


def cut_by(sign: str, start: bytes, *, is_cut: bool) -> Cut:
    """Cut the beginning of a table at a sign, where quotes are quoting."""
    return _cut(Cut(sign, True, []), start.decode(errors="replace"), is_cut)


def are_sentences(start: bytes, cut: Cut) -> bool:
    """Return whether lines are prose cut at commas: at blanks, or at ends of verses."""
    text = io.StringIO(start.decode(errors="replace"), newline="")
    rows, width = csv.reader(text, delimiter=cut.delimiter), cut.width
    alike = [row for row in islice(rows, MAX_SAMPLE) if len(row) == width]
    later = [cell for row in alike for cell in row[1:] if cell]
    n_after_blanks = sum(cell.startswith(" ") for cell in later)
    return not later or 2 * n_after_blanks > len(later)


def _best_quoting(text: str, delimiter: str, is_cut: bool) -> Cut:
    """Take quotes for quoting, unless each line is a row, and quotes would join some.

    So it is where texts begin with quotes that are not paired.
    """
    escape = "\\" if '\\"' in text and '""' not in text else None
    quoted = _cut(Cut(delimiter, True, [], escape), text, is_cut)
    if '"' not in text:
        return quoted
    unquoted = _cut(Cut(delimiter, False, []), text, is_cut)
    cells = (cell for row in quoted.rows for cell in row)
    n_joined = max((cell.rstrip().count("\n") for cell in cells), default=0)
    is_unpaired = n_joined and _are_rows(n_joined, text.split("\n"), unquoted)
    return unquoted if is_unpaired and unquoted.share >= MIN_FITTING else quoted


def _are_rows(n_joined: int, lines: list[str], cut: Cut) -> bool:
    """Return whether lines that quotes join are rows: too many to fit by chance.

    Or a quote ends within a cell, where no quoting ends.
    """
    by_chance = n_joined * (cut.width - 1) < MIN_JOINED
    return not by_chance or "expected after" in _fault(lines, cut)


def _fault(lines: list[str], cut: Cut) -> str:
    """Return what is wrong with the quotes of lines; empty if nothing is."""
    ended = (line.rstrip("\r\n") + "\n" for line in lines)
    try:
        list(_reader(ended, cut._replace(is_quoted=True), is_strict=True))
    except csv.Error as error:
        return str(error)
    return ""


def _cut(cut: Cut, text: str, is_cut: bool) -> Cut:
    """Return a way to cut a table with its first rows."""
    rows = list(islice(_reader(io.StringIO(text, newline=""), cut), MAX_SAMPLE))
    whole = rows[:-1] if is_cut and 2 < len(rows) < MAX_SAMPLE else rows
    return cut._replace(rows=[row for row in whole if any(map(str.strip, row))])


def _reader(lines: Iterable[str], cut: Cut, *, is_strict: bool = False):
    return csv.reader(
        lines,
        delimiter=cut.delimiter,
        quoting=csv.QUOTE_MINIMAL if cut.is_quoted else csv.QUOTE_NONE,
        skipinitialspace=cut.is_quoted,
        escapechar=cut.escape,
        strict=is_strict,
    )


def fitted(row: Sequence[str], width: int) -> list[str]:
    """Return the cells of a row, as many as that; missing ones are empty."""
    return [*row, *[""] * (width - len(row))][:width]


def first_row_ends(start: bytes, cut: Cut) -> bool:
    """Return whether the first non-blank row ends within this beginning of a file."""
    text = io.StringIO(start.decode(errors="replace"), newline="")
    rows = _reader(text, cut)
    next((row for row in rows if len(row) > 1 or "".join(row).strip()), None)
    return text.tell() < len(text.getvalue())


def read_rows(source: Source, cut: Cut) -> Iterator[list[str]]:
    """Yield the rows of a table that are not blank, all of them as wide as usual.

    Missing cells at a row's end are empty.

    Raises
    ------
    UnpairedQuotesError
        If quotes join lines that are rows of their own.
    InputError
        If a row has more cells, a quote never ends, or many rows have fewer cells
        where quotes are no quoting.
    """
    number, n_short, width = 0, 0, cut.width
    taken: list[str] = []
    with open_bounded(source, limits.TEXT) as file:
        text = io.TextIOWrapper(file, "utf-8", errors="replace", newline="")
        lines = _Lines(text)
        rows = _reader(lines, cut)
        try:
            for row in rows:
                taken, lines.taken = lines.taken, []
                if not any(map(str.strip, row)):
                    continue
                number += 1
                if len(taken) > 1 and _are_joined(taken, cut):
                    raise UnpairedQuotesError(source, number, len(taken))
                if len(row) != width:
                    n_short += len(row) < width
                    row = _fitted(row, width, f"{source.name}, row {number:,}")
                yield row
            _check_closed(taken, cut, f"{source.name}, row {number:,}")
        except csv.Error as error:
            raise InputError(
                f"{source.name}, row {number + 1:,} cannot be cut into cells: {error}. "
                "Save the table again as CSV."
            ) from error
    if not cut.is_quoted and n_short > (1 - MIN_FITTING) * number + 1:
        raise InputError(
            f"{source.name}: {n_short:,} of {counted(number, 'rows')} have fewer than "
            f"{counted(width, 'cells')}, and quotes are not paired. Save the table "
            "again as CSV."
        )


class _Lines:
    """Lines, with those that the row at hand has taken."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self.taken: list[str] = []

    def __iter__(self) -> "_Lines":
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self.taken.append(line)
        return line


def _are_joined(lines: list[str], cut: Cut) -> bool:
    """Return whether each of the lines of one row is a row."""
    fit = all(line.count(cut.delimiter) == cut.width - 1 for line in lines)
    return fit and _are_rows(len(lines) - 1, lines, cut)


def _check_closed(lines: list[str], cut: Cut, place: str) -> None:
    """Refuse a last row whose last quote does not end."""
    if cut.is_quoted and "unexpected end" in _fault(lines, cut):
        raise InputError(
            f"{place}: a quote is opened but never closed. Check that the file is "
            "complete; if it is, double the quotes inside the text."
        )


def _fitted(row: list[str], width: int, place: str) -> list[str]:
    if any(map(str.strip, row[width:])):
        raise InputError(
            f"{place} has {counted(len(row), 'cells')}, but row 1 has {width:,}. Put "
            "texts with commas in quotes, or save the table again."
        )
    return fitted(row, width)
