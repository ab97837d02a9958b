"""A chapter's picture: a chart that a click changes, by a selection of Altair."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import streamlit as st

from pages.parts.learn.tasks import record
from pages.shared.figure import show_chart
from pages.shared.state import choices
from pages.shared.state.widgets import choose
from spca_core.lessons.clicks import CLICK
from spca_core.lessons.tasks import Task

CLICKS = "picture_clicks"  # session state: how many there were


def choose_values(
    names: Sequence[str], tasks: Sequence[Task], widget: Any = None
) -> None:
    """Draw the controls that the link does not hide, side by side."""
    shown = [name for name in names if not choices.hidden(name)]
    for place, name in zip(st.columns(max(len(shown), 1)), shown, strict=False):
        with place:
            choose(name, widget=widget, then=lambda: record(tasks))


def show_picture(
    chart: Any,
    text: str,
    tasks: Sequence[Task] = (),
    *,
    width: Literal["stretch", "content"] = "stretch",
    **values: Callable[[dict[str, Any]], Any],
) -> None:
    """Draw a chart.

    tasks  : of the chapter, whose targets a click may reach
    width  : "content" for one in which right angles are to look right
    values : by the name of an option, its value for the row that is clicked
    """
    free = {name: of for name, of in values.items() if not choices.hidden(name)}
    if not free:
        show_chart(chart, text, width=width)
        return
    # Another key after each click: the browser does not report the same row twice.
    n_clicks = st.session_state.setdefault(CLICKS, 0)
    key = f"picture_{choices.value('chapter')}_{'_'.join(free)}_{n_clicks}"

    def take() -> None:
        st.session_state[CLICKS] += 1
        if rows := st.session_state[key].selection[CLICK]:
            choices.change(**{name: of(rows[0]) for name, of in free.items()})
            record(tasks)

    show_chart(chart, text, width=width, key=key, on_select=take, selection_mode=CLICK)
