"""Points in the plane with a direction under the pointer, and the variance along it."""

import altair as alt
import pandas as pd

from spca_core.lessons.charts.pointer import move, named_bars, under_pointer
from spca_core.lessons.plane import ACROSS, CHOSEN
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import Picture

SIDE = 262  # pixels: the plane is square, so right angles look right
REACH = 6.0  # of the lines from the centre, beyond every point
COLOUR = {CHOSEN: COLOURS[1], ACROSS: COLOURS[3]}
TURN = {
    "angle": 100,
    "best_direction": False,
    "c": "=cos(angle * PI / 180)",
    "s": "=sin(angle * PI / 180)",
}
# A direction and its opposite are one line.
BEARING = "round((atan2(invert('y', y()), invert('x', x())) * 180 / PI + 360) % 180)"


def points(table: pd.DataFrame, best: pd.DataFrame) -> Picture:
    """Draw the points, a thin segment from each to the line, and the line."""
    scale = alt.Scale(domain=[-REACH, REACH], nice=False)
    x = alt.X("x:Q", title="First word", scale=scale)
    y = alt.Y("y:Q", title="Second word", scale=scale)
    ends = {"x": x, "y": y, "x2": "x2:Q", "y2": "y2:Q"}
    feet = alt.Chart(table).transform_calculate(along="datum.x*c + datum.y*s")
    feet = feet.transform_calculate(x2="datum.along*c", y2="datum.along*s")
    chosen = _line(alt.Chart(pd.DataFrame([{"angle": 0}])), "c", "s")
    rad = "datum.angle * PI / 180"
    greatest = _line(alt.Chart(best), f"cos({rad})", f"sin({rad})")
    chart = alt.layer(
        feet.mark_rule(color=look.LIMIT_COLOUR, strokeWidth=1).encode(**ends),
        greatest.transform_filter("best_direction")
        .mark_rule(color=COLOURS[2], **look.DASHED)
        .encode(**ends),
        chosen.mark_rule(color=COLOURS[1], strokeWidth=3).encode(**ends),
        feet.mark_point(size=30, filled=True, opacity=0.9, color=COLOURS[0]).encode(
            x=x, y=y
        ),
    )
    return under_pointer(
        chart.properties(width=SIDE, height=SIDE), TURN, move("angle", BEARING)
    )


def _line(chart: alt.Chart, across: str, up: str) -> alt.Chart:
    ends = {"x": f"-{REACH}*{across}", "y": f"-{REACH}*{up}"}
    return chart.transform_calculate(**ends, x2=f"{REACH}*{across}", y2=f"{REACH}*{up}")


def curve(angles: pd.DataFrame, best: pd.DataFrame) -> Picture:
    """Draw the variance by angle, with a mark at the direction."""
    x = alt.X("angle:Q", title="Direction (degrees)").scale(domain=[0, 180])
    x = x.axis(values=list(range(0, 181, 45)))
    y = alt.Y("variance:Q", title="Variance along it").scale(domainMin=0)
    mark = alt.Chart(angles).transform_filter("datum.angle == angle")
    dashed = alt.Chart(best).transform_filter("best_direction")
    chart = alt.layer(
        alt.Chart(angles).mark_line(color=COLOURS[0]).encode(x=x, y=y),
        dashed.mark_rule(color=COLOURS[2], **look.DASHED).encode(x=x),
        mark.mark_point(**look.HERE).encode(x=x, y=y),
    )
    slide = move("angle", "round(clamp(invert('x', x()), 0, 180))")
    return under_pointer(chart.properties(height=190), TURN, slide)


def bars(angles: pd.DataFrame) -> Picture:
    """Draw the variance along the direction and across it as bars, with numbers."""
    total = angles["variance"].max() + angles["variance"].min()
    x = alt.X("variance:Q", axis=None).scale(domain=[0, total * 1.3], nice=False)
    number = "format(datum.variance, '.3f') + ', ' + format(datum.share, '.0%')"
    layers = []
    for name, angle in ((CHOSEN, "angle"), (ACROSS, "(angle + 90) % 180")):
        rows = alt.Chart(angles).transform_filter(f"datum.angle == {angle}")
        rows = rows.transform_calculate(direction=f"'{name}'", text=number)
        layers += named_bars(rows, x, "direction", COLOUR, alt.Text("text:N"))
    return under_pointer(alt.layer(*layers).properties(height=56), TURN)
