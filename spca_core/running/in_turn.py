"""Run tasks on an executor, and return their results in the order of the tasks.

What is computed, and the order of the results, depend only on the tasks: any number of
workers gives the same answer.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from typing import TypeVar

from spca_core.running.stopping import Stoppable, awaited, stopping_point

Task = TypeVar("Task")
Result = TypeVar("Result")

MAX_AHEAD = 16  # tasks submitted ahead: enough for as many workers


def in_order(
    executor: Executor,
    function: Callable[[Task], Result],
    tasks: Iterable[Task],
    ahead: int = MAX_AHEAD,
) -> Iterator[Result]:
    """Yield function(task) for every task, in their order.

    ahead : tasks submitted before the first result is taken; as many results may wait

    Executor.map would submit all tasks at once, and there may be a billion. Here tasks
    that are no longer needed are cancelled. The work may be stopped while it awaits a
    task, and at stopping points in tasks if the executor's workers are threads.
    """
    pending: deque = deque()
    try:
        for task in tasks:
            stopping_point()
            pending.append(submitted(executor, function, task))
            if len(pending) == ahead:
                yield awaited(pending.popleft())
        while pending:
            stopping_point()
            yield awaited(pending.popleft())
    finally:
        for future in pending:
            future.cancel()


def on_worker(
    executor: Executor, function: Callable[..., Result], *arguments: object
) -> Result:
    """Return function(*arguments) from a worker, which stops if the work here does."""
    stopping_point()
    return awaited(submitted(executor, function, *arguments))


def submitted(
    executor: Executor, function: Callable[..., Result], *arguments: object
) -> Future[Result]:
    """Submit work; if a thread runs it, it stops when this thread's work is stopped."""
    return executor.submit(Stoppable(function), *arguments)
