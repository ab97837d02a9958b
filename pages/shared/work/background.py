"""Work in the background: a few tasks at a time, identical ones only once.

Work belongs to the process, not to a session: it goes on while its user changes pages,
and stops when every tab that watched it is gone. What one user stops stays stopped for
that user alone; another's begins anew.
"""

import logging
import os
import sys
import threading
import time
from collections.abc import Hashable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from threadpoolctl import threadpool_limits

from spca_core.errors import InputError

MOST_KEPT = 300  # finished pieces of work; the oldest are forgotten first
LONGEST_STOP = 0.5  # seconds a click on Stop waits for work to end
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
        self._watchers |= _present_session()

    @property
    def is_mine(self) -> bool:
        """Whether the present session has wanted this."""
        return bool(self._watchers & _present_session())

    @property
    def is_mine_alone(self) -> bool:
        """Whether no other session has wanted this."""
        return self._watchers <= _present_session()

    def stop(self) -> None:
        """End it soon; it keeps its best so far."""
        self._stopping.set()
        self.future.cancel()

    def work(self) -> None:
        """Work until finished, stopped or deserted: maybe in the queue already."""
        self.deserted = self._is_deserted()
        if self.deserted:
            return
        try:
            for result in self.task.results():
                self.latest = result
                self.deserted = self._is_deserted()
                if self._stopping.is_set() or self.deserted:
                    break
        except InputError as error:
            self.refusal = str(error)

    @property
    def fault(self) -> str:
        """What went wrong that no input is to blame for, in one sentence, if it did."""
        error = None
        if self.done and not self.future.cancelled():
            error = self.future.exception()
        if isinstance(error, MemoryError):
            return "There is not enough memory for this. Ask for fewer words or topics."
        return f"This failed by a fault of the app: {error!r}." if error else ""

    def _is_deserted(self) -> bool:
        """Tell whether no tab has watched for longer than the grace."""
        now = time.monotonic()
        if not runtime.exists() or any(
            runtime.get_instance().is_active_session(watcher)
            for watcher in tuple(self._watchers)
        ):
            self._last_seen = now
        return now - self._last_seen > GRACE


def _present_session() -> set[str]:
    context = get_script_run_ctx()
    return {context.session_id} if context else set()


def _log_fault(future: Future) -> None:
    """Put a fault in the server's log with all that is known of it."""
    if not future.cancelled() and (error := future.exception()):
        logging.getLogger(__name__).error("Work has failed", exc_info=error)


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

    def watched(self, task: Task) -> SomeWork:
        """Return the work on a task that the present user sees, started if need be."""
        work = self._stopped.get(task.key) or self.get(task)
        work.watch()
        return work

    def seen(self, task: Task) -> SomeWork | None:
        """Return the same without starting any."""
        return self._stopped.get(task.key) or self.find(task.key)

    def stop(self, works: list[SomeWork]) -> None:
        """Stop work for the present user, who goes on seeing what it has found."""
        running = [work.future for work in works if work.future.running()]
        for work in works:
            self.abandon(work)
            self._stopped[work.task.key] = work
        # So that the page that is drawn next finds them ended already.
        wait(running, timeout=LONGEST_STOP)

    def begin_again(self, tasks: Iterable[Task]) -> None:
        """Forget that the present user stopped the work on these tasks."""
        for task in tasks:
            self._stopped.pop(task.key, None)

    def abandon(self, work: SomeWork) -> None:
        """Stop work, so that who asks for the same task gets a new start."""
        work.stop()
        self.remove(work)

    def mine(self) -> list[SomeWork]:
        """Return the work under way that the present session has asked for."""
        with self._lock:
            works = list(self._all.values())
        return [work for work in works if work.is_mine and not work.done]

    @property
    def _stopped(self) -> dict[Hashable, SomeWork]:
        """What the present user stopped, by key."""
        return st.session_state.setdefault(f"stopped_{self._kind.__name__}", {})

    def get(self, task: Task) -> SomeWork:
        """Return the work on this task, started if there is none."""
        with self._lock:
            work = self._all.get(task.key)
            if work is None or work.deserted:
                work = self._all[task.key] = self._kind(task)
                work.future = self._executor.submit(work.work)
                work.future.add_done_callback(_log_fault)
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
