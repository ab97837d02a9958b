"""What all angles capture, as a heat map with a dot under the pointer, net and path."""

from typing import Any

import altair as alt
import pandas as pd

from spca_core.lessons.charts.figure import TURNS, chosen
from spca_core.lessons.charts.pointer import move, named_bars, under_pointer
from spca_core.lessons.eight_words import HALF_CIRCLE
from spca_core.lessons.net import (
    BEST_POINT,
    CELLS_PER_SIDE,
    END,
    MARKS,
    NET_POINT,
    START,
    TERMS,
)
from spca_core.results.colours import COLOURS
from spca_core.results.look import INK, LIGHT, LIMIT_COLOUR, SHAPES, Picture, legend

# A little more than half, or the page would show through the seams.
HALF_CELL = 1.1 * HALF_CIRCLE / CELLS_PER_SIDE / 2
# The marks lie on the heat map, whose colours are the same in every theme.
LOOKS = {
    NET_POINT: (INK, SHAPES[0], 20),
    BEST_POINT: (COLOURS[3], SHAPES[3], 260),
    START: (COLOURS[1], SHAPES[1], 150),
    END: (COLOURS[1], SHAPES[2], 150),
}
OF_TERMS = (LIMIT_COLOUR, COLOURS[1], COLOURS[3], COLOURS[2], COLOURS[2])
COLOUR_OF_TERM = dict(zip(TERMS, OF_TERMS, strict=True))
CONTRAST = 4  # an exponent: most values are near the greatest
SCALE = alt.Scale(domain=[0, HALF_CIRCLE], nice=False)
NET = {**TURNS, "net_epsilon": 0.5, "n_cells": "=ceil(2 / net_epsilon)"}
DRAGGED = [
    move(name, f"round(clamp(invert('{axis}', {axis}()), 0, {HALF_CIRCLE:.0f}))")
    for name, axis in (("first_angle", "x"), ("second_angle", "y"))
]


def dot_map(landscape: pd.DataFrame, height: int) -> Picture:
    """Draw what all angles capture, with a dot at those under the pointer."""
    dot = alt.Chart(pd.DataFrame([{"kind": START}])).transform_calculate(
        across="first_angle", up="second_angle"
    )
    drawn = dot.mark_point(
        filled=True, opacity=1, stroke=LIGHT, color=COLOURS[1], size=170
    )
    chart = alt.layer(_cells(landscape), drawn.encode(**_at("across", "up")))
    return under_pointer(chart.properties(height=height), TURNS, *DRAGGED)


def net_map(
    landscape: pd.DataFrame, choices: pd.DataFrame, nets: pd.DataFrame, height: int
) -> Picture:
    """Draw the net's pairs, its best, and the ascent from the pointer on the map."""
    path = _path(choices)
    line = path.mark_line(clip=True, color=COLOURS[1], strokeWidth=2.5)
    steps = path.mark_point(filled=True, clip=True, color=COLOURS[1], size=50)
    net = _net(nets)
    pairs = net.transform_flatten(["angles"], ["across"]).transform_flatten(
        ["again"], ["up"]
    )
    chart = alt.layer(
        _cells(landscape),
        _marks(pairs.transform_filter("datum.across <= datum.up"), NET_POINT),
        line.encode(**_at("across", "up"), detail="copy:N", order="step:Q"),
        steps.encode(**_at("across", "up")),
        _marks(
            net.transform_calculate(across="datum.first", up="datum.second"), BEST_POINT
        ),
        _marks(_ends(path, "datum.step == 0"), START),
        _marks(_ends(path, "datum.step == datum.last"), END),
    )
    return under_pointer(chart.properties(height=height), NET, *DRAGGED)


def net_bars(choices: pd.DataFrame, nets: pd.DataFrame, optimum: float) -> Picture:
    """Draw the best possible, what was found and what is proven as bars."""
    end = chosen(choices, "values").transform_calculate(
        value="max(datum.captured, datum.values[length(datum.values) - 1])",
        term=f"'{TERMS[1]}'",
    )
    values = {
        TERMS[0]: f"{optimum}",
        TERMS[2]: "datum.best",
        TERMS[3]: f"pow(1 - net_epsilon * net_epsilon / 8, 2) * {optimum}",
        TERMS[4]: f"(1 - net_epsilon) * {optimum}",
    }
    rest = _net(nets).transform_calculate(**values)
    rest = rest.transform_fold(list(values), as_=["term", "value"])
    x = alt.X("value:Q", axis=None).scale(domain=[0, optimum * 1.2], nice=False)
    text = alt.Text("value:Q", format=".3f")
    bars = [
        layer
        for rows in (end, rest)
        for layer in named_bars(rows, x, "term", COLOUR_OF_TERM, text)
    ]
    return under_pointer(alt.layer(*bars).properties(height=130), NET)


def _net(nets: pd.DataFrame) -> alt.Chart:
    return alt.Chart(nets).transform_filter("datum.cells == n_cells")


def _path(choices: pd.DataFrame) -> alt.Chart:
    """Return the steps of the ascent from the pointer, copied on all sides.

    A path that leaves the picture on one side comes back on the other.
    """
    rows = chosen(choices, "steps", "firsts", "seconds").transform_calculate(
        first="datum.firsts[0]",
        second="datum.seconds[0]",
        last="length(datum.firsts) - 1",
    )
    rows = rows.transform_flatten(["steps", "firsts", "seconds"], ["step", "to", "on"])
    rows = rows.transform_calculate(copy="sequence(9)").transform_flatten(["copy"])
    way = "((({0} - {1}) % 180 + 270) % 180 - 90)"  # the shorter way round
    first = way.format("datum.first", "first_angle")
    second = way.format("datum.second", "second_angle")
    return rows.transform_calculate(
        across=f"first_angle + (datum.copy % 3 - 1) * 180 + (datum.step == 0 ? 0 : "
        f"{first} + datum.to - datum.first)",
        up=f"second_angle + (floor(datum.copy / 3) - 1) * 180 + (datum.step == 0 ? 0 : "
        f"{second} + datum.on - datum.second)",
    )


def _ends(path: alt.Chart, which: str) -> alt.Chart:
    inside = (
        "datum.across >= 0 && datum.across <= 180 && datum.up >= 0 && datum.up <= 180"
    )
    return path.transform_filter(f"{which} && {inside}")


def _marks(rows: alt.Chart, kind: str) -> alt.Chart:
    marks = rows.transform_calculate(kind=f"'{kind}'").mark_point(
        filled=True, opacity=1, stroke=LIGHT, strokeWidth=1
    )
    channels = [
        channel(
            "kind:N",
            sort=None,
            scale=alt.Scale(domain=MARKS, range=[LOOKS[mark][i] for mark in MARKS]),
            legend=legend(),
        )
        for i, channel in enumerate((alt.Fill, alt.Shape, alt.Size))
    ]
    return marks.encode(*channels, **_at("across", "up"))


def _cells(landscape: pd.DataFrame) -> alt.Chart:
    cells = alt.Chart(landscape).mark_rect(clip=True)
    colour = alt.Color("value:Q", legend=None)
    return cells.transform_calculate(
        left=alt.datum.first_angle - HALF_CELL,
        right=alt.datum.first_angle + HALF_CELL,
        lower=alt.datum.second_angle - HALF_CELL,
        upper=alt.datum.second_angle + HALF_CELL,
    ).encode(
        **_at("left", "lower"),
        x2="right:Q",
        y2="upper:Q",
        color=colour.scale(scheme="blues", type="pow", exponent=CONTRAST, zero=False),
    )


def _at(across: str, up: str) -> dict[str, Any]:
    axis = alt.Axis(values=list(range(0, 181, 45)))
    x = alt.X(f"{across}:Q", title="First angle (degrees)", scale=SCALE, axis=axis)
    y = alt.Y(f"{up}:Q", title="Second angle (degrees)", scale=SCALE, axis=axis)
    return {"x": x, "y": y}
