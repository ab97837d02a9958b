"""The one error and the one warning that users see, and the checks that raise it."""

from collections.abc import Iterable
from math import inf
from numbers import Integral, Real
from typing import Any


class InputError(ValueError):
    """A request cannot be met; the message names the value, the limit and a way out."""


class MissingPackageError(InputError):
    """What is asked for needs a package of an extra that is not installed."""


class ReadingWarning(UserWarning):
    """A source may have been read in another way than it was meant."""


def check_whole_number(name: str, value: object, minimum: int, maximum: int) -> None:
    """Raise InputError unless value is a whole number (NumPy's too) in the limits."""
    if not _is_within(value, Integral, minimum, maximum):
        raise InputError(
            f"{name} must be an integer from {minimum:,} to {maximum:,}, got {value!r}."
        )


def check_number(name: str, value: object, minimum: float, maximum: float) -> None:
    """Raise InputError unless value is a number (NumPy's too) in the limits."""
    if not _is_within(value, Real, minimum, maximum):
        raise InputError(
            f"{name} must be a number from {minimum:g} to {maximum:g}, got {value!r}."
        )


def checked_seconds(value: Any) -> float | None:
    """Return a limit in Python's numbers, which JSON can hold; None is no limit.

    raises : InputError unless it is None or a number (NumPy's too) above 0
    """
    if value is None:
        return None
    if not _is_within(value, Real, 0, inf) or value == 0:
        raise InputError(f"seconds must be a number above 0, got {value!r}.")
    return float(value)


def check_choice(name: str, value: object, choices: Iterable[str]) -> None:
    """Raise InputError unless the value is one of the choices."""
    if value not in tuple(choices):
        known = ", ".join(filter(None, choices))
        raise InputError(f"{name} must be one of {known}; got {value!r}.")


def _is_within(value: object, kind: type, minimum: float, maximum: float) -> bool:
    is_number = isinstance(value, kind) and not isinstance(value, bool)
    return is_number and minimum <= value <= maximum
