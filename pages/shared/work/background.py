"""Work in the background: a few tasks at a time, identical ones only once.

Work belongs to the process, not to a session: it goes on while its user changes pages,
and stops when every tab that watched it is gone. What one user stops stays stopped for
that user alone; another's begins anew.
"""

import logging
import os
import sys
import threading
from collections.abc import Hashable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

import streamlit as st
from streamlit import runtime
from streamlit.runtime.runtime import RuntimeState
from threadpoolctl import threadpool_limits

from pages.shared.work.task import Task, Work

MOST_KEPT = 300  # finished pieces of work; the oldest are forgotten first
LONGEST_STOP = 0.5  # seconds a click on Stop waits for work to end

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

    def get(self, task: Task, after: SomeWork | None = None) -> SomeWork:
        """Return the work on this task, started if there is none.

        after : the work that it follows
        """
        with self._lock:
            work = self._all.get(task.key)
            if work and not work.deserted:
                return work
            work = self._all[task.key] = self._kind(task)
            if after:
                work.take_followers(after)
            work.future = self._executor.submit(work.work)
            self._forget_oldest()
        # Without the lock: who has ended already is followed in this very call.
        work.future.add_done_callback(_log_fault)
        work.future.add_done_callback(lambda _: self._go_on(work))
        return work

    def _go_on(self, ended: SomeWork) -> None:
        """Begin what is to follow: at once, and not when the page next looks."""
        for task in ended.followers:
            if not self.find(task.key) and not _server_is_stopping():
                self.get(task, after=ended)
                break

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


def _log_fault(future: Future) -> None:
    """Put a fault in the server's log with all that is known of it."""
    if future.cancelled() or _server_is_stopping():
        return  # no new thread can be had by then, and work under way breaks off
    if error := future.exception():
        logging.getLogger(__name__).error("Work has failed", exc_info=error)


def _server_is_stopping() -> bool:
    stopping = (RuntimeState.STOPPING, RuntimeState.STOPPED)
    return runtime.exists() and runtime.get_instance().state in stopping
