"""Limits of the example of four words, by their terms, over what can be captured."""

import altair as alt
import pandas as pd

from spca_core.lessons.four_words import BEST, CHOSEN, SAME, TERMS
from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR


def limit_bars(table: pd.DataFrame) -> alt.LayerChart:
    """Draw a stacked bar for each limit, its number, and the best total dashed."""
    base = alt.Chart(table)
    x = alt.X(
        "prices:N", title=None, sort=[CHOSEN, SAME, BEST], axis=alt.Axis(labelAngle=0)
    )
    bars = base.mark_bar(size=44).encode(
        x=x,
        y=alt.Y("value:Q", title="Captured at most", stack="zero"),
        color=alt.Color(
            "term:N",
            scale=alt.Scale(domain=list(TERMS), range=[COLOURS[1], COLOURS[0]]),
            legend=alt.Legend(title=None, orient="top", columns=2),
        ),
        order=alt.Order("term:N", sort="descending"),
        tooltip=[
            alt.Tooltip("prices:N", title="Prices"),
            alt.Tooltip("term:N", title="Term"),
            alt.Tooltip("value:Q", title="Value", format=".4g"),
            alt.Tooltip("limit:Q", title="Limit", format=".4g"),
        ],
    )
    once = base.transform_filter(alt.datum.term == TERMS[0])  # a row a bar
    layers = bars + _best_line(once) + _numbers(once, x)
    return layers.properties(height=CHART_HEIGHT)


def _best_line(once: alt.Chart) -> alt.Chart:
    best = alt.Tooltip("best:Q", title="The best topics capture", format=".4g")
    rule = once.mark_rule(color=COLOURS[3], strokeDash=[6, 4], strokeWidth=2)
    return rule.encode(y="best:Q", tooltip=best)


def _numbers(once: alt.Chart, x: alt.X) -> alt.Chart:
    numbers = once.mark_text(dy=-10, fontWeight="bold", color=LIMIT_COLOUR)
    return numbers.encode(x=x, y="limit:Q", text=alt.Text("limit:Q", format=".4g"))
