"""Figures of the methods' curves: each with its name, and the band of its runs."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Literal

import pandas as pd

from spca_core.formatting import percent, significant
from spca_core.problem.method import built_in, labels_of
from spca_core.results.comparison.curves import (
    AXES,
    BAND,
    FORMATS,
    HEADINGS,
    RANK,
    SCALES,
    SECONDS,
    SIZES,
    domain,
    end_labels,
)
from spca_core.results.figure import VARIANCE, Figure

# How a sentence names the axis, and a place on it.
IN_WORDS = {
    SIZES: ("by number of topics", "at {:d} topics"),
    RANK: ("by rank of the sketch", "at rank {:d}"),
    SECONDS: ("against processor seconds", "after {:.3g} processor seconds"),
}
CROSS = "M-.7,-.7L.7,.7M-.7,.7L.7,-.7"
OPACITY = 0.25  # of a band
HEIGHT = 510  # pixels, of which 420 are inside the axes
LONGEST_NAME = 60  # pixels of the name at the end of a curve; the rest is cut off
# Pixels beyond a curve's end: of a mark like those of the curve, and of its name.
BEFORE_MARK, BEFORE_NAME = 8, 13
SMALL = 28  # square pixels of that mark
EDGE = 2  # pixels around all
LIMIT_NAME = "proven limit"
N_TICKS = 8  # about, along the values
LARGE = 1e4  # variances from here on are written as 11M on the axis
Axis = Callable[[str], Any]
NOTHING = pd.DataFrame(columns=["method", "value", "upper_bound"], dtype=float)


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

    table  : from `curves.bands`
    name   : of the files
    titles : of the scales, as `curves.scale_titles` gives them
    drawn  : as for `draw_curves`
    """
    draw = partial(draw_curves, scale=scale, along=along, titles=titles, **drawn)
    return _figure(table, name, scale, along, titles, draw, partial(_printed, draw))


def _printed(draw: Callable[..., Any], table: pd.DataFrame, *, narrow: bool) -> Any:  # noqa: ARG001, as all
    """Draw curves without a legend: the names at their ends suffice."""
    return draw(table, legend=False)


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
    drawn               : as for `draw_bars`
    """
    draw = partial(draw_bars, scale=scale, titles=titles, **drawn)
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


def draw_curves(
    table: pd.DataFrame,
    scale: str = "absolute",
    along: str = SIZES,
    *,
    titles: Mapping[str, str] = SCALES,
    limits: pd.DataFrame = NOTHING,
    published: pd.DataFrame = NOTHING,
    seeds: pd.DataFrame = NOTHING,
    legend: bool = True,
) -> Any:
    """Draw `curves.bands` as curves.

    limits     : to draw over the sizes, as `verdict.limits` gives them
    published  : figures of others: method, n_components, value
    seeds      : of `curves.few_seeds`, drawn as circles
    """
    import altair as alt

    from spca_core.results import look

    table = look.with_colours(table)
    table = table.assign(last=~table.duplicated("method", keep="last"))
    methods = _chosen(table)
    is_time = along == SECONDS
    held: Literal["linear", "step-after"] = "step-after" if is_time else "linear"
    x = _x_axis(table, along)
    seeds, published = look.with_colours(seeds), look.with_colours(published)
    others = limits["upper_bound"], published["value"], seeds["value"]
    ends = domain(table, *others)
    y = partial(_y_axis, scale=scale, title=titles[scale], ends=ends)
    color = look.own_colour()
    base = alt.Chart().transform_filter(methods).encode(x=x)
    coloured = base.encode(color=color, detail="method:N")
    band = coloured.mark_area(interpolate=held, opacity=OPACITY)
    value, tooltip = y("median"), _tooltip(along, scale)
    line = coloured.mark_line(interpolate=held).encode(y=value, tooltip=tooltip)
    marked = base.transform_filter("datum.last") if is_time else base
    marks = (
        marked.mark_point(size=80, opacity=1)
        .encode(y=value, tooltip=tooltip, **look.method_mark(table, legend=legend))
        .add_params(methods)
    )
    names = end_labels(table, ends)
    beyond = alt.Chart(names).transform_filter(methods)
    beyond = beyond.encode(x=alt.value("width"), y=y("label"))
    keys = beyond.mark_point(size=SMALL, opacity=1, xOffset=BEFORE_MARK).encode(
        **look.method_mark(table, legend=legend)
    )
    named = beyond.mark_text(
        align="left", dx=BEFORE_NAME, limit=LONGEST_NAME, lineBreak="\n"
    ).encode(text="name:N", color=color)
    layers = (
        band.encode(y=y("low"), y2="high:Q"),
        line,
        marks,
        *_seeds(seeds, methods, x, y, scale, color),
        keys,
        named,
        *_strokes(limits),
        *_published(published, x, y, color),
    )
    # Each side by its name: Streamlit sets that at the bottom.
    around = alt.Padding(**dict.fromkeys(("left", "top", "right", "bottom"), EDGE))
    return alt.layer(*layers, data=table, height=HEIGHT, padding=around)


def draw_bars(
    table: pd.DataFrame,
    scale: str = "absolute",
    *,
    titles: Mapping[str, str] = SCALES,
    limits: pd.DataFrame = NOTHING,
    published: pd.DataFrame = NOTHING,
    seeds: pd.DataFrame = NOTHING,
) -> Any:
    """Draw `curves.bands` of whole runs as bars.

    limits, published, seeds : as for `draw_curves`
    """
    import altair as alt

    from spca_core.results import look

    methods, x = _chosen(table), _x_axis(table, SIZES)
    others = limits["upper_bound"], published["value"], seeds["value"]
    _, most = domain(table, *others)
    y = partial(_y_axis, scale=scale, title=titles[scale], ends=(0.0, most))
    color = look.method_colour(table)
    offset = alt.XOffset("method:N", sort=labels_of(built_in()), bandPosition=0.5)
    base = (
        alt.Chart()
        .transform_filter(methods)
        .encode(x=x, xOffset=offset, color=color, tooltip=_tooltip(SIZES, scale))
    )
    bars = base.mark_bar().encode(y=y("median")).add_params(methods)
    band = base.mark_rule(strokeWidth=2).encode(
        y="low:Q", y2="high:Q", color=alt.value(look.LIMIT_COLOUR)
    )
    grey = alt.value(look.LIMIT_COLOUR)
    there = [
        mark.encode(xOffset=offset)
        for mark in (
            *_published(published, x, y, color),
            *_seeds(seeds, methods, x, y, scale, grey),
        )
    ]
    layers = bars, band, *_strokes(limits), *there
    return alt.layer(*layers, data=table, height=HEIGHT)


def _chosen(table: pd.DataFrame) -> Any:
    """Let the legend choose methods: a click toggles one, Shift shows it alone."""
    import altair as alt

    from spca_core.results import look

    return alt.selection_point(
        name="chosen",
        fields=["method"],
        bind="legend",
        value=[{"method": label} for label in look.methods_in(table)],
        toggle="!event.shiftKey",
        clear=False,
        empty=False,
    )


def _x_axis(table: pd.DataFrame, along: str) -> Any:
    import altair as alt

    if along == SECONDS:
        return alt.X(f"{along}:Q", title=AXES[along]).axis(format=".6~g")
    # All places, even those without a value, so that 3 never stands next to 8.
    first = 1 if along == SIZES else table[along].min()
    every = alt.Scale(domain=list(range(first, table[along].max() + 1)))
    return alt.X(f"{along}:O", title=AXES[along], scale=every).axis(labelAngle=0)


def _y_axis(column: str, *, scale: str, title: str, ends: tuple[float, float]) -> Any:
    """Return the axis of values on a scale, of which only the given part is shown."""
    import altair as alt

    kind = alt.Scale(domain=list(ends), nice=False, zero=False)
    absolute = "~s" if ends[1] >= LARGE else ".6~g"
    numbers = absolute if scale == "absolute" else "~%"
    axis = {"format": numbers, "tickCount": N_TICKS}
    return alt.Y(f"{column}:Q", title=title, scale=kind).axis(**axis)


def _tooltip(along: str, scale: str) -> list[Any]:
    from spca_core.results import look

    place = (AXES[along], ".3~g") if along == SECONDS else AXES[along]
    columns = {"median": "Median", "low": "Band from", "high": "Band to"}
    values = {name: (title, FORMATS[scale]) for name, title in columns.items()}
    return look.tooltip(method="Method", **{along: place}, **values, n_seeds="Seeds")


def _published(table: pd.DataFrame, x: Any, y: Axis, color: Any) -> Iterator[Any]:
    """Draw figures of others as crosses in the colours of their methods."""
    import altair as alt

    from spca_core.results import look

    if table.empty:
        return
    crosses = alt.Chart(table).mark_point(
        shape=CROSS, size=120, strokeWidth=2.5, filled=False, opacity=1
    )
    figure = ("Published", ".6~g")
    yield crosses.encode(
        x=x,
        y=y("value"),
        color=color,
        tooltip=look.tooltip(method="Method", n_components="Topics", value=figure),
    )


def _seeds(
    table: pd.DataFrame,
    methods: Any,
    x: Any,
    y: Axis,
    scale: str,
    color: Any,
) -> Iterator[Any]:
    """Draw each run of a few as a circle."""
    import altair as alt

    from spca_core.results import look

    if table.empty:
        return
    circles = alt.Chart(table).mark_point(size=35, filled=False, opacity=1)
    value = (SCALES[scale], FORMATS[scale])
    yield circles.transform_filter(methods).encode(
        x=x,
        y=y("value"),
        color=color,
        tooltip=look.tooltip(method="Method", seed="Seed", value=value),
    )


def _strokes(limits: pd.DataFrame) -> Iterator[Any]:
    """Draw proven limits, if there are any, as short lines, the last with its name.

    The name is above its line, where no run can be.
    """
    import altair as alt

    from spca_core.results import look

    if limits.empty:
        return
    limit = ("Proven limit", ".5g")
    placed = alt.Chart(limits).encode(
        x=alt.X("n_components:O", title="Topics"),
        y=alt.Y("upper_bound:Q"),
        tooltip=look.tooltip(n_components="Topics", upper_bound=limit, proof="By"),
    )
    yield placed.mark_point(
        shape="stroke",
        size=500,
        strokeWidth=2,
        filled=False,
        color=look.LIMIT_COLOUR,
        opacity=1,
    )
    last = placed.properties(data=limits.tail(1))
    yield last.mark_text(
        text=LIMIT_NAME, color=look.LIMIT_COLOUR, align="right", dy=-12
    )
