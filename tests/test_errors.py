"""One check each for whole numbers, numbers and choices."""

import re
from fractions import Fraction

import numpy as np
import pytest

from spca_core.errors import InputError, check_choice, check_number, check_whole_number


@pytest.mark.parametrize("value", [1, 5, 10, np.int32(1), np.int64(10), np.uint8(3)])
def test_whole_numbers_within_the_limits_are_taken(value):
    check_whole_number("rank", value, 1, 10)


@pytest.mark.parametrize(
    "value",
    [
        0,
        1_001,
        -(10**30),
        np.int64(1_001),
        1.0,
        np.float64(2),
        True,
        np.True_,
        "3",
        None,
    ],
)
def test_what_is_no_whole_number_within_the_limits_is_refused(value):
    expected = f"rank must be an integer from 1 to 1,000, got {value!r}."
    with pytest.raises(InputError, match=f"^{re.escape(expected)}$"):
        check_whole_number("rank", value, 1, 1_000)


@pytest.mark.parametrize("value", [0, 1, 0.5, np.float32(0.5), np.int8(1), Fraction(1)])
def test_numbers_within_the_limits_are_taken(value):
    check_number("share", value, 0, 1)


@pytest.mark.parametrize(
    "value",
    [-0.1, 1.1, np.nan, np.inf, np.float64(2), True, np.False_, "0.5", None, 0.5j, [1]],
)
def test_what_is_no_number_within_the_limits_is_refused(value):
    expected = f"share must be a number from 0.01 to 1, got {value!r}."
    with pytest.raises(InputError, match=f"^{re.escape(expected)}$"):
        check_number("share", value, 0.01, 1)


@pytest.mark.parametrize("value", ["", "LOG", "counts, log", None, 1, ["log"]])
def test_only_the_choices_are_taken(value):
    choices = {"counts": "Counts", "log": "Log"}
    check_choice("weighting", "log", choices)
    expected = f"weighting must be one of counts, log; got {value!r}."
    with pytest.raises(InputError, match=f"^{re.escape(expected)}$"):
        check_choice("weighting", value, choices)
