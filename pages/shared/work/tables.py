"""A table that grows in the background: its progress, Stop, and its files."""

from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache, partial
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st

from pages.shared.text import plain
from pages.shared.work.screen import Controls, show_work
from pages.shared.work.work import TABLES, Work, queue

POLL_SECONDS = 1.0
MAX_KEPT = 100  # kinds of rows
LAST = "last_table"  # session state: the table that was looked at last

Show = Callable[[pd.DataFrame, bool], None]
Describe = Callable[[pd.DataFrame], str]


@lru_cache(MAX_KEPT)
def known_rows(_kind: Hashable) -> dict[Any, Any]:
    """Return the rows of one kind that are measured, to which tables add theirs.

    So a table that was ended goes on where it was, and others can have its rows.
    """
    return {}


class TableTask(NamedTuple):
    """A table to make row by row.

    grow : yields the table so far; the first has the rows that are known already
    """

    key: Hashable
    grow: Callable[[], Iterator[pd.DataFrame]]
    lane = TABLES

    @property
    def known(self) -> pd.DataFrame:
        return next(self.grow())

    def results(self) -> Iterator[pd.DataFrame]:
        return self.grow()


def show_growing(task: TableTask, show: Show, describe: Describe) -> None:
    """Show a table again and again until it is whole; end the work on the last one.

    show     : also takes whether the table is whole: before, nothing is ranked
    describe : says how far it has come
    """
    last = st.session_state.get(LAST, task)
    st.session_state[LAST] = task
    if last.key != task.key:
        queue().end_for_me(last)
    show_work(
        lambda: [queue().watched(task)],
        partial(_show, show, describe),
        Controls(
            partial(_show_progress, describe),
            partial(st.button, "Stop", key="stop_table", help=STOP),
            partial(st.button, "Continue", key="continue_table"),
        ),
        seconds=POLL_SECONDS,
    )


def _show_progress(describe: Describe, works: list[Work[TableTask]]) -> None:
    for work in works:
        waits = queue().wait(work) if work.waiting else ""
        said = filter(None, (waits, plain(describe(work.latest))))
        st.markdown("; ".join(said))


def _show(show: Show, describe: Describe, works: list[Work[TableTask]]) -> None:
    for work in works:
        # In this order: of work that ends just now, the last table is shown.
        has_ended, table = work.done, work.latest
        if work.stopped:
            st.info(f"Stopped: {plain(describe(table))}.")
        if not table.empty:
            show(table, has_ended and not (work.stopped or work.failure))


STOP = "Stop now and keep the results so far."
