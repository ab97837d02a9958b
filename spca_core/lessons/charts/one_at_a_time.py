"""Which words each way takes, what it captures, and the ratio, under two sliders."""

import altair as alt
import pandas as pd

from spca_core.lessons.charts.pointer import move, under_pointer
from spca_core.lessons.one_at_a_time import NEITHER, TOPICS, WAYS, WORDS
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import Picture

ALL = [*TOPICS, NEITHER]
COLOUR = alt.Scale(domain=ALL, range=[*COLOURS[:2], look.LIMIT_COLOUR])
DASH = alt.Scale(domain=ALL, range=[[1, 0], [6, 3], [1, 4]])
BOTH = {"eps": 0.1, "delta": 0.1}
VALUE = "datum.constant + datum.of_eps*eps + datum.of_delta*delta"


def matrix_of(entries: pd.DataFrame, way: str) -> Picture:
    """Draw A with its numbers; each topic's words have its colour and outline."""
    axis = alt.Axis(title=None, labelAngle=0, domain=False, ticks=False)
    # Padding keeps the outlines of two squares from overlapping.
    apart = alt.Scale(padding=0.08)
    base = alt.Chart(entries.query("way == @way")).transform_calculate(value=VALUE)
    base = base.encode(
        x=alt.X("other:N", sort=WORDS, axis=axis, scale=apart),
        y=alt.Y("word:N", sort=WORDS, axis=axis, scale=apart),
    )
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    # Bars, since Vega-Lite cannot dash the outline of a rect.
    squares = base.mark_bar(fillOpacity=0.2, strokeWidth=2).encode(
        color=colour,
        stroke=alt.Stroke("topic:N", scale=COLOUR, legend=None),
        strokeDash=alt.StrokeDash("topic:N", scale=DASH, legend=None),
    )
    numbers = base.mark_text(fontSize=13, fontWeight="bold").encode(
        text=alt.Text("value:Q", format=".2~f"), color=colour
    )
    return under_pointer(
        alt.layer(squares, numbers).properties(height=175, title=way), BOTH
    )


def topic_totals(sums: pd.DataFrame) -> Picture:
    """Draw what each way captures, as a stacked bar of its topics, with the sum."""
    base = alt.Chart(sums).transform_calculate(value=VALUE)
    y = alt.Y("way:N", sort=WAYS, title=None)
    scale = alt.Scale(domain=[0, 2.4], nice=False)
    x = alt.X("value:Q", title="Variance captured", scale=scale, stack="zero")
    bars = base.mark_bar(fillOpacity=0.6).encode(
        x=x,
        y=y,
        color=alt.Color("topic:N", scale=COLOUR, legend=look.legend(values=TOPICS)),
        order=alt.Order("topic:N"),
    )
    total = base.transform_aggregate(total="sum(value)", groupby=["way"])
    numbers = total.mark_text(align="left", dx=4, fontWeight="bold").encode(
        x=alt.X("total:Q", scale=scale), y=y, text=alt.Text("total:Q", format=".2f")
    )
    return under_pointer(alt.layer(bars, numbers).properties(height=90), BOTH)


def ratio_curve(ratios: pd.DataFrame) -> Picture:
    """Draw the ratio by epsilon + delta, and a mark at the sliders' values."""
    x = alt.X("sum:Q", title="Epsilon + delta").scale(domain=[0, 1])
    y = alt.Y("ratio:Q", title="Together / one at a time").scale(domain=[1, 2])
    line = alt.Chart(ratios).mark_line(color=COLOURS[0], interpolate="monotone")
    here = alt.Chart(pd.DataFrame([{"sum": 0.0}])).transform_calculate(
        sum="eps + delta", ratio="2 / (1 + eps + delta)"
    )
    text = here.mark_text(align="left", dx=10, dy=-8, fontWeight="bold")
    chart = alt.layer(
        line.encode(x=x, y=y),
        here.mark_point(**look.HERE).encode(x=x, y=y),
        text.encode(x=x, y=y, text=alt.Text("ratio:Q", format=".2f")),
    )
    half = "round(clamp(invert('x', x()) / 2, 0.01, 0.5) * 100) / 100"
    moves = [move(name, half) for name in BOTH]
    return under_pointer(chart.properties(height=150), BOTH, *moves)
