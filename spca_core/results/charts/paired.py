"""Differences to the best method: a dot a run, and the interval of the median."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts.look import DASHED, LIMIT_COLOUR, tooltip
from spca_core.results.charts.methods import by_method
from spca_core.results.colours import METHOD_COLOURS

ROW_HEIGHT, AXIS_HEIGHT, LABEL_WIDTH = 44, 60, 150  # pixels


def difference_dots(table: pd.DataFrame, summary: pd.DataFrame) -> ChartType:
    """Draw `paired.differences`, with `paired.summary` over it."""
    x = alt.X("difference:Q", title="Difference to the best method").axis(format="+~%")
    y = alt.Y("method:N", title=None, sort=summary["method"].tolist())
    y = y.axis(labelLimit=LABEL_WIDTH)
    color = by_method(alt.Color, METHOD_COLOURS, table, legend=False)
    shown = {"difference": ("Difference", "+.3%")}
    dots = alt.Chart(table).mark_point(size=60, filled=True, opacity=0.6)
    base = alt.Chart(summary).encode(y=y, color=color)
    interval = base.mark_rule(strokeWidth=3).encode(x="low:Q", x2="high:Q")
    median = base.mark_tick(thickness=3, size=24).encode(x="median:Q")
    zero = alt.Chart(pd.DataFrame({"best": [0.0]})).mark_rule(
        color=LIMIT_COLOUR, **DASHED
    )
    return alt.layer(
        zero.encode(x="best:Q"),
        dots.encode(
            x=x,
            y=y,
            color=color,
            tooltip=tooltip(method="Method", seed="Seed", **shown),
        ),
        interval,
        median,
        height=ROW_HEIGHT * len(summary) + AXIS_HEIGHT,
    )
