"""Text cut into rows of cells at commas, tabs, semicolons or bars.

pandas' reader drops surplus cells or whole rows without a word, and reads all at once;
that of Python's library gives each row, with its line.
"""

import csv
import io
import random
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice, tee
from typing import Any, NamedTuple

from spca_core.corpus import limits
from spca_core.corpus.readers.files import Source, open_bounded
from spca_core.corpus.readers.lines import check_empty
from spca_core.corpus.readers.tables.columns import fitted
from spca_core.errors import InputError
from spca_core.formatting import counted

SEPARATORS = {  # that can be chosen, and what each is called on screen
    "": "Found",
    **{"comma": "Comma", "semicolon": "Semicolon", "tab": "Tab", "pipe": "Bar (|)"},
}
SIGNS = {"tab": "\t", "semicolon": ";", "comma": ",", "pipe": "|"}
SAMPLE, MAX_SAMPLE = 500, 1_000  # rows at the beginning, and from all of a table
MIN_SHARE = 3 / 4  # of the rows must have the usual number of cells
MAX_UNEVEN = 0.02  # of the rows, where quotes are letters
MAX_SURPLUS = 0.1  # of the rows may have cells too many, and are set aside
FEWEST_JOINED = 4  # lines that all fit, which a quote does not join by chance
csv.field_size_limit(limits.LINE)  # a text may be longer than csv's default of 131,072


class Cut(NamedTuple):
    """How a text is cut into cells, and its first rows, blank ones left out."""

    delimiter: str
    is_quoted: bool = True
    escape: str | None = None  # before quotes in a quoted cell that are not doubled
    rows: Sequence[list[str]] = ()

    @property
    def share(self) -> float:
        """The share of the rows that have the usual number of cells."""
        ((_, n_usual),) = self._widths.most_common(1) or [(0, 0)]
        return n_usual / max(len(self.rows), 1)

    @property
    def width(self) -> int:
        """The cells in a row: of most rows, or of a header above uneven ones."""
        ((usual, _),) = self._widths.most_common(1) or [(0, 0)]
        first = len(self.rows[0]) if self.rows else 0
        is_uneven = self.share < MIN_SHARE and first > 1
        return first if is_uneven else max(usual, first)

    @property
    def is_table(self) -> bool:
        """Whether there are rows of several cells, and most are alike."""
        ((usual, n_usual),) = self._widths.most_common(1) or [(0, 0)]
        return usual > 1 and n_usual > 1 and self.share >= MIN_SHARE

    @property
    def _widths(self) -> Counter[int]:
        return Counter(map(len, self.rows))


def find_cut(start: bytes, *, is_cut: bool, separator: str = "") -> Cut:
    """Cut the beginning of a table by what makes most of its rows equally wide.

    is_cut : whether the last row may end in the middle
    separator : a key of SEPARATORS
    """
    text = start.decode(errors="replace")
    escape = "\\" if '\\"' in text and '""' not in text else None
    signs = [SIGNS[separator]] if separator else [*SIGNS.values()]
    # R's write.table puts blanks between cells in quotes.
    signs += [" "] * (not separator and 2 * text.count('\n"') > text.count("\n"))
    cuts = [_best_quoting(Cut(sign, True, escape), text, is_cut) for sign in signs]
    best = max(cuts, key=lambda cut: (cut.is_table, cut.share * (cut.width > 1)))
    if not best.is_table and not separator:  # one column, whose commas are in texts
        best = next(cut for cut in cuts if cut.delimiter == ",")
    return best


def _best_quoting(cut: Cut, text: str, is_cut: bool) -> Cut:
    """Take quotes for quoting, unless they are not paired, and each line is a row."""
    quoted = _with_rows(cut, text, is_cut)
    fault = _fault(text, cut)
    if not fault or (is_cut and fault == UNCLOSED):
        return quoted
    unquoted = _with_rows(Cut(cut.delimiter, False), text, is_cut)
    is_even = unquoted.is_table and unquoted.share >= 1 - MAX_UNEVEN
    return unquoted if is_even else quoted


def looks_like_table(start: bytes, cut: Cut) -> bool:
    """Return whether lines are the rows of a table, and not prose cut at its commas."""
    first_cells = [row[0] for row in cut.rows if row[0].strip()]
    # Tabs indent paragraphs.
    if not cut.is_table or 2 * len(first_cells) < len(cut.rows):
        return False
    is_wide = any(cell.strip() for row in cut.rows for cell in row[1:])
    sign = cut.delimiter.encode()
    are_clauses = 2 * start.count(sign + b" ") > start.count(sign)
    return is_wide and not are_clauses


MALFORMED, UNCLOSED = "malformed", "unclosed"


def _fault(text: str, cut: Cut) -> str:
    """Return what is wrong with quotes; empty if nothing is, or they are letters."""
    if not cut.is_quoted or '"' not in text:
        return ""
    try:
        for _ in _reader(io.StringIO(text, newline=""), cut, is_strict=True):
            pass
    except csv.Error as error:
        return MALFORMED if "expected after" in str(error) else UNCLOSED
    return ""


def _with_rows(cut: Cut, text: str, is_cut: bool) -> Cut:
    rows = list(islice(_reader(io.StringIO(text, newline=""), cut), SAMPLE))
    whole = rows[:-1] if is_cut and 2 < len(rows) < SAMPLE else rows
    return cut._replace(rows=[row for row in whole if any(map(str.strip, row))])


def _reader(lines: Iterable[str], cut: Cut, *, is_strict: bool = False):
    return csv.reader(
        lines,
        delimiter=cut.delimiter,
        quoting=csv.QUOTE_MINIMAL if cut.is_quoted else csv.QUOTE_NONE,
        skipinitialspace=cut.is_quoted and cut.delimiter != "\t",
        escapechar=cut.escape,
        strict=is_strict,
    )


class Survey(NamedTuple):
    """How a whole file is cut, rows from all of it, and what does not fit.

    sample  : rows with their numbers, from 1
    surplus : lines with too many cells, and how many they have
    """

    cut: Cut
    width: int
    sample: list[tuple[int, list[str]]]
    n_rows: int
    surplus: list[tuple[int, int]]


class _UnpairedQuotesError(InputError):
    """Quotes that are letters: they join lines that are rows, or never end."""

    def __init__(self, place: str) -> None:
        super().__init__(
            f"{place}: a quote is opened but never closed. Check that the file is "
            "complete; if it is, double the quotes inside the text."
        )


def survey(source: Source, cut: Cut) -> Survey:
    """Read a table once; where its quotes turn out not to be paired, they are letters.

    Raises
    ------
    InputError
        If a quote never ends, or many rows have more cells than the first.
    """
    try:
        found = _survey(source, cut)
    except _UnpairedQuotesError as error:
        found = _survey(source, cut._replace(is_quoted=False, escape=None))
        if len(found.surplus) > MAX_UNEVEN * found.n_rows:
            raise InputError(str(error)) from error
    if len(found.surplus) > MAX_SURPLUS * (found.n_rows + len(found.surplus)):
        line, n_cells = found.surplus[0]
        raise InputError(
            f"{source.name}, line {line:,} has {counted(n_cells, 'cells')}, but row 1 "
            f"has {cut.width:,}; so it is with "
            f"{counted(len(found.surplus), 'rows')}. Put texts with commas in quotes, "
            "or save the table again."
        )
    return found


def _survey(source: Source, cut: Cut) -> Survey:
    sample = list[tuple[int, list[str]]]()  # each row as likely as any other
    surplus: list[tuple[int, int]] = []
    rng, n_rows, n_blank, width = random.Random(0), 0, 0, cut.width
    lines, line, end = list[str](), 1, 0  # of the last row; the last number of any
    with _lines_of(source) as file:
        read, again = tee(file)
        reader = _reader(read, cut)
        for row in _rows(reader, source, width):
            taken = list(islice(again, reader.line_num - end))
            end = reader.line_num
            if not row:
                n_blank += 1
                check_empty(n_blank, source.name)
                continue
            lines, line = taken, end - len(taken) + 1
            if len(lines) > 1:
                _check_joined(lines, cut, f"{source.name}, line {line:,}")
            if len(row) > width:
                surplus.append((line, len(row)))
                continue
            n_rows += 1
            if n_rows <= MAX_SAMPLE:
                sample.append((n_rows, fitted(row, width)))
            elif (place := int(rng.random() * n_rows)) < MAX_SAMPLE:
                sample[place] = n_rows, fitted(row, width)
            limits.check(source.name, n_rows, limits.DOCUMENTS, "rows")
    if _fault("".join(lines), cut) == UNCLOSED:
        raise _UnpairedQuotesError(f"{source.name}, line {line:,}")
    return Survey(cut, width, sorted(sample), n_rows, surplus)


def read_rows(source: Source, cut: Cut, width: int) -> Iterator[list[str]]:
    """Yield the rows of a table that are not blank, without those of too many cells."""
    with _lines_of(source) as file:
        for row in _rows(_reader(file, cut), source, width):
            if row and len(row) <= width:
                yield row if len(row) == width else fitted(row, width)


@contextmanager
def _lines_of(source: Source) -> Generator[Iterator[str]]:
    with open_bounded(source, limits.TEXT) as file:
        yield io.TextIOWrapper(file, "utf-8", errors="replace", newline="")


def _rows(reader: Any, source: Source, width: int) -> Iterator[list[str]]:
    """Yield rows without blank cells beyond the width; of a blank row, nothing is left.

    Raises
    ------
    InputError
        If a cell is too long.
    """
    try:
        for row in reader:
            if not any(map(str.strip, row)):
                row.clear()
            while len(row) > width and not row[-1].strip():
                row.pop()
            yield row
    except csv.Error as error:
        raise InputError(
            f"{source.name}, line {reader.line_num:,} cannot be cut into cells: "
            f"{error}. Save the table again as CSV."
        ) from error


def _check_joined(lines: list[str], cut: Cut, place: str) -> None:
    """Refuse a quote that joins lines that are rows."""
    are_rows = {line.count(cut.delimiter) for line in lines} == {cut.width - 1}
    if not cut.is_quoted or not are_rows or cut.width == 1:
        return
    if len(lines) >= FEWEST_JOINED or _fault("".join(lines), cut):
        raise _UnpairedQuotesError(place)
