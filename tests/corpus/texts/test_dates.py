"""Dates as people write them: as far as each is known, and which columns hold them."""

import pytest

from spca_core.corpus.texts.dates import are_dates, iso_date


@pytest.mark.parametrize(
    ("written", "known"),
    [
        ("3 May 1999", "1999-05-03"),
        ("3 MAY 1999", "1999-05-03"),
        ("1999/5/3", "1999-05-03"),
        ("1999-05-03T23:59:59Z", "1999-05-03"),
        ("1999-5-3 8:05", "1999-05-03"),
        ("1999-05", "1999-05"),
        ("May 1999", "1999-05"),
        (" 1999 ", "1999"),
        ("1000", "1000"),
        ("0999", ""),
        ("2100", "2100"),
        ("2101", ""),
        ("May", ""),
        ("31", ""),
    ],
)
def test_a_date_is_known_as_far_as_it_is_written(written: str, known: str):
    assert iso_date(written) == known


@pytest.mark.parametrize(("n_dates", "told"), [(40, True), (39, False)])
def test_dates_are_four_of_the_first_five_cells_that_are_filled(
    n_dates: int, told: bool
):
    first = ["1999"] * n_dates + ["tea"] * (50 - n_dates)
    assert are_dates(["", *first, *["tea" if told else "1999"] * 50]) is told
    assert not are_dates(["", " "])
