"""Limits of the example of four words, by their terms, and the best total."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.lessons.four_words import BEST, CHOSEN, SAME, TERMS
from spca_core.results.charts import look
from spca_core.results.colours import COLOURS


def limit_bars(table: pd.DataFrame) -> ChartType:
    """Draw a stacked bar and a number for each limit, and the best total dashed."""
    base = alt.Chart(table)
    x = alt.X("prices:N", title=None, sort=[CHOSEN, SAME, BEST]).axis(labelAngle=0)
    colour = alt.Color("term:N", legend=look.legend())
    numbers = {"value": ("Value", ".4g"), "limit": ("Limit", ".4g")}
    bars = base.mark_bar(size=44).encode(
        x=x,
        y=alt.Y("value:Q", title="Captured at most", stack="zero"),
        color=colour.scale(domain=TERMS, range=[COLOURS[1], COLOURS[0]]),
        order=alt.Order("term:N", sort="descending"),
        tooltip=look.tooltip(prices="Prices", term="Term", **numbers),
    )
    once = base.transform_filter(alt.datum.term == TERMS[0])  # one row per bar
    best = once.mark_rule(color=COLOURS[3], **look.DASHED).encode(
        y="best:Q", tooltip=look.tooltip(best=("The best topics capture", ".4g"))
    )
    limits = once.mark_text(dy=-10, fontWeight="bold", color=look.LIMIT_COLOUR).encode(
        x=x, y="limit:Q", text=alt.Text("limit:Q", format=".4g")
    )
    return (bars + best + limits).properties(height=look.CHART_HEIGHT)
