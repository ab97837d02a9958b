"""A table that grows in the background: its progress, Stop, and its files."""

from collections.abc import Callable, Mapping
from functools import partial

import pandas as pd
import streamlit as st

from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.work.queues import Queue
from pages.shared.work.tasks import RUN_NICENESS, end_for_me
from pages.shared.work.work import Task, Work
from spca_core.results.files import export, latex
from spca_core.results.files.provenance import Provenance

POLL_SECONDS = 1.0
TABLES_AT_A_TIME = 1


class TableJob(Work[pd.DataFrame]):
    """One table under way."""


@st.cache_resource(show_spinner=False)
def table_queue() -> Queue[TableJob]:
    """Return the one queue of tables in the process."""
    return Queue(TableJob, TABLES_AT_A_TIME, RUN_NICENESS)


Show = Callable[[pd.DataFrame], None]
Describe = Callable[[pd.DataFrame], str]


def show_growing(task: Task, show: Show, describe: Describe, *, again: bool) -> None:
    """Show a table again and again until it is whole.

    describe : says how far it has come
    again    : start again what this user stopped before
    """
    if again:
        table_queue().begin_again([task])
    job = _go_over_to(task)
    if job.done:
        _show(job, show)
    else:
        _poll(job, show, describe)


def _go_over_to(task: Task) -> TableJob:
    """Return this user's work on a table; end the work on the last one of its kind."""
    kind = type(task).__name__
    last = st.session_state.get(kind, task.key)
    st.session_state[kind] = task.key
    if last != task.key:
        end_for_me(table_queue(), last)
    return table_queue().watched(task)


@st.fragment(run_every=POLL_SECONDS)
def _poll(job: TableJob, show: Show, describe: Describe) -> None:
    if job.done:
        st.rerun()
    job.watch()
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            "Stop", key="stop", on_click=table_queue().stop, args=([job],), help=STOP
        )
        st.markdown("waiting" if job.latest is None else plain(describe(job.latest)))
    _show(job, show)


def _show(job: TableJob, show: Show) -> None:
    if job.refusal or job.fault:
        st.error(plain(job.refusal or job.fault))
    if job.stopped:
        st.info(STOPPED_TOO_EARLY if job.latest is None else STOPPED)
    if job.latest is not None:
        show(job.latest)


def offer(
    table: pd.DataFrame,
    provenance: Provenance,
    name: str,
    decimals: Mapping[str, int] = {},
) -> None:
    """Offer a table as CSV, in a zip with its provenance, and as LaTeX.

    name     : of the files
    decimals : of its columns of numbers, in LaTeX
    """
    to_latex = partial(latex.to_latex, table, provenance, decimals)
    with st.container(horizontal=True):
        for label, write, end, kind in (
            (
                "CSV",
                partial(export.to_zip, name, table, provenance),
                "zip",
                "application/zip",
            ),
            ("LaTeX", to_latex, "tex", "text/x-tex"),
        ):
            st.download_button(
                label,
                write,
                f"{name}.{end}",
                kind,
                key=f"get_{name}.{end}",
                on_click="ignore",
            )


STOP = "End this now and keep what is known so far."
STOPPED = "You stopped this. Press Run to start it again."
