"""Numbers as people read them."""

from collections.abc import Iterable
from difflib import get_close_matches
from math import floor, log10
from typing import Any

MAX_DIGITS_IN_FULL = 9  # longer counts are rounded to a power of ten
LARGEST = 10**300  # larger counts count as this, which still fits a float
# The singulars of plurals that do not only add an s.
IRREGULAR = {
    **{"copies": "copy", "corpora": "corpus", "entries": "entry"},
    "speeches": "speech",
}
LEAST_SHARE = 0.001  # smaller shares are shown as "under 0.1 %"


def noun(number: Any, plural: str) -> str:
    """Return a noun for so many things, given its plural: document, documents."""
    return IRREGULAR.get(plural, plural.removesuffix("s")) if number == 1 else plural


def counted(number: Any, plural: str) -> str:
    """Return a number of things: 1 document, 12,345 documents."""
    return f"{number:,} {noun(number, plural)}"


def in_figures(number: int) -> str:
    """Format a count: 12,345, about 10^22 or over 10^300."""
    if number < 10**MAX_DIGITS_IN_FULL:
        return f"{number:,}"
    if number < LARGEST:
        return f"about 10^{floor(log10(number))}"
    return f"over 10^{floor(log10(LARGEST))}"


def significant(value: float) -> str:
    """Format a variance with five digits, zeros at the end too; a large one in full."""
    if 1e4 <= abs(value) < 1e12:
        return f"{value:.0f}"
    return f"{value:#.5g}".removesuffix(".")


def percent(share: float, decimals: int | None = None) -> str:
    """Return a share as "15 %", "1.7 %" or "under 0.1 %"; or with so many decimals."""
    if decimals is not None:
        return f"{100 * share:.{decimals}f} %"
    if 0 < abs(share) < LEAST_SHARE:
        return "under 0.1 %" if share > 0 else "over -0.1 %"
    return f"{100 * share:.{0 if abs(share) >= 0.0995 or not share else 1}f} %"


def printable(text: str, instead: str = "\ufffd") -> str:
    """Return a text without what would command a terminal or end a line."""
    return "".join(sign if sign.isprintable() else instead for sign in text)


def mark_if_weighted(text: str, weighting: str) -> str:
    """Return a label or number, marked if it is of weighted or standardised data."""
    if weighting == "counts":
        return text
    return f"{text} ({weighting if weighting == 'standardised' else 'weighted'})"


def near_matches(value: str, known: Iterable[str]) -> str:
    """Return which known names resemble one that is unknown: " (did you mean ...?)"."""
    by_small = {each.casefold(): each for each in known}
    close = get_close_matches(value.casefold(), by_small, 3)
    listed = " or ".join(by_small[each] for each in close)
    return f" (did you mean {listed}?)" if close else ""
