"""Points in the plane with a direction, and the variance by its angle."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.lessons.plane import DIRECTIONS, REACH
from spca_core.results.charts import look
from spca_core.results.charts.look import SHAPES
from spca_core.results.colours import COLOURS

SIDE = 280  # pixels: the plane is square, and fits a phone
DRAWN = DIRECTIONS[:2]
COLOUR = alt.Scale(domain=DIRECTIONS, range=COLOURS[1:4])
SHAPE = alt.Scale(domain=DIRECTIONS, range=[SHAPES[1], SHAPES[3], SHAPES[2]])
LINE_COLOUR = alt.Scale(domain=DRAWN, range=COLOURS[1:3])
DASH = alt.Scale(domain=DRAWN, range=[[1, 0], [6, 4]])


def points_and_lines(projections: pd.DataFrame, lines: pd.DataFrame) -> ChartType:
    """Draw the points, a thin segment from each to the chosen line, and the lines."""
    scale = alt.Scale(domain=[-REACH, REACH], nice=False)
    x = alt.X("x:Q", title="First word", scale=scale)
    y = alt.Y("y:Q", title="Second word", scale=scale)
    points = alt.Chart(projections).encode(x=x, y=y)
    segments = points.mark_rule(color=look.LIMIT_COLOUR, strokeWidth=1)
    off = {"off": ("Off the direction", ".2f")}
    dots = points.mark_point(color=COLOURS[0], size=36, filled=True, opacity=0.9)
    directions = alt.Chart(lines).mark_rule(strokeWidth=2.5)
    layers = (
        segments.encode(x2="foot_x:Q", y2="foot_y:Q")
        + directions.encode(
            x=x,
            y=y,
            x2="x2:Q",
            y2="y2:Q",
            color=alt.Color("direction:N", scale=LINE_COLOUR, legend=_legend(lines)),
            strokeDash=alt.StrokeDash("direction:N", scale=DASH),
            tooltip=look.tooltip(direction="Direction"),
        )
        + dots.encode(tooltip=look.tooltip(along=("Along the direction", ".2f"), **off))
    )
    # The plane is square, so right angles look right.
    square = alt.AutoSizeParams(type="pad")
    return layers.properties(width=SIDE, height=SIDE, autosize=square)


def variance_curve(curve: pd.DataFrame, directions: pd.DataFrame) -> ChartType:
    """Draw the variance by angle, with a mark for each direction."""
    angle = alt.X("angle:Q", title="Angle of the direction (degrees)")
    x = angle.scale(domain=[0, 180]).axis(values=list(range(0, 181, 30)))
    y = alt.Y("variance:Q", title="Variance along it").scale(domainMin=0)
    numbers = {
        "angle": ("Angle", ".0f"),
        "variance": ("Variance", ".3f"),
        "share": ("Share of all", ".1%"),
    }
    line = alt.Chart(curve).mark_line(color=COLOURS[0])
    marks = alt.Chart(directions).mark_point(filled=True, size=140, opacity=1)
    marked = marks.encode(
        x=x,
        y=y,
        color=alt.Color("direction:N", scale=COLOUR, legend=_legend(directions)),
        shape=alt.Shape("direction:N", scale=SHAPE),
        tooltip=look.tooltip(direction="Direction", **numbers),
    )
    chart = line.encode(x=x, y=y, tooltip=look.tooltip(**numbers)) + marked
    return chart.properties(height=look.CHART_HEIGHT)


def _legend(directions: pd.DataFrame) -> alt.Legend:
    """Return a legend of what is drawn; showing the best changes no colour."""
    return look.legend(values=directions["direction"].tolist())
