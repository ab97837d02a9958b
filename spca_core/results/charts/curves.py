"""Curves of the methods: a median of the seeds, and a band about it."""

import altair as alt
import pandas as pd

from spca_core.problem.settings import METHOD_LABELS
from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR, SHAPES
from spca_core.results.charts.methods import by_method, chosen
from spca_core.results.curves import FORMATS, SCALES, above_zero

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
            xOffset=alt.XOffset(
                "method:N", sort=list(METHOD_LABELS.values()), bandPosition=0.5
            ),
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
