"""A component of all words and those of a few: loadings by rank, variance by size."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.lessons.dense import STATES
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import SHAPES

HEIGHT = 190  # pixels
COLOUR = alt.Scale(domain=STATES, range=[COLOURS[1], COLOURS[0]])
SHAPE = alt.Scale(domain=STATES, range=[SHAPES[3], SHAPES[0]])
SIZE = alt.Scale(domain=STATES, range=[110, 12])


def loadings_by_rank(table: pd.DataFrame) -> ChartType:
    """Draw the loading of every word against its rank, the kept words marked."""
    numbers = {"rank": ("Rank", ",d"), "loading": ("Loading", "+.3g")}
    base = alt.Chart(table).encode(
        x=alt.X("rank:Q", title="Rank of the word").scale(type="log"),
        y=alt.Y("magnitude:Q", title="Loading among all words"),
        tooltip=look.tooltip(word="Word", **numbers, state="In the sparse component"),
    )
    area = base.mark_area(color=COLOURS[0], opacity=0.25, line={"color": COLOURS[0]})
    words = base.mark_point(filled=True, opacity=1).encode(
        color=alt.Color("state:N", scale=COLOUR, legend=look.legend()),
        shape=alt.Shape("state:N", scale=SHAPE),
        size=alt.Size("state:N", scale=SIZE),
    )
    return (area + words).properties(height=HEIGHT)


def variance_by_size(curve: pd.DataFrame, components: pd.DataFrame) -> ChartType:
    """Draw the variance by number of words, with the chosen number and all words.

    components : the row of the chosen one, then of the dense one
    """
    x = alt.X("n_words:Q", title="Words in the component")
    y = alt.Y("variance:Q", title="Variance captured").scale(domainMin=0)
    tooltip = look.tooltip(
        n_words=("Words", ",d"),
        variance=("Variance", ".4g"),
        share=("Share of all words'", ".1%"),
    )
    line = alt.Chart(curve).mark_line(color=COLOURS[0])
    dense = alt.Chart(components.tail(1)).mark_rule(
        color=look.LIMIT_COLOUR, **look.DASHED
    )
    here = alt.Chart(components.head(1)).mark_point(**look.HERE)
    chart = (
        dense.encode(y=y, tooltip=tooltip)
        + line.encode(x=x, y=y, tooltip=tooltip)
        + here.encode(x=x, y=y, tooltip=tooltip)
    )
    return chart.properties(height=HEIGHT)
