"""Topics in documents: over time, and by group."""

from collections.abc import Sequence

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts.look import (
    CHART_HEIGHT,
    INK,
    LIGHT,
    NARROW,
    by_topic,
    tooltip,
)

ROW, AROUND = 26, 150  # pixels: a group; its labels and the axis
DARKER = "#86b5ea"  # light enough for dark figures on it, like LIGHT
SHARE = "Documents with two or more of its words"
FORMAT = ".2~%"
SMALL_HEIGHT, SMALL_COLUMNS = 110, 4


def shares_over_time(
    shares: pd.DataFrame,
    topic: int,
    colours: Sequence[str],
    grey: str,
    height: int = CHART_HEIGHT,
) -> ChartType:
    """Draw `groups.topic_shares` by time: the chosen topic thick, the others grey.

    A click selects `group` and `topic`.
    """
    chosen = alt.datum.topic == topic
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(shares).encode(
        x=alt.X("group:O", title=None).axis(labelAngle=0, labelOverlap=True),
        y=alt.Y("share:Q", title=None).axis(format=FORMAT),
        tooltip=_tooltip(),
    )
    others = base.mark_line(color=grey, strokeWidth=1).encode(detail="topic:N")
    own = base.transform_filter(chosen).encode(color=by_topic(colours))
    points = own.mark_circle(size=70, opacity=1).add_params(picked)
    return alt.layer(others, own.mark_line(strokeWidth=3), points, height=height)


def small_multiples(shares: pd.DataFrame, colours: Sequence[str]) -> ChartType:
    """Draw each topic's line in a small chart of its own, all on one scale."""
    lines = (
        alt.Chart(shares, height=SMALL_HEIGHT, width=190)
        .mark_area(line=True, opacity=0.5)
        .encode(
            x=alt.X("group:O", title=None).axis(labelAngle=0, labelOverlap=True),
            y=alt.Y("share:Q", title=None).axis(format=FORMAT, tickCount=3),
            color=by_topic(colours),
            tooltip=_tooltip(),
        )
    )
    order = list(shares["name"].unique())
    return lines.facet(
        alt.Facet("name:N", title=None, sort=order), columns=SMALL_COLUMNS
    )


def share_heat_map(shares: pd.DataFrame) -> ChartType:
    """Draw `groups.topic_shares` as cells with numbers: a row for each group.

    Groups are labelled with their size. A click selects `group` and `topic`.
    """
    order = list(shares["name"].unique())
    groups = list(shares["label"].unique())
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(shares).encode(
        x=alt.X("name:N", sort=order, title=None).axis(
            orient="top", labelAngle=-30, labelLimit=150, labelOverlap=False
        ),
        y=alt.Y("label:N", sort=groups, title=None).axis(
            labelLimit=alt.expr(f"{NARROW} ? 110 : 220")
        ),
        tooltip=_tooltip(),
    )
    shades = alt.Color("share:Q", legend=None).scale(range=[LIGHT, DARKER], zero=True)
    cells = base.mark_rect(cursor="pointer").encode(color=shades).add_params(picked)
    size = alt.expr(f"{NARROW} ? 9 : 12")
    numbers = base.mark_text(color=INK, fontSize=size).encode(
        text=alt.Text("share:Q", format=".0%")
    )
    return alt.layer(cells, numbers, height=ROW * len(groups) + AROUND)


def word_over_time(table: pd.DataFrame, colour: str, height: int = 180) -> alt.Chart:
    """Draw `contexts.word_by_group` as a line."""
    return (
        alt.Chart(table, height=height)
        .mark_line(color=colour, strokeWidth=2, point=True)
        .encode(
            x=alt.X("group:O", title=None).axis(labelAngle=0, labelOverlap=True),
            y=alt.Y("share:Q", title=None).axis(format=FORMAT),
            tooltip=tooltip(
                group="Group",
                documents=("Documents with the word", ",d"),
                share=("Share", ".2%"),
            ),
        )
    )


def _tooltip() -> list[alt.Tooltip]:
    numbers = {"share": (SHARE, ".1%"), "documents": ("Documents in all", ",d")}
    return tooltip(name="Topic", group="Group", **numbers)
