"""How many of their words the solvers share, two by two."""

from typing import Any

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts.look import numbered, tooltip
from spca_core.results.overlap import MEASURES

ROW_HEIGHT, LABEL_WIDTH = 34, 150  # pixels


def overlap_map(table: pd.DataFrame, measure: str) -> ChartType:
    """Draw a measure of `overlap.overlaps` as a square of numbered cells."""
    order = list(dict.fromkeys(table["first"]))
    axis: dict[str, Any] = {
        "title": None,
        "labelLimit": LABEL_WIDTH,
        "labelOverlap": False,
    }
    shares = {name: (title, ".1%") for name, title in MEASURES.items()}
    base = alt.Chart(table).encode(
        x=alt.X("second:N", sort=order).axis(**axis, labelAngle=-45),
        y=alt.Y("first:N", sort=order).axis(**axis),
        tooltip=tooltip(first="Solver", second="With", **shares),
    )
    # On a page the height is that of the chart with its labels.
    height = ROW_HEIGHT * len(order) + LABEL_WIDTH
    return numbered(base, measure, ".0%", (0.0, 1.0)).properties(height=height)
