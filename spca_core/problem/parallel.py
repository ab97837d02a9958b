"""Work spread over an executor, its results in the order of the tasks.

What is computed, and in which order it is looked at, depends on the tasks alone: any
number of workers gives the same answer.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST_AHEAD = 16  # tasks begun before their turn: enough for as many workers


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
            if len(pending) == MOST_AHEAD:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()
    finally:
        for future in pending:
            future.cancel()
