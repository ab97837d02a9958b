"""Ending work from outside: between blocks or steps."""

import signal
import threading
import time
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from functools import partial
from typing import Generic, TypeVar

from spca_core.running.processor_time import count_cpu

SECONDS_BETWEEN_CHECKS = 0.02
Result = TypeVar("Result")
Unwanted = Callable[[], bool]
_idle: defaultdict[int, deque[ThreadPoolExecutor]] = defaultdict(deque)
_UNWANTED: ContextVar[Unwanted] = ContextVar("unwanted", default=lambda: False)


class Stopped(Exception):
    """Raised to end work that is no longer wanted."""


@contextmanager
def cancel_scope(unwanted: Unwanted) -> Generator[None]:
    """End the work of this thread with Stopped once it is no longer wanted."""
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
    """Yield slices that cover n things, with a stopping point before each."""
    for first in range(0, n, at_once):
        stopping_point()
        yield slice(first, min(first + at_once, n))


def awaited(future: Future[Result]) -> Result:
    """Return a future's result; the work here may be stopped while it waits."""
    while True:
        try:
            return future.result(timeout=SECONDS_BETWEEN_CHECKS)
        except TimeoutError:
            if future.done():  # just now, or the task itself raised TimeoutError
                return future.result()
            stopping_point()


def run_abandonable(work: Callable[..., Result], *arguments: object) -> Result:
    """Return work(*arguments); if the work here is stopped, it goes on in its thread.

    For a step of compiled code that takes seconds and cannot be interrupted.
    """
    with lent_threads(1) as other:
        return awaited(other.submit(count_cpu(work), *arguments))


@contextmanager
def lent_threads(number: int) -> Generator[Executor]:
    """Lend threads, which then wait for others: many tasks are shorter than a start."""
    try:
        threads = _idle[number].pop()
    except IndexError:
        threads = ThreadPoolExecutor(number)
    try:
        yield threads
    except BaseException:
        threads.shutdown(wait=False)
        raise
    _idle[number].append(threads)


@contextmanager
def interrupt_noted() -> Generator[None]:
    """Note Ctrl-C, which ends the work inside at its next stopping point.

    It must not raise by itself: compiled kernels do not survive an exception. Only the
    main thread receives Ctrl-C; in others nothing changes.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    interrupted, unwanted = threading.Event(), _UNWANTED.get()
    before = signal.signal(signal.SIGINT, lambda *_: interrupted.set())
    try:
        with cancel_scope(lambda: interrupted.is_set() or unwanted()):
            yield
    finally:
        signal.signal(signal.SIGINT, before)


def within(seconds: float, results: Iterator[Result]) -> Iterator[Result]:
    """Yield results until so many seconds have passed, which ends the work on a next.

    The work ends at its next stopping point.
    """
    end = time.monotonic() + seconds
    while True:
        try:
            with cancel_scope(partial(_is_over, end, _UNWANTED.get())):
                stopping_point()
                result = next(results)
        except Stopped:
            stopping_point()  # what is unwanted anyway did not end by the limit
            return
        except StopIteration:
            return
        yield result


def _is_over(end: float, unwanted: Unwanted) -> bool:
    return time.monotonic() > end or unwanted()


def last_of(
    results: Iterable[Result], tell: Callable[[Result], object]
) -> Result | None:
    """Return the last result before the work here is stopped; None if there is none.

    tell : called with each result
    """
    result = None
    with suppress(Stopped):
        stopping_point()
        for result in results:
            tell(result)
            stopping_point()
    return result


class Stoppable(Generic[Result]):
    """A function for other threads that stops when the work of this thread does."""

    def __init__(self, function: Callable[..., Result]) -> None:
        self._function, self._context = function, copy_context()
        self._counted = count_cpu(function)

    def __call__(self, *arguments: object) -> Result:
        return self._context.copy().run(self._counted, *arguments)

    def __reduce__(self) -> tuple:
        # Another process cannot see what is unwanted here.
        return partial, (self._function,)
