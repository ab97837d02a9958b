"""Read the cells of a matrix, one a line, after a header that says how many follow."""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import BinaryIO, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.readers.files import Source, max_text_bytes
from spca_core.corpus.readers.lines import NUMBER, ahead, blocks, quote
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.running.compiled import compiled

INTEGER = rb"[+-]?\d{1,64}+"
TAB, NEWLINE, RETURN, BLANK, PLUS, ZERO, NINE = 9, 10, 13, 32, 43, 48, 57
MAX_DIGITS = 64
BEYOND = 2**40  # above any limit, yet far from overflow
BAD = -1


class Lines(NamedTuple):
    """What each line holds: its numbers' names and ranges, and if all are whole."""

    ranges: dict[str, tuple[float, float]]
    are_whole: bool

    def pattern(self) -> bytes:
        """Return the pattern of such a line, or a blank one, with its line feed."""
        is_whole = self.are_whole or "count" not in self.ranges
        last = INTEGER if is_whole else NUMBER.encode()
        numbers = rb"[ \t\r]++".join([INTEGER] * (len(self.ranges) - 1) + [last])
        return rb"[ \t\r]*+(?>%b)?+[ \t\r]*+(?:\n|\Z)" % numbers


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
    # Arrays of the promised size, so that the memory is known in advance.
    columns = {
        what: np.empty(sizes[2], np.float64 if what == "count" else np.int32)
        for what in lines.ranges
    }
    filled = 0
    for part in read_numbers(file, source, line, sizes[2], lines):
        for column, numbers in zip(columns.values(), part, strict=True):
            column[filled : filled + len(numbers)] = numbers
        filled += part.shape[1]
    counts = columns["count"] if "count" in columns else np.ones(sizes[2])
    if len(columns) == 1:
        return sparse.coo_array(counts.reshape(sizes[1::-1]).T)
    for what in ("document", "word"):
        columns[what] -= 1
    return sparse.coo_array((counts, (columns["document"], columns["word"])), sizes[:2])


def read_numbers(
    file: BinaryIO, source: Source, line: int, n_lines: int, lines: Lines
) -> Iterator[np.ndarray]:
    """Yield the numbers of some thousand lines at a time: (n_numbers, n_lines).

    Another thread unzips the next lines meanwhile.
    """
    n_found = 0
    coming = ahead(blocks(file, source.name, line + 1, max_line=limits.COUNT_LINE))
    with closing(coming):
        for number, block in coming:
            part = (_whole if lines.are_whole else _matched)(block, lines)
            if part is None:
                raise _first_fault(block, source.name, number, lines)
            n_found += part.shape[1]
            if n_found > n_lines:
                raise _wrong_length(source, line, n_lines, "more follow")
            yield part
    if n_found < n_lines:
        raise _wrong_length(source, line, n_lines, f"only {n_found:,} follow")


def _wrong_length(source: Source, line: int, n_lines: int, truth: str) -> InputError:
    return InputError(
        f"{source.name}, line {line}: the header declares {counted(n_lines, 'lines')} "
        f"of numbers, but {truth}. Correct the line, or check that the file is "
        "complete."
    )


def _matched(block: bytes, lines: Lines) -> np.ndarray | None:
    """Return the numbers of whole lines; None if one holds anything else."""
    if not block.strip():  # NumPy reads blanks alone as a -1; a bomb has millions
        return np.empty((len(lines.ranges), 0))
    if not re.fullmatch(rb"(?>%b)*+" % lines.pattern(), block):
        return None
    numbers = np.fromstring(block, sep=" ").reshape(-1, len(lines.ranges)).T
    least, most = np.array([*lines.ranges.values()]).T
    fits = (numbers.min(1) >= least) & (numbers.max(1) <= most)
    return numbers if fits.all() else None


def _whole(block: bytes, lines: Lines) -> np.ndarray | None:
    """Return the same of whole numbers, in a fifth of the time."""
    text = np.frombuffer(block + b"\n", dtype=np.uint8)
    ranges = np.array([*lines.ranges.values()])
    numbers = np.empty((len(ranges), block.count(b"\n") + 1), dtype=np.int32)
    n_lines = parse_whole(text, ranges, numbers)
    return None if n_lines == BAD else numbers[:, :n_lines]


@compiled
def parse_whole(text, ranges, numbers):
    """Fill `numbers` from lines that have one number for each range, or none.

    text    : bytes, ended by a line feed
    ranges  : (n_fields, 2), the least and the most that is allowed, from 0
    numbers : (n_fields, at least as many as lines)
    returns : how many lines have numbers, or BAD if a line holds anything else
    """
    n_fields, n_lines = len(ranges), 0
    field, number, n_digits, is_signed = 0, 0, 0, False
    for byte in text:
        if ZERO <= byte <= NINE:
            number = min(number * 10 + byte - ZERO, BEYOND)
            n_digits += 1
            continue
        if byte == PLUS and n_digits == 0 and not is_signed:
            is_signed = True
            continue
        is_blank = byte in (TAB, NEWLINE, RETURN, BLANK)
        if not is_blank or (is_signed and n_digits == 0):
            return BAD
        if n_digits > 0:
            if field == n_fields or n_digits > MAX_DIGITS:
                return BAD
            if not ranges[field, 0] <= number <= ranges[field, 1]:
                return BAD
            numbers[field, n_lines] = number
            field, number, n_digits, is_signed = field + 1, 0, 0, False
        if byte == NEWLINE and field > 0:
            if field < n_fields:
                return BAD
            field, n_lines = 0, n_lines + 1
    return n_lines


def _first_fault(block: bytes, name: str, first_line: int, lines: Lines) -> InputError:
    """Return the error for the first bad line of a block; slow, so only if needed."""
    pattern, ranges = re.compile(lines.pattern()), lines.ranges
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
            message = f"{name}, line {line}: {quote(text)}{fault}"
            return InputError(f"{message}. Correct the line.")
    raise AssertionError("a block was refused in which every line is good")
