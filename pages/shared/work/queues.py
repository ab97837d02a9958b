"""Queues of work: a few tasks at a time, identical ones only once.

What one user stops stays stopped for that user alone; anybody else gets a new start.
"""

import logging
import os
import sys
import threading
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Generic, TypeVar

import streamlit as st
from streamlit.runtime.runtime import RuntimeState
from threadpoolctl import threadpool_limits

from pages.shared.work.memory import give_back
from pages.shared.work.work import Task, Work, server

MAX_KEPT = 300  # finished pieces of work
MAX_STOP = 0.5  # seconds a click on Stop waits for work to end

SomeWork = TypeVar("SomeWork", bound=Work)


class Queue(Generic[SomeWork]):
    """All work of one kind in the process, in the order of its start."""

    def __init__(
        self,
        kind: type[SomeWork],
        at_a_time: int,
        niceness: int,
        max_kept: int = MAX_KEPT,
    ) -> None:
        """Begin without work.

        niceness : of the workers, on the scale of nice(1), where 0 is usual
        max_kept : pieces of finished work; the oldest are forgotten first
        """
        # For the whole process: workers use all processors already. Idle BLAS threads
        # would hold them, and pages of other sessions would take twice as long.
        threadpool_limits(1, user_api="blas")
        self._kind, self._max_kept = kind, max_kept
        self._lock = threading.Lock()
        self._all: dict[Hashable, SomeWork] = {}
        self._executor = ThreadPoolExecutor(
            at_a_time, initializer=_let_pages_go_first, initargs=(niceness,)
        )

    def watched(self, task: Task) -> SomeWork:
        """Return this user's work on a task, started if need be, and watch it."""
        work = self._stopped.get(task.key) or self.get(task)
        work.watch()
        return work

    def peek(self, task: Task) -> SomeWork | None:
        """Return this user's work, or None; never start it."""
        return self._stopped.get(task.key) or self.find(task.key)

    def stop(self, works: list[SomeWork]) -> None:
        """Stop work for this user, who still sees what it has found."""
        running = [work.future for work in works if work.future.running()]
        for work in works:
            self.abandon(work)
            self._stopped[work.task.key] = work
        # So that the next drawing of the page finds them ended already.
        wait(running, timeout=MAX_STOP)

    def show_me(self, work: SomeWork) -> None:
        """Take finished work from elsewhere as this user's own."""
        self._stopped[work.task.key] = work

    def begin_again(self, tasks: Iterable[Task]) -> None:
        """Forget that this user stopped the work on these tasks."""
        for task in tasks:
            self._stopped.pop(task.key, None)

    def abandon(self, work: SomeWork) -> None:
        """Stop and forget work: the next request for its task gets a new start."""
        work.stop()
        with self._lock:
            if self._all.get(work.task.key) is work:
                del self._all[work.task.key]

    def mine(self) -> list[SomeWork]:
        """Return the unfinished work that the present session has asked for."""
        with self._lock:
            works = list(self._all.values())
        return [work for work in works if work.is_mine and not work.done]

    @property
    def _stopped(self) -> dict[Hashable, SomeWork]:
        """What this user has stopped, or has from elsewhere, by key."""
        return st.session_state.setdefault(f"stopped_{self._kind.__name__}", {})

    def get(self, task: Task, then: Callable[[], None] = lambda: None) -> SomeWork:
        """Return the work on this task; start it if there is none.

        then : called by new work when it has ended by itself
        """
        with self._lock:
            work = self._all.get(task.key)
            if work and not work.deserted:
                return work
            work = self._all[task.key] = self._kind(task, then)
            future = work.future = self._executor.submit(self._take_turn, work)
            self._forget_oldest()
        # Without the lock: work that has ended already calls back at once.
        future.add_done_callback(lambda ended: _go_on(work, ended))
        return work

    def _take_turn(self, work: SomeWork) -> None:
        """Let work go on; if there is more to do then, it waits for its next turn."""
        goes_on = work.work(self._others_wait)
        give_back()
        if not goes_on:
            return
        with self._lock:
            future = work.future = self._executor.submit(self._take_turn, work)
        future.add_done_callback(lambda ended: _go_on(work, ended))

    def _others_wait(self) -> bool:
        with self._lock:
            return any(work.waiting for work in self._all.values())

    def find(self, key: Hashable) -> SomeWork | None:
        """Return the work that was started under this key, if any."""
        with self._lock:
            return self._all.get(key)

    def place(self, work: SomeWork) -> int:
        """Return the place of waiting work in the queue, from 1."""
        with self._lock:
            waiting = [other for other in self._all.values() if other.waiting]
        return waiting.index(work) + 1 if work in waiting else 1

    @property
    def n_unfinished(self) -> int:
        """The number of pieces of work that go on or wait."""
        with self._lock:
            return sum(not work.done for work in self._all.values())

    def _forget_oldest(self) -> None:
        for key in list(self._all)[: -self._max_kept]:
            if self._all[key].done:
                del self._all[key]


def _let_pages_go_first(niceness: int) -> None:
    """Lower the priority of this thread, if the system has priorities of threads."""
    if sys.platform == "linux":
        os.nice(niceness)  # on Linux, for the calling thread only


def _go_on(ended: Work, turn: Future) -> None:
    """If work ended with this turn, log its error, and call `then` unless stopped."""
    if turn is not ended.future:
        return
    stopping = (RuntimeState.STOPPING, RuntimeState.STOPPED)
    if (there := server()) and there.state in stopping:
        return  # no thread can be started any more, and work under way breaks off
    if ended.error:
        logging.getLogger(__name__).error("Work has failed", exc_info=ended.error)
    if not (ended.stopped or ended.deserted):
        ended.then()
