"""Runs in the background: at most two at a time, identical ones only once.

A job belongs to the process, not to a session: it goes on while its user changes pages,
and stops when every tab that watched it is gone.
"""

import os
import sys
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field

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
LONGEST_STOP = 0.5  # seconds a click on Stop waits for the runs to end
GRACE = 10.0  # seconds without a tab: a reload is back within them
STOPPED = "stopped_jobs"  # session state: the jobs this user stopped, by key

Key = tuple[str, Settings]


@dataclass(eq=False)
class Job:
    """One run: what it has found so far, and how to end it."""

    corpus: Corpus
    settings: Settings
    latest: Solution | None = None
    refusal: str = ""  # why the input cannot be run
    deserted: bool = False
    future: Future = field(default_factory=Future)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _watchers: set[str] = field(default_factory=set)  # session ids
    _last_seen: float = field(default_factory=time.monotonic)

    @property
    def key(self) -> Key:
        return self.corpus.content_id, self.settings

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

    def run(self) -> None:
        """Search until finished, stopped or deserted."""
        try:
            for solution in solutions(self.corpus, self.settings):
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

    def get(self, corpus: Corpus, settings: Settings) -> Job:
        """Return the job of these settings, started if there is none."""
        wanted = Job(corpus, settings)
        with self._lock:
            job = self._jobs.get(wanted.key)
            if job is None or job.deserted:
                job = self._jobs[wanted.key] = wanted
                job.future = self._executor.submit(job.run)
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


class Batch:
    """The runs that a page wants, in order of importance."""

    def __init__(
        self, corpus: Corpus, runs: list[Settings], *, again: bool = False
    ) -> None:
        """again: start anew what this user stopped before."""
        self.corpus, self.runs = corpus, runs
        self._stopped: dict[Key, Job] = st.session_state.setdefault(STOPPED, {})
        if again:
            for settings in runs:
                self._stopped.pop(self._key(settings), None)

    def jobs(self) -> list[Job]:
        """Return the jobs under way or done, and start the next.

        No more are started than can run at a time: other users find room in the queue.
        """
        started: list[Job] = []
        for settings in self.runs:
            if sum(not job.done for job in started) < AT_A_TIME:
                started.append(self._watch(settings))
        return started

    @property
    def finished(self) -> bool:
        started = self.jobs()
        return len(started) == len(self.runs) and all(job.done for job in started)

    def wait_for_first(self, seconds: float) -> None:
        """Wait until the first run has something to show, but no longer than that."""
        deadline = time.monotonic() + seconds
        first = self.jobs()[0]
        while not (first.latest or first.done) and time.monotonic() < deadline:
            time.sleep(0.01)

    def stop(self) -> None:
        """Stop what runs and start no more; for this user all stays as it is."""
        stopped = [job for job in map(self._find, self.runs) if not job.done]
        for job in stopped:
            job.stop()
            queue().remove(job)
            self._stopped[job.key] = job
        # So that the page that is drawn next finds them ended already.
        wait([job.future for job in stopped], timeout=LONGEST_STOP)

    def _watch(self, settings: Settings) -> Job:
        stopped = self._stopped.get(self._key(settings))
        job = stopped or queue().get(self.corpus, settings)
        job.watch()
        return job

    def _find(self, settings: Settings) -> Job:
        """Return the job of a run without starting it: a new one if there is none."""
        key = self._key(settings)
        return self._stopped.get(key) or queue().find(key) or Job(self.corpus, settings)

    def _key(self, settings: Settings) -> Key:
        return self.corpus.content_id, settings
