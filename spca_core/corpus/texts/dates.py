"""Convert dates as people write them to ISO 8601, as far as each is known."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice

YEAR, MONTH, DAY = 4, 7, 10  # characters of an ISO date that is known as far as this
# In the order in which they are tried; the whole column tells month from day in 3/4.
FORMATS = {
    "%Y-%m-%d": DAY,
    "%Y/%m/%d": DAY,
    "%Y%m%d": DAY,
    "%d.%m.%Y": DAY,
    "%B %d, %Y": DAY,
    "%b %d, %Y": DAY,
    "%d %B %Y": DAY,
    "%d %b %Y": DAY,
    "%Y-%m": MONTH,
    "%B %Y": MONTH,
    "%Y": YEAR,
}
MONTH_FIRST, DAY_FIRST = "%m/%d/%Y", "%d/%m/%Y"
DIGIT = re.compile(r"\d")
TIME = re.compile(r"(?<=\d)[T ]\d{1,2}:\d\d.*", re.DOTALL)
YEARS = (1000, 2100)  # other numbers of four digits are not years
MAX_DATE = 60  # characters
LOOKED_AT = 50  # cells
MIN_SHARE = 0.8  # of the filled cells in a column of dates are dates


def iso_date(cell: str, slashes: str = MONTH_FIRST) -> str:
    """Return a date in ISO 8601, or "" for what is not a date.

    slashes : the order of day and month in 3/4/1999
    """
    date = TIME.sub("", cell.strip()[:MAX_DATE])
    if not DIGIT.search(date):
        return ""
    for form, length in {**FORMATS, slashes: DAY}.items():
        try:
            found = datetime.strptime(date, form)
        except ValueError:
            continue
        year_fits = YEARS[0] <= found.year <= YEARS[1]
        return found.isoformat()[:length] if year_fits else ""
    return ""


def iso_dates(cells: Sequence[str]) -> list[str]:
    """Return the dates of a column, in the order of day and month that fits it best."""
    distinct = dict.fromkeys(cells)
    by_order = [
        {cell: iso_date(cell, order) for cell in distinct}
        for order in (MONTH_FIRST, DAY_FIRST)
    ]
    best = max(by_order, key=lambda found: sum(map(bool, found.values())))
    return [best[cell] for cell in cells]


def are_dates(cells: Iterable[str]) -> bool:
    """Return whether nearly all of the first filled cells are dates."""
    filled = list(islice(filter(str.strip, cells), LOOKED_AT))
    found = sum(map(bool, iso_dates(filled)))
    return bool(filled) and found >= MIN_SHARE * len(filled)
