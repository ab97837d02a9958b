"""Figures of the share of each topic in groups of documents, and over time."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from spca_core.results.documents.shares import (
    MIN_GROUP,
    describe_shares,
    mean_over,
    with_mean,
)
from spca_core.results.figure import PERCENT, Figure, Heading
from spca_core.results.line_labels import label_places

FIGURES: dict[str, Heading] = {
    "share": ("Share", PERCENT),
    "low": ("95 % from", PERCENT),
    "high": ("95 % to", PERCENT),
    "carrying": "About the topic",
    "documents": "Documents",
}
HEADINGS = {"time": None, "group": "Group", "name": "Topic", **FIGURES}
TOOLTIPS = {
    "share": ("Share of the documents", ".1%"),
    "low": ("95 % interval from", ".1%"),
    "high": ("to", ".1%"),
    "carrying": ("Documents that carry it", ",d"),
    "documents": ("Documents in all", ",d"),
}
SMALL_HEIGHT, SMALL_WIDTH, SMALL_COLUMNS = 110, 190, 4
PRINTED_WIDTH = 120  # pixels, of a small chart
AROUND = 150  # pixels, of labels and the axis
LEANING = {"left": 5, "top": 5, "right": 60, "bottom": 5}
FEW, BAND = 0.25, 0.2  # opacity of a point on fewer, and of an interval
TOP = 1.05  # of the axis of named lines, in greatest shares
NAME_HEIGHT, LONGEST_NAME = 28, 110  # pixels


def shares_over_time(
    shares: pd.DataFrame,
    by: str,
    topic: int,
    colours: Sequence[str],
    grey: str,
    over: int = 1,
    height: int | None = None,
) -> Figure:
    """Return shares by time as lines: the chosen topic's thick, the others' grey.

    The chosen topic has a band, its 95 % intervals. Lines end where a time has no
    documents. Points on fewer than `MIN_GROUP` are faint. A click selects `group` and
    `topic`.

    shares  : from `shares.topic_shares`, as in the other figures
    by      : the name of the grouping
    colours : one for each topic
    over    : how many times a point is the mean of
    height  : in pixels; by default that of any chart
    """
    draw = partial(
        _draw_lines,
        topic=topic,
        colours=colours,
        grey=grey,
        by=by,
        mean=mean_over(by, over),
        height=height,
    )
    printed = partial(
        _draw_named_lines, colours=colours, by=by, mean=mean_over(by, over)
    )
    return _figure(shares, by, draw, over, printed)


def small_multiples(
    shares: pd.DataFrame, by: str, colours: Sequence[str], over: int = 1
) -> Figure:
    """Return a small chart for each topic's shares by time, all on one scale."""
    draw = partial(_draw_small_lines, by=by, colours=colours)
    return _figure(shares, by, draw, over, partial(_print_small_lines, draw))


def shares_of_groups_figure(
    shares: pd.DataFrame, name: str, by: str, over: int = 1
) -> Figure:
    """Return a topic's shares by time as a line for each group, with its band.

    shares : from `shares.shares_of_groups`
    name   : of the topic
    """
    mean = mean_over(by, over)
    listed = ", ".join(dict.fromkeys(shares["within"]))
    return Figure(
        name=f"topic_by_{by}_and_group",
        title=f"Share of the documents about “{name}”, by {by} and group",
        table=shares.assign(name=name),
        text=f"Share of the documents that carry “{name}”, by {by}, in: {listed}.",
        draw=partial(_draw_groups, by=by, mean=mean),
        headings={**HEADINGS, "within": "Split by"},
    )


def share_heat_map(shares: pd.DataFrame, by: str) -> Figure:
    """Return shares as cells with numbers: a row for each group, with its size.

    A click selects `group` and `topic`.
    """
    return _figure(shares, by, _draw_cells)


def _figure(
    shares: pd.DataFrame,
    by: str,
    draw: Callable[..., Any],
    over: int = 1,
    printed: Callable[..., Any] | None = None,
) -> Figure:
    name = f"topics by {by} {mean_over(by, over)}".strip().lower()
    return Figure(
        name=name.replace(" ", "_"),
        title=f"Share of the documents about each topic, by {with_mean(by, over)}",
        table=shares,
        text=describe_shares(shares, by, over),
        draw=draw,
        printed=printed,
        headings=HEADINGS,
    )


def _draw_lines(
    shares: pd.DataFrame,
    topic: int,
    colours: Sequence[str],
    grey: str,
    by: str,
    mean: str,
    height: int | None,
) -> Any:
    import altair as alt

    from spca_core.results import look

    chosen = alt.datum.topic == topic
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(shares).encode(
        x=look.by_time(by), y=look.shares(mean.lower()), tooltip=_tooltip()
    )
    # Round ends: a time between two gaps is a dot.
    others = base.mark_line(color=grey, strokeWidth=1, strokeCap="round")
    thick = base.transform_filter(chosen).encode(color=look.by_topic(colours))
    step = f"width / {shares['group'].nunique()}"  # pixels from one time to the next
    width, size = f"clamp({step}, 1.5, 3)", f"clamp(2 * pow({step}, 2), 8, 70)"
    band, line, points = _with_band(thick, alt.expr(width), alt.expr(size))
    layers = others.encode(detail="topic:N"), band, line, points.add_params(picked)
    return alt.layer(*layers, height=height or look.CHART_HEIGHT)


def _draw_groups(shares: pd.DataFrame, by: str, mean: str) -> Any:
    import altair as alt

    from spca_core.results import look

    order = list(dict.fromkeys(shares["within"]))
    scale = alt.Scale(domain=order, range=look.COLOURS[: len(order)])
    base = alt.Chart(shares, height=look.CHART_HEIGHT).encode(
        x=look.by_time(by),
        y=look.shares(mean.lower()),
        color=alt.Color("within:N", scale=scale, legend=look.legend(symbolOpacity=1)),
        tooltip=[alt.Tooltip("within:N", title="Split by"), *_tooltip()],
    )
    return alt.layer(*_with_band(base, width=2, size=40))


def _with_band(base: Any, width: Any, size: Any) -> tuple[Any, Any, Any]:
    """Return the 95 % intervals, a line, and its points, faint on few documents."""
    import altair as alt

    few = alt.condition(alt.datum.documents < MIN_GROUP, alt.value(FEW), alt.value(1.0))
    return (
        base.mark_area(opacity=BAND).encode(y="low:Q", y2="high:Q"),
        base.mark_line(strokeWidth=width, strokeCap="round"),
        base.mark_circle(size=size).encode(opacity=few),
    )


def _draw_named_lines(
    shares: pd.DataFrame,
    colours: Sequence[str],
    by: str,
    mean: str,
    *,
    narrow: bool,  # noqa: ARG001, as all printed charts
) -> Any:
    """Draw a line for each topic in its colour, with its name beyond its end."""
    import altair as alt

    from spca_core.results import look

    height = max(look.CHART_HEIGHT, NAME_HEIGHT * shares["topic"].nunique())
    high = TOP * shares["share"].max()
    names = _names_at_ends(shares, high, high * NAME_HEIGHT / height)
    y = look.shares(mean.lower()).scale(domain=[0, high], nice=False)
    base = alt.Chart(shares).encode(x=look.by_time(by), color=look.by_topic(colours))
    lines = base.mark_line(strokeWidth=1.5, strokeCap="round").encode(y=y)
    named = alt.Chart(names).mark_text(align="left", dx=6, limit=LONGEST_NAME)
    named = named.encode(
        x=alt.value("width"),
        y=alt.Y("place:Q", scale=alt.Scale(domain=[0, high], nice=False)),
        text="name:N",
        color=look.by_topic(colours),
    )
    return alt.layer(lines, named, height=height)


def _names_at_ends(shares: pd.DataFrame, high: float, height: float) -> pd.DataFrame:
    """Return one row per topic: its last share, and the place of its name there.

    high   : the end of the axis, which begins at 0
    height : of a name
    """
    known = shares.dropna(subset=["share"]).sort_values("time", kind="stable")
    ends = known.drop_duplicates("topic", keep="last").sort_values("share")
    heights = np.full(len(ends), height)
    return ends.assign(place=label_places(ends["share"].to_numpy(), heights, (0, high)))


def _print_small_lines(
    draw: Callable[..., Any], shares: pd.DataFrame, *, narrow: bool
) -> Any:
    return draw(shares, columns=2 if narrow else SMALL_COLUMNS, width=PRINTED_WIDTH)


def _draw_small_lines(
    shares: pd.DataFrame,
    by: str,
    colours: Sequence[str],
    columns: int = SMALL_COLUMNS,
    width: int = SMALL_WIDTH,
) -> Any:
    import altair as alt

    from spca_core.results import look

    lines = (
        alt.Chart(shares, height=SMALL_HEIGHT, width=width)
        .mark_area(line=True, opacity=0.5)
        .encode(
            x=look.by_time(by).title(None),
            y=look.shares(tickCount=3).title(None),
            color=look.by_topic(colours),
            tooltip=_tooltip(),
        )
    )
    order = list(shares["name"].unique())
    return lines.facet(alt.Facet("name:N", title=None, sort=order), columns=columns)


def _draw_cells(shares: pd.DataFrame) -> Any:
    import altair as alt

    from spca_core.results import look

    order = list(shares["name"].unique())
    groups = list(shares["label"].unique())
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(shares).encode(
        x=alt.X("name:N", sort=order, title=None).axis(
            orient="top", labelAngle=-30, labelLimit=150, labelOverlap=False
        ),
        y=alt.Y("label:N", sort=groups, title=None).axis(
            labelLimit=alt.expr(f"{look.NARROW} ? 110 : 220")
        ),
        tooltip=_tooltip(),
    )
    shades = alt.Color("share:Q", legend=None)
    shades = shades.scale(range=[look.LIGHT, look.DARKER], zero=True)
    cells = base.mark_rect(cursor="pointer").encode(color=shades).add_params(picked)
    size = alt.expr(f"{look.NARROW} ? 9 : 12")
    numbers = base.mark_text(color=look.INK, fontSize=size).encode(
        text=alt.Text("share:Q", format=".0%")
    )
    height = look.ROW_HEIGHT * len(groups) + AROUND
    # The last name leans out of the picture.
    return alt.layer(cells, numbers, height=height, padding=LEANING)


def _tooltip() -> list[Any]:
    from spca_core.results import look

    return look.tooltip(name="Topic", group="Group", **TOOLTIPS)
