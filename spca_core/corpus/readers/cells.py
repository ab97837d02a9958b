"""The cells of a matrix, a line each, as they follow a header that promises them."""

import io
import re
from typing import BinaryIO, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.readers.files import Source, max_text_bytes
from spca_core.corpus.readers.lines import NUMBER, blocks, quote
from spca_core.errors import InputError

MAX_LINE = 4_096  # bytes
INTEGER = rb"[+-]?\d{1,64}+"
DIGITS = b"0123456789 \t\r\n"  # of these alone NumPy misreads nothing
BLANKS = rb"[ \t\r]"


class Lines(NamedTuple):
    """What stands on each line: its numbers' names and limits; are all whole?"""

    limits: dict[str, tuple[int, int]]
    are_whole: bool

    @property
    def form(self) -> str:
        return " ".join(self.limits)

    def pattern(self) -> re.Pattern[bytes]:
        """Match a line of such numbers, or a blank one, with its line feed."""
        last = INTEGER if self.are_whole or "count" not in self.limits else NUMBER
        numbers = (BLANKS + b"++").join([INTEGER] * (len(self.limits) - 1) + [last])
        return re.compile(rb"%b*+(?:%b)?+%b*+(?:\n|\Z)" % (BLANKS, numbers, BLANKS))


def check_promise(source: Source, line: int, n_lines: int, n_numbers: int) -> None:
    """Refuse a promise of more lines than a file of this size can hold."""
    # A number has one byte at least, and a blank or a line feed after it.
    if 2 * n_numbers * n_lines > max_text_bytes(source) + 1:
        raise _wrong_length(source, line, n_lines, "the file is too small for them")


def read_cells(
    file: BinaryIO, source: Source, line: int, sizes: tuple[int, int, int], lines: Lines
) -> sparse.coo_array:
    """Read what line `line` promises: documents, words, and lines that follow.

    Lines of counts alone are those of all words of all documents, word by word.
    """
    check_promise(source, line, sizes[2], len(lines.limits))
    columns = _read_columns(file, source, line, sizes[2], lines)
    counts = columns.get("count", np.ones(sizes[2]))
    if len(columns) == 1:
        return sparse.coo_array(counts.reshape(sizes[1::-1]).T)
    places = (columns["document"] - 1, columns["word"] - 1)
    return sparse.coo_array((counts, places), sizes[:2])


def _read_columns(
    file: BinaryIO, source: Source, line: int, n_lines: int, lines: Lines
) -> dict[str, np.ndarray]:
    """Fill arrays of the promised size, so that the memory is known."""
    columns = {
        what: np.empty(n_lines, np.float64 if what == "count" else np.int32)
        for what in lines.limits
    }
    filled = 0
    for number, block in blocks(file, source.name, line + 1, max_line=MAX_LINE):
        rows = _parse(block, source.name, number, lines)
        end = filled + len(rows)
        if end > n_lines:
            raise _wrong_length(source, line, n_lines, "more follow")
        for what, column in columns.items():
            column[filled:end] = rows[what]
        filled = end
    if filled < n_lines:
        raise _wrong_length(source, line, n_lines, f"only {filled:,} follow")
    return columns


def _wrong_length(source: Source, line: int, n_lines: int, truth: str) -> InputError:
    return InputError(
        f"{source.name}, line {line}: {n_lines:,} lines of numbers are promised, but "
        f"{truth}. Correct the line, or check that the file is complete."
    )


def _parse(block: bytes, name: str, line: int, lines: Lines) -> np.ndarray:
    """Return the block's numbers, an array of records, or name its first bad line."""
    kinds = {
        what: "f8" if what == "count" and not lines.are_whole else "i8"
        for what in lines.limits
    }
    if not block.strip():
        return np.empty(0, list(kinds.items()))
    all_lines = re.compile(rb"(?:%b)*+" % lines.pattern().pattern)
    try:
        if block.translate(None, DIGITS) and not all_lines.fullmatch(block):
            raise ValueError("NumPy may misread it")
        # A carriage return alone would end a line for loadtxt, and for nobody else.
        text = io.BytesIO(block.replace(b"\r", b" "))
        rows = np.loadtxt(text, list(kinds.items()), comments=None, ndmin=1)
        for what, (least, most) in lines.limits.items():
            if rows[what].min() < least or rows[what].max() > most:
                raise ValueError(f"a {what} out of its limits")
    except ValueError as error:
        raise _first_fault(block, name, line, lines) from error
    return rows


def _first_fault(block: bytes, name: str, first_line: int, lines: Lines) -> InputError:
    """Return the error that names the block's first bad line: slow, and only then."""
    pattern, limits = lines.pattern(), lines.limits.items()
    for line, text in enumerate(block.split(b"\n"), start=first_line):
        fields = text.split()
        fault = ""
        if not pattern.fullmatch(text) or len(fields) not in (0, len(lines.limits)):
            kind = "whole numbers" if lines.are_whole else "numbers"
            fault = f"is not `{lines.form}` in {kind}. Correct the line."
        for field, (what, (least, most)) in zip(fields, limits, strict=False):
            if not fault and not least <= float(field) <= most:
                fault = f"has no {what} of {least:,} to {most:,}. Correct the line."
        if fault:
            return InputError(f"{name}, line {line}: {quote(text)} {fault}")
    raise AssertionError("numpy refused a block in which every line is good")
