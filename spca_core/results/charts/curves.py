"""Curves and bars of the methods, each with the band of its runs."""

from collections.abc import Iterator, Mapping
from typing import Literal

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts import look
from spca_core.results.charts.look import LIMIT_COLOUR, SHAPES
from spca_core.results.charts.methods import LABELS, by_method, chosen
from spca_core.results.colours import METHOD_COLOURS
from spca_core.results.curves import AXES, FORMATS, SCALES, SIZES, above_zero

OPACITY = 0.25  # of a band
MARKS = {"seconds": "~g", "candidates": "~s"}  # how numbers along the axis are written


def curve_chart(
    table: pd.DataFrame,
    scale: str = "absolute",
    along: str = SIZES,
    *,
    logarithmic_x: bool = False,
    logarithmic_y: bool = False,
    titles: Mapping[str, str] = SCALES,
    limits: pd.DataFrame | None = None,
) -> ChartType:
    """Draw `curves.bands`: one curve per method, with marks at each size or at its end.

    The legend can hide methods.

    titles : of the scales, as `curves.scale_titles` gives them
    limits : to draw over the sizes, as `verdict.limits` gives them
    """
    table = above_zero(table) if logarithmic_y else table
    table = table[table[along] > 0] if logarithmic_x else table
    table = table.assign(last=~table.duplicated("method", keep="last"))
    methods = chosen(table)
    held: Literal["linear", "step-after"] = "step-after" if along in AXES else "linear"
    x, color = (
        _x_axis(table, along, logarithmic_x),
        by_method(alt.Color, METHOD_COLOURS, table),
    )
    base = alt.Chart().transform_filter(methods).encode(x=x, color=color)
    low, median = (_y_axis(y, scale, titles, logarithmic_y) for y in ("low", "median"))
    band = base.mark_area(interpolate=held, opacity=OPACITY).encode(y=low, y2="high:Q")
    value = base.encode(y=median, tooltip=_tooltip(along, scale))
    line = value.mark_line(interpolate=held).add_params(methods)
    marked = value.transform_filter("datum.last") if along in AXES else value
    marks = marked.mark_point(size=80, filled=True, opacity=1).encode(
        shape=by_method(alt.Shape, SHAPES, table)
    )
    layers = band, line, marks, *_strokes(limits)
    return alt.layer(*layers, data=table, height=look.CHART_HEIGHT)


def size_bars(
    table: pd.DataFrame,
    scale: str = "absolute",
    *,
    logarithmic: bool = False,
    titles: Mapping[str, str] = SCALES,
    limits: pd.DataFrame | None = None,
) -> ChartType:
    """Draw `curves.bands` of whole runs: one bar per method, with a line for its band.

    The legend can hide methods. Bars begin at zero, except on a logarithmic axis.

    titles, limits : as for `curve_chart`
    """
    table = above_zero(table) if logarithmic else table
    methods = chosen(table)
    base = (
        alt.Chart()
        .transform_filter(methods)
        .encode(
            x=_x_axis(table, SIZES),
            xOffset=alt.XOffset("method:N", sort=LABELS, bandPosition=0.5),
            color=by_method(alt.Color, METHOD_COLOURS, table),
            tooltip=_tooltip(SIZES, scale),
        )
    )
    height = _y_axis("median", scale, titles, logarithmic, zero=True)
    bars = base.mark_bar().encode(y=height).add_params(methods)
    band = base.mark_rule(strokeWidth=2).encode(
        y="low:Q", y2="high:Q", color=alt.value(LIMIT_COLOUR)
    )
    layers = bars, band, *_strokes(limits)
    return alt.layer(*layers, data=table, height=look.CHART_HEIGHT)


def _x_axis(table: pd.DataFrame, along: str, logarithmic: bool = False) -> alt.X:
    if along == SIZES:
        # All sizes, even those without a value, so that 3 never stands next to 8.
        every = alt.Scale(domain=list(range(1, table[SIZES].max() + 1)))
        return alt.X(f"{SIZES}:O", title="Topics", scale=every).axis(labelAngle=0)
    kind = alt.Scale(type="log", nice=False) if logarithmic else alt.Scale()
    return alt.X(f"{along}:Q", title=AXES[along], scale=kind).axis(
        format=f".6{MARKS[along]}"
    )


def _y_axis(
    column: str,
    scale: str,
    titles: Mapping[str, str],
    logarithmic: bool,
    zero: bool = False,
) -> alt.Y:
    """Return the axis of values on a scale: only bars must begin at zero."""
    kind = alt.Scale(type="log") if logarithmic else alt.Scale(zero=zero)
    numbers = ".6~g" if scale == "absolute" else "~%"
    return alt.Y(f"{column}:Q", title=titles[scale], scale=kind).axis(format=numbers)


def _tooltip(along: str, scale: str) -> list[alt.Tooltip]:
    place = "Topics" if along == SIZES else (AXES[along], f".3{MARKS[along]}")
    columns = {"median": "Median", "low": "Band from", "high": "Band to"}
    values = {name: (title, FORMATS[scale]) for name, title in columns.items()}
    return look.tooltip(method="Method", **{along: place}, **values, n_seeds="Seeds")


def _strokes(limits: pd.DataFrame | None) -> Iterator[alt.Chart]:
    """Draw proven limits, if there are any, as short lines by number of topics."""
    if limits is None or limits.empty:
        return
    strokes = alt.Chart(limits).mark_point(
        shape="stroke",
        size=1_500,
        strokeWidth=2,
        filled=False,
        color=LIMIT_COLOUR,
        opacity=1,
    )
    limit = ("Proven limit", ".5g")
    yield strokes.encode(
        x=alt.X("n_components:O", title="Topics"),
        y=alt.Y("upper_bound:Q"),
        tooltip=look.tooltip(n_components="Topics", upper_bound=limit, proof="By"),
    )
