"""Work on an executor, with the results in the order of the tasks.

What is computed, and the order of the results, depend only on the tasks: any number of
workers gives the same answer.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import Any, TypeVar

from threadpoolctl import OpenBLASController, ThreadpoolController

from spca_core.corpus.stopping import Stoppable, awaited, stopping_point

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_AHEAD = 16  # tasks submitted ahead: enough for as many workers


def in_order(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[Result]:
    """Yield function(task) for every task, in their order.

    Executor.map would submit all tasks at once, and there may be a billion. Here tasks
    that are no longer needed are cancelled. The work may end while a task is awaited;
    stopping points in tasks count too, if the executor's workers are threads.
    """
    stoppable = Stoppable(function)
    pending: deque = deque()
    try:
        for task in tasks:
            stopping_point()
            pending.append(executor.submit(stoppable, task))
            if len(pending) == MAX_AHEAD:
                yield awaited(pending.popleft())
        while pending:
            stopping_point()
            yield awaited(pending.popleft())
    finally:
        for future in pending:
            future.cancel()


def on_worker(
    executor: Executor, function: Callable[..., Result], *arguments: Any
) -> Result:
    """Return function(*arguments), computed by a worker; it ends with the work here."""
    return awaited(executor.submit(Stoppable(function), *arguments))


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Limit BLAS to one thread: idle ones would busy-wait and block processors.

    The limit holds for the whole process. The first of several concurrent runs sets it,
    and the last one lifts it.
    """
    _limit.enter()
    try:
        yield
    finally:
        _limit.leave()


class _Limit:
    """Limits BLAS to one thread while any run is inside."""

    def __init__(self) -> None:
        self._lock, self._inside, self._stack = threading.Lock(), 0, ExitStack()

    def enter(self) -> None:
        with self._lock:
            if not self._inside:
                _take_control()
                limits = _libraries().limit(limits=1, user_api="blas")
                self._stack.enter_context(limits)
            self._inside += 1

    def leave(self) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                _take_control()
                self._stack.close()


def _take_control() -> None:
    """Let this thread set the limit: only the controlling thread can."""
    OpenBLASController.clear_controlling_thread(force=True)


_limit = _Limit()


@cache  # finding them takes 10 ms
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()
