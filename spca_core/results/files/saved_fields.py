"""The fields of a saved result: of the type and size that they are written with."""

import re
from typing import Any

from spca_core.corpus.readers.files import LONGEST_NAME
from spca_core.errors import InputError

MOST_ENTRIES = 100  # of an object: options, packages
GREATEST = 1e300  # of a number
SURROGATE = re.compile(r"[\ud800-\udfff]")  # half a character, which is no text
WRITTEN_HERE = (
    "Choose a file that this app, or the command line with --json, has written."
)


def check_entries(field: str, value: Any, most: int = MOST_ENTRIES) -> dict[str, Any]:
    """Return a copy of an object that has not too many entries."""
    fits = isinstance(value, dict) and len(value) <= most
    check(field, fits, f"an object of at most {most:,} entries")
    return dict(value)


def check_texts(field: str, value: Any, most: int = MOST_ENTRIES) -> dict[str, str]:
    """Return a copy of an object whose entries are texts."""
    entries = check_entries(field, value, most).items()
    return {check_text(field, name): check_text(field, text) for name, text in entries}


def check_list(field: str, value: Any, least: int, most: int) -> list:
    """Return a list of a length within the limits."""
    fits = isinstance(value, list) and least <= len(value) <= most
    size = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    check(field, fits, f"lists of {size}")
    return value


def check_numbers(field: str, value: Any, size: int) -> tuple[float, ...]:
    """Return a list of so many finite numbers."""
    numbers = check_list(field, value, size, size)
    check(field, all(map(_is_finite, numbers)), "finite numbers")
    return tuple(numbers)


def _is_finite(value: Any) -> bool:
    # Not math.isfinite, which fails on whole numbers of 400 digits; NaN is not below.
    return type(value) in (int, float) and abs(value) < GREATEST


def check_text(field: str, value: Any) -> str:
    """Return a text that is no longer than a name may be."""
    fits = isinstance(value, str) and len(value) <= LONGEST_NAME
    whole = fits and not SURROGATE.search(value)
    check(field, whole, f"text of at most {LONGEST_NAME:,} characters")
    return value


def check(field: str, holds: object, rule: str) -> None:
    """Raise InputError with the field and the rule if that does not hold."""
    if not holds:
        raise InputError(
            f'The saved result\'s "{field}" must be {rule}. {WRITTEN_HERE}'
        )
