"""A page's runs while they go on: how far they have come, and the Stop button."""

from collections.abc import Callable

import streamlit as st

from pages.shared import cached
from pages.shared.choices import Choice
from pages.shared.jobs import Batch, Job, queue
from pages.shared.text import HELP, plain
from spca_core.settings import METHOD_LABELS, Settings

POLL_SECONDS = 0.5
FIRST_LOOK_SECONDS = 1.0  # first incumbents are there by then, unless it compiles


def show_live(
    choice: Choice,
    runs: list[Settings],
    show_results: Callable[[list[Job]], None],
    show_preview: Callable[[list[Job]], None],
) -> None:
    """Run, and show progress and a preview again and again, then the results.

    The preview is drawn at every poll: it has to be cheap, for the sake of all users.
    """
    corpus = cached.corpus(choice.corpus)
    for warning in corpus.warnings:
        st.warning(plain(warning))
    batch = Batch(corpus, runs, again=choice.run_pressed)
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
        if job.done and not job.future.cancelled():
            job.future.result()  # a fault that is ours stays loud
    unfinished = [job for job in jobs if not job.done]
    if unfinished:
        with st.container(horizontal=True, vertical_alignment="center"):
            st.button("Stop", key="stop", on_click=batch.stop, help=HELP["stop"])
            st.markdown("  \n".join(map(_describe, unfinished)))


def _describe(job: Job) -> str:
    run = f"{METHOD_LABELS[job.settings.method]}, {job.settings.n_components} topics"
    if job.waiting:
        return f"{run}: waiting, number {queue().place(job)} in the queue"
    if job.latest is None:
        return f"{run}: starting"
    return (
        f"{run}: best so far {job.latest.captured_variance:.5g} after "
        f"{job.latest.candidates:,} candidates, {job.latest.seconds:.1f} s"
    )
