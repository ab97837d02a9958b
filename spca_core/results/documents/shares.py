"""The share of each topic in groups of documents."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from spca_core.formatting import percent
from spca_core.results.figure import PERCENT, Figure

HEADINGS = {
    "group": "Group",
    "name": "Topic",
    "documents": "Documents",
    "share": ("Share", PERCENT),
    "carrying": "About the topic",
}
TITLE = "Documents with two or more of its words"
SMALL_HEIGHT, SMALL_COLUMNS = 110, 4
AROUND = 150  # pixels, of labels and the axis
MIN_GROUP = 20  # documents: in fewer, a share says little


def topic_shares(has_topic: np.ndarray, groups: Sequence[str]) -> pd.DataFrame:
    """Return one row per group and topic.

    Columns: group, topic, name, share (of the group's documents, those that have the
    topic), carrying (their number), documents (all of the group), label (the group with
    that number).

    has_topic : from `coverage.documents_with_topics`
    groups  : one for each document; "" is left out
    """
    # Group by number: names of groups would be compared again and again.
    numbers, names = pd.factorize(np.array(groups, dtype=object), sort=True)
    sums = pd.DataFrame(has_topic).assign(documents=1).groupby(numbers).sum()
    sums = sums.set_axis(names).drop("", errors="ignore")
    documents = sums.pop("documents")
    n_groups, n_topics = sums.shape
    topics = np.tile(np.arange(1, n_topics + 1), n_groups)
    return pd.DataFrame(
        {
            "group": sums.index.repeat(n_topics),
            "topic": topics,
            "name": [f"Topic {topic}" for topic in topics],
            "share": sums.div(documents, axis=0).to_numpy(dtype=float).ravel(),
            "carrying": sums.to_numpy(dtype=int).ravel(),
            "documents": documents.repeat(n_topics).to_numpy(),
            "label": [
                f"{group} ({n:,})"
                for group, n in documents.items()
                for _ in range(n_topics)
            ],
        }
    )


def smoothed(shares: pd.DataFrame, over: int) -> pd.DataFrame:
    """Return shares by time with the mean over a window of groups, in their order.

    over : how many groups; 1 leaves them as they are
    """
    by_topic = shares.sort_values(["topic", "group"]).groupby("topic")
    sums = [
        by_topic[name].transform(
            lambda counts: counts.rolling(over, 1, center=True).sum()
        )
        for name in ("carrying", "documents")
    ]
    return shares.assign(share=sums[0] / sums[1])


def strongest(shares: pd.DataFrame, topic: int, most: int = 3) -> str:
    """List the groups, of `MIN_GROUP` documents, where a topic's share is greatest.

    topic : counted from 1
    """
    of_topic = shares[(shares["topic"] == topic) & (shares["carrying"] > 0)]
    large = of_topic[of_topic["documents"] >= MIN_GROUP].nlargest(most, "share")
    pairs = zip(large["group"], large["share"], strict=True)
    return ", ".join(f"{group} ({percent(share)})" for group, share in pairs)


def describe_shares(shares: pd.DataFrame) -> str:
    """Say in which group each topic's share is greatest."""
    peaks = shares.loc[shares.groupby("topic")["share"].idxmax()]
    listed = "; ".join(
        f"{peak['name']} in {peak['group']} ({percent(peak['share'])})"
        for peak in peaks.to_dict("records")
    )
    return f"Share of each topic by group of documents; greatest: {listed}."


def shares_over_time(
    shares: pd.DataFrame,
    by: str,
    topic: int,
    colours: Sequence[str],
    grey: str,
    height: int | None = None,
) -> Figure:
    """Return shares by time as lines: the chosen topic's thick, the others' grey.

    A click selects `group` and `topic`.

    shares  : from `topic_shares`, as in the other figures
    by      : the name of the grouping
    colours : one for each topic
    height  : in pixels; by default that of any chart
    """
    draw = partial(_draw_lines, topic=topic, colours=colours, grey=grey, height=height)
    return _figure(shares, by, draw)


def small_multiples(shares: pd.DataFrame, by: str, colours: Sequence[str]) -> Figure:
    """Return a small chart for each topic's shares by time, all on one scale."""
    return _figure(shares, by, partial(_draw_small_lines, colours=colours))


def share_heat_map(shares: pd.DataFrame, by: str) -> Figure:
    """Return shares as cells with numbers: a row for each group, with its size.

    A click selects `group` and `topic`.
    """
    return _figure(shares, by, _draw_cells)


def _figure(shares: pd.DataFrame, by: str, draw: Callable[..., Any]) -> Figure:
    return Figure(
        name=f"topics_by_{by.replace(' ', '_')}",
        table=shares,
        text=describe_shares(shares),
        draw=draw,
        headings=HEADINGS,
    )


def _draw_lines(
    shares: pd.DataFrame,
    topic: int,
    colours: Sequence[str],
    grey: str,
    height: int | None,
) -> Any:
    import altair as alt

    from spca_core.results import look

    chosen = alt.datum.topic == topic
    picked = alt.selection_point("cell", fields=["group", "topic"], on="click")
    base = alt.Chart(shares).encode(
        x=look.by_group(), y=look.shares(), tooltip=_tooltip()
    )
    others = base.mark_line(color=grey, strokeWidth=1).encode(detail="topic:N")
    thick = base.transform_filter(chosen).encode(color=look.by_topic(colours))
    points = thick.mark_circle(size=70, opacity=1).add_params(picked)
    layers = others, thick.mark_line(strokeWidth=3), points
    return alt.layer(*layers, height=height or look.CHART_HEIGHT)


def _draw_small_lines(shares: pd.DataFrame, colours: Sequence[str]) -> Any:
    import altair as alt

    from spca_core.results import look

    lines = (
        alt.Chart(shares, height=SMALL_HEIGHT, width=190)
        .mark_area(line=True, opacity=0.5)
        .encode(
            x=look.by_group(),
            y=look.shares(tickCount=3),
            color=look.by_topic(colours),
            tooltip=_tooltip(),
        )
    )
    order = list(shares["name"].unique())
    return lines.facet(
        alt.Facet("name:N", title=None, sort=order), columns=SMALL_COLUMNS
    )


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
    return alt.layer(cells, numbers, height=look.ROW_HEIGHT * len(groups) + AROUND)


def _tooltip() -> list[Any]:
    from spca_core.results import look

    numbers = {"share": (TITLE, ".1%"), "documents": ("Documents in all", ",d")}
    return look.tooltip(name="Topic", group="Group", **numbers)
