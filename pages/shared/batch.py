"""The runs of one page: started a few at a time, stopped together."""

import time
from concurrent.futures import wait

import streamlit as st

from pages.shared.jobs import AT_A_TIME, Job, Key, Run, queue

LONGEST_STOP = 0.5  # seconds a click on Stop waits for the runs to end
STOPPED = "stopped_jobs"  # session state: the jobs this user stopped, by key


class Batch:
    """The runs that a page wants, in order of importance."""

    def __init__(self, runs: list[Run], *, again: bool = False) -> None:
        """again: start anew what this user stopped before."""
        self.runs = runs
        self._stopped: dict[Key, Job] = st.session_state.setdefault(STOPPED, {})
        if again:
            for run in runs:
                self._stopped.pop(run.key, None)

    def jobs(self) -> list[Job]:
        """Return the jobs under way or done, and start the next.

        No more are started than can run at a time: other users find room in the queue.
        """
        started: list[Job] = []
        for run in self.runs:
            if sum(not job.done for job in started) < AT_A_TIME:
                started.append(self._watch(run))
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

    def _watch(self, run: Run) -> Job:
        job = self._stopped.get(run.key) or queue().get(run)
        job.watch()
        return job

    def _find(self, run: Run) -> Job:
        """Return the job of a run without starting it: a new one if there is none."""
        return self._stopped.get(run.key) or queue().find(run.key) or Job(run)
