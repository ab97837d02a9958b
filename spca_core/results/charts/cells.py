"""Numbered cells: the words that solvers share, and the runs of a grid of settings."""

from collections.abc import Mapping
from typing import Any

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results import overlap, sweep
from spca_core.results.charts.look import INK, LIGHT, tooltip

DARKER = "#86b5ea"  # light enough for dark figures on it, like LIGHT
LABEL_WIDTH, LABELLED_ROW = 150, 34  # pixels
AXIS_HEIGHT, ROW_HEIGHT = 80, 44  # pixels


def overlap_map(table: pd.DataFrame, measure: str) -> ChartType:
    """Draw a measure of `overlap.overlaps` as a square of numbered cells."""
    order = list(dict.fromkeys(table["first"]))
    axis: dict[str, Any] = {
        "title": None,
        "labelLimit": LABEL_WIDTH,
        "labelOverlap": False,
    }
    shares = {name: (title, ".1%") for name, title in overlap.MEASURES.items()}
    base = alt.Chart().encode(
        x=alt.X("second:N", sort=order).axis(**axis, labelAngle=-45),
        y=alt.Y("first:N", sort=order).axis(**axis),
        tooltip=tooltip(first="Solver", second="With", **shares),
    )
    # On a page the height is that of the chart with its labels.
    height = LABELLED_ROW * len(order) + LABEL_WIDTH
    cells = _numbered(base, measure, ".0%", (0.0, 1.0))
    return alt.layer(*cells, data=table, height=height)


def sweep_map(
    table: pd.DataFrame,
    method: str,
    axes: tuple[str, str],
    titles: Mapping[str, str] = sweep.MEASURES,
) -> ChartType:
    """Draw one method's runs in `sweep.results`: variance and seconds in each cell.

    Shades show the variance, on one scale for all methods of the table.

    axes : the columns that go down and across, such as n_components and sparsity
    titles : what the measures are called
    """
    runs, (down, across) = table[table["method"] == method], axes
    places = {axis: sweep.LABELS[axis] for axis in axes}
    found = {name: (title, ".5g") for name, title in titles.items()}
    base = alt.Chart(title=method).encode(
        x=alt.X(f"{across}:O", title=places[across]).axis(labelAngle=0),
        y=alt.Y(f"{down}:O", title=places[down]),
        tooltip=tooltip(method="Method", **places, **found),
    )
    captured = table["captured_variance"]
    domain = (float(captured.min()), float(captured.max()))
    times = base.mark_text(color=INK, fontSize=10, dy=9).encode(text="time:N")
    cells = _numbered(base, "captured_variance", ".4~g", domain, dy=-6)
    height = ROW_HEIGHT * runs[down].nunique() + AXIS_HEIGHT
    return alt.layer(*cells, times, data=runs, height=height)


def _numbered(
    base: alt.Chart,
    field: str,
    number_format: str,
    domain: tuple[float, float],
    dy: int = 0,
) -> tuple[alt.Chart, alt.Chart]:
    """Return two layers: a rectangle for each cell of x and y, and the number in it.

    dy : pixels from the middle down to the number
    """
    colour = alt.Color(f"{field}:Q", legend=None)
    rectangles = base.mark_rect().encode(
        color=colour.scale(domain=domain, range=[LIGHT, DARKER])
    )
    numbers = base.mark_text(color=INK, fontSize=12, dy=dy).encode(
        text=alt.Text(f"{field}:Q", format=number_format)
    )
    return rectangles, numbers
