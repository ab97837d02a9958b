"""A page's runs: starting them in turn, showing their progress, stopping them."""

import time
from collections.abc import Callable, Mapping
from concurrent.futures import wait
from functools import partial

import streamlit as st

from pages.shared.state import cached
from pages.shared.text import plain
from pages.shared.topic_names import show_names
from pages.shared.work.tasks import RUNS_AT_A_TIME, Job, Run, run_queue
from spca_core.problem.method import METHODS
from spca_core.results import topics

POLL_SECONDS = 0.5
OTHERS_POLL_SECONDS = 1.0
FIRST_LOOK_SECONDS = 1.0  # enough for first results, unless code is compiled
SHORT_RUN_SECONDS = 0.02  # a run that ends this soon needs no preview
MAX_UNSEEN = 2.0  # seconds after the last poll: later, no new run is begun


def show_live(
    runs: list[Run],
    show_results: Callable[[list[Job]], None],
    show_preview: Callable[[list[Job]], None],
    *,
    again: bool,
    timed: bool = False,
    show_meanwhile: Callable[[list[Job]], None] | None = None,
) -> None:
    """Run, and show progress and a preview again and again, then the results.

    The preview is drawn at every poll: it has to be cheap, for the sake of all users.
    again : start again what this user stopped before
    timed : run one after another, so that their seconds can be compared
    show_meanwhile : draws what stands in place of the results until then, dimmed; it
        is called once, so it may cost more than a preview
    """
    # Always these three containers, so that what stays keeps its place on the page.
    warnings, head, body = st.container(), st.empty(), st.container(key="results")
    for warning in dict.fromkeys(text for run in runs for text in run.corpus.warnings):
        warnings.warning(plain(warning))
    batch = Batch(runs, again=again, at_a_time=1 if timed else RUNS_AT_A_TIME)
    batch.wait_for_first(FIRST_LOOK_SECONDS)
    batch.wait_for_all(SHORT_RUN_SECONDS)
    if batch.finished:
        # Empty it now: later, the results would jump to where the progress was.
        head.empty()
        with head.container():
            _show_progress(batch)
        with body:
            show_results(batch.jobs())
    else:
        with head.container():
            _poll(batch, _show_nothing if show_meanwhile else show_preview)
            if show_meanwhile:
                st.html(DIMMED)
        if show_meanwhile:
            with body:
                show_meanwhile(batch.jobs())
    show_others(runs)


class Batch:
    """The runs that a page wants, in order of importance."""

    def __init__(
        self, runs: list[Run], *, again: bool = False, at_a_time: int = RUNS_AT_A_TIME
    ) -> None:
        """Take each run once, and start none yet.

        again     : start again what this user stopped before
        at_a_time : 1 where runs are timed, so that none slows another
        """
        self.runs = list({run.key: run for run in runs}.values())
        self._at_a_time = at_a_time
        self._queue = run_queue()
        if again:
            self._queue.begin_again(runs)

    def jobs(self) -> list[Job]:
        """Return the jobs under way or done, and start the next if one has ended.

        No more are started than can run at a time: other users need room in the queue.
        """
        started: list[Job] = []
        for run in self.runs:
            if sum(not job.done for job in started) < self._at_a_time:
                started.append(self._queue.watched(run))
        later = [run for run in self.runs if not self._queue.peek(run)]
        for job in started:
            job.then = partial(self._begin_next, later, time.monotonic() + MAX_UNSEEN)
        return started

    def _begin_next(self, later: list[Run], until: float) -> None:
        """Begin the next run once one has ended, even before the page polls again."""
        runs = (run for run in later if not self._queue.find(run.key))
        if (run := next(runs, None)) and time.monotonic() < until:
            self._queue.get(run, partial(self._begin_next, later, until))

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
        """Stop the unfinished runs and start no more; this user keeps their results."""
        found = [self._queue.peek(run) or Job(run) for run in self.runs]
        self._queue.stop([job for job in found if not job.done])


@st.fragment(run_every=POLL_SECONDS)
def _poll(batch: Batch, show_preview: Callable[[list[Job]], None]) -> None:
    if batch.finished:
        st.rerun()
    _show_progress(batch)
    show_preview(batch.jobs())


def _show_nothing(jobs: list[Job]) -> None:
    """Show no preview, because topics stand in place of the results."""


def _show_progress(batch: Batch) -> None:
    jobs = batch.jobs()
    for error in dict.fromkeys(job.refusal or job.fault for job in jobs):
        if error:
            st.error(plain(error))
    unfinished = [job for job in jobs if not job.done]
    counted = count(jobs, len(batch.runs))
    if unfinished:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Stop", key="stop", on_click=batch.stop, help=STOP_HELP)
            st.markdown("  \n".join([*map(_describe, unfinished), counted]))
    elif counted and any(job.stopped for job in jobs):
        st.info(f"{counted} {STOPPED_RUNS}")


def _describe(job: Job) -> str:
    """Say in a line of Markdown how far a run has come."""
    method, n_topics = METHODS[job.settings.method].label, job.settings.n_components
    topics_of = f"{n_topics} topic{'s' if n_topics > 1 else ''} of"
    run = f"{method}, {topics_of} {plain(cached.subject(job.corpus))}"
    if job.waiting:
        return f"{run}: waiting, number {run_queue().place(job)} in the queue"
    if job.latest is None:
        return f"{run}: starting"
    return f"{run}: searching for {job.latest.seconds:.1f} s"


def count(jobs: list[Job], n_runs: int) -> str:
    """Say how many of several runs have ended by themselves; of one run, nothing."""
    ended = sum(job.done and not job.stopped for job in jobs)
    return f"{ended:,} of {n_runs:,} runs have finished." if n_runs > 1 else ""


def preview_topics(names: Mapping[str, str], jobs: list[Job]) -> None:
    """Show the words of the best solution so far, as text: it is drawn at each poll."""
    for job in jobs:
        if job.latest:
            show_names(topics.topic_lists(job.corpus, job.latest, names))


def show_others(shown: list[Run]) -> None:
    """List the user's unfinished runs of other pages, in the sidebar."""
    keys = {run.key for run in shown}
    if _others(keys):
        with st.sidebar:
            _poll_others(keys)


@st.fragment(run_every=OTHERS_POLL_SECONDS)
def _poll_others(keys: set) -> None:
    others = _others(keys)
    if not others:
        st.rerun()
    st.caption("Also running")
    for place, job in enumerate(others):
        st.markdown(_describe(job))
        st.button(
            "Stop this run",
            key=f"stop_other_{place}",
            on_click=run_queue().stop,
            args=([job],),
            help=STOP_OTHER_HELP,
        )


def _others(keys: set) -> list[Job]:
    return [job for job in run_queue().mine() if job.task.key not in keys]


DIMMED = "<style>.st-key-results {opacity: 0.45}</style>"
STOP_HELP = "End the run now and keep the best topics found so far."
STOP_OTHER_HELP = "End this run. Its best topics so far are kept for you."
STOPPED_RUNS = "You stopped the others. Press Run to start them again."
