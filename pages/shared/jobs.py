"""Runs in the background: at most two at a time, identical ones only once.

A job belongs to the process, not to a session: it goes on while its user changes pages,
and stops when every tab that watched it is gone.
"""

import os
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import NamedTuple

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.settings import Settings
from spca_core.solution import Solution
from spca_core.solve import solutions

AT_A_TIME = 2
SOLVER_NICENESS = 10  # on the scale of nice(1): 0 is usual, 19 the most yielding
MOST_KEPT = 300  # finished jobs; the oldest are forgotten first
GRACE = 10.0  # seconds without a tab: a reload is back within them

Key = tuple[str, Settings]


class Run(NamedTuple):
    """What to run: any two of one key are identical."""

    corpus: Corpus
    settings: Settings

    @property
    def key(self) -> Key:
        return self.corpus.content_id, self.settings


@dataclass(eq=False)
class Job:
    """One run under way: what it has found so far, and how to end it."""

    run: Run
    latest: Solution | None = None
    refusal: str = ""  # why the input cannot be run
    deserted: bool = False
    future: Future = field(default_factory=Future)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _watchers: set[str] = field(default_factory=set)  # session ids
    _last_seen: float = field(default_factory=time.monotonic)

    @property
    def corpus(self) -> Corpus:
        return self.run.corpus

    @property
    def settings(self) -> Settings:
        return self.run.settings

    @property
    def key(self) -> Key:
        return self.run.key

    @property
    def done(self) -> bool:
        return self.future.done()

    @property
    def waiting(self) -> bool:
        return not self.future.running() and not self.done

    def watch(self) -> None:
        """Note that the present session wants this job."""
        context = get_script_run_ctx()
        if context:
            self._watchers.add(context.session_id)

    def stop(self) -> None:
        """End the run soon; it keeps its best so far."""
        self._stopping.set()
        self.future.cancel()

    def search(self) -> None:
        """Search until finished, stopped or deserted."""
        try:
            for solution in solutions(*self.run):
                self.latest = solution
                self.deserted = self._is_deserted()
                if self._stopping.is_set() or self.deserted:
                    break
        except InputError as error:
            self.refusal = str(error)

    def _is_deserted(self) -> bool:
        """Tell whether no tab has watched for longer than the grace."""
        now = time.monotonic()
        if not runtime.exists() or any(
            runtime.get_instance().is_active_session(watcher)
            for watcher in tuple(self._watchers)
        ):
            self._last_seen = now
        return now - self._last_seen > GRACE


class Queue:
    """All jobs of the process, in the order of their start."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._jobs: dict[Key, Job] = {}
        self._executor = ThreadPoolExecutor(AT_A_TIME, initializer=_let_pages_go_first)

    def get(self, run: Run) -> Job:
        """Return the job of this run, started if there is none."""
        with self._lock:
            job = self._jobs.get(run.key)
            if job is None or job.deserted:
                job = self._jobs[run.key] = Job(run)
                job.future = self._executor.submit(job.search)
            self._forget_oldest()
        return job

    def find(self, key: Key) -> Job | None:
        """Return the job that was started under this key, if any."""
        with self._lock:
            return self._jobs.get(key)

    def remove(self, job: Job) -> None:
        """Forget a job, so that who asks for its settings gets a new one."""
        with self._lock:
            if self._jobs.get(job.key) is job:
                del self._jobs[job.key]

    def place(self, job: Job) -> int:
        """Return a waiting job's place in the queue, from 1."""
        with self._lock:
            waiting = [other for other in self._jobs.values() if other.waiting]
        return waiting.index(job) + 1 if job in waiting else 1

    def _forget_oldest(self) -> None:
        for key in list(self._jobs)[:-MOST_KEPT]:
            if self._jobs[key].done:
                del self._jobs[key]


def _let_pages_go_first() -> None:
    """Lower the priority of this thread, where the system knows one of threads."""
    if sys.platform == "linux":
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), SOLVER_NICENESS)


@st.cache_resource(show_spinner=False)
def queue() -> Queue:
    """Return the one queue of the process."""
    return Queue()
