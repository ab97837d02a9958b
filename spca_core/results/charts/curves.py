"""Curves and bars of the methods, each with the band of its runs."""

from typing import Literal

import altair as alt
import pandas as pd

from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR, SHAPES
from spca_core.results.charts.methods import LABELS, by_method, chosen
from spca_core.results.curves import AXES, FORMATS, SCALES, SIZES, above_zero

BAND, BAND_COLOUR = 0.25, LIMIT_COLOUR  # opacity; colour over bars
MARKS = {"seconds": "~g", "candidates": "~s"}  # how numbers along the axis are written


def curve_chart(
    table: pd.DataFrame,
    scale: str = "absolute",
    along: str = SIZES,
    *,
    logarithmic_x: bool = False,
    logarithmic_y: bool = False,
) -> alt.LayerChart:
    """Draw `curves.bands`: a curve a method, its shape at each size or where it ends.

    The legend hides methods. Proven limits may be laid over sizes.
    """
    table = above_zero(table) if logarithmic_y else table
    table = table[table[along] > 0] if logarithmic_x else table
    table = table.assign(last=~table.duplicated("method", keep="last"))
    methods = chosen(table)
    held: Literal["linear", "step-after"] = "step-after" if along in AXES else "linear"
    x, color = _x_axis(along, logarithmic_x), by_method(alt.Color, COLOURS, table)
    base = alt.Chart(table).transform_filter(methods).encode(x=x, color=color)
    low, median = (_y_axis(y, scale, logarithmic_y) for y in ("low", "median"))
    band = base.mark_area(interpolate=held, opacity=BAND).encode(y=low, y2="high:Q")
    value = base.encode(y=median, tooltip=_tooltip(along, scale))
    line = value.mark_line(interpolate=held).add_params(methods)
    marked = value.transform_filter("datum.last") if along in AXES else value
    marks = marked.mark_point(size=80, filled=True, opacity=1).encode(
        shape=by_method(alt.Shape, SHAPES, table)
    )
    return (band + line + marks).properties(height=CHART_HEIGHT)


def size_bars(
    table: pd.DataFrame, scale: str = "absolute", *, logarithmic: bool = False
) -> alt.LayerChart:
    """Draw `curves.bands` of whole runs: a bar a method, with a line for its band.

    The legend hides methods. Proven limits may be laid over it. Bars begin at zero,
    except on a logarithmic axis.
    """
    table = above_zero(table) if logarithmic else table
    methods = chosen(table)
    base = (
        alt.Chart(table)
        .transform_filter(methods)
        .encode(
            x=_x_axis(SIZES),
            xOffset=alt.XOffset("method:N", sort=LABELS, bandPosition=0.5),
            color=by_method(alt.Color, COLOURS, table),
            tooltip=_tooltip(SIZES, scale),
        )
    )
    height = _y_axis("median", scale, logarithmic, zero=True)
    bars = base.mark_bar().encode(y=height).add_params(methods)
    band = base.mark_rule(strokeWidth=2).encode(
        y="low:Q", y2="high:Q", color=alt.value(BAND_COLOUR)
    )
    return (bars + band).properties(height=CHART_HEIGHT)


def _x_axis(along: str, logarithmic: bool = False) -> alt.X:
    if along == SIZES:
        return alt.X(f"{SIZES}:O", title="Topics", axis=alt.Axis(labelAngle=0))
    kind = alt.Scale(type="log", nice=False) if logarithmic else alt.Scale()
    marks = alt.Axis(format=MARKS[along])
    return alt.X(f"{along}:Q", title=AXES[along], scale=kind, axis=marks)


def _y_axis(column: str, scale: str, logarithmic: bool, zero: bool = False) -> alt.Y:
    """Return the axis of values on a scale: only bars must begin at zero."""
    kind = alt.Scale(type="log") if logarithmic else alt.Scale(zero=zero)
    marks = alt.Axis(format="~g" if scale == "absolute" else "~%")
    return alt.Y(f"{column}:Q", title=SCALES[scale], scale=kind, axis=marks)


def _tooltip(along: str, scale: str) -> list[alt.Tooltip]:
    """Name the method, the place, the median, the ends of the band, and the runs."""
    place = (
        alt.Tooltip(f"{SIZES}:O", title="Topics")
        if along == SIZES
        else alt.Tooltip(f"{along}:Q", title=AXES[along], format=f".3{MARKS[along]}")
    )
    columns = {"median": "Median", "low": "Band from", "high": "Band to"}
    return [
        alt.Tooltip("method:N", title="Method"),
        place,
        *(
            alt.Tooltip(f"{column}:Q", title=title, format=FORMATS[scale])
            for column, title in columns.items()
        ),
        alt.Tooltip("n_seeds:Q", title="Seeds"),
    ]


def with_limits(chart: alt.LayerChart, limits: pd.DataFrame) -> alt.LayerChart:
    """Draw proven limits as short lines over a chart by number of topics."""
    if limits.empty:
        return chart
    marks = (
        alt.Chart(limits)
        .mark_point(
            shape="stroke",
            size=1_500,
            strokeWidth=2,
            filled=False,
            color=LIMIT_COLOUR,
            opacity=1,
        )
        .encode(
            x=alt.X("n_components:O", title="Topics"),
            y=alt.Y("upper_bound:Q"),
            tooltip=[
                alt.Tooltip("n_components:O", title="Topics"),
                alt.Tooltip("upper_bound:Q", title="Proven limit", format=".5g"),
                alt.Tooltip("proof:N", title="By"),
            ],
        )
    )
    return (chart + marks).properties(height=CHART_HEIGHT)
