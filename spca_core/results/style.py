"""What all charts share: colours, shapes, sizes, tooltips, legends, methods' looks."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import altair as alt
import numpy as np
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
LABEL_WIDTH = 150  # pixels, of a method or a run
MAP_HEIGHT = 520  # pixels
ROW_HEIGHT = 26  # pixels, of a group or a topic
AXIS_HEIGHT = 50  # pixels, of an axis below a chart, with its title
NARROW = "width < 500"  # pixels, as a Vega expression
# Dark ink on light cells is legible on both themes.
LIGHT, DARKER, INK = "#e6f0fb", "#86b5ea", "#16202b"
# Tooltips of a topic's share of documents.
SHARES = {
    "share": ("Share of the documents", ".1%"),
    "low": ("95 % interval from", ".1%"),
    "high": ("to", ".1%"),
    "carrying": ("Documents that carry it", ",d"),
    "documents": ("Documents in all", ",d"),
}
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


def on_map(table: pd.DataFrame) -> alt.Chart:
    """Return a chart without axes, at x and y."""
    place = {"axis": None, "scale": alt.Scale(zero=False, nice=False, padding=45)}
    chart = alt.Chart(table, height=MAP_HEIGHT)
    return chart.encode(x=alt.X("x:Q", **place), y=alt.Y("y:Q", **place))


def label_places(
    values: np.ndarray, heights: np.ndarray, ends: tuple[float, float]
) -> np.ndarray:
    """Return the middles of names beside the ends of lines, of which none overlaps.

    Each is at its value or as little above it as leaves room for those below; where the
    last would leave the picture, those that reach it move down.

    values  : where the names belong, ascending
    heights : of the names, in units of the values
    ends    : of the axis
    """
    low, high = ends
    middles = np.cumsum(heights) - heights / 2
    starts = np.maximum.accumulate(np.maximum(values - middles, low))
    return np.minimum(starts, high - heights.sum()) + middles


def by_topic(colours: Sequence[str] = (), grey: str = LIMIT_COLOUR) -> alt.Color:
    """Colour each topic by its number, in the column `topic`, without a legend.

    colours : one for each topic, or else those of a light ground in their order
    grey    : of what has topic 0, which is none
    """
    known = [grey, *(colours or palette(range(MAX_TOPICS)))]
    scale = alt.Scale(domain=list(range(len(known))), range=known)
    return alt.Color("topic:N", scale=scale, legend=None)


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
