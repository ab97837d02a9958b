"""Work that is ended from outside, wherever it is: between blocks, steps or lines."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")
Unwanted = Callable[[], bool]
_UNWANTED: ContextVar[Unwanted] = ContextVar("unwanted", default=lambda: False)


class Stopped(Exception):
    """Ends work that nobody wants any more."""


@contextmanager
def stopped_when(unwanted: Unwanted) -> Iterator[None]:
    """Have the work of this thread end with Stopped once it is unwanted."""
    token = _UNWANTED.set(unwanted)
    try:
        yield
    finally:
        _UNWANTED.reset(token)


def stopping_point() -> None:
    """End the work of this thread here, if it is unwanted."""
    if _UNWANTED.get()():
        raise Stopped


def stoppable(function: Callable[[Task], Result]) -> Callable[[Task], Result]:
    """Return the function for other threads, to end when the work of this one does."""
    context = copy_context()
    return lambda task: context.copy().run(function, task)
