"""Topics joined to the words they have, can take, or hand on."""

import altair as alt
import pandas as pd

from spca_core.lessons.matching_example import TOPICS, WORDS
from spca_core.lessons.matching_tables import (
    FREE,
    FREE_WORD,
    GIVES,
    HAS,
    LEFT,
    RIGHT,
    TAKES,
)
from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR, SHAPES

STATES, DASHES = [HAS, TAKES, GIVES], [[1, 0], [8, 5], [2, 4]]
OWNERS = [*TOPICS, FREE_WORD]
COLOUR = alt.Scale(domain=OWNERS, range=[*COLOURS[: len(TOPICS)], LIMIT_COLOUR])
SHAPE = alt.Scale(domain=OWNERS, range=[*SHAPES[: len(TOPICS)], "diamond"])
SIDE = alt.Scale(domain=[-0.4, 1.35], nice=False)  # leaves room for the labels
DOWN = alt.Scale(domain=[-0.5, len(WORDS) - 0.5], reverse=True, nice=False)
FAINT, CLEAR = [0.3, 2.0], [1.5, 8.0]  # pixels: lines of weight 0 and of the greatest
MOST = 99  # a line's thickness means the same in all frames
ABOUT = "Topics left, words right; a thicker line weighs more"


def picture(edges: pd.DataFrame, nodes: pd.DataFrame) -> alt.LayerChart:
    """Draw the tables `edges` and `nodes` of a frame."""
    unused = _lines(edges[edges["state"] == FREE], FAINT).encode(
        color=alt.value(LIMIT_COLOUR)
    )
    used = _lines(edges[edges["state"] != FREE], CLEAR).encode(
        color=alt.Color("topic:N", scale=COLOUR, legend=None),
        strokeDash=alt.StrokeDash(
            "state:N",
            title="A topic",
            scale=alt.Scale(domain=STATES, range=DASHES),
            legend=alt.Legend(
                orient="top", columns=2, symbolStrokeColor=LIMIT_COLOUR, symbolSize=600
            ),
        ),
    )
    title = alt.TitleParams(ABOUT, fontSize=12, fontWeight="normal", anchor="start")
    # One flat list: layers of layers would take twice as long.
    return alt.layer(
        unused, used, *_marks(nodes), height=CHART_HEIGHT, title=title
    ).resolve_scale(strokeWidth="independent")


def _lines(edges: pd.DataFrame, thickness: list[float]) -> alt.Chart:
    return (
        alt.Chart(edges)
        .mark_rule()
        .encode(
            x=alt.X(datum=LEFT, type="quantitative", scale=SIDE, axis=None),
            x2=alt.X2(datum=RIGHT),
            y=alt.Y("topic_place:Q", scale=DOWN, axis=None),
            y2="word_place:Q",
            strokeWidth=alt.StrokeWidth(
                "weight:Q",
                scale=alt.Scale(domain=[0, MOST], range=thickness),
                legend=None,
            ),
            tooltip=[
                alt.Tooltip("topic:N", title="Topic"),
                alt.Tooltip("word:N", title="Word"),
                alt.Tooltip("weight:Q", title="Weight"),
                alt.Tooltip("state:N", title="The topic"),
            ],
        )
    )


def _marks(nodes: pd.DataFrame) -> list[alt.Chart]:
    """Draw the points, and the labels of each side outside."""
    base = alt.Chart(nodes).encode(
        x=alt.X("side:Q", scale=SIDE, axis=None),
        y=alt.Y("place:Q", scale=DOWN, axis=None),
        color=alt.Color("owner:N", scale=COLOUR, legend=None),
        tooltip=[
            alt.Tooltip("label:N", title="Name"),
            alt.Tooltip("owner:N", title="Whose"),
        ],
    )
    points = base.mark_point(filled=True, size=160, opacity=1).encode(
        shape=alt.Shape("owner:N", scale=SHAPE, legend=None)
    )
    labels = base.encode(text="label:N")
    return [
        points,
        labels.transform_filter(alt.datum.side == LEFT).mark_text(
            align="right", dx=-12, fontSize=14, lineBreak="\n"
        ),
        labels.transform_filter(alt.datum.side == RIGHT).mark_text(
            align="left", dx=12, fontSize=14
        ),
    ]
