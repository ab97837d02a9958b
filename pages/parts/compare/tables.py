"""A table that grows in the background: its progress, Stop, and its files."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.work.queues import Queue
from pages.shared.work.tasks import RUN_NICENESS, end_for_me
from pages.shared.work.work import Task, Work
from spca_core.results.files import export

POLL_SECONDS = 1.0
TABLES_AT_A_TIME = 1
MAX_KEPT = 100  # kinds of rows
LAST = "last_table"  # session state: the key of the table that was looked at last


@dataclass(eq=False)
class TableJob(Work[pd.DataFrame]):
    """One table under way; the rows that are known already are there from the start."""

    def __post_init__(self) -> None:
        self._first: pd.DataFrame = next(iter(self.task.results()))

    @property
    def table(self) -> pd.DataFrame:
        """What is known so far."""
        return self._first if self.latest is None else self.latest


@lru_cache(MAX_KEPT)
def known_rows(kind: Hashable) -> dict[Any, Any]:
    """Return the rows of one kind that are measured, to which tables add theirs.

    So a table that was ended goes on where it was, and others can have its rows.
    """
    return {}


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
    """Return this user's work on a table; end the work on the last one."""
    last = st.session_state.get(LAST, task.key)
    st.session_state[LAST] = task.key
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
        waits = "waiting; " if job.waiting else ""
        st.markdown(waits + plain(describe(job.table)))
    _show(job, show)


def _show(job: TableJob, show: Show) -> None:
    if job.refusal or job.fault:
        st.error(plain(job.refusal or job.fault))
    if job.stopped:
        st.info(STOPPED_TOO_EARLY if job.table.empty else STOPPED)
    if not job.table.empty:
        show(job.table)


def offer(
    table: pd.DataFrame,
    name: str,
    to_latex: Callable[[], str],
) -> None:
    """Offer a table as CSV, and as LaTeX, which says where it comes from.

    name : of the files
    """
    with st.container(horizontal=True):
        for label, write, end, kind in (
            ("CSV", partial(export.to_csv, table), "csv", "text/csv"),
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
STOPPED = "You stopped this. Press Run to go on."
