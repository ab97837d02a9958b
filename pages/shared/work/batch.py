"""The runs of one page: started one or two at a time, stopped together."""

import time
from collections.abc import Hashable
from concurrent.futures import wait
from dataclasses import replace

import streamlit as st

from pages.shared.work.background import Queue
from pages.shared.work.jobs import AT_A_TIME, Job, Run, queue
from pages.shared.work.proofs import Proof, proof_queue

SWEPT = "swept_run"  # session state: the run of the size that was swept to last


class Batch:
    """The runs that a page wants, in order of importance."""

    def __init__(
        self, runs: list[Run], *, again: bool = False, at_a_time: int = AT_A_TIME
    ) -> None:
        """Take the runs, each once, and start none.

        again     : start anew what this user stopped before
        at_a_time : 1 where runs are timed, so that none slows another
        """
        self.runs = list({run.key: run for run in runs}.values())
        self._at_a_time = at_a_time
        if again:
            queue().begin_again(runs)

    def jobs(self) -> list[Job]:
        """Return the jobs under way or done, start the next, and have others follow.

        No more are started than can run at a time: other users find room in the queue.
        """
        started: list[Job] = []
        for run in self.runs:
            if sum(not job.done for job in started) < self._at_a_time:
                started.append(queue().watched(run))
        self._have_follow([job for job in started if not job.done])
        return started

    def _have_follow(self, unfinished: list[Job]) -> None:
        """Have the others begin without a look of the page between them."""
        if unfinished:
            others = [run for run in self.runs if not queue().seen(run)]
            for job in unfinished:
                job.have_follow(others)

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

    def wait_for_all(self, seconds: float) -> None:
        """Wait until all runs have ended, but no longer than that."""
        wait([job.future for job in self.jobs()], timeout=seconds)

    def stop(self) -> None:
        """Stop what runs and start no more; for this user all stays as it is."""
        found = [queue().seen(run) or Job(run) for run in self.runs]
        queue().stop([job for job in found if not job.done])


def sweep_to(run: Run) -> None:
    """End the run that was swept to before, if only the size differs and none needs it.

    Otherwise every size on the way would be searched to its end before this one, and
    the limit of the last one lowered while this one's topics are drawn.
    """
    before: Run | None = st.session_state.get(SWEPT)
    st.session_state[SWEPT] = run
    if before is None or before.key == run.key or not _differ_in_size(before, run):
        return
    _end(queue(), before.key)
    _end(proof_queue(), Proof.about(before.corpus, before.settings).key)


def _end(works: Queue, key: Hashable) -> None:
    """End work that is under way for nobody else."""
    work = works.find(key)
    if work and not work.done and work.is_mine_alone:
        works.abandon(work)


def _differ_in_size(one: Run, other: Run) -> bool:
    size = other.settings
    resized = replace(
        one.settings, n_components=size.n_components, sparsity=size.sparsity
    )
    same_corpus = one.corpus.content_id == other.corpus.content_id
    return same_corpus and resized == other.settings
