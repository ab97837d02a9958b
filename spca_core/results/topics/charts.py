"""The charts of topics and their words."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd

from spca_core.results import style

WORD_HEIGHT, WORD_SIZE = 22, 14  # pixels
WORD_WIDTH = 100  # pixels; a longer word is cut off
WORD_INK = "currentColor"  # that of the page's text
PALE = 0.45  # opacity of a bar of a negative loading
SQUARE = 22  # pixels, of a pair of words
COLUMNS, WIDTH = 4, 150  # pixels, of a topic among all


def words(table: pd.DataFrame, width: int = WIDTH) -> alt.ConcatChart:
    """Draw the bars of `words.topic_words`, each topic's under its name."""
    pictures = [
        _of_topic(of_topic).properties(title=of_topic["name"].iloc[0], width=width)
        for _, of_topic in table.groupby("topic")
    ]
    return alt.concat(*pictures, columns=COLUMNS)


def _of_topic(table: pd.DataFrame) -> style.Picture:
    numbers = {"loading": ("Loading", "+.3f"), "weight": ("Loading squared", ".1%")}
    base = alt.Chart(table).encode(
        x=alt.X("magnitude:Q", axis=None).scale(domain=[0, 1]),
        y=_by_word(labelColor=WORD_INK, labelFlush=False, labelBound=False),
        tooltip=style.tooltip(word="Word", **numbers),
    )
    negative = alt.datum.loading < 0
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        color=style.by_topic(),
        opacity=alt.condition(negative, alt.value(PALE), alt.value(1)),
    )
    signs = base.mark_text(align="left", dx=4, fontWeight="bold")
    minus = signs.transform_filter(negative).encode(
        text="sign:N", color=style.by_topic()
    )
    return (bars + minus).properties(height=WORD_HEIGHT * len(table))


def variances(table: pd.DataFrame, title: str, colours: Sequence[str]) -> alt.Chart:
    height = style.ROW_HEIGHT * len(table) + style.AXIS_HEIGHT
    bars = alt.Chart(table, height=height).mark_bar(cornerRadiusEnd=2)
    share = ("Share of the captured", ".1%")
    return bars.encode(
        x=alt.X("variance:Q", title=title),
        y=alt.Y("name:N", title=None, sort=None).axis(
            labelLimit=style.LABEL_WIDTH, labelOverlap=False
        ),
        color=style.by_topic(colours),
        tooltip=style.tooltip(name="Topic", variance=(title, ".4g"), share=share),
    )


def relevance(table: pd.DataFrame, colour: str, grey: str) -> style.Picture:
    picked = alt.selection_point("word", fields=["word"], on="click", empty=False)
    base = alt.Chart(table).encode(
        y=_by_word(),
        tooltip=style.tooltip(
            word="Word",
            inside=("Documents of the topic with it", ",d"),
            documents=("All documents with it", ",d"),
        ),
    )
    # Not by `format`, which would write 0 as 0k beside 1k.
    by_size = alt.Axis(labelExpr="format(datum.value, '~s')", tickCount=4)
    all_of_it = base.mark_bar(color=grey, opacity=0.6, cursor="pointer").encode(
        x=alt.X("documents:Q", title="Documents", axis=by_size)
    )
    member = alt.condition(alt.datum.is_member, alt.value(1.0), alt.value(0.35))
    inside = base.mark_bar(color=colour, height={"band": 0.6}, cursor="pointer").encode(
        x="inside:Q", opacity=member
    )
    height = WORD_HEIGHT * len(table) + 46
    return alt.layer(all_of_it.add_params(picked), inside, height=height)


def _by_word(**axis: Any) -> alt.Y:
    """Return the axis of words, in the order of the rows, `WORD_HEIGHT` for each."""
    return alt.Y("word:N", sort=None).axis(
        title=None,
        domain=False,
        ticks=False,
        labelLimit=WORD_WIDTH,
        labelFontSize=WORD_SIZE,
        labelOverlap=False,
        minExtent=WORD_WIDTH,
        **axis,
    )


def similarity(table: pd.DataFrame) -> alt.Chart:
    order = list(dict.fromkeys(table["word"]))
    axis = alt.Axis(title=None, labelLimit=WORD_WIDTH, labelOverlap=False)
    alike = alt.Color("similarity:Q", title=None)
    # On a page the height is that of the chart with its labels.
    cells = alt.Chart(table, height=SQUARE * len(order) + WORD_WIDTH).mark_rect()
    return cells.encode(
        x=alt.X("other:N", sort=order, axis=axis),
        y=alt.Y("word:N", sort=order, axis=axis),
        color=alike.scale(scheme="blueorange", domain=[-1, 1], reverse=True),
        tooltip=style.tooltip(
            word="Word", other="With", similarity=("Similarity", ".2f")
        ),
    )


def topic_map(table: pd.DataFrame, colours: Sequence[str], ink: str) -> style.Picture:
    base = style.on_map(table)
    bubbles = base.mark_circle(opacity=0.85).encode(
        size=alt.Size("documents:Q", legend=None).scale(range=[150, 1800], zero=True),
        color=style.by_topic(colours),
        tooltip=style.tooltip(name="Topic", documents=("Documents", ",d")),
    )
    picked = alt.selection_point("topic", fields=["topic"], on="click", empty=False)
    names = base.mark_text(color=ink, dy=32, fontSize=13, fontWeight="bold").encode(
        text="name:N"
    )
    layers = bubbles.add_params(picked) + names
    return layers.properties(height=style.MAP_HEIGHT)
