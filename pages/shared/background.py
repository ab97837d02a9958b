"""Work in the background: a few tasks at a time, identical ones only once.

Work belongs to the process, not to a session: it goes on while its user changes pages,
and stops when every tab that watched it is gone.
"""

import os
import sys
import threading
import time
from collections.abc import Hashable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from threadpoolctl import threadpool_limits

from spca_core.errors import InputError

MOST_KEPT = 300  # finished pieces of work; the oldest are forgotten first
GRACE = 10.0  # seconds without a tab: a reload is back within them

Result = TypeVar("Result", covariant=True)
Kept = TypeVar("Kept")


class Task(Protocol[Result]):
    """What to do: any two of one key are identical."""

    @property
    def key(self) -> Hashable: ...

    def results(self) -> Iterator[Result]:
        """Yield ever better results; raise InputError if there can be none."""
        ...


@dataclass(eq=False)
class Work(Generic[Kept]):
    """One task under way: the best result so far, and how to end it."""

    task: Task[Kept]
    latest: Kept | None = None
    refusal: str = ""  # why the input cannot be run
    deserted: bool = False
    future: Future = field(default_factory=Future)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _watchers: set[str] = field(default_factory=set)  # session ids
    _last_seen: float = field(default_factory=time.monotonic)

    @property
    def done(self) -> bool:
        return self.future.done()

    @property
    def waiting(self) -> bool:
        return not self.future.running() and not self.done

    @property
    def stopped(self) -> bool:
        """Whether somebody ended it early."""
        return self.done and self._stopping.is_set()

    def watch(self) -> None:
        """Note that the present session wants this."""
        context = get_script_run_ctx()
        if context:
            self._watchers.add(context.session_id)

    def stop(self) -> None:
        """End it soon; it keeps its best so far."""
        self._stopping.set()
        self.future.cancel()

    def work(self) -> None:
        """Work until finished, stopped or deserted."""
        try:
            for result in self.task.results():
                self.latest = result
                self.deserted = self._is_deserted()
                if self._stopping.is_set() or self.deserted:
                    break
        except InputError as error:
            self.refusal = str(error)

    def raise_fault(self) -> None:
        """Raise what it failed with, if it did: a fault that is ours stays loud."""
        if self.done and not self.future.cancelled():
            self.future.result()

    def _is_deserted(self) -> bool:
        """Tell whether no tab has watched for longer than the grace."""
        now = time.monotonic()
        if not runtime.exists() or any(
            runtime.get_instance().is_active_session(watcher)
            for watcher in tuple(self._watchers)
        ):
            self._last_seen = now
        return now - self._last_seen > GRACE


SomeWork = TypeVar("SomeWork", bound=Work)


class Queue(Generic[SomeWork]):
    """All work of one kind in the process, in the order of its start."""

    def __init__(self, kind: type[SomeWork], at_a_time: int, niceness: int) -> None:
        """niceness: of the workers, on the scale of nice(1), where 0 is usual."""
        # Of the process. Workers take the processors there are already: idle threads of
        # BLAS would hold them, and pages of other sessions take twice as long.
        threadpool_limits(1, user_api="blas")
        self._kind = kind
        self._lock = threading.Lock()
        self._all: dict[Hashable, SomeWork] = {}
        self._executor = ThreadPoolExecutor(
            at_a_time, initializer=_let_pages_go_first, initargs=(niceness,)
        )

    def get(self, task: Task) -> SomeWork:
        """Return the work on this task, started if there is none."""
        with self._lock:
            work = self._all.get(task.key)
            if work is None or work.deserted:
                work = self._all[task.key] = self._kind(task)
                work.future = self._executor.submit(work.work)
            self._forget_oldest()
        return work

    def find(self, key: Hashable) -> SomeWork | None:
        """Return the work that was started under this key, if any."""
        with self._lock:
            return self._all.get(key)

    def remove(self, work: SomeWork) -> None:
        """Forget work, so that who asks for the same task gets a new start."""
        with self._lock:
            if self._all.get(work.task.key) is work:
                del self._all[work.task.key]

    def place(self, work: SomeWork) -> int:
        """Return the place of work that waits in the queue, from 1."""
        with self._lock:
            waiting = [other for other in self._all.values() if other.waiting]
        return waiting.index(work) + 1 if work in waiting else 1

    def _forget_oldest(self) -> None:
        for key in list(self._all)[:-MOST_KEPT]:
            if self._all[key].done:
                del self._all[key]


def _let_pages_go_first(niceness: int) -> None:
    """Lower the priority of this thread, where the system knows one of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), niceness)
