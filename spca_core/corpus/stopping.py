"""Work that is ended from outside, wherever it is: between blocks, steps or lines."""

import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, Generic, TypeVar

SECONDS_BETWEEN_LOOKS = 0.02
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


def awaited(future: Future[Result]) -> Result:
    """Return a future's result; while it is awaited, the work here may end."""
    while True:
        try:
            return future.result(timeout=SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            if future.done():  # by now, or the task itself has run out of time
                return future.result()
            stopping_point()


@contextmanager
def stopping_at_calls() -> Iterator[None]:
    """Make each call in here a stopping point: for libraries that know of none.

    Python tells of every call as for a profile. Nothing may be imported in here: half
    a module could be left.
    """
    next_look = 0.0

    def look(*_: Any) -> None:
        nonlocal next_look
        if time.monotonic() >= next_look:
            next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS
            stopping_point()

    before = sys.getprofile()
    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(before)


class Stoppable(Generic[Result]):
    """A function for other threads, that ends when the work of this one does."""

    def __init__(self, function: Callable[..., Result]) -> None:
        self._function, self._context = function, copy_context()

    def __call__(self, *arguments: Any) -> Result:
        return self._context.copy().run(self._function, *arguments)

    def __reduce__(self) -> tuple:
        # Another process cannot see what is unwanted here.
        return partial, (self._function,)
