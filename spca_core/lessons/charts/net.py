"""The values over two angles, the net's pairs among them, and a path of the ascent."""

from functools import cache
from typing import Any

import altair as alt
import pandas as pd

from spca_core.lessons.net import ANGLES, CELLS_A_SIDE, MARKS, PICK
from spca_core.lessons.net_example import HALF_CIRCLE
from spca_core.results.charts.look import COLOURS, INK, LIGHT, SHAPES

# A little more than half, or the page would be seen through the seams.
HALF_CELL = 1.1 * HALF_CIRCLE / CELLS_A_SIDE / 2
# The marks lie on the heat map, whose colours are those of no theme.
MARK_COLOURS = [INK, COLOURS[3], COLOURS[1], COLOURS[1]]
MARK_SHAPES = [SHAPES[0], SHAPES[3], SHAPES[1], SHAPES[2]]
MARK_SIZES = [25, 300, 110, 140]  # square pixels
HEIGHT = 620  # pixels, with both legends
CONTRAST = 4  # an exponent: most values are near the greatest


def net_map(
    landscape: pd.DataFrame, marks: pd.DataFrame, track: pd.DataFrame
) -> dict[str, Any]:
    """Draw the values as a heat map, the path as a line, the marks over both.

    A click selects the two angles of what is there, under the name PICK.
    As Vega-Lite has it, always the same but for the tables: so the browser draws anew
    only what has changed, not the cells.
    """
    tables = {"landscape": landscape, "track": track, "marks": marks}
    return {**_without_tables(), "datasets": tables}


@cache
def _without_tables() -> dict[str, Any]:
    layers = [
        _cells(alt.NamedData("landscape")),
        _path(alt.NamedData("track")),
        _marks(alt.NamedData("marks")),
    ]
    drawn = alt.LayerChart(layer=layers, height=HEIGHT).to_dict()
    del drawn["config"]  # a page has a look of its own
    return drawn


def _cells(landscape: alt.NamedData) -> alt.Chart:
    # Who clicks a cell again, having been elsewhere, means it again.
    click = alt.selection_point(
        name=PICK, fields=ANGLES, empty=False, toggle=False, clear="mouseleave"
    )
    return (
        alt.Chart(landscape)
        .mark_rect(clip=True)
        .transform_calculate(
            left=alt.datum.first_angle - HALF_CELL,
            right=alt.datum.first_angle + HALF_CELL,
            lower=alt.datum.second_angle - HALF_CELL,
            upper=alt.datum.second_angle + HALF_CELL,
        )
        .encode(
            x=_angle(alt.X, "left", "First angle (degrees)"),
            x2="right:Q",
            y=_angle(alt.Y, "lower", "Second angle (degrees)"),
            y2="upper:Q",
            color=alt.Color(
                "value:Q",
                scale=alt.Scale(
                    scheme="blues", type="pow", exponent=CONTRAST, zero=False
                ),
                legend=alt.Legend(title="Captured", orient="bottom"),
            ),
            tooltip=_tooltip(),
        )
        .add_params(click)
    )


def _path(track: alt.NamedData) -> alt.Chart:
    line = alt.Chart(track).mark_line(
        clip=True,
        color=COLOURS[1],
        strokeWidth=2.5,
        point=alt.OverlayMarkDef(color=COLOURS[1], size=40, filled=True),
    )
    return line.encode(
        x=_angle(alt.X, "across", "First angle (degrees)"),
        y=_angle(alt.Y, "up", "Second angle (degrees)"),
        detail="copy:N",
        order="step:Q",
        tooltip=[alt.Tooltip("step:Q", title="Step"), *_tooltip()],
    )


def _marks(marks: alt.NamedData) -> alt.Chart:
    legend = alt.Legend(title=None, orient="top", columns=2)
    kinds = list(MARKS)
    points = alt.Chart(marks).mark_point(
        filled=True, opacity=1, stroke=LIGHT, strokeWidth=1
    )
    return points.encode(
        x=_angle(alt.X, "first_angle", "First angle (degrees)"),
        y=_angle(alt.Y, "second_angle", "Second angle (degrees)"),
        fill=alt.Fill(
            "kind:N", scale=alt.Scale(domain=kinds, range=MARK_COLOURS), legend=legend
        ),
        shape=alt.Shape(
            "kind:N", scale=alt.Scale(domain=kinds, range=MARK_SHAPES), legend=legend
        ),
        size=alt.Size(
            "kind:N", scale=alt.Scale(domain=kinds, range=MARK_SIZES), legend=legend
        ),
        tooltip=[alt.Tooltip("kind:N", title="What"), *_tooltip()],
    )


def _angle(channel: type, field: str, title: str) -> alt.X | alt.Y:
    scale = alt.Scale(domain=[0, HALF_CIRCLE], nice=False)
    axis = alt.Axis(values=list(range(0, 181, 45)))
    return channel(f"{field}:Q", title=title, scale=scale, axis=axis)


def _tooltip() -> list[alt.Tooltip]:
    return [
        alt.Tooltip("first_angle:Q", title="First angle", format=".1f"),
        alt.Tooltip("second_angle:Q", title="Second angle", format=".1f"),
        alt.Tooltip("value:Q", title="Captured", format=".3f"),
    ]
