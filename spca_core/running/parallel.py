"""Limit BLAS to one thread, to leave the processors to the threads of the search."""

import threading
from contextlib import AbstractContextManager, ExitStack
from functools import cache

from threadpoolctl import OpenBLASController, ThreadpoolController


def one_blas_thread() -> AbstractContextManager[None]:
    """Limit BLAS to one thread: idle ones would busy-wait and block processors.

    The limit holds for the whole process. The first of several concurrent runs sets it,
    and the last one lifts it.
    """
    return _limit


class _Limit(AbstractContextManager[None]):
    """Limits BLAS to one thread while any run is inside."""

    def __init__(self) -> None:
        self._lock, self._inside, self._stack = threading.Lock(), 0, ExitStack()

    def __enter__(self) -> None:
        with self._lock:
            if not self._inside:
                _take_control()
                limits = _libraries().limit(limits=1, user_api="blas")
                self._stack.enter_context(limits)
            self._inside += 1

    def __exit__(self, *raised: object) -> None:
        with self._lock:
            self._inside -= 1
            if not self._inside:
                _take_control()
                self._stack.close()


def _take_control() -> None:
    """Make this thread the controlling one: only that can set the limit."""
    OpenBLASController.clear_controlling_thread(force=True)


_limit = _Limit()


@cache  # finding them takes 10 ms
def _libraries() -> ThreadpoolController:
    return ThreadpoolController()
