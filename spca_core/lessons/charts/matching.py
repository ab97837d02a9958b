"""Topics joined to the words they have, can take, or hand on."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.lessons.matching import (
    FREE,
    FREE_WORD,
    GIVES,
    HAS,
    LEFT,
    MAX_WEIGHT,
    RIGHT,
    TAKES,
    TOPICS,
    WORDS,
)
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import LIMIT_COLOUR, SHAPES

STATES = [HAS, TAKES, GIVES]
DASHES = [[1, 0], [8, 5], [2, 4]]
OWNERS = [*TOPICS, FREE_WORD]
COLOUR = alt.Scale(domain=OWNERS, range=[*COLOURS[: len(TOPICS)], LIMIT_COLOUR])
SHAPE = alt.Scale(domain=OWNERS, range=[*SHAPES[: len(TOPICS)], "diamond"])
SIDE = alt.Scale(domain=[-0.4, 1.35], nice=False)  # leaves room for the labels
DOWN = alt.Scale(domain=[-0.5, len(WORDS) - 0.5], reverse=True, nice=False)
FAINT, CLEAR = [0.3, 2.0], [1.5, 8.0]  # pixels: lines of weight 0 and of the greatest
HEIGHT = 310  # pixels
ABOUT = "Topics left, words right; a thicker line weighs more"


def picture(edges: pd.DataFrame, nodes: pd.DataFrame) -> ChartType:
    """Draw the tables `edges` and `nodes` of a frame."""
    is_free = edges["state"] == FREE
    dashes = alt.StrokeDash("state:N", title="A topic").legend(
        orient="top", columns=3, symbolStrokeColor=LIMIT_COLOUR, symbolSize=600
    )
    unused = _lines(edges[is_free], FAINT).encode(color=alt.value(LIMIT_COLOUR))
    used = _lines(edges[~is_free], CLEAR).encode(
        color=alt.Color("topic:N", scale=COLOUR, legend=None),
        strokeDash=dashes.scale(domain=STATES, range=DASHES),
    )
    title = alt.TitleParams(ABOUT, fontSize=12, fontWeight="normal", anchor="start")
    # One flat list: layers of layers would take twice as long.
    return alt.layer(
        unused, used, *_marks(nodes), height=HEIGHT, title=title
    ).resolve_scale(strokeWidth="independent")


def _lines(edges: pd.DataFrame, thickness: list[float]) -> alt.Chart:
    weights = alt.StrokeWidth("weight:Q", legend=None)
    shown = look.tooltip(topic="Topic", word="Word", weight="Weight", state="The topic")
    lines = alt.Chart(edges).mark_rule()
    return lines.encode(
        x=alt.X(datum=LEFT, type="quantitative", scale=SIDE, axis=None),
        x2=alt.X2(datum=RIGHT),
        y=alt.Y("topic_place:Q", scale=DOWN, axis=None),
        y2="place:Q",
        # The same scale in all frames.
        strokeWidth=weights.scale(domain=[0, MAX_WEIGHT], range=thickness),
        tooltip=shown,
    )


def _marks(nodes: pd.DataFrame) -> list[alt.Chart]:
    """Draw the points, with the labels of each side outside."""
    base = alt.Chart(nodes).encode(
        x=alt.X("side:Q", scale=SIDE, axis=None),
        y=alt.Y("place:Q", scale=DOWN, axis=None),
        color=alt.Color("owner:N", scale=COLOUR, legend=None),
        tooltip=look.tooltip(label="Name", owner="Whose"),
    )
    points = base.mark_point(filled=True, size=160, opacity=1).encode(
        shape=alt.Shape("owner:N", scale=SHAPE, legend=None)
    )
    labels = base.encode(text="label:N")
    left = labels.transform_filter(alt.datum.side == LEFT).mark_text(
        align="right", dx=-12, fontSize=14, lineBreak="\n"
    )
    right = labels.transform_filter(alt.datum.side == RIGHT).mark_text(
        align="left", dx=12, fontSize=14
    )
    return [points, left, right]
