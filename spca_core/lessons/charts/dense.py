"""A component of all words and those of a few: loadings by rank, variance by size."""

import altair as alt
import pandas as pd

from spca_core.lessons.dense import STATES
from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR, SHAPES

COLOUR = alt.Scale(domain=list(STATES), range=[COLOURS[1], COLOURS[0]])
SHAPE = alt.Scale(domain=list(STATES), range=[SHAPES[3], SHAPES[0]])
SIZE = alt.Scale(domain=list(STATES), range=[110, 12])
LEGEND = alt.Legend(title=None, orient="top", columns=2)


def loadings_by_rank(table: pd.DataFrame) -> alt.LayerChart:
    """Draw the loading of every word against its rank, the kept words marked."""
    base = alt.Chart(table).encode(
        x=alt.X("rank:Q", title="Rank of the word", scale=alt.Scale(type="log")),
        y=alt.Y("magnitude:Q", title="Loading among all words"),
        tooltip=[
            alt.Tooltip("word:N", title="Word"),
            alt.Tooltip("rank:Q", title="Rank", format=",d"),
            alt.Tooltip("loading:Q", title="Loading", format="+.3g"),
            alt.Tooltip("state:N", title="In the sparse component"),
        ],
    )
    area = base.mark_area(color=COLOURS[0], opacity=0.25, line={"color": COLOURS[0]})
    words = base.mark_point(filled=True, opacity=1).encode(
        color=alt.Color("state:N", scale=COLOUR).legend(LEGEND),
        shape=alt.Shape("state:N", scale=SHAPE),
        size=alt.Size("state:N", scale=SIZE),
    )
    return (area + words).properties(height=CHART_HEIGHT)


def variance_by_size(curve: pd.DataFrame, components: pd.DataFrame) -> alt.LayerChart:
    """Draw the variance by number of words, the chosen number, and that of all words.

    components : the chosen one's row, then the dense one's
    """
    x = alt.X("n_words:Q", title="Words in the component")
    y = alt.Y("variance:Q", title="Variance captured", scale=alt.Scale(domainMin=0))
    tooltip = [
        alt.Tooltip("n_words:Q", title="Words", format=",d"),
        alt.Tooltip("variance:Q", title="Variance", format=".4g"),
        alt.Tooltip("share:Q", title="Of that of all words", format=".1%"),
    ]
    line = alt.Chart(curve).mark_line(color=COLOURS[0])
    dense = alt.Chart(components.tail(1)).mark_rule(
        color=LIMIT_COLOUR, strokeDash=[6, 4], strokeWidth=2
    )
    here = alt.Chart(components.head(1)).mark_point(
        color=COLOURS[1], shape=SHAPES[3], size=140, filled=True, opacity=1
    )
    chart = (
        dense.encode(y=y, tooltip=tooltip)
        + line.encode(x=x, y=y, tooltip=tooltip)
        + here.encode(x=x, y=y, tooltip=tooltip)
    )
    return chart.properties(height=CHART_HEIGHT)
