"""Curves of the methods: a median of the seeds, and a band about it.

The best so far, as steps against seconds or candidates.

Proven limits over the figures of a comparison.
"""

import altair as alt
import pandas as pd

from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR, SHAPES
from spca_core.results.charts.methods import LABELS, by_method, chosen
from spca_core.results.curves import AXES, FORMATS, SCALES, above_zero

BAND, BAND_COLOUR = 0.25, LIMIT_COLOUR  # opacity; colour over bars


def size_curves(
    table: pd.DataFrame, scale: str = "absolute", *, logarithmic: bool = False
) -> alt.LayerChart:
    """Draw `seeds.bands`: a curve a method by number of topics.

    The legend hides methods. Proven limits may be laid over it.
    """
    table = above_zero(table) if logarithmic else table
    methods = chosen(table)
    x = alt.X("n_components:O", title="Topics", axis=alt.Axis(labelAngle=0))
    color = by_method(alt.Color, COLOURS, table)
    base = alt.Chart(table).transform_filter(methods).encode(x=x, color=color)
    line = base.mark_line(point=alt.OverlayMarkDef(size=60, filled=True)).encode(
        y=value_axis("median", scale, logarithmic=logarithmic),
        shape=by_method(alt.Shape, SHAPES, table),
        tooltip=[
            alt.Tooltip("method:N", title="Method"),
            alt.Tooltip("n_components:O", title="Topics"),
            *band_tooltips(scale),
        ],
    )
    low = value_axis("low", scale, logarithmic=logarithmic)
    band = base.mark_area(opacity=BAND).encode(y=low, y2="high:Q")
    return (band + line.add_params(methods)).properties(height=CHART_HEIGHT)


def size_bars(
    table: pd.DataFrame, scale: str = "absolute", *, logarithmic: bool = False
) -> alt.LayerChart:
    """Draw `seeds.bands` of whole runs: a bar a method, with a line for its band.

    The legend hides methods. Proven limits may be laid over it. Bars begin at zero,
    unless they are of a logarithm.
    """
    table = above_zero(table) if logarithmic else table
    methods = chosen(table)
    base = (
        alt.Chart(table)
        .transform_filter(methods)
        .encode(
            x=alt.X("n_components:O", title="Topics", axis=alt.Axis(labelAngle=0)),
            xOffset=alt.XOffset("method:N", sort=LABELS, bandPosition=0.5),
            color=by_method(alt.Color, COLOURS, table),
            tooltip=[
                alt.Tooltip("method:N", title="Method"),
                alt.Tooltip("n_components:O", title="Topics"),
                *band_tooltips(scale),
            ],
        )
    )
    height = value_axis("median", scale, logarithmic=logarithmic, zero=True)
    bars = base.mark_bar().encode(y=height).add_params(methods)
    band = base.mark_rule(strokeWidth=2).encode(
        y="low:Q", y2="high:Q", color=alt.value(BAND_COLOUR)
    )
    return (bars + band).properties(height=CHART_HEIGHT)


def value_axis(
    column: str, scale: str, *, logarithmic: bool, zero: bool = False
) -> alt.Y:
    """Return the axis of values on a scale: only bars need begin at zero."""
    kind = alt.Scale(type="log") if logarithmic else alt.Scale(zero=zero)
    marks = alt.Axis(format="~g" if scale == "absolute" else "~%")
    return alt.Y(f"{column}:Q", title=SCALES[scale], scale=kind, axis=marks)


def band_tooltips(scale: str) -> list[alt.Tooltip]:
    """Name the median, the ends of the band, and how many runs there are."""
    columns = {"median": "Median", "low": "Band from", "high": "Band to"}
    return [
        *(
            alt.Tooltip(f"{column}:Q", title=title, format=FORMATS[scale])
            for column, title in columns.items()
        ),
        alt.Tooltip("n_seeds:Q", title="Seeds"),
    ]


MARKS = {"seconds": "~g", "candidates": "~s"}  # how numbers along the axis are written


def trace_curves(
    table: pd.DataFrame,
    along: str,
    scale: str = "absolute",
    *,
    logarithmic_x: bool = False,
    logarithmic_y: bool = False,
) -> alt.LayerChart:
    """Draw `traces.bands`: a step line a method, its shape where the last run ends.

    The legend hides methods.
    """
    table = above_zero(table) if logarithmic_y else table
    table = table[table["x"] > 0] if logarithmic_x else table
    methods = chosen(table)
    kind = alt.Scale(type="log", nice=False) if logarithmic_x else alt.Scale()
    base = (
        alt.Chart(table)
        .transform_filter(methods)
        .encode(
            x=alt.X(
                "x:Q", title=AXES[along], scale=kind, axis=alt.Axis(format=MARKS[along])
            ),
            color=by_method(alt.Color, COLOURS, table),
        )
    )
    tooltip = [
        alt.Tooltip("method:N", title="Method"),
        alt.Tooltip("x:Q", title=AXES[along], format=f".3{MARKS[along]}"),
        *band_tooltips(scale),
    ]
    value = base.encode(
        y=value_axis("median", scale, logarithmic=logarithmic_y),
        tooltip=tooltip,
    )
    ends = value.transform_filter("datum.last").mark_point(size=90, filled=True)
    low = value_axis("low", scale, logarithmic=logarithmic_y)
    area = base.mark_area(interpolate="step-after", opacity=BAND)
    band = area.encode(y=low, y2="high:Q")
    line = value.mark_line(interpolate="step-after").add_params(methods)
    shapes = ends.encode(shape=by_method(alt.Shape, SHAPES, table))
    return (band + line + shapes).properties(height=CHART_HEIGHT)


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
