"""Which words each way takes, what it captures, and the ratio of both."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.lessons.one_at_a_time import NEITHER, TOPICS, WAYS, WORDS
from spca_core.results.charts import look
from spca_core.results.colours import COLOURS

HEIGHT = 260  # pixels
ALL = [*TOPICS, NEITHER]
COLOUR = alt.Scale(domain=ALL, range=[*COLOURS[:2], look.LIMIT_COLOUR])
DASHES = [[1, 0], [6, 3], [1, 4]]
DASH = alt.Scale(domain=ALL, range=DASHES)
# For the bars, which show nothing between topics; nor does their legend.
TOPIC_COLOUR = alt.Scale(domain=TOPICS, range=COLOURS[:2])
TOPIC_DASH = alt.Scale(domain=TOPICS, range=DASHES[:2])
LEGEND = look.legend(symbolType="square", symbolSize=150)


def matrix_of(cells: pd.DataFrame) -> ChartType:
    """Draw A with its numbers; each topic's words have its colour and outline."""
    axis = alt.Axis(title=None, labelAngle=0, domain=False, ticks=False)
    # Padding keeps the outlines of two squares from overlapping.
    apart = alt.Scale(padding=0.08)
    shared = ("They share", ".3g")
    base = alt.Chart(cells).encode(
        x=alt.X("other:N", sort=WORDS, axis=axis, scale=apart),
        y=alt.Y("word:N", sort=WORDS, axis=axis, scale=apart),
        tooltip=look.tooltip(word="Word", other="With", value=shared, topic="Topic"),
    )
    colour = alt.Color("topic:N", scale=COLOUR, legend=LEGEND)
    # Bars, since Vega-Lite cannot dash the outline of a rect.
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
    """Draw what each way captures, as a stacked bar of its topics."""
    bars = alt.Chart(topics, height=HEIGHT).mark_bar(fillOpacity=0.6, strokeWidth=2)
    variance = ("Variance", ".4g")
    return bars.encode(
        x=alt.X("variance:Q", title="Variance captured"),
        y=alt.Y("way:N", sort=WAYS, title=None),
        color=alt.Color("topic:N", scale=TOPIC_COLOUR, legend=LEGEND),
        stroke=alt.Stroke("topic:N", scale=TOPIC_COLOUR, legend=None),
        strokeDash=alt.StrokeDash("topic:N", scale=TOPIC_DASH, legend=None),
        order=alt.Order("topic:N"),
        tooltip=look.tooltip(way="Way", words="Words", variance=variance),
    )


def ratio_curve(ratios: pd.DataFrame, here: pd.DataFrame) -> ChartType:
    """Draw the ratio by epsilon + delta, and a mark at the sliders' values."""
    ratio = alt.Y("ratio:Q", title="All together / one at a time")
    encoded = {
        "x": alt.X("sum:Q", title="Epsilon + delta").scale(domain=[0, 1]),
        "y": ratio.scale(domain=[1, 2]),
        "tooltip": look.tooltip(
            sum=("Epsilon + delta", ".3g"),
            apart=("One at a time", ".3g"),
            together=("All together", ".3g"),
            ratio=("Ratio", ".3f"),
        ),
    }
    line = alt.Chart(ratios).mark_line(color=COLOURS[0], interpolate="monotone")
    mark = alt.Chart(here).mark_point(**look.HERE)
    return (line.encode(**encoded) + mark.encode(**encoded)).properties(height=HEIGHT)
