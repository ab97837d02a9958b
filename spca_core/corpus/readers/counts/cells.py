"""Read the cells of a matrix, one a line, after a header that says how many follow."""

import io
import re
from collections.abc import Iterator
from contextlib import closing
from typing import BinaryIO, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.readers import limits
from spca_core.corpus.readers.counts.whole_numbers import parse_whole
from spca_core.corpus.readers.files import Source, max_text_bytes
from spca_core.corpus.readers.lines import NUMBER, ahead, blocks, quote
from spca_core.errors import InputError

INTEGER = rb"[+-]?\d{1,64}+"
DIGITS = b"0123456789 \t\r\n"  # NumPy never misreads text of these bytes alone
BLANKS = rb"[ \t\r]"


class Lines(NamedTuple):
    """What each line holds: its numbers' names and ranges, and if all are whole."""

    ranges: dict[str, tuple[int, int]]
    are_whole: bool

    def pattern(self) -> re.Pattern[bytes]:
        """Return the pattern of such a line, or a blank one, with its line feed."""
        last = INTEGER if self.are_whole or "count" not in self.ranges else NUMBER
        numbers = (BLANKS + b"++").join([INTEGER] * (len(self.ranges) - 1) + [last])
        return re.compile(rb"%b*+(?:%b)?+%b*+(?:\n|\Z)" % (BLANKS, numbers, BLANKS))


def check_promise(source: Source, line: int, n_lines: int, n_numbers: int) -> None:
    """Refuse a promise of more lines than a file of this size can hold."""
    # A number has at least one byte, and a blank or a line feed after it.
    if 2 * n_numbers * n_lines > max_text_bytes(source) + 1:
        raise _wrong_length(source, line, n_lines, "the file is too small for them")


def read_cells(
    file: BinaryIO, source: Source, line: int, sizes: tuple[int, int, int], lines: Lines
) -> sparse.coo_array:
    """Read the cells; line `line` promises `sizes`: documents, words, lines to follow.

    Lines of counts alone give word 1 in every document, then word 2, and so on.
    """
    check_promise(source, line, sizes[2], len(lines.ranges))
    columns = _read_columns(file, source, line, sizes[2], lines)
    counts = columns.get("count", np.ones(sizes[2]))
    if len(columns) == 1:
        return sparse.coo_array(counts.reshape(sizes[1::-1]).T)
    for what in ("document", "word"):
        columns[what] -= 1
    return sparse.coo_array((counts, (columns["document"], columns["word"])), sizes[:2])


def _read_columns(
    file: BinaryIO, source: Source, line: int, n_lines: int, lines: Lines
) -> dict[str, np.ndarray]:
    """Fill arrays of the promised size, so that the memory is known in advance."""
    columns = {
        what: np.empty(n_lines, np.float64 if what == "count" else np.int32)
        for what in lines.ranges
    }
    filled = 0
    for found in read_columns(file, source, line, n_lines, lines):
        end = filled + len(next(iter(found.values())))
        for what, column in columns.items():
            column[filled:end] = found[what]
        filled = end
    return columns


def read_columns(
    file: BinaryIO, source: Source, line: int, n_lines: int, lines: Lines
) -> Iterator[dict[str, np.ndarray]]:
    """Yield the numbers of some thousand lines at a time, by name.

    Another thread unzips the next lines meanwhile.
    """
    n_found = 0
    coming = ahead(blocks(file, source.name, line + 1, max_line=limits.COUNT_LINE))
    with closing(coming):
        for number, block in coming:
            columns = _parse(block, source.name, number, lines)
            n_found += len(next(iter(columns.values())))
            if n_found > n_lines:
                raise _wrong_length(source, line, n_lines, "more follow")
            yield columns
    if n_found < n_lines:
        raise _wrong_length(source, line, n_lines, f"only {n_found:,} follow")


def _wrong_length(source: Source, line: int, n_lines: int, truth: str) -> InputError:
    return InputError(
        f"{source.name}, line {line}: {n_lines:,} lines of numbers are promised, but "
        f"{truth}. Correct the line, or check that the file is complete."
    )


def _parse(block: bytes, name: str, line: int, lines: Lines) -> dict[str, np.ndarray]:
    """Return the block's numbers by name; raise InputError for its first bad line."""
    found = _whole(block, lines) if lines.are_whole else _loaded(block, lines)
    if found is None:
        raise _first_fault(block, name, line, lines)
    return found


def _whole(block: bytes, lines: Lines) -> dict[str, np.ndarray] | None:
    text = np.frombuffer(block + b"\n", dtype=np.uint8)
    ranges = np.array(list(lines.ranges.values()))
    numbers = np.empty((len(ranges), block.count(b"\n") + 1), dtype=np.int32)
    n_lines = parse_whole(text, ranges, numbers)
    if n_lines < 0:
        return None
    return dict(zip(lines.ranges, numbers[:, :n_lines], strict=True))


def _loaded(block: bytes, lines: Lines) -> dict[str, np.ndarray] | None:
    kinds = {what: "f8" if what == "count" else "i8" for what in lines.ranges}
    if not block.strip():
        return {what: np.empty(0, kind) for what, kind in kinds.items()}
    all_lines = re.compile(rb"(?:%b)*+" % lines.pattern().pattern)
    # NumPy may misread a block with other characters.
    if block.translate(None, DIGITS) and not all_lines.fullmatch(block):
        return None
    try:
        # A lone carriage return would end a line for loadtxt, but for no other reader.
        text = io.BytesIO(block.replace(b"\r", b" "))
        rows = np.loadtxt(text, list(kinds.items()), comments=None, ndmin=1)
    except ValueError:
        return None
    for what, (least, most) in lines.ranges.items():
        if rows[what].min() < least or rows[what].max() > most:
            return None
    return {what: rows[what] for what in kinds}


def _first_fault(block: bytes, name: str, first_line: int, lines: Lines) -> InputError:
    """Return the error for the first bad line of a block; slow, so only if needed."""
    pattern, ranges = lines.pattern(), lines.ranges
    for line, text in enumerate(block.split(b"\n"), start=first_line):
        fields = text.split()
        fault = ""
        if not pattern.fullmatch(text) or len(fields) not in (0, len(ranges)):
            kind = "whole numbers" if lines.are_whole else "numbers"
            fault = f" is not `{' '.join(ranges)}` in {kind}"
        for field, (what, (least, most)) in zip(fields, ranges.items(), strict=False):
            if not fault and not least <= float(field) <= most:
                fault = f": the {what} must be from {least:,} to {most:,}"
        if fault:
            found = f"{name}, line {line}: {quote(text)}{fault}"
            return InputError(f"{found}. Correct the line.")
    raise AssertionError("a block was refused in which every line is good")
