"""Figures of the share of each topic in groups of documents, and over time."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandas as pd

from spca_core.results.documents.shares import (
    describe_shares,
    mean_over,
    with_mean,
)
from spca_core.results.figure import PERCENT, Figure, Heading, late

FIGURES: dict[str, Heading] = {
    "share": ("Share", PERCENT),
    "low": ("95 % from", PERCENT),
    "high": ("95 % to", PERCENT),
    "carrying": "About the topic",
    "documents": "Documents",
}
HEADINGS = {"time": None, "group": "Group", "name": "Topic", **FIGURES}
PRINTED_WIDTH = 120  # pixels, of a small chart


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
    drawn: dict[str, Any] = {"colours": colours, "by": by, "mean": mean_over(by, over)}
    chosen = {"topic": topic, "grey": grey, "height": height}
    draw = late("documents.charts:lines", **drawn, **chosen)
    printed = late("documents.charts:named_lines", **drawn)
    return _figure(shares, by, draw, over, printed)


def small_multiples(
    shares: pd.DataFrame, by: str, colours: Sequence[str], over: int = 1
) -> Figure:
    """Return a small chart for each topic's shares by time, all on one scale."""
    draw = late("documents.charts:small_lines", by=by, colours=colours)
    return _figure(shares, by, draw, over, partial(draw, width=PRINTED_WIDTH))


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
        draw=late("documents.charts:lines_of_groups", by=by, mean=mean),
        headings={**HEADINGS, "within": "Split by"},
    )


def share_heat_map(shares: pd.DataFrame, by: str) -> Figure:
    """Return shares as cells with numbers: a row for each group, with its size.

    A click selects `group` and `topic`.
    """
    return _figure(shares, by, late("documents.charts:cells"))


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
