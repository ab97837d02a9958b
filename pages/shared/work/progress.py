"""A page's runs: starting them in turn, showing their progress, stopping them."""

import time
from collections.abc import Callable
from concurrent.futures import wait
from functools import partial

import streamlit as st

from pages.shared.state import cached, edits
from pages.shared.text import plain
from pages.shared.topic_names import show_names
from pages.shared.work.screen import (
    Controls,
    have_ended,
    show_once,
    show_progress,
    show_work,
)
from pages.shared.work.tasks import Job, Run
from pages.shared.work.work import RUNS, Work, queue
from spca_core.formatting import counted
from spca_core.problem.method import METHODS
from spca_core.results.comparison.runs import RunsProgress
from spca_core.results.topics.words import topic_lists
from spca_core.topics import Topics

OTHERS_POLL_SECONDS = 1.0
FIRST_LOOK_SECONDS = 1.0  # enough for first results, unless code is compiled
SHORT_RUN_SECONDS = 0.02  # a run that ends this soon needs no preview
MAX_UNSEEN = 2.0  # seconds after the last poll: later, no new run is begun


def show_runs(
    runs: list[Run],
    preview: Callable[[list[Job]], None] | None = None,
    *,
    again: bool,
    timed: bool = False,
) -> tuple[list[Job], bool]:
    """Start runs and show how far they are; return them, and whether all have ended.

    When they end, the whole page runs again.
    preview : shows what they have found so far, at every poll
    again   : start again what this user stopped before
    timed   : run one after another, so that their seconds can be compared
    """
    # Always these containers, so that what stays keeps its place on the page.
    warnings, head, end = st.container(), st.empty(), st.container()
    for warning in dict.fromkeys(text for run in runs for text in run.corpus.warnings):
        warnings.warning(plain(warning))
    batch = Batch(runs, again=again, at_a_time=1 if timed else RUNS.at_a_time)
    batch.wait_for_first(FIRST_LOOK_SECONDS)
    batch.wait_for_all(SHORT_RUN_SECONDS)
    finished = batch.finished
    if finished:
        # Empty it now: later, the results would jump to where the progress was.
        head.empty()
    stop = partial(st.button, "Stop", key="stop", help=STOP_HELP)
    controls = Controls(partial(_show_progress_of_runs, batch), stop, end=batch.stop)
    draw = partial(_show_runs, batch, preview)
    # At the end elsewhere: what is drawn at once in a place just emptied comes too late
    # to empty it. And a part of the page that polls would leave a gap.
    with end if finished else head.container():
        if finished:
            polls = False
            show_once(batch.jobs(), [], draw, controls)
        else:
            polls = show_work(batch.jobs, draw, controls, reruns=True)
    show_others(runs)
    if not finished and (batch.finished or not polls):
        st.rerun()  # They have ended since: what is drawn already is no more true.
    return batch.jobs(), finished


class Batch:
    """The runs that a page wants, in order of importance."""

    def __init__(
        self, runs: list[Run], *, again: bool = False, at_a_time: int = RUNS.at_a_time
    ) -> None:
        """Take each run once, and start none yet.

        again     : start again what this user stopped before
        at_a_time : 1 where runs are timed, so that none slows another
        """
        self.runs = list({run.key: run for run in runs}.values())
        self._at_a_time = at_a_time
        if again:
            queue().begin_again(runs)

    def jobs(self) -> list[Job]:
        """Return the jobs under way or done, and start the next if one has ended.

        No more are started than can run at a time: other users need room in the queue.
        """
        started: list[Job] = []
        for run in self.runs:
            if sum(not job.done for job in started) < self._at_a_time:
                started.append(queue().watched(run))
        later = [run for run in self.runs if not queue().peek(run)]
        for job in started:
            job.then = partial(self._begin_next, later, time.monotonic() + MAX_UNSEEN)
        return started

    def _begin_next(self, later: list[Run], until: float) -> None:
        """Begin the next run once one has ended, even before the page polls again."""
        runs = (run for run in later if not queue().find(run))
        if (run := next(runs, None)) and time.monotonic() < until:
            queue().get(run, partial(self._begin_next, later, until))

    @property
    def finished(self) -> bool:
        # Those that were begun may all have ended before the next begins.
        jobs = self.jobs()
        return len(jobs) == len(self.runs) and have_ended(jobs)

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
        """Stop the unfinished runs and start no more; this user keeps their results."""
        jobs = [queue().peek(run) or Work(run) for run in self.runs]
        queue().stop(job for job in jobs if not job.done)

    def progress(self) -> str:
        """Say how many of several runs have ended; nothing if all have."""
        n_runs = len(self.runs)
        return progress_of_runs(self.jobs(), n_runs).text if n_runs > 1 else ""


def _show_progress_of_runs(batch: Batch, unfinished: list[Job]) -> None:
    st.markdown("  \n".join([*map(_describe, unfinished), batch.progress()]))


def _show_runs(
    batch: Batch, preview: Callable[[list[Job]], None] | None, jobs: list[Job]
) -> None:
    if not have_ended(jobs):
        if preview:
            preview(jobs)
    elif ended := batch.progress():
        st.info(f"{ended} {STOPPED_RUNS}")


def _describe(job: Job) -> str:
    """Say in a line of Markdown how far a run has come."""
    settings = job.asked.settings
    topics = counted(settings.n_components, "topics")
    about = plain(cached.subject(job.asked.corpus))
    run = f"{METHODS[settings.method].label}, {about}, {topics}"
    if job.waiting:
        return f"{run}: {queue().wait(job)}"
    if job.latest is None:
        return f"{run}: starting"
    return f"{run}: searching for {job.latest.seconds:.1f} s"


def progress_of_runs(jobs: list[Job], n_runs: int) -> RunsProgress:
    """Return how many of the runs of a page have ended by themselves."""
    ended = [job for job in jobs if job.done and not job.stopped]
    return RunsProgress(len(ended), n_runs, stopped=any(job.stopped for job in jobs))


def preview_topics(jobs: list[Job]) -> None:
    """Show the words of the best solution so far, as text: it is drawn at each poll."""
    for job in jobs:
        if job.latest:
            corpus, by_hand = job.asked.corpus, edits.by_hand()
            show_names(topic_lists(Topics.of(corpus, job.latest, edits=by_hand)))


def show_others(shown: list[Run]) -> None:
    """List the user's unfinished runs of other pages, in the sidebar."""
    keys = {run.key for run in shown}

    def others() -> list[Job]:
        mine = [job for job in queue().unfinished(RUNS) if job.is_mine]
        return [job for job in mine if job.task.key not in keys]

    if others():
        with st.sidebar:
            show_work(others, _show_others, seconds=OTHERS_POLL_SECONDS)


def _show_others(others: list[Job]) -> None:
    if others:
        st.caption("Other running jobs")
    for place, job in enumerate(others):
        key = f"stop_other_{place}"
        stop = partial(st.button, "Stop this run", key=key, help=STOP_OTHER_HELP)
        show_progress([job], Controls(_show_progress_of_other, stop))


def _show_progress_of_other(jobs: list[Job]) -> None:
    st.markdown("  \n".join(map(_describe, jobs)))


STOP_HELP = "End the run now and keep the best topics found so far."
STOP_OTHER_HELP = "End this run. Its best topics so far are kept for you."
STOPPED_RUNS = "Press Run to start the others again."
