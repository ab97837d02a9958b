"""Dates as people write them: as far as each is known, and which columns hold them."""

import numpy as np

from spca_core.corpus.texts.dates import doubts, iso_date, iso_dates
from tests.fuzz import fuzzed, in_one_test

TWEET = "Mon Oct 23 12:30:00 +0000 2017"


@in_one_test(
    "written, known",
    [
        ("3 May 1999", "1999-05-03"),
        ("May 3rd, 1999", "1999-05-03"),
        ("3-May-99", "1999-05-03"),
        ("1999/5/3", "1999-05-03"),
        ("19990503", "1999-05-03"),
        ("3.5.1999", "1999-05-03"),
        ("5/3/99", "1999-05-03"),
        ("5/3/68", "2068-05-03"),
        ("05/1999", "1999-05"),
        ("0999", ""),
        ("2101", ""),
        ("31/31/1999", ""),
        ("30 February 1999", ""),
        ("192.168.1.254", ""),
        ("Meeting of 3 May 1999", ""),
        ("May June 1999", ""),
        (f"{'x' * 80} 1999", ""),
        ("2023年10月20日", "2023-10-20"),
        ("Mittwoch, 3. Okt. 1990", "1990-10-03"),
        ("3 de octubre de 1990", "1990-10-03"),
        ("3 октября 1990 года", "1990-10-03"),
        ("3 أكتوبر 1990", "1990-10-03"),
    ],
)
def test_a_date_is_known_as_far_as_it_is_written(written: str, known: str):
    assert iso_date(written) == known


@in_one_test(
    "written, hour",
    [
        ("1999-05-03T23:59:59Z", "1999-05-03T23:59"),
        ("1999-05-03 08:05:07.123+02:00", "1999-05-03T08:05"),
        ("19990503080507", "1999-05-03T08:05"),
        ("5/3/1999 12:05 am", "1999-05-03T00:05"),
        (TWEET, "2017-10-23T12:30"),
        ("Tue, 24 Oct 2017 08:15:00 -0700 (PDT)", "2017-10-24T08:15"),
        ("2017/10/24 8:15:00 PM GMT+1", "2017-10-24T20:15"),
        ("Mon Oct 23 2017 12:30:00 GMT+0000 (UTC)", "2017-10-23T12:30"),
        ("1508761800", "2017-10-23T12:30"),
        ("1508761800123", "2017-10-23T12:30"),
        ("1999-05-03 25:99", "1999-05-03"),
    ],
)
def test_the_time_of_day_stays_only_if_dates_span_a_day_or_two(written, hour):
    assert iso_date(written) == hour
    assert iso_dates([written, "2001-01-01 10:00"])[0] == hour
    others = ["2001-01-01", "2001-01-02 00:00"]
    assert iso_dates([written, *others])[0] == hour[:10]
    assert iso_dates(others) == ["2001-01-01", "2001-01-02"]


@in_one_test(
    "cells, dates, is_doubtful",
    [
        (["3/4/1999", "10/23/17"], ["1999-03-04", "2017-10-23"], False),
        (["3/4/1999", "23/10/17"], ["1999-04-03", "2017-10-23"], False),
        (["3/4/1999", "5/6/1999"], ["1999-03-04", "1999-05-06"], True),
        (["3/4/1999", "n/a", ""], ["1999-03-04", "", ""], True),
        (["3/3/1999", "3.4.1999", "tea"], ["1999-03-03", "1999-04-03", ""], False),
        (["10/23/17", "23/10/17"], ["2017-10-23", ""], True),
        (["31/32/1999"], [""], False),
        # Of the same name are October in Croatian and November in Czech.
        (["3 listopad 1990", "3 siječanj 1990"], ["1990-10-03", "1990-01-03"], False),
        (["3 listopad 1990", "3 leden 1990"], ["1990-11-03", "1990-01-03"], False),
    ],
)
def test_all_rows_tell_the_order_of_day_and_month_and_the_language_or_it_is_doubted(
    cells, dates, is_doubtful
):
    assert iso_dates(cells) == dates
    assert ("no row shows" in doubts(cells)) is is_doubtful


@fuzzed
def test_any_cell_is_a_date_in_iso_8601_or_none_and_so_is_that_date(seed):
    rng = np.random.default_rng(seed)
    parts = ["1999", "05", "31", "3", "/", "-", ".", " ", "T", ":", "May", "月", "Okt"]
    parts += ["12:30", "+0000", "am", "(", ")", "²", "٣", "\0", "\u0301", "1508761800"]
    cells = ["".join(rng.choice(parts, size=rng.integers(1, 9))) for _ in range(20)]
    found = iso_dates(cells)
    np.array([date[:10] for date in found if date], "datetime64[D]")
    assert [iso_date(date)[:10] for date in found] == [date[:10] for date in found]
    assert all(cell in cells for cell in [doubts(cells).partition(" may")[0]] if cell)
