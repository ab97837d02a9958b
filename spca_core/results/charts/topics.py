"""The topics of one solution."""

from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.look import CHART_HEIGHT, by_topic, tooltip

WORD_HEIGHT = 22  # pixels
WORD_SIZE, WORD_INK = 14, "currentColor"  # pixels; the colour of the page's text
PALE = 0.45  # opacity of a bar of a negative loading
LABEL_WIDTH = 100  # pixels; a longer word is cut off
PICTURE_COLUMNS, PICTURE_WIDTH = 4, 150  # pixels
SQUARE = 22  # pixels


def topic_bars(words: pd.DataFrame) -> ChartType:
    """Draw one topic's words, heaviest on top, each with a bar of its loading.

    A negative loading is paler, with a minus sign at the bar's end.
    """
    by_word = _by_word(labelColor=WORD_INK, labelFlush=False, labelBound=False)
    numbers = {"loading": ("Loading", "+.3f"), "weight": ("Loading squared", ".1%")}
    base = alt.Chart(words).encode(
        x=alt.X("magnitude:Q", axis=None).scale(domain=[0, 1]),
        y=by_word,
        tooltip=tooltip(word="Word", **numbers),
    )
    negative = alt.datum.loading < 0
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        color=by_topic(), opacity=alt.condition(negative, alt.value(PALE), alt.value(1))
    )
    signs = base.mark_text(align="left", dx=4, fontWeight="bold")
    minus = signs.transform_filter(negative).encode(text="sign:N", color=by_topic())
    return (bars + minus).properties(height=WORD_HEIGHT * len(words), padding=0)


def _by_word(**axis: Any) -> alt.Y:
    """Return the axis of words, in the order of the rows."""
    return alt.Y("word:N", sort=None).axis(
        title=None,
        domain=False,
        ticks=False,
        labelLimit=LABEL_WIDTH,
        labelFontSize=WORD_SIZE,
        labelOverlap=False,
        minExtent=LABEL_WIDTH,
        **axis,
    )


def all_topics(words: pd.DataFrame) -> alt.ConcatChart:
    """Draw the bars of all topics in one picture, each under its name."""
    pictures = []
    for _, of_topic in words.groupby("topic"):
        bars = topic_bars(of_topic).properties(
            title=of_topic["name"].iloc[0], width=PICTURE_WIDTH
        )
        # The parts of a joint picture cannot have paddings of their own.
        bars.padding = alt.Undefined
        pictures.append(bars)
    return alt.concat(*pictures, columns=PICTURE_COLUMNS)


def topic_variances(
    topics: pd.DataFrame, labels: Mapping[str, str], colours: Sequence[str] = ()
) -> alt.Chart:
    """Draw each topic's variance as a bar, with `topics.variance_labels`."""
    bars = alt.Chart(topics, height=CHART_HEIGHT).mark_bar(cornerRadiusEnd=2)
    variance = (labels["variance"], ".4g")
    share = ("Share of the captured", ".1%")
    return bars.encode(
        x=alt.X("topic:O", title="Topic").axis(labelAngle=0),
        y=alt.Y("variance:Q", title=labels["variance"]),
        color=by_topic(colours),
        tooltip=tooltip(topic="Topic", variance=variance, share=share),
    )


def relevance_bars(words: pd.DataFrame, colour: str, grey: str) -> ChartType:
    """Draw `relevance.relevant_words`: documents of the topic over all documents.

    Words of the topic have its colour, near misses are grey and hollow. A click selects
    `word`.
    """
    picked = alt.selection_point("word", fields=["word"], on="click", empty=False)
    base = alt.Chart(words).encode(
        y=_by_word(),
        tooltip=tooltip(
            word="Word",
            inside=("Documents of the topic with it", ",d"),
            documents=("All documents with it", ",d"),
        ),
    )
    all_of_it = base.mark_bar(color=grey, opacity=0.6, cursor="pointer").encode(
        x=alt.X("documents:Q", title="Documents").axis(format="~s", tickCount=4)
    )
    member = alt.condition(alt.datum.is_member, alt.value(1.0), alt.value(0.35))
    inside = base.mark_bar(color=colour, height={"band": 0.6}, cursor="pointer").encode(
        x="inside:Q", opacity=member
    )
    return alt.layer(
        all_of_it.add_params(picked), inside, height=WORD_HEIGHT * len(words) + 46
    )


def together_heat_map(pairs: pd.DataFrame) -> alt.Chart:
    """Draw how alike each pair of words is distributed: the darker, the more alike."""
    order = list(dict.fromkeys(pairs["word"]))
    axis = alt.Axis(title=None, labelLimit=LABEL_WIDTH, labelOverlap=False)
    alike = alt.Color("similarity:Q", title=None)
    # On a page the height is that of the chart with its labels.
    cells = alt.Chart(pairs, height=SQUARE * len(order) + LABEL_WIDTH).mark_rect()
    return cells.encode(
        x=alt.X("other:N", sort=order, axis=axis),
        y=alt.Y("word:N", sort=order, axis=axis),
        color=alike.scale(scheme="blueorange", domain=[-1, 1], reverse=True),
        tooltip=tooltip(word="Word", other="With", similarity=("Alike", ".2f")),
    )
