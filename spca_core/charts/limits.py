"""Proven limits: over the figures of a comparison, and by the price of a word."""

import altair as alt
import pandas as pd

from spca_core.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR


def with_limits(chart: alt.Chart, limits: pd.DataFrame) -> alt.Chart | alt.LayerChart:
    """Draw a dashed line of proven limits over a chart by number of topics."""
    if limits.empty:
        return chart
    line = (
        alt.Chart(limits)
        .mark_line(
            color=LIMIT_COLOUR,
            strokeDash=[6, 4],
            point=alt.OverlayMarkDef(
                shape="stroke", size=400, strokeWidth=2, color=LIMIT_COLOUR
            ),
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
    return (chart + line).properties(height=CHART_HEIGHT)


def limit_by_price(table: pd.DataFrame) -> alt.LayerChart:
    """Draw how the limit depends on the price of a word, and the best total beneath."""
    base = alt.Chart(table)
    x = alt.X("price:Q", title="Price of each word")
    y = alt.Y("limit:Q", title="Limit", scale=alt.Scale(zero=False))
    tooltip = [
        alt.Tooltip("price:Q", title="Price of each word"),
        alt.Tooltip("limit:Q", title="Limit", format=".5g"),
        alt.Tooltip("best:Q", title="Best total", format=".5g"),
    ]
    line = base.mark_line(color=COLOURS[0]).encode(x=x, y=y, tooltip=tooltip)
    here = base.transform_filter("datum.chosen").mark_point(
        color=COLOURS[1], size=140, filled=True, opacity=1
    )
    best = base.mark_line(color=LIMIT_COLOUR, strokeDash=[6, 4]).encode(x=x, y="best:Q")
    chart = best + line + here.encode(x=x, y=y, tooltip=tooltip)
    return chart.properties(height=CHART_HEIGHT)
