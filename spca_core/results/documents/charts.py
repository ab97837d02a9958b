"""The charts of documents: shares of topics over time and in groups, and maps."""

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.results.documents.shares import MIN_GROUP

HOUR = 3_600_000  # milliseconds
LENGTHS = {"hour": HOUR, "day": 24 * HOUR, "month": 28 * 24 * HOUR}
LENGTHS |= {"year": 365 * 24 * HOUR, "decade": 10 * 365 * 24 * HOUR}
DATES_HEIGHT, WORD_HEIGHT = 110, 180  # pixels
SMALL_HEIGHT, SMALL_WIDTH, SMALL_COLUMNS = 110, 190, 4
AROUND = 150  # pixels, of labels and the axis
LEANING = {"left": 5, "top": 5, "right": 60, "bottom": 5}
FEW, BAND = 0.25, 0.2  # opacity of a point on few documents, and of an interval
TOP = 1.05  # of the axis of named lines, in greatest shares
NAME_HEIGHT, LONGEST_NAME = 28, 110  # pixels
# An element for each of 20,000 points would take seconds.
ON_CANVAS = {"embedOptions": {"renderer": "canvas"}}


def lines(
    table: pd.DataFrame,
    topic: int,
    colours: Sequence[str],
    grey: str,
    by: str,
    height: int | None,
) -> style.Picture:
    """Draw shares by time: the topic's line thick, with its band, the others grey."""
    chosen = alt.datum.topic == topic
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(table).encode(x=_by_time(by), y=_shares(), tooltip=_tooltip())
    # Round ends: a time between two gaps is a dot.
    others = base.mark_line(color=grey, strokeWidth=1, strokeCap="round")
    thick = base.transform_filter(chosen).encode(color=style.by_topic(colours))
    step = f"width / {table['group'].nunique()}"  # pixels from one time to the next
    width, size = f"clamp({step}, 1.5, 3)", f"clamp(2 * pow({step}, 2), 8, 70)"
    band, line, points = _with_band(thick, alt.expr(width), alt.expr(size))
    layers = others.encode(detail="topic:N"), band, line, points.add_params(picked)
    return alt.layer(*layers, height=height or style.CHART_HEIGHT)


def _with_band(
    base: alt.Chart, width: Any, size: Any
) -> tuple[alt.Chart, alt.Chart, alt.Chart]:
    """Return the 95 % intervals, a line, and its points, faint on few documents."""
    few = alt.condition(alt.datum.documents < MIN_GROUP, alt.value(FEW), alt.value(1.0))
    return (
        base.mark_area(opacity=BAND).encode(y="low:Q", y2="high:Q"),
        base.mark_line(strokeWidth=width, strokeCap="round"),
        base.mark_circle(size=size).encode(opacity=few),
    )


def named_lines(table: pd.DataFrame, colours: Sequence[str], by: str) -> style.Picture:
    """Draw a line for each topic in its colour, with its name beyond its end."""
    height = max(style.CHART_HEIGHT, NAME_HEIGHT * table["topic"].nunique())
    high = TOP * table["share"].max()
    names = _names_at_ends(table, high, high * NAME_HEIGHT / height)
    y = _shares().scale(domain=[0, high], nice=False)
    base = alt.Chart(table).encode(x=_by_time(by), color=style.by_topic(colours))
    lines = base.mark_line(strokeWidth=1.5, strokeCap="round").encode(y=y)
    named = alt.Chart(names).mark_text(align="left", dx=6, limit=LONGEST_NAME)
    named = named.encode(
        x=alt.value("width"),
        y=alt.Y("place:Q", scale=alt.Scale(domain=[0, high], nice=False)),
        text="name:N",
        color=style.by_topic(colours),
    )
    return alt.layer(lines, named, height=height)


def _names_at_ends(table: pd.DataFrame, high: float, height: float) -> pd.DataFrame:
    """Return one row per topic: its last share, and the place of its name there.

    high   : the end of the axis, which begins at 0
    height : of a name
    """
    known = table.dropna(subset=["share"]).sort_values("time", kind="stable")
    ends = known.drop_duplicates("topic", keep="last").sort_values("share")
    heights = np.full(len(ends), height)
    places = style.label_places(ends["share"].to_numpy(), heights, (0, high))
    return ends.assign(place=places)


def small_lines(
    table: pd.DataFrame, by: str, colours: Sequence[str], width: int = SMALL_WIDTH
) -> alt.FacetChart:
    lines = alt.Chart(table, height=SMALL_HEIGHT, width=width)
    lines = lines.mark_area(line=True, opacity=0.5).encode(
        x=_by_time(by).title(None),
        y=_shares(tickCount=3).title(None),
        color=style.by_topic(colours),
        tooltip=_tooltip(),
    )
    order = list(table["name"].unique())
    facet = alt.Facet("name:N", title=None, sort=order)
    return lines.facet(facet, columns=SMALL_COLUMNS)


def cells(table: pd.DataFrame) -> style.Picture:
    """Draw shares as cells with numbers: a row for each group, with its size."""
    order = list(table["name"].unique())
    groups = list(table["label"].unique())
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(table).encode(
        x=alt.X("name:N", sort=order, title=None).axis(
            orient="top", labelAngle=-30, labelLimit=150, labelOverlap=False
        ),
        y=alt.Y("label:N", sort=groups, title=None).axis(
            labelLimit=alt.expr(f"{style.NARROW} ? 110 : 220")
        ),
        tooltip=_tooltip(),
    )
    shades = alt.Color("share:Q", legend=None)
    shades = shades.scale(range=[style.LIGHT, style.DARKER], zero=True)
    cells = base.mark_rect(cursor="pointer").encode(color=shades).add_params(picked)
    size = alt.expr(f"{style.NARROW} ? 9 : 12")
    numbers = base.mark_text(color=style.INK, fontSize=size).encode(
        text=alt.Text("share:Q", format=".0%")
    )
    height = style.ROW_HEIGHT * len(groups) + AROUND
    # The last name leans out of the picture.
    return alt.layer(cells, numbers, height=height, padding=LEANING)


def _by_time(by: str) -> alt.X:
    """Return the axis of times, in the column `time`; the least step is a `by`."""
    axis = alt.X("time:T", title=by.capitalize())
    return axis.axis(
        format={"month": "%b"},
        labelOverlap="parity",
        labelSeparation=8,
        tickMinStep=LENGTHS[by],
    )


def _shares(**axis: Any) -> alt.Y:
    return alt.Y("share:Q", title="Share of documents").axis(format=".2~%", **axis)


def _tooltip() -> list[alt.Tooltip]:
    return style.tooltip(name="Topic", group="Group", **style.SHARES)


def word_over_time(table: pd.DataFrame, by: str, colour: str) -> alt.Chart:
    line = alt.Chart(table, height=WORD_HEIGHT)
    return line.mark_line(color=colour, strokeWidth=2, point=True).encode(
        x=_by_time(by),
        y=_shares(),
        tooltip=style.tooltip(
            group="Group",
            carrying=("Documents with the word", ",d"),
            documents=("Documents in all", ",d"),
            share=("Share", ".2%"),
        ),
    )


def dates(table: pd.DataFrame) -> alt.Chart:
    drawn = alt.selection_interval("dates", encodings=["x"])
    names = json.dumps(list(table["group"]))
    scale = alt.Scale(domain=[0, len(table)], nice=False)
    x = alt.X("place:Q", title=None, scale=scale).axis(
        labelExpr=f"{names}[datum.value] || ''",
        labelOverlap="parity",
        tickCount=5,
        tickMinStep=1,
        grid=False,
    )
    bars = alt.Chart(table, height=DATES_HEIGHT).mark_rect(color=COLOURS[0])
    return bars.add_params(drawn).encode(
        x=x,
        x2="end:Q",
        y=alt.Y("documents:Q", title=None, axis=None),
        y2=alt.datum(0),
        tooltip=style.tooltip(group="Time", documents=("Documents", ",d")),
    )


def document_map(table: pd.DataFrame, colours: Sequence[str], grey: str) -> alt.Chart:
    picked = alt.selection_point("document", fields=["document"], on="click")
    points = (
        style.on_map(table)
        .mark_circle(size=14, opacity=0.6)
        .encode(
            color=style.by_topic(colours, grey),
            tooltip=style.tooltip(title="Document", name="Topic"),
        )
    )
    return points.add_params(picked).properties(usermeta=ON_CANVAS)


def main_topics(table: pd.DataFrame, kind: str, colours: Sequence[str]) -> alt.Chart:
    """Draw how many documents, called `kind`, have each main topic."""
    height = style.ROW_HEIGHT * len(table) + style.AXIS_HEIGHT
    bars = alt.Chart(table, height=height).mark_bar(cornerRadiusEnd=2)
    return bars.encode(
        x=alt.X("documents:Q", title=kind).axis(tickMinStep=1, format="d"),
        y=alt.Y("name:N", sort=None, title=None).axis(labelLimit=style.LABEL_WIDTH),
        color=style.by_topic(colours),
        tooltip=style.tooltip(
            name="Main topic", documents=(kind, ","), share=("Share", ".1%")
        ),
    )
