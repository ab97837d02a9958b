"""Counts that may be too large to list are exact up to a cap, and readable."""

from math import comb

import pytest

from spca_core.formatting import LARGEST, in_figures
from spca_core.steps.net import capped_choices, capped_product


@pytest.mark.parametrize("n", [0, 1, 5, 24, 200, 10**40])
@pytest.mark.parametrize("k", [0, 1, 2, 5, 7])
def test_choices_are_those_of_the_standard_library_up_to_the_cap(n: int, k: int):
    if k <= n:
        assert capped_choices(n, k) == min(comb(n, k), LARGEST)


def test_choices_beyond_the_cap_are_not_worked_out():
    # The number itself would have a million digits.
    assert capped_choices(10**1000, 1000) == LARGEST


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [(2, 10, 3 * 2**10), (1, 10**9, 3), (7, 0, 3), (44, 499, LARGEST)],
)
def test_products_are_exact_up_to_the_cap(base: int, exponent: int, expected: int):
    assert capped_product(3, base, exponent) == expected


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (12_345, "12,345"),
        (10**9 - 1, "999,999,999"),
        (10**9, "about 10^9"),
        (3 * 10**22, "about 10^22"),
        (LARGEST, "over 10^300"),
    ],
)
def test_a_count_is_written_for_people(number: int, text: str):
    assert in_figures(number) == text
