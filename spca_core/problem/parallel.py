"""Work spread over an executor, its results in the order of the tasks.

What is computed, and in which order it is looked at, depends on the tasks alone: any
number of workers gives the same answer.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import ExitStack, contextmanager
from functools import cache
from typing import TypeVar

from threadpoolctl import OpenBLASController, ThreadpoolController

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_AHEAD = 16  # tasks begun before their turn: enough for as many workers


def in_order(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task]
) -> Iterator[Result]:
    """Yield function(task) for every task, in their order.

    Executor.map would take all tasks at once, and there may be a billion; here those
    that nobody waits for any more are cancelled.
    """
    pending: deque = deque()
    try:
        for task in tasks:
            pending.append(executor.submit(function, task))
            if len(pending) == MAX_AHEAD:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()


@contextmanager
def one_blas_thread() -> Iterator[None]:
    """Keep BLAS to one thread meanwhile: its others wait busily, and hold processors.

    The limit is that of the process. The first of several runs at a time sets it, and
    the last one lifts it.
    """
    _limit.enter()
    try:
        yield
    finally:
        _limit.leave()


class _Limit:
    """One thread for BLAS while anyone is inside."""

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
    """Let this thread set the limit: OpenBLAS would listen to the last one alone."""
    OpenBLASController.clear_controlling_thread(force=True)


_limit = _Limit()


@cache  # to look for them takes 10 ms
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()
