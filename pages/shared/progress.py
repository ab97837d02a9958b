"""A page's runs while they go on: how far they have come, and the Stop button."""

from collections.abc import Callable

import streamlit as st

from pages.shared.batch import Batch
from pages.shared.jobs import Job, Run, queue
from pages.shared.text import HELP, plain
from spca_core.corpus.catalogue import display_name
from spca_core.settings import METHOD_LABELS

POLL_SECONDS = 0.5
FIRST_LOOK_SECONDS = 1.0  # first incumbents are there by then, unless it compiles


def show_live(
    runs: list[Run],
    show_results: Callable[[list[Job]], None],
    show_preview: Callable[[list[Job]], None],
    *,
    again: bool,
) -> None:
    """Run, and show progress and a preview again and again, then the results.

    The preview is drawn at every poll: it has to be cheap, for the sake of all users.
    again : start anew what this user stopped before
    """
    for warning in dict.fromkeys(text for run in runs for text in run.corpus.warnings):
        st.warning(plain(warning))
    batch = Batch(runs, again=again)
    batch.wait_for_first(FIRST_LOOK_SECONDS)
    if batch.finished:
        _show_progress(batch)
        show_results(batch.jobs())
    else:
        _poll(batch, show_preview)


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
    for job in jobs:
        job.raise_fault()
    unfinished = [job for job in jobs if not job.done]
    if unfinished:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Stop", key="stop", on_click=batch.stop, help=HELP["stop"])
            st.markdown("  \n".join(map(_describe, unfinished)))


def _describe(job: Job) -> str:
    method, n_topics = METHOD_LABELS[job.settings.method], job.settings.n_components
    corpus = plain(display_name(job.corpus.name))
    run = f"{corpus}, {method}, {n_topics} topics"
    if job.waiting:
        return f"{run}: waiting, number {queue().place(job)} in the queue"
    if job.latest is None:
        return f"{run}: starting"
    return (
        f"{run}: best so far {job.latest.captured_variance:.5g} after "
        f"{job.latest.candidates:,} candidates, {job.latest.seconds:.1f} s"
    )
