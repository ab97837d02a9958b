"""Proven limits over the figures of a comparison."""

import altair as alt
import pandas as pd

from spca_core.results.charts.look import CHART_HEIGHT, LIMIT_COLOUR


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
