"""Long tables by pages."""

from typing import NamedTuple

PAGE_ROWS = 100


class Page(NamedTuple):
    """One page of a table.

    number, n_pages : which page, from 1, of how many; at least one
    rows            : of the table that are on it
    """

    number: int
    n_pages: int
    rows: slice
    description: str


def page_of(n_rows: int, number: int) -> Page:
    """Return a page of a table; the last one if there are fewer.

    number : from 1
    """
    n_pages = max(-(-n_rows // PAGE_ROWS), 1)
    number = min(number, n_pages)
    first = (number - 1) * PAGE_ROWS
    last = min(first + PAGE_ROWS, n_rows)
    text = f"{first + 1:,} to {last:,} of {n_rows:,}"
    return Page(number, n_pages, slice(first, last), text)
