"""What all charts share: colours, shapes, sizes, tooltips, legends, methods' looks."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd
from altair.utils.schemapi import disable_debug_mode

from spca_core.problem.method import METHODS, Method, built_in, labels_of
from spca_core.results.colours import COLOURS, palette

# Checking each part of a chart against Altair's schema would take half of the time of a
# page. The tests check whole charts instead.
disable_debug_mode()

UNKNOWN = Method(name="", label="", does="", source="")  # looks as registered ones do
SHAPES = ["circle", "square", "triangle-up", "diamond"]
LIMIT_COLOUR = "#8a8f98"  # visible on both themes, and not a method's colour
MAX_TOPICS = 30
CHART_HEIGHT = 360  # pixels
WORD_HEIGHT, WORD_SIZE = 22, 14  # pixels
WORD_WIDTH = 100  # pixels; a longer word is cut off
LABEL_WIDTH = 150  # pixels, of a method or a run
MAP_HEIGHT = 520  # pixels
ROW_HEIGHT = 26  # pixels, of a group or a topic
AXIS_HEIGHT = 50  # pixels, of an axis below a chart, with its title
HOUR = 3_600_000  # milliseconds
LENGTHS = {"hour": HOUR, "day": 24 * HOUR, "month": 28 * 24 * HOUR}
LENGTHS |= {"year": 365 * 24 * HOUR, "decade": 10 * 365 * 24 * HOUR}
NARROW = "width < 500"  # pixels, as a Vega expression
# Dark ink on light cells is legible on both themes.
LIGHT, DARKER, INK = "#e6f0fb", "#86b5ea", "#16202b"
Picture = alt.Chart | alt.LayerChart | alt.FacetChart
DASHED: dict[str, Any] = {"strokeDash": [6, 4], "strokeWidth": 2}
HERE: dict[str, Any] = {
    "filled": True,
    "color": COLOURS[1],
    "shape": SHAPES[3],
    "size": 140,
    "opacity": 1,
}

# What Altair is told of every chart on a page.
ON_PAGES = {
    "rule": {"aria": False},  # a group of none has no name for a screen reader
    "text": {"color": LIMIT_COLOUR},  # if it has no colour of its own
    "axisBand": {"labelFlush": False},  # each name stands beside its bar
}


def tooltip(**columns: str | tuple[str, str]) -> list[alt.Tooltip]:
    """Return tooltips by column: a title, or for numbers a pair of title and format."""
    return [
        alt.Tooltip(f"{name}:N", title=shown)
        if isinstance(shown, str)
        else alt.Tooltip(f"{name}:Q", title=shown[0], format=shown[1])
        for name, shown in columns.items()
    ]


def line_with_points(table: pd.DataFrame, size: int) -> alt.Chart:
    """Return a line with a point of this size, in square pixels, for each row."""
    points = alt.OverlayMarkDef(size=size, filled=True)
    chart = alt.Chart(table, height=CHART_HEIGHT)
    return chart.mark_line(color=COLOURS[0], point=points)


def on_map(table: pd.DataFrame) -> alt.Chart:
    """Return a chart without axes, at x and y."""
    place = {"axis": None, "scale": alt.Scale(zero=False, nice=False, padding=45)}
    chart = alt.Chart(table, height=MAP_HEIGHT)
    return chart.encode(x=alt.X("x:Q", **place), y=alt.Y("y:Q", **place))


def by_time(by: str) -> alt.X:
    """Return the axis of times, in the column `time`; the least step is a `by`."""
    axis = alt.X("time:T", title=by.capitalize())
    return axis.axis(
        format={"month": "%b"},
        labelOverlap="parity",
        labelSeparation=8,
        tickMinStep=LENGTHS[by],
    )


def shares(title: str = "", **axis: Any) -> alt.Y:
    """Return the axis of shares of documents.

    title : what is said of them besides
    """
    named = f"Share of documents, {title}" if title else "Share of documents"
    return alt.Y("share:Q", title=named).axis(format=".2~%", **axis)


def numbered_cells(
    base: alt.Chart,
    field: str,
    number_format: str,
    domain: tuple[float, float],
    dy: int = 0,
) -> tuple[alt.Chart, alt.Chart]:
    """Return two layers: a rectangle for each cell of x and y, and the number in it.

    dy : pixels from the middle down to the number
    """
    colour = alt.Color(f"{field}:Q", legend=None)
    rectangles = base.mark_rect().encode(
        color=colour.scale(domain=domain, range=[LIGHT, DARKER])
    )
    numbers = base.mark_text(color=INK, fontSize=12, dy=dy).encode(
        text=alt.Text(f"{field}:Q", format=number_format)
    )
    return rectangles, numbers


def by_topic(colours: Sequence[str] = (), grey: str = LIMIT_COLOUR) -> alt.Color:
    """Colour each topic by its number, in the column `topic`, without a legend.

    colours : one for each topic, or else those of a light ground in their order
    grey    : of what has topic 0, which is none
    """
    known = [grey, *(colours or palette(range(MAX_TOPICS)))]
    scale = alt.Scale(domain=list(range(len(known))), range=known)
    return alt.Color("topic:N", scale=scale, legend=None)


def by_word(**axis: Any) -> alt.Y:
    """Return the axis of words, in the order of the rows, `WORD_HEIGHT` for each."""
    return alt.Y("word:N", sort=None).axis(
        title=None,
        domain=False,
        ticks=False,
        labelLimit=WORD_WIDTH,
        labelFontSize=WORD_SIZE,
        labelOverlap=False,
        minExtent=WORD_WIDTH,
        **axis,
    )


def legend(orient: Any = "top", **more: Any) -> alt.Legend:
    """Return a legend; on a phone, two above a chart or three columns do not fit."""
    columns, limit = alt.expr(f"{NARROW} ? 2 : 4"), alt.expr(f"{NARROW} ? 120 : 0")
    return alt.Legend(
        title=None, orient=orient, columns=columns, labelLimit=limit, **more
    )


def method_colour(table: pd.DataFrame, *, legend: bool = True) -> alt.Color:
    """Give every method the same colour in every chart, whichever methods it shows."""
    return alt.Color("method:N", **_of_methods(table, "colour", legend))


def method_shape(table: pd.DataFrame, *, legend: bool = True) -> alt.Shape:
    """Give every method the same shape in every chart, as a second cue."""
    return alt.Shape("method:N", **_of_methods(table, "shape", legend))


def method_mark(table: pd.DataFrame, *, legend: bool = True) -> dict[str, Any]:
    """Return the encodings of a method's mark: its shape, its outline and its inside.

    The inside is of the same colour or white, which is seen without colours too.
    """
    return {
        "shape": method_shape(table, legend=legend),
        "stroke": alt.Stroke("method:N", **_of_methods(table, "colour", legend)),
        "fill": alt.Fill("method:N", **_of_methods(table, "fill", legend)),
    }


def with_colours(table: pd.DataFrame) -> pd.DataFrame:
    """Add the colour of each row's method, for `own_colour`."""
    known = _by_label("colour")
    return table.assign(colour=[known[label] for label in table["method"]])


def own_colour() -> alt.Color:
    """Draw each row in its colour, without a legend: that is the one of the marks."""
    return alt.Color("colour:N", scale=None)


def _of_methods(table: pd.DataFrame, look: str, with_legend: bool) -> dict[str, Any]:
    """Return a scale and a legend.

    look : the field of the methods' records that the scale has
    """
    shown, looks = methods_in(table), _by_label(look)
    scale = alt.Scale(domain=shown, range=[looks[label] for label in shown])
    # The legend's symbols are opaque; bands are not.
    symbols = legend(symbolSize=120, symbolOpacity=1) if with_legend else None
    return {"scale": scale, "legend": symbols}


def _by_label(look: str) -> dict[str, str]:
    """Return a field of the methods' records by what they are called on screen."""
    looks = {method.label: getattr(method, look) for method in METHODS.values()}
    return defaultdict(lambda: getattr(UNKNOWN, look), looks)


def methods_in(table: pd.DataFrame) -> list[str]:
    """Return the methods of a table, in the order of all charts, others last."""
    there, ours = dict.fromkeys(table["method"]), labels_of(built_in())
    others = [label for label in there if label not in ours]
    return [*(label for label in ours if label in there), *others]
