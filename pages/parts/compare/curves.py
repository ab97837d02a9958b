"""Variance by topic, by number of topics, by processor seconds and by rank."""

import pandas as pd
import streamlit as st

from pages.parts.compare import plan
from pages.parts.compare.comparison import Comparison
from pages.shared.figure import show_figure
from pages.shared.state import choices
from pages.shared.state.widgets import choose_in_row
from pages.shared.text import ABOUT_TOTALS
from spca_core.results.comparison import curves
from spca_core.results.comparison.curve_figures import bar_figure, curve_figure
from spca_core.results.figure import Figure


def choose_axis() -> None:
    """Draw the choice of what the curves are drawn along."""
    choose_in_row("along", wrap=True)


def show_curves(comparison: Comparison) -> None:
    """Draw the chosen picture, and say how to read it."""
    along, scale = plan.along(), _scale()
    measured = curves.on_scale(_values(comparison, along), scale)
    table = curves.quantile_bands(measured, along)
    if table.empty:
        st.info(NO_WHOLE_RUN_YET)
        return
    is_absolute, is_time = scale == "absolute", along == curves.SECONDS
    limits = comparison.limits if is_absolute else comparison.limits[:0]
    on_sizes = along == curves.SIZES
    near = curves.limits_in_sight(limits, table) if on_sizes else limits[:0]
    more = {
        "titles": curves.scale_titles(comparison.settings),
        "limits": near,
        "seeds": curves.few_seeds(measured, along),
    }
    name = f"{along}_{choices.value('scale')}"
    if plan.is_separate():
        figure = bar_figure(table, name, scale, **more)
        about = ABOUT_TOTALS
    else:
        figure = curve_figure(table, name, scale, along, **more)
        about = ABOUT_TRACES if is_time else ABOUT_FIRST_TOPICS * on_sizes
    _show(comparison, figure)
    sentences = (
        about,
        ABOUT_LIMITS * (not near.empty),
        curves.about_seeds(comparison.n_seeds),
    )
    st.caption(" ".join(filter(None, sentences)))


def _scale() -> str:
    return "relative" if choices.value("scale") == "relative" else "absolute"


def _values(comparison: Comparison, along: str) -> pd.DataFrame:
    if along == curves.SECONDS:
        points = curves.improvements(comparison.largest)
        return points[points["whole"]]
    if along == curves.RANK:
        return curves.by_rank(comparison.largest)
    if plan.is_separate():
        return curves.total_per_run(comparison.solutions)
    return curves.cumulative(comparison.largest)


def _show(comparison: Comparison, figure: Figure) -> None:
    legend = f"legend_{figure.name}"
    show_figure(
        figure,
        comparison.provenance,
        select=legend,
        on_select="rerun",
        pictured=_not_hidden(figure.table, legend),
    )


def _not_hidden(table: pd.DataFrame, legend: str) -> pd.DataFrame:
    """Return the rows that the legend has not hidden; all if it has hidden all."""
    drawn = st.session_state.get(legend)
    chosen = [row["method"] for row in drawn.selection["chosen"]] if drawn else []
    return table[table["method"].isin(chosen)] if chosen else table


ABOUT_FIRST_TOPICS = "One run's topics, added up."
ABOUT_LIMITS = "Short line: a proven limit."
ABOUT_TRACES = "From the first time that all topics are there."
NO_WHOLE_RUN_YET = "No run has all its topics yet."
