"""The charts of comparisons: methods' curves, numbers of topics, overlaps, parts."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import altair as alt
import numpy as np
import pandas as pd

from spca_core.problem.method import built_in, labels_of
from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.results.comparison.curves import AXES, FORMATS, SCALES, SECONDS, SIZES
from spca_core.results.comparison.overlap import MEASURES

CROSS = "M-.7,-.7L.7,.7M-.7,.7L.7,-.7"
OPACITY = 0.25  # of a band
CURVES_HEIGHT = 510  # pixels, of which 420 are inside the axes
MARGIN = 0.05  # of what is drawn, above and below it
LINE_HEIGHT = 0.05  # of the picture's: of a line of a name at the end of a curve
LONGEST_LINE = 9  # letters of a name; a longer one has a line a word
LONGEST_NAME = 60  # pixels of the name at the end of a curve; the rest is cut off
# Pixels beyond a curve's end: of a mark like those of the curve, and of its name.
BEFORE_MARK, BEFORE_NAME = 8, 13
SMALL = 28  # square pixels of that mark
EDGE = 2  # pixels around all
LIMIT_NAME = "proven limit"
N_TICKS = 8  # about, along the values
LARGE = 1e4  # variances from here on are written as 11M on the axis
NUMBERS_HEIGHT = 260  # pixels
OVERLAP_ROW = 34  # pixels
# Pixels, of a topic of parts, and of the legend with the axis.
PART_ROW, PART_AROUND = 30, 80
NOTHING = pd.DataFrame(columns=["method", "value", "upper_bound"], dtype=float)


def curves(
    table: pd.DataFrame,
    scale: str = "absolute",
    along: str = SIZES,
    *,
    titles: Mapping[str, str] = SCALES,
    limits: pd.DataFrame = NOTHING,
    published: pd.DataFrame = NOTHING,
    seeds: pd.DataFrame = NOTHING,
    legend: bool = True,
) -> style.Picture:
    """Draw `curves.quantile_bands` as curves.

    limits     : to draw over the sizes, as `verdict.limits` gives them
    published  : figures of others: method, n_components, value
    seeds      : of `curves.few_seeds`, drawn as circles
    """
    table = style.with_colours(table)
    table = table.assign(last=~table.duplicated("method", keep="last"))
    methods = _chosen(table)
    is_time = along == SECONDS
    held: Literal["linear", "step-after"] = "step-after" if is_time else "linear"
    x = _x_axis(table, along)
    seeds, published = style.with_colours(seeds), style.with_colours(published)
    others = limits["upper_bound"], published["value"], seeds["value"]
    ends = domain(table, *others)
    y = partial(_y_axis, scale=scale, title=titles[scale], ends=ends)
    color = style.own_colour()
    base = alt.Chart().transform_filter(methods).encode(x=x)
    coloured = base.encode(color=color, detail="method:N")
    band = coloured.mark_area(interpolate=held, opacity=OPACITY)
    value, tooltip = y("median"), _tooltip(along, scale)
    line = coloured.mark_line(interpolate=held).encode(y=value, tooltip=tooltip)
    marked = base.transform_filter("datum.last") if is_time else base
    marks = (
        marked.mark_point(size=80, opacity=1)
        .encode(y=value, tooltip=tooltip, **style.method_mark(table, legend=legend))
        .add_params(methods)
    )
    names = end_labels(table, ends)
    beyond = alt.Chart(names).transform_filter(methods)
    beyond = beyond.encode(x=alt.value("width"), y=y("label"))
    keys = beyond.mark_point(size=SMALL, opacity=1, xOffset=BEFORE_MARK).encode(
        **style.method_mark(table, legend=legend)
    )
    named = beyond.mark_text(
        align="left", dx=BEFORE_NAME, limit=LONGEST_NAME, lineBreak="\n"
    ).encode(text="name:N", color=color)
    layers = (
        band.encode(y=y("low"), y2="high:Q"),
        line,
        marks,
        *_seeds(seeds, methods, x, y("value"), scale, color),
        keys,
        named,
        *_strokes(limits),
        *_published(published, x, y("value"), color),
    )
    # Each side by its name: Streamlit sets that at the bottom.
    around = alt.Padding(**dict.fromkeys(("left", "top", "right", "bottom"), EDGE))
    return alt.layer(*layers, data=table, height=CURVES_HEIGHT, padding=around)


def bars(
    table: pd.DataFrame,
    scale: str = "absolute",
    *,
    titles: Mapping[str, str] = SCALES,
    limits: pd.DataFrame = NOTHING,
    published: pd.DataFrame = NOTHING,
    seeds: pd.DataFrame = NOTHING,
) -> style.Picture:
    """Draw `curves.quantile_bands` of whole runs as bars.

    limits, published, seeds : as for `curves`
    """
    methods, x = _chosen(table), _x_axis(table, SIZES)
    others = limits["upper_bound"], published["value"], seeds["value"]
    _, most = domain(table, *others)
    y = partial(_y_axis, scale=scale, title=titles[scale], ends=(0.0, most))
    color = style.method_colour(table)
    offset = alt.XOffset("method:N", sort=labels_of(built_in()), bandPosition=0.5)
    base = (
        alt.Chart()
        .transform_filter(methods)
        .encode(x=x, xOffset=offset, color=color, tooltip=_tooltip(SIZES, scale))
    )
    bars = base.mark_bar().encode(y=y("median")).add_params(methods)
    band = base.mark_rule(strokeWidth=2).encode(
        y="low:Q", y2="high:Q", color=alt.value(style.LIMIT_COLOUR)
    )
    grey = alt.value(style.LIMIT_COLOUR)
    there = [
        mark.encode(xOffset=offset)
        for mark in (
            *_published(published, x, y("value"), color),
            *_seeds(seeds, methods, x, y("value"), scale, grey),
        )
    ]
    layers = bars, band, *_strokes(limits), *there
    return alt.layer(*layers, data=table, height=CURVES_HEIGHT)


def _chosen(table: pd.DataFrame) -> alt.Parameter:
    """Let the legend choose methods: a click toggles one, Shift shows it alone."""
    return alt.selection_point(
        name="chosen",
        fields=["method"],
        bind="legend",
        value=[{"method": label} for label in style.methods_in(table)],
        toggle="!event.shiftKey",
        clear=False,
        empty=False,
    )


def _x_axis(table: pd.DataFrame, along: str) -> alt.X:
    if along == SECONDS:
        return alt.X(f"{along}:Q", title=AXES[along]).axis(format=".6~g")
    # All places, even those without a value, so that 3 never stands next to 8.
    first = 1 if along == SIZES else table[along].min()
    every = alt.Scale(domain=list(range(first, table[along].max() + 1)))
    return alt.X(f"{along}:O", title=AXES[along], scale=every).axis(labelAngle=0)


def _y_axis(column: str, *, scale: str, title: str, ends: tuple[float, float]) -> alt.Y:
    """Return the axis of values on a scale, of which only the given part is shown."""
    kind = alt.Scale(domain=list(ends), nice=False, zero=False)
    absolute = "~s" if ends[1] >= LARGE else ".6~g"
    numbers = absolute if scale == "absolute" else "~%"
    axis = {"format": numbers, "tickCount": N_TICKS}
    return alt.Y(f"{column}:Q", title=title, scale=kind).axis(**axis)


def _tooltip(along: str, scale: str) -> list[alt.Tooltip]:
    place = (AXES[along], ".3~g") if along == SECONDS else AXES[along]
    columns = {"median": "Median", "low": "Band from", "high": "Band to"}
    values = {name: (title, FORMATS[scale]) for name, title in columns.items()}
    return style.tooltip(method="Method", **{along: place}, **values, n_seeds="Seeds")


def _published(
    table: pd.DataFrame, x: Any, y: alt.Y, color: Any
) -> Iterator[alt.Chart]:
    """Draw figures of others as crosses in the colours of their methods."""
    if table.empty:
        return
    crosses = alt.Chart(table).mark_point(
        shape=CROSS, size=120, strokeWidth=2.5, filled=False, opacity=1
    )
    figure = ("Published", ".6~g")
    yield crosses.encode(
        x=x,
        y=y,
        color=color,
        tooltip=style.tooltip(method="Method", n_components="Topics", value=figure),
    )


def _seeds(
    table: pd.DataFrame,
    methods: Any,
    x: Any,
    y: alt.Y,
    scale: str,
    color: Any,
) -> Iterator[alt.Chart]:
    """Draw each run of a few as a circle."""
    if table.empty:
        return
    circles = alt.Chart(table).mark_point(size=35, filled=False, opacity=1)
    value = (SCALES[scale], FORMATS[scale])
    yield circles.transform_filter(methods).encode(
        x=x,
        y=y,
        color=color,
        tooltip=style.tooltip(method="Method", seed="Seed", value=value),
    )


def _strokes(limits: pd.DataFrame) -> Iterator[alt.Chart]:
    """Draw proven limits, if there are any, as short lines, the last with its name.

    The name is above its line, where no run can be.
    """
    if limits.empty:
        return
    limit = ("Proven limit", ".5g")
    placed = alt.Chart(limits).encode(
        x=alt.X("n_components:O", title="Topics"),
        y=alt.Y("upper_bound:Q"),
        tooltip=style.tooltip(n_components="Topics", upper_bound=limit, proof="By"),
    )
    yield placed.mark_point(
        shape="stroke",
        size=500,
        strokeWidth=2,
        filled=False,
        color=style.LIMIT_COLOUR,
        opacity=1,
    )
    last = placed.properties(data=limits.tail(1))
    yield last.mark_text(
        text=LIMIT_NAME, color=style.LIMIT_COLOUR, align="right", dy=-12
    )


def domain(table: pd.DataFrame, *others: pd.Series) -> tuple[float, float]:
    """Return the ends of an axis that shows all of `quantile_bands`, with a margin.

    others : more values to be seen
    """
    seen = np.concatenate([table["low"], table["high"], *others])
    low, high = _with_margin(np.array([np.nanmin(seen), np.nanmax(seen)]))
    return float(low), float(high)


def _with_margin(ends: np.ndarray) -> np.ndarray:
    room = MARGIN * (np.diff(ends).item() or abs(ends[0]) or 1.0)
    return ends + np.array([-room, room])


def end_labels(table: pd.DataFrame, axis: tuple[float, float]) -> pd.DataFrame:
    """Return one row per method: its end in `quantile_bands`, and its name's place.

    In `name` a long one has several lines, of which the first is at `label`.

    axis : its ends, as `domain` gives them
    """
    ends = table.drop_duplicates("method", keep="last").sort_values("median")
    names = ends["method"].map(_in_lines)
    low, high = axis
    line = LINE_HEIGHT * (high - low)
    heights = line * (names.str.count("\n").to_numpy() + 1)
    places = style.label_places(ends["median"].to_numpy(), heights, axis)
    return ends.assign(name=names, label=places + (heights - line) / 2)


def _in_lines(name: str) -> str:
    return name if len(name) <= LONGEST_LINE else "\n".join(name.split(" "))


def by_number(
    table: pd.DataFrame, titles: Mapping[str, str], most: int, suggested: int | None
) -> style.Picture:
    """Draw measures by the number of topics as curves.

    titles : of the measures
    most   : the number above which the ground is grey
    """
    curves = table.rename(columns={"n_components": "Topics", **titles})
    curves = curves.melt("Topics", [*titles.values()], "measure", "value").dropna()
    axis = alt.Axis(tickMinStep=1, format="d")
    clicked = alt.selection_point(name="number", fields=["Topics"], nearest=True)
    base = alt.Chart(
        curves
    ).encode(
        x=alt.X("Topics:Q", title="Topics", axis=axis, scale=alt.Scale(zero=False)),
        y=alt.Y("value:Q", title=None),  # the page shows it above
        color=alt.Color(
            "measure:N",
            scale=alt.Scale(domain=[*titles.values()], range=COLOURS[: len(titles)]),
            legend=style.legend() if len(titles) > 1 else None,
        ),
        tooltip=style.tooltip(Topics="Topics", value=("Value", ".3f"), measure="Of"),
    )
    points = base.mark_point(filled=True, size=60, opacity=1).add_params(clicked)
    marks = _number_marks(table, "times_chance" in titles, most, suggested)
    layers = alt.layer(*marks, base.mark_line(), points)
    return layers.properties(height=NUMBERS_HEIGHT)


def _number_marks(
    table: pd.DataFrame, is_chance: bool, most: int, suggested: int | None
) -> Iterator[alt.Chart]:
    """Yield a grey ground over the limit, a line at the suggestion, one at chance."""
    over = table[(table["n_components"] > most) & (table["times_chance"] <= 1)]
    ground = over["n_components"].agg(["min", "max"]).to_frame().T.dropna()
    ground = alt.Chart(ground.assign(min=most or ground["min"]))
    grey = ground.mark_rect(color=style.LIMIT_COLOUR, opacity=0.2)
    yield grey.encode(x="min:Q", x2="max:Q")
    at = alt.Chart(table[table["n_components"] == suggested])
    line = at.mark_rule(color=COLOURS[3], **style.DASHED)
    yield line.encode(x="n_components:Q")
    if is_chance:
        chance = alt.Chart(pd.DataFrame({"value": [1.0]}))
        line = chance.mark_rule(color=style.LIMIT_COLOUR, **style.DASHED)
        yield line.encode(y="value:Q")


def overlaps(table: pd.DataFrame, measure: str) -> style.Picture:
    order = list(dict.fromkeys(table["first"]))
    axis: dict[str, Any] = {
        "title": None,
        "labelLimit": style.LABEL_WIDTH,
        "labelOverlap": False,
    }
    shares = {name: (title, ".1%") for name, title in MEASURES.items()}
    base = alt.Chart().encode(
        x=alt.X("second:N", sort=order).axis(**axis, labelAngle=-45),
        y=alt.Y("first:N", sort=order).axis(**axis),
        tooltip=style.tooltip(first="Solver", second="With", **shares),
    )
    shade = alt.Color(f"{measure}:Q", legend=None)
    shade = shade.scale(domain=(0.0, 1.0), range=[style.LIGHT, style.DARKER])
    numbers = base.mark_text(color=style.INK, fontSize=12).encode(
        text=alt.Text(f"{measure}:Q", format=".0%")
    )
    # On a page the height is that of the chart with its labels.
    height = OVERLAP_ROW * len(order) + style.LABEL_WIDTH
    cells = base.mark_rect().encode(color=shade)
    return alt.layer(cells, numbers, data=table, height=height)


def shares_of_parts(
    table: pd.DataFrame, parts: Sequence[str], most: float
) -> style.Picture:
    """Draw the share of each topic in both parts as points with their intervals."""
    colour = alt.Color("part:N", scale=alt.Scale(domain=parts, range=COLOURS[:2]))
    shape = alt.Shape("part:N", scale=alt.Scale(domain=parts, range=style.SHAPES[:2]))
    names = list(dict.fromkeys(table["name"]))
    base = alt.Chart(table, height=PART_ROW * len(names) + PART_AROUND).encode(
        y=alt.Y("name:N", sort=names, title=None).axis(labelLimit=style.LABEL_WIDTH),
        yOffset=alt.YOffset("part:N", sort=parts),
        color=colour.legend(style.legend()),
        tooltip=style.tooltip(name="Topic", part="In", **style.SHARES),
    )
    x = alt.X("low:Q", title=None, scale=alt.Scale(domain=[0, most]))
    intervals = base.mark_rule(strokeWidth=2).encode(x=x.axis(format=".2~%"), x2="high")
    points = base.mark_point(filled=True, size=70, opacity=1).encode(
        x="share:Q", shape=shape.legend(style.legend())
    )
    return alt.layer(intervals, points)
