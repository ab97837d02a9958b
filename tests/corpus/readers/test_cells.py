"""Cells of whole numbers are parsed as Python does it, or the lines are none."""

import numpy as np

from spca_core.corpus.readers.counts.cells import BAD, MAX_DIGITS, parse_whole
from tests.fuzz import in_one_test

LIMITS = np.array([[1, 9_999], [0, 50], [0, 2**31 - 1]])


def parsed(text: str) -> np.ndarray | None:
    """Return the numbers, (n_lines, 3), or None for lines that are none."""
    numbers = np.empty((3, 1 + text.count("\n")))
    content = np.frombuffer(f"{text}\n".encode(), dtype=np.uint8)
    n_lines = parse_whole(content, LIMITS, numbers)
    return None if n_lines == BAD else numbers[:, :n_lines].T


def test_any_lines_are_parsed_as_python_does_it():
    for blank in ("", "\n\n", " \t\r\n"):
        assert len(parsed(blank)) == 0
    zeros = "3".zfill(MAX_DIGITS)
    np.testing.assert_array_equal(parsed(f"1 2 {zeros}"), [[1, 2, 3]])
    for seed in range(50):
        rng = np.random.default_rng(seed)
        expected = rng.integers(LIMITS[:, 0], LIMITS[:, 1], (20, 3), endpoint=True)
        ends = rng.choice(["\n", "\r\n", " \n", "\n\n"], 20)
        cells = [[f"{rng.choice(['', '+', '00'])}{n}" for n in row] for row in expected]
        lines = [rng.choice([" ", "\t", "  "]).join(row) for row in cells]
        text = "".join(line + end for line, end in zip(lines, ends, strict=True))
        np.testing.assert_array_equal(parsed(text), expected)


@in_one_test(
    "line",
    [
        *("1 2", "1 2 3 4", "1 2 3\n4 5", "1 2 3\n4 5 6 7"),  # fields
        *("0 2 3", "10000 2 3", "1 51 3", f"1 2 {2**31}", f"1 2 {2**64 + 1}"),
        *("1 2 -3", "1 2 3.0", "1 2 x", "1,2,3", "1 2 ++3", "1 2 +", "+ 1 2 3"),
        *("1 2 3+", "1 2 3+4", "1 2 \x0c3", "1 2 \u0663"),
        f"1 2 {'0' * MAX_DIGITS}3",
    ],
)
def test_lines_that_are_not_three_numbers_within_limits_are_refused(line: str):
    assert parsed(f"1 2 3\n{line}") is None
