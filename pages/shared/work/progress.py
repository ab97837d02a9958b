"""A page's runs while they go on: how far they have come, and the Stop button."""

from collections.abc import Callable, Mapping

import streamlit as st

from pages.shared.text import plain
from pages.shared.work import other_runs
from pages.shared.work.batch import Batch
from pages.shared.work.jobs import AT_A_TIME, Job, Run
from pages.shared.work.progress_text import count, describe
from spca_core.results import topics

POLL_SECONDS = 0.5
FIRST_LOOK_SECONDS = 1.0  # first incumbents are there by then, unless it compiles
SHORT_RUN_SECONDS = 0.02  # a run that ends soon needs no preview


def show_live(
    runs: list[Run],
    show_results: Callable[[list[Job]], None],
    show_preview: Callable[[list[Job]], None],
    *,
    again: bool,
    timed: bool = False,
) -> None:
    """Run, and show progress and a preview again and again, then the results.

    The preview is drawn at every poll: it has to be cheap, for the sake of all users.
    again : start anew what this user stopped before
    timed : run one after another, so that their seconds can be compared
    """
    for warning in dict.fromkeys(text for run in runs for text in run.corpus.warnings):
        st.warning(plain(warning))
    batch = Batch(runs, again=again, at_a_time=1 if timed else AT_A_TIME)
    batch.wait_for_first(FIRST_LOOK_SECONDS)
    batch.wait_for_all(SHORT_RUN_SECONDS)
    if batch.finished:
        _show_progress(batch)
        show_results(batch.jobs())
    else:
        _poll(batch, show_preview)
    other_runs.show_others(runs)


@st.fragment(run_every=POLL_SECONDS)
def _poll(batch: Batch, show_preview: Callable[[list[Job]], None]) -> None:
    if batch.finished:
        st.rerun()
    _show_progress(batch)
    show_preview(batch.jobs())


def _show_progress(batch: Batch) -> None:
    jobs = batch.jobs()
    for refusal in dict.fromkeys(job.refusal for job in jobs if job.refusal):
        st.error(plain(refusal))
    for fault in dict.fromkeys(job.fault for job in jobs if job.fault):
        st.error(plain(fault))
    unfinished = [job for job in jobs if not job.done]
    counted = count(jobs, len(batch.runs))
    if unfinished:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Stop", key="stop", on_click=batch.stop, help=STOP_HELP)
            st.markdown("  \n".join([*map(describe, unfinished), counted]))
    elif counted and any(job.stopped for job in jobs):
        st.info(f"{counted} {STOPPED_RUNS}")


def preview_topics(names: Mapping[str, str], jobs: list[Job]) -> None:
    """Show the words of the best solution so far, as text: that is drawn at once."""
    for job in jobs:
        if job.latest:
            st.text(topics.topic_lines(job.corpus, job.latest, names))


STOPPED_RUNS = "You stopped the others: Run starts them again."


STOP_HELP = "End the run now and keep the best topics found so far."
