"""What is found of planted topics, as curves over their strength."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts import look
from spca_core.results.charts.curves import OPACITY
from spca_core.results.charts.look import SHAPES
from spca_core.results.charts.methods import by_method
from spca_core.results.colours import METHOD_COLOURS
from spca_core.results.recovery import HEADINGS


def recovery_curves(table: pd.DataFrame) -> ChartType:
    """Draw `recovery_table`: a curve per method, in a band over the corpora."""
    across = alt.X("strength:Q", title=HEADINGS["strength"])
    up = alt.Scale(domain=[0, 1])
    base = alt.Chart(table).encode(
        x=across,
        color=by_method(alt.Color, METHOD_COLOURS, table),
        tooltip=look.tooltip(
            method="Method",
            strength=(HEADINGS["strength"], ".3~g"),
            median=(HEADINGS["median"], ".0%"),
            low=(HEADINGS["low"], ".0%"),
            high=(HEADINGS["high"], ".0%"),
        ),
    )
    axis = alt.Axis(format="%")
    value = base.encode(y=alt.Y("median:Q", title="Recovered", scale=up, axis=axis))
    band = base.mark_area(opacity=OPACITY / 2).encode(y="low:Q", y2="high:Q")
    marks = value.mark_point(size=80, filled=True, opacity=1).encode(
        shape=by_method(alt.Shape, SHAPES, table)
    )
    return (band + value.mark_line() + marks).properties(height=look.CHART_HEIGHT)
