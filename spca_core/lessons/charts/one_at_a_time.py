"""Which words each way takes, what it captures, and how much there is between."""

import altair as alt
import pandas as pd

from spca_core.lessons.one_at_a_time import NEITHER, TOPICS, WAYS, WORDS
from spca_core.results.charts.look import COLOURS, LIMIT_COLOUR, SHAPES

HEIGHT = 260  # pixels
ALL = [*TOPICS, NEITHER]
COLOUR = alt.Scale(domain=ALL, range=[*COLOURS[:2], LIMIT_COLOUR])
DASHES = [[1, 0], [6, 3], [1, 4]]
DASH = alt.Scale(domain=ALL, range=DASHES)
# Of the bars, which lack what is between topics: so the legend lacks it too.
TOPIC_COLOUR = alt.Scale(domain=list(TOPICS), range=COLOURS[:2])
TOPIC_DASH = alt.Scale(domain=list(TOPICS), range=DASHES[:2])
LEGEND = alt.Legend(
    title=None, orient="top", columns=2, symbolType="square", symbolSize=150
)


def matrix_of(cells: pd.DataFrame) -> alt.LayerChart:
    """Draw A with its numbers; each topic's words have its colour and outline."""
    axis = alt.Axis(title=None, labelAngle=0, domain=False, ticks=False)
    # Apart, so that the outlines of two squares do not cover each other.
    apart = alt.Scale(padding=0.08)
    base = alt.Chart(cells).encode(
        x=alt.X("other:N", sort=list(WORDS), axis=axis, scale=apart),
        y=alt.Y("word:N", sort=list(WORDS), axis=axis, scale=apart),
        tooltip=[
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("other:N", title="With"),
            alt.Tooltip("value:Q", title="They share", format=".3g"),
            alt.Tooltip("topic:N", title="Topic"),
        ],
    )
    colour = alt.Color("topic:N", scale=COLOUR).legend(LEGEND)
    # Bars, since Vega-Lite dashes no outline of a rect.
    squares = base.mark_bar(fillOpacity=0.2, strokeWidth=2).encode(
        color=colour,
        stroke=alt.Stroke("topic:N", scale=COLOUR, legend=None),
        strokeDash=alt.StrokeDash("topic:N", scale=DASH, legend=None),
    )
    numbers = base.mark_text(fontSize=15, fontWeight="bold").encode(
        text=alt.Text("value:Q", format=".2~f"), color=colour
    )
    return (squares + numbers).properties(height=HEIGHT)


def topic_totals(topics: pd.DataFrame) -> alt.Chart:
    """Draw what each way captures: a bar of its topics, one after the other."""
    return (
        alt.Chart(topics, height=HEIGHT)
        .mark_bar(fillOpacity=0.6, strokeWidth=2)
        .encode(
            x=alt.X("variance:Q", title="Variance captured"),
            y=alt.Y("way:N", sort=list(WAYS), title=None),
            color=alt.Color("topic:N", scale=TOPIC_COLOUR).legend(LEGEND),
            stroke=alt.Stroke("topic:N", scale=TOPIC_COLOUR, legend=None),
            strokeDash=alt.StrokeDash("topic:N", scale=TOPIC_DASH, legend=None),
            order=alt.Order("topic:N"),
            tooltip=[
                alt.Tooltip("way:N", title="Way"),
                alt.Tooltip("words:N", title="Words"),
                alt.Tooltip("variance:Q", title="Variance", format=".4g"),
            ],
        )
    )


def ratio_curve(ratios: pd.DataFrame, here: pd.DataFrame) -> alt.LayerChart:
    """Draw the ratio by epsilon + delta, and a mark where the sliders stand."""
    x = alt.X("sum:Q", title="Epsilon + delta", scale=alt.Scale(domain=[0, 1]))
    y = alt.Y(
        "ratio:Q", title="All together / one at a time", scale=alt.Scale(domain=[1, 2])
    )
    tooltip = [
        alt.Tooltip("sum:Q", title="Epsilon + delta", format=".3g"),
        alt.Tooltip("apart:Q", title="One at a time", format=".3g"),
        alt.Tooltip("together:Q", title="All together", format=".3g"),
        alt.Tooltip("ratio:Q", title="Ratio", format=".3f"),
    ]
    line = alt.Chart(ratios).mark_line(color=COLOURS[0], interpolate="monotone")
    mark = alt.Chart(here).mark_point(
        color=COLOURS[1], shape=SHAPES[3], size=140, filled=True, opacity=1
    )
    chart = line.encode(x=x, y=y, tooltip=tooltip) + mark.encode(
        x=x, y=y, tooltip=tooltip
    )
    return chart.properties(height=HEIGHT)
