"""The best so far, as steps against seconds or candidates."""

import altair as alt
import pandas as pd

from spca_core.results.charts.curves import BAND, band_tooltips, value_axis
from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, SHAPES
from spca_core.results.charts.methods import by_method, chosen
from spca_core.results.curves import above_zero
from spca_core.results.traces import AXES

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
