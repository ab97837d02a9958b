"""Topics in documents: over time, by group and on maps; and the tree of topics."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.look import (
    CHART_HEIGHT,
    DARKER,
    INK,
    LIGHT,
    NARROW,
    by_topic,
    tooltip,
)

ROW, AROUND = 26, 150  # pixels: a group or a topic; labels and the axis
SHARE = "Documents with two or more of its words"
FORMAT = ".2~%"
SMALL_HEIGHT, SMALL_COLUMNS = 110, 4
MAP_HEIGHT = 520  # pixels
# An element for each of 20,000 points would take seconds.
ON_CANVAS = {"embedOptions": {"renderer": "canvas"}}


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
        x=_groups(),
        y=_shares(),
        tooltip=_tooltip(),
    )
    others = base.mark_line(color=grey, strokeWidth=1).encode(detail="topic:N")
    thick = base.transform_filter(chosen).encode(color=by_topic(colours))
    points = thick.mark_circle(size=70, opacity=1).add_params(picked)
    return alt.layer(others, thick.mark_line(strokeWidth=3), points, height=height)


def small_multiples(shares: pd.DataFrame, colours: Sequence[str]) -> ChartType:
    """Draw each topic's line in a small chart of its own, all on one scale."""
    lines = (
        alt.Chart(shares, height=SMALL_HEIGHT, width=190)
        .mark_area(line=True, opacity=0.5)
        .encode(
            x=_groups(),
            y=_shares(tickCount=3),
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
            x=_groups(),
            y=_shares(),
            tooltip=tooltip(
                group="Group",
                documents=("Documents with the word", ",d"),
                share=("Share", ".2%"),
            ),
        )
    )


def _groups() -> alt.X:
    return alt.X("group:O", title=None).axis(labelAngle=0, labelOverlap=True)


def _shares(**axis: Any) -> alt.Y:
    return alt.Y("share:Q", title=None).axis(format=FORMAT, **axis)


def _tooltip() -> list[alt.Tooltip]:
    numbers = {"share": (SHARE, ".1%"), "documents": ("Documents in all", ",d")}
    return tooltip(name="Topic", group="Group", **numbers)


def topic_bubbles(topics: pd.DataFrame, colours: Sequence[str], ink: str) -> ChartType:
    """Draw `maps.topic_map`, with names, as bubbles; a click selects `topic`."""
    base = _placed(topics)
    bubbles = base.mark_circle(opacity=0.85).encode(
        size=alt.Size("documents:Q", legend=None).scale(range=[150, 3500], zero=True),
        color=by_topic(colours),
        tooltip=tooltip(name="Topic", documents=("Documents", ",d")),
    )
    picked = alt.selection_point("topic", fields=["topic"], on="click", empty=False)
    names = base.mark_text(color=ink, dy=30, fontSize=13, fontWeight="bold").encode(
        text="name:N"
    )
    return (bubbles.add_params(picked) + names).properties(height=MAP_HEIGHT)


def document_points(
    documents: pd.DataFrame, colours: Sequence[str], grey: str
) -> alt.Chart:
    """Draw `maps.document_map`, with titles, as points.

    A click selects `document`, a drawn rectangle `box`.
    """
    picked = alt.selection_point("document", fields=["document"], on="click")
    box = alt.selection_interval("box", encodings=["x", "y"])
    points = _placed(documents).mark_circle(size=14, opacity=0.6)
    return (
        points.encode(
            color=by_topic(colours, grey),
            tooltip=tooltip(title="Document", name="Topic"),
        )
        .add_params(picked, box)
        .properties(usermeta=ON_CANVAS)
    )


def tree_lines(
    tree: pd.DataFrame, colours: Sequence[str], ink: str, grey: str
) -> ChartType:
    """Draw `maps.topic_tree`, with names: where lines meet, topics are merged."""
    lines, leaves = tree[tree["line"] >= 0], tree[tree["line"] < 0]
    y = alt.Y("y:Q", axis=None).scale(zero=False, reverse=True, padding=12)
    x = alt.X("x:Q", title="1 - NPMI at which topics merge")
    x = x.scale(reverse=True, domain=[0, 1], padding=4)
    drawn = alt.Chart(lines).mark_line(color=grey, strokeWidth=2)
    base = alt.Chart(leaves).encode(x=x, y=y)
    names = base.mark_text(align="left", dx=12, color=ink, fontSize=13)
    return alt.layer(
        drawn.encode(x=x, y=y, detail="line:N", order="step:Q"),
        base.mark_circle(size=90, opacity=1).encode(color=by_topic(colours)),
        names.encode(text="name:N"),
    ).properties(height=ROW * len(leaves) + 60, padding={"right": 200})


def _placed(table: pd.DataFrame) -> alt.Chart:
    place = {"axis": None, "scale": alt.Scale(zero=False, nice=False, padding=45)}
    chart = alt.Chart(table, height=MAP_HEIGHT)
    return chart.encode(x=alt.X("x:Q", **place), y=alt.Y("y:Q", **place))
