"""Figures of the methods' curves: each with its name, and the band of its runs."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pandas as pd

from spca_core.formatting import percent, significant
from spca_core.results.comparison.curves import (
    BAND,
    HEADINGS,
    RANK,
    SCALES,
    SECONDS,
    SIZES,
)
from spca_core.results.figure import VARIANCE, Figure, late

# How a sentence names the axis, and a place on it.
IN_WORDS = {
    SIZES: ("by number of topics", "at {:d} topics"),
    RANK: ("by rank of the sketch", "at rank {:d}"),
    SECONDS: ("against processor seconds", "after {:.3g} processor seconds"),
}


def curve_figure(
    table: pd.DataFrame,
    name: str,
    scale: str = "absolute",
    along: str = SIZES,
    *,
    titles: Mapping[str, str] = SCALES,
    **drawn: Any,
) -> Figure:
    """Return a curve for each method, its name at its end, marks on it.

    The legend can hide methods.

    table  : from `curves.quantile_bands`
    name   : of the files
    titles : of the scales, as `curves.scale_titles` gives them
    drawn  : as for `charts.curves`
    """
    more = {"scale": scale, "along": along, "titles": titles, **drawn}
    draw = late("comparison.charts:curves", **more)
    printed = partial(draw, legend=False)  # the names at their ends suffice
    return _figure(table, name, scale, along, titles, draw, printed)


def bar_figure(
    table: pd.DataFrame,
    name: str,
    scale: str = "absolute",
    *,
    titles: Mapping[str, str] = SCALES,
    **drawn: Any,
) -> Figure:
    """Return a bar for each method of whole runs, with a line for its band.

    The legend can hide methods. Bars begin at zero.

    table, name, titles : as for `curve_figure`
    drawn               : as for `charts.bars`
    """
    draw = late("comparison.charts:bars", scale=scale, titles=titles, **drawn)
    return _figure(table, name, scale, SIZES, titles, draw)


def _figure(
    table: pd.DataFrame,
    name: str,
    scale: str,
    along: str,
    titles: Mapping[str, str],
    draw: Callable[..., Any],
    printed: Callable[..., Any] | None = None,
) -> Figure:
    variances = {column: (HEADINGS[column], VARIANCE) for column in BAND}
    return Figure(
        name=name,
        title=f"{titles[scale]} {IN_WORDS[along][0]}",
        table=table,
        text=_describe(table, scale, along, titles),
        draw=draw,
        printed=printed,
        headings={**HEADINGS, **variances} if scale == "absolute" else HEADINGS,
    )


def _describe(
    table: pd.DataFrame, scale: str, along: str, titles: Mapping[str, str]
) -> str:
    """Say where each method's curve ends."""
    if table.empty:
        return f"{titles[scale]}: nothing to draw yet."
    axis, place = IN_WORDS[along]
    ends = table.drop_duplicates("method", keep="last")
    listed = "; ".join(
        f"{end['method']} {_with_band(end, scale)} {place.format(end[along])}"
        for end in ends.to_dict("records")
    )
    return f"{titles[scale]} {axis}, median of the seeds: {listed}."


def _with_band(end: dict, scale: str) -> str:
    """Format a median, with its band unless all runs are equal."""
    median, low, high = (
        significant(end[name]) if scale == "absolute" else percent(end[name], 2)
        for name in BAND
    )
    return median if low == high else f"{median} ({low} to {high})"
