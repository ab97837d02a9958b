"""The values over two angles, the net's pairs among them, and a path of the ascent."""

from functools import cache
from typing import Any

import altair as alt
import pandas as pd

from spca_core.lessons.net import ANGLES, CELLS_PER_SIDE, MARKS, PICK
from spca_core.lessons.net_example import HALF_CIRCLE
from spca_core.results.charts.look import INK, LIGHT, SHAPES, legend, tooltip
from spca_core.results.colours import COLOURS

# A little more than half, or the page would show through the seams.
HALF_CELL = 1.1 * HALF_CIRCLE / CELLS_PER_SIDE / 2
# The marks lie on the heat map, whose colours are the same in every theme.
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
    The specification never changes except for the tables, so the browser redraws only
    what has changed, not the cells.
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
    del drawn["config"]  # the page has its own theme
    return drawn


def _cells(landscape: alt.NamedData) -> alt.Chart:
    # A second click on a cell counts if the pointer left it in between.
    click = alt.selection_point(
        name=PICK, fields=ANGLES, empty=False, toggle=False, clear="mouseleave"
    )
    cells = alt.Chart(landscape).mark_rect(clip=True).add_params(click)
    colour = alt.Color("value:Q").legend(title="Captured", orient="bottom")
    return cells.transform_calculate(
        left=alt.datum.first_angle - HALF_CELL,
        right=alt.datum.first_angle + HALF_CELL,
        lower=alt.datum.second_angle - HALF_CELL,
        upper=alt.datum.second_angle + HALF_CELL,
    ).encode(
        **_angles("left", "lower"),
        x2="right:Q",
        y2="upper:Q",
        color=colour.scale(scheme="blues", type="pow", exponent=CONTRAST, zero=False),
        tooltip=_tooltip(),
    )


def _path(track: alt.NamedData) -> alt.Chart:
    line = alt.Chart(track).mark_line(
        clip=True,
        color=COLOURS[1],
        strokeWidth=2.5,
        point=alt.OverlayMarkDef(color=COLOURS[1], size=40, filled=True),
    )
    return line.encode(
        **_angles("across", "up"),
        detail="copy:N",
        order="step:Q",
        tooltip=_tooltip(step="Step"),
    )


def _marks(marks: alt.NamedData) -> alt.Chart:
    points = alt.Chart(marks).mark_point(
        filled=True, opacity=1, stroke=LIGHT, strokeWidth=1
    )
    looks = (alt.Fill, MARK_COLOURS), (alt.Shape, MARK_SHAPES), (alt.Size, MARK_SIZES)
    channels = [
        channel("kind:N", scale=alt.Scale(domain=MARKS, range=values), legend=legend())
        for channel, values in looks
    ]
    angles = _angles("first_angle", "second_angle")
    return points.encode(*channels, **angles, tooltip=_tooltip(kind="What"))


def _angles(across: str, up: str) -> dict[str, Any]:
    scale = alt.Scale(domain=[0, HALF_CIRCLE], nice=False)
    axis = alt.Axis(values=list(range(0, 181, 45)))
    x = alt.X(f"{across}:Q", title="First angle (degrees)", scale=scale, axis=axis)
    y = alt.Y(f"{up}:Q", title="Second angle (degrees)", scale=scale, axis=axis)
    return {"x": x, "y": y}


def _tooltip(**own: str) -> list[alt.Tooltip]:
    return tooltip(
        **own,
        first_angle=("First angle", ".1f"),
        second_angle=("Second angle", ".1f"),
        value=("Captured", ".3f"),
    )
