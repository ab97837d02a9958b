"""Messages: what a value must be, and how large numbers are written."""

import re
from collections.abc import Generator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from spca_core.errors import InputError, check_choice, check_number, check_whole_number


@contextmanager
def refused(message: str) -> Generator[None]:
    with pytest.raises(InputError, match=f"^{re.escape(message)}$"):
        yield


def test_integers_within_the_limits_are_taken_and_nothing_else():
    for value in (1, 5, 10, np.int32(1), np.int64(10), np.uint8(3)):
        check_whole_number("rank", value, 1, 10)
    others: list[Any] = [0, 1_001, -(10**30), np.int64(1_001), 1.0, np.float64(2), True]
    for value in [*others, np.True_, "3", None]:
        with refused(f"rank must be an integer from 1 to 1,000, got {value!r}."):
            check_whole_number("rank", value, 1, 1_000)


def test_numbers_within_the_limits_are_taken_and_nothing_else():
    for value in (0, 1, 0.5, np.float32(0.5), np.int8(1), Fraction(1)):
        check_number("share", value, 0, 1)
    others: list[Any] = [-0.1, 1.1, np.nan, np.inf, np.float64(2), True, np.False_]
    for value in [*others, "0.5", None, 0.5j, [1]]:
        with refused(f"share must be a number from 0.01 to 1, got {value!r}."):
            check_number("share", value, 0.01, 1)


def test_only_the_choices_are_taken():
    choices = {"counts": "Counts", "log": "Log"}
    check_choice("weighting", "log", choices)
    for value in ("", "LOG", "counts, log", None, 1, ["log"]):
        with refused(f"weighting must be one of counts, log; got {value!r}."):
            check_choice("weighting", value, choices)
