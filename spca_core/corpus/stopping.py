"""Work that is ended from outside, wherever it is: between blocks, steps or lines."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Generic, TypeVar

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


class Stoppable(Generic[Task, Result]):
    """A function for other threads, that ends when the work of this one does."""

    def __init__(self, function: Callable[[Task], Result]) -> None:
        self._function, self._context = function, copy_context()

    def __call__(self, task: Task) -> Result:
        return self._context.copy().run(self._function, task)

    def __reduce__(self) -> tuple:
        # Another process cannot see what is unwanted here.
        return partial, (self._function,)
