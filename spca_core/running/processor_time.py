"""The processor seconds of a piece of work, over all threads that take part in it.

Seconds on the clock grow with whatever else the machine does; these hardly do.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import partial
from typing import TypeVar

Result = TypeVar("Result")


class Meter:
    """Adds up the processor seconds of steps in this thread and of tasks in others.

    Tasks in other processes are not counted, nor those still under way.
    """

    def __init__(self) -> None:
        self._lock, self._sum, self._begun = threading.Lock(), 0.0, 0.0

    @property
    def seconds(self) -> float:
        """What has been used so far; to be asked for within a step."""
        return self._sum + time.thread_time() - self._begun

    def steps(self, results: Iterator[Result]) -> Iterator[Result]:
        """Yield the results; the work before each of them counts."""
        while True:
            self._begun, token = time.thread_time(), _METER.set(self)
            try:
                result = next(results)
            except StopIteration:
                return
            finally:
                _METER.reset(token)
                self._add(time.thread_time() - self._begun)
            yield result

    def count(self, task: Callable[..., Result], *arguments: object) -> Result:
        """Return task(*arguments), and count it."""
        begun = time.thread_time()
        try:
            return task(*arguments)
        finally:
            self._add(time.thread_time() - begun)

    def _add(self, seconds: float) -> None:
        with self._lock:
            self._sum += seconds


_METER: ContextVar[Meter | None] = ContextVar("meter", default=None)


def count_cpu(task: Callable[..., Result]) -> Callable[..., Result]:
    """Return a task for another thread, which counts as work of this one."""
    meter = _METER.get()
    return partial(meter.count, task) if meter else task
