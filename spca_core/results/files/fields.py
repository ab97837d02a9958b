"""The fields of a saved file, even a stranger's: each is checked as it is read."""

import re
from typing import Any

from spca_core.corpus import limits
from spca_core.errors import InputError
from spca_core.formatting import counted

MAX_ENTRIES = 100  # of an object: options, packages
LARGEST_NUMBER = 1e300
SURROGATE = re.compile(r"[\ud800-\udfff]")  # half a character, which is not text
WRITTEN_HERE = "Choose a file written by this app, or the command line with --json."


def object_of(field: str, value: Any, most: int = MAX_ENTRIES) -> dict[str, Any]:
    """Return an object; raise InputError if it is none, or has more entries."""
    fits = isinstance(value, dict) and len(value) <= most
    check_field(field, fits, f"an object of at most {counted(most, 'entries')}")
    return dict(value)


def checked_texts(field: str, value: object, most: int = MAX_ENTRIES) -> dict[str, str]:
    """Return an object whose entries are texts; raise InputError if it is none."""
    entries = object_of(field, value, most).items()
    return {text_of(field, name): text_of(field, text) for name, text in entries}


def list_of(field: str, value: Any, least: int, most: int) -> list:
    """Return a list; raise InputError if it is none, or of another length."""
    fits = isinstance(value, list) and least <= len(value) <= most
    size = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    check_field(field, fits, f"lists of {size}")
    return value


def objects_of(
    field: str, value: object, least: int, most: int
) -> list[dict[str, Any]]:
    """Return a list of objects, each of few entries."""
    return [object_of(field, entry) for entry in list_of(field, value, least, most)]


def numbers_of(
    field: str, value: object, size: int, least: float = -LARGEST_NUMBER
) -> tuple[float, ...]:
    """Return so many numbers; raise InputError if one is not finite, or too small."""
    numbers = list_of(field, value, size, size)
    # Not math.isfinite, which fails on whole numbers of 400 digits; NaN fails too.
    fit = all(type(x) in (int, float) and least <= x < LARGEST_NUMBER for x in numbers)
    check_field(field, fit, f"finite numbers{' from 0' if least == 0 else ''}")
    return tuple(numbers)


def text_of(field: str, value: Any) -> str:
    """Return a short text; raise InputError if it is none."""
    fits = isinstance(value, str) and len(value) <= limits.NAME
    whole = fits and not SURROGATE.search(value)
    check_field(field, whole, f"text of at most {limits.NAME:,} characters")
    return value


def check_field(field: str, holds: object, rule: str) -> None:
    """Raise InputError that names the field and its rule, unless it holds."""
    if not holds:
        raise InputError(
            f'The saved result\'s "{field}" must be {rule}. {WRITTEN_HERE}'
        )
