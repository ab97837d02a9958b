"""Variance by topic, by number of topics, by seconds and by candidates."""

import pandas as pd
import streamlit as st

from pages.parts.compare import grids, plan
from pages.parts.compare.comparison import Comparison
from pages.shared.figure import show_figure
from pages.shared.state import choices
from pages.shared.state.widgets import choose_in_row
from pages.shared.text import ABOUT_TOTALS
from spca_core.results.comparison import curves
from spca_core.results.comparison.curve_figures import bar_figure, curve_figure
from spca_core.results.figure import Figure


def choose_picture() -> None:
    """Draw the choice of scale and axis, each one click away."""
    is_grid = choices.value("along") == "grid"
    with st.container(horizontal=True, key="compare_scales"):
        for name in ("grid" if is_grid else "scale", "along"):
            choose_in_row(name, wrap=True)


def shows_every_gap() -> bool:
    """Return whether the limits for all numbers of topics are needed."""
    shown = tuple(choices.value(name) for name in ("look", "scale", "along"))
    return shown == ("curves", "gap", "topics")


def show_curves(comparison: Comparison) -> None:
    """Draw the chosen picture, and say how to read it."""
    picture = plan.picture()
    methods = {run.settings.method for run in comparison.solutions}
    if picture == "grid":
        grids.show_grids(comparison)
    elif picture == "candidates" and len(methods) > 1:
        st.info(NO_COMMON_CANDIDATES)
    elif picture in curves.AXES:
        _show_traces(comparison)
    else:
        _show_sizes(comparison)


def _show_sizes(comparison: Comparison) -> None:
    scale = choices.value("scale")
    whole_runs = plan.picture() == "sizes"
    values = curves.total_per_run if whole_runs else curves.cumulative
    runs = comparison.solutions if whole_runs else comparison.largest
    measured = curves.on_scale(values(runs), scale, comparison.limits)
    table = curves.bands(measured)
    if table.empty:
        st.info(NO_LIMIT_YET if scale == "gap" else NO_WHOLE_RUN_YET)
        return
    limits = comparison.limits if scale == "absolute" else comparison.limits[:0]
    near = curves.limits_in_sight(limits, table)
    logarithmic = choices.value("log_y")
    more = {
        "titles": curves.scale_titles(comparison.settings),
        "limits": near,
        "seeds": curves.few_seeds(measured),
    }
    name = f"{plan.picture()}_{scale}"
    if whole_runs:
        figure = bar_figure(table, name, scale, logarithmic=logarithmic, **more)
    else:
        figure = curve_figure(table, name, scale, logarithmic_y=logarithmic, **more)
    _show(comparison, figure)
    st.caption(
        _sentences(
            ABOUT_TOTALS if whole_runs else ABOUT_FIRST_TOPICS,
            ABOUT_LIMITS * (not near.empty),
            HIGH_LIMITS * (len(near) < len(limits)),
            ABOUT_GAPS * (scale == "gap" and not whole_runs),
            curves.about_seeds(comparison.n_seeds),
            LEGEND_NOTE,
        )
    )


def _sentences(*texts: str) -> str:
    return " ".join(filter(None, texts))


def _show_traces(comparison: Comparison) -> None:
    along, scale = plan.picture(), choices.value("scale")
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
    seeds = curves.about_seeds(comparison.n_seeds)
    st.caption(_sentences(ABOUT_TRACES, seeds, LEGEND_NOTE))


def _show(comparison: Comparison, figure: Figure) -> None:
    legend = f"legend_{figure.name}"
    show_figure(
        figure,
        comparison.provenance,
        select=legend,
        on_select="rerun",
        pictured=_not_hidden(figure.table, legend),
    )
    zeros = curves.text_of_zeros(figure.table)
    if choices.value("log_y") and zeros:
        st.caption(zeros)


def _not_hidden(table: pd.DataFrame, legend: str) -> pd.DataFrame:
    """Return the rows that the legend has not hidden; all if it has hidden all."""
    drawn = st.session_state.get(legend)
    chosen = [row["method"] for row in drawn.selection["chosen"]] if drawn else []
    return table[table["method"].isin(chosen)] if chosen else table


ABOUT_FIRST_TOPICS = "The first topics of one run, added up."
ABOUT_LIMITS = (
    "The short lines are proven limits: no choice of topics of that number and size "
    "lies above them."
)
HIGH_LIMITS = (
    "A limit that is still more than half above all curves lies outside the picture."
)
ABOUT_GAPS = (
    "A run is made for all its topics: the last gap judges it, and those of its first "
    "topics only say how much more so few could capture at most."
)
LEGEND_NOTE = (
    "Click a name in the legend to hide that method or show it again; Shift-click "
    "shows it alone. The pictures to save show the same."
)
ABOUT_TRACES = (
    "A curve begins once all topics are found. The dotted grey part before it is what "
    "fewer topics capture: methods that find one topic after another have no result "
    "until the last is found. Seconds are processor seconds."
)
NO_COMMON_CANDIDATES = (
    "Each method counts something different as a candidate: points of a net, "
    "iterations, or nodes of a tree. So they cannot share an axis. Choose a single "
    "method in Settings, or processor seconds."
)
NO_WHOLE_RUN_YET = "No run has all its topics yet."
NO_LIMIT_YET = (
    "No limit is proven yet. It takes a second or two after the runs have ended."
)
