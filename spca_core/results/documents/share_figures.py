"""Figures of the share of each topic in groups of documents, and over time."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandas as pd

from spca_core.results.documents.shares import describe_shares
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
    height: int | None = None,
) -> Figure:
    """Return shares by time as lines: the chosen topic's thick, the others' grey.

    The chosen topic has a band, its 95 % intervals. Lines end where a time has no
    documents. Points on fewer than `MIN_GROUP` are faint. A click selects `group` and
    `topic`.

    shares  : from `shares.topic_shares`, as in the other figures
    by      : the name of the grouping
    colours : one for each topic
    height  : in pixels; by default that of any chart
    """
    drawn: dict[str, Any] = {"colours": colours, "by": by}
    chosen = {"topic": topic, "grey": grey, "height": height}
    draw = late("documents.charts:lines", **drawn, **chosen)
    printed = late("documents.charts:named_lines", **drawn)
    return _figure(shares, by, draw, printed)


def small_multiples(shares: pd.DataFrame, by: str, colours: Sequence[str]) -> Figure:
    """Return a small chart for each topic's shares by time, all on one scale."""
    draw = late("documents.charts:small_lines", by=by, colours=colours)
    return _figure(shares, by, draw, partial(draw, width=PRINTED_WIDTH))


def share_heat_map(shares: pd.DataFrame, by: str) -> Figure:
    """Return shares as cells with numbers: a row for each group, with its size.

    A click selects `group` and `topic`.
    """
    return _figure(shares, by, late("documents.charts:cells"))


def _figure(
    shares: pd.DataFrame,
    by: str,
    draw: Callable[..., Any],
    printed: Callable[..., Any] | None = None,
) -> Figure:
    return Figure(
        name=f"topics by {by}".lower().replace(" ", "_"),
        title=f"Share of the documents about each topic, by {by}",
        table=shares,
        text=describe_shares(shares, by),
        draw=draw,
        printed=printed,
        headings=HEADINGS,
    )
