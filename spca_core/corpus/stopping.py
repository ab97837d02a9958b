"""Ending work from outside: between blocks, steps or lines."""

import ctypes
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Any, Generic, TypeVar

SECONDS_BETWEEN_LOOKS = 0.02
_RAISE = ctypes.pythonapi.PyThreadState_SetAsyncExc
Result = TypeVar("Result")
Unwanted = Callable[[], bool]
_UNWANTED: ContextVar[Unwanted] = ContextVar("unwanted", default=lambda: False)


class Stopped(Exception):
    """Raised to end work that is no longer wanted."""


@contextmanager
def stopped_when(unwanted: Unwanted) -> Iterator[None]:
    """End the work of this thread by Stopped once it is no longer wanted."""
    token = _UNWANTED.set(unwanted)
    try:
        yield
    finally:
        _UNWANTED.reset(token)


def stopping_point() -> None:
    """End the work of this thread here if it is no longer wanted."""
    if _UNWANTED.get()():
        raise Stopped


def slices(n: int, at_once: int) -> Iterator[slice]:
    """Yield slices of n things, some at a time; before each is a stopping point."""
    for first in range(0, n, at_once):
        stopping_point()
        yield slice(first, min(first + at_once, n))


def awaited(future: Future[Result]) -> Result:
    """Return a future's result; while it is awaited, the work here may end."""
    while True:
        try:
            return future.result(timeout=SECONDS_BETWEEN_LOOKS)
        except TimeoutError:
            if future.done():  # by now, or the task itself has run out of time
                return future.result()
            stopping_point()


def left_behind(work: Callable[..., Result], *arguments: Any) -> Result:
    """Return work(*arguments); where the work here ends, that goes on without it.

    For a step of compiled code that takes seconds, and that nothing can end.
    """
    other = ThreadPoolExecutor(1)
    try:
        return awaited(other.submit(work, *arguments))
    finally:
        other.shutdown(wait=False)


def stopping_anywhere(
    work: Callable[..., Result], *arguments: Any, **options: Any
) -> Result:
    """Return work(*arguments, **options); it may end anywhere inside.

    For libraries that know of no stopping points: another thread has Python raise
    Stopped in this one. To be told of every call, as a profile is, would take a third
    of the time of LDA and half of that of sparse PCA. The work may import nothing: half
    a module could be left.
    """
    worker, unwanted = ctypes.c_ulong(threading.get_ident()), _UNWANTED.get()
    lock, ended = threading.Lock(), threading.Event()

    def watch() -> None:
        while not ended.wait(SECONDS_BETWEEN_LOOKS):
            with lock:
                if unwanted() and not ended.is_set():
                    _RAISE(worker, ctypes.py_object(Stopped))
                    return  # once: at the end one looks again

    watcher = threading.Thread(target=watch, daemon=True)
    with lock:  # nothing is raised while the other thread begins
        watcher.start()
    try:
        return work(*arguments, **options)
    finally:
        with lock:
            ended.set()
        watcher.join()
        stopping_point()  # where Python raises at the latest what it was told to


class Stoppable(Generic[Result]):
    """A function for other threads, that ends when the work of this one does."""

    def __init__(self, function: Callable[..., Result]) -> None:
        self._function, self._context = function, copy_context()

    def __call__(self, *arguments: Any) -> Result:
        return self._context.copy().run(self._function, *arguments)

    def __reduce__(self) -> tuple:
        # Another process cannot see what is unwanted here.
        return partial, (self._function,)
