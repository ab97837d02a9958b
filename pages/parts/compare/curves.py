"""Variance by topic, by number of topics, by seconds and by candidates."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.shared.figure import show_figure
from pages.shared.state import choices, widgets
from pages.shared.text import ABOUT_TOTALS
from spca_core.results.comparison import curves
from spca_core.results.comparison.curve_figures import bar_figure, curve_figure
from spca_core.results.figure import Figure


def choose_curves() -> None:
    """Draw the choice of picture, scale and axes, if curves are shown."""
    if choices.value("look") != "curves":
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        picture = widgets.choose("picture", width=220)
        widgets.choose("scale", width=220)
        widgets.choose("log_x", disabled=picture not in curves.AXES)
        widgets.choose("log_y")


def shows_every_gap() -> bool:
    """Return whether the limits for all numbers of topics are needed."""
    shown = tuple(choices.value(name) for name in ("look", "scale", "picture"))
    return shown == ("curves", "gap", "sizes")


def show_curves(comparison: Comparison) -> None:
    """Draw the chosen picture, and say how to read it."""
    picture, scale = choices.value("picture"), choices.value("scale")
    methods = {run.settings.method for run in comparison.solutions}
    if (picture, scale) == ("topics", "gap"):
        st.info(NO_GAP_BY_TOPIC)
        return
    if picture == "candidates" and len(methods) > 1:
        st.info(NO_COMMON_CANDIDATES)
        return
    if picture in curves.AXES:
        _show_traces(comparison)
    else:
        _show_sizes(comparison)
    st.caption(f"{LEGEND_NOTE} {curves.about_seeds(comparison.n_seeds)}")


def _show_sizes(comparison: Comparison) -> None:
    scale = choices.value("scale")
    whole_runs = choices.value("picture") == "sizes"
    values = curves.total_per_run if whole_runs else curves.cumulative
    runs = comparison.solutions if whole_runs else comparison.largest
    measured = curves.on_scale(values(runs), scale, comparison.limits)
    table = curves.bands(measured)
    if table.empty:
        st.info(NO_LIMIT_YET if scale == "gap" else NO_WHOLE_RUN_YET)
        return
    limits = comparison.limits if scale == "absolute" else comparison.limits[:0]
    logarithmic = choices.value("log_y")
    more = {
        "titles": curves.scale_titles(comparison.settings),
        "limits": limits,
        "seeds": curves.few_seeds(measured),
    }
    name = f"{choices.value('picture')}_{scale}"
    if whole_runs:
        figure = bar_figure(table, name, scale, logarithmic=logarithmic, **more)
    else:
        figure = curve_figure(table, name, scale, logarithmic_y=logarithmic, **more)
    _show(comparison, figure)
    if whole_runs:
        st.caption(ABOUT_TOTALS)
    if not limits.empty:
        st.caption(ABOUT_LIMITS)


def _show_traces(comparison: Comparison) -> None:
    along, scale = choices.value("picture"), choices.value("scale")
    points = curves.on_scale(
        curves.improvements(comparison.largest), scale, comparison.limits
    )
    whole = points[points["whole"]]
    table = curves.bands(whole, along)
    if table.empty:
        st.info(NO_LIMIT_YET if scale == "gap" else NO_WHOLE_RUN_YET)
        return
    figure = curve_figure(
        table,
        f"{along}_{scale}",
        scale,
        along,
        beginnings=curves.incomplete_bands(points, along),
        seeds=curves.few_seeds(whole, along),
        logarithmic_x=choices.value("log_x"),
        logarithmic_y=choices.value("log_y"),
        titles=curves.scale_titles(comparison.settings),
    )
    _show(comparison, figure)
    st.caption(ABOUT_TRACES)


def _show(comparison: Comparison, figure: Figure) -> None:
    legend = f"legend_{figure.name}"
    # In a picture the names at the ends of curves suffice.
    is_of_bars = choices.value("picture") == "sizes"
    draw = figure.draw if is_of_bars else partial(figure.draw, legend=False)
    show_figure(
        figure,
        comparison.provenance,
        select=legend,
        on_select="rerun",
        in_pictures=partial(draw, _left(figure.table, legend)),
    )
    zeros = curves.text_of_zeros(figure.table)
    if choices.value("log_y") and zeros:
        st.caption(zeros)


def _left(table: pd.DataFrame, legend: str) -> pd.DataFrame:
    """Return the rows that the legend has not hidden; all if it has hidden all."""
    drawn = st.session_state.get(legend)
    chosen = [row["method"] for row in drawn.selection["chosen"]] if drawn else []
    return table[table["method"].isin(chosen)] if chosen else table


ABOUT_LIMITS = (
    "The short line is a proven limit: no choice of topics of that number and size "
    "lies above it."
)
LEGEND_NOTE = (
    "Click a name in the legend to hide that method or show it again. Shift-click "
    "shows it alone; the pictures to save show the same. Another scale or axis shows "
    "all methods that are chosen above."
)
ABOUT_TRACES = (
    "A curve begins once all topics are found. The dotted grey part before it is what "
    "fewer topics capture: methods that find one topic after another have no result "
    "until the last is found. Seconds are processor seconds."
)
NO_GAP_BY_TOPIC = (
    "A limit is for whole runs, not for the first topics of a larger run. Choose the "
    "picture By number of topics, where each size has a run and a limit of its own, or "
    "another scale."
)
NO_COMMON_CANDIDATES = (
    "Each method counts something different as a candidate: points of a net, "
    "iterations, or nodes of a tree. So they cannot share an axis. Choose a single "
    "method above, or compare by seconds."
)
NO_WHOLE_RUN_YET = "No run has all its topics yet."
NO_LIMIT_YET = (
    "No limit is proven yet. It takes a second or two after the runs have ended."
)
