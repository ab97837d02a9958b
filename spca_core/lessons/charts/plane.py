"""Points in the plane with a direction, and the variance by its angle."""

import altair as alt
import pandas as pd

from spca_core.lessons.plane import DIRECTIONS, REACH
from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, LIMIT_COLOUR, SHAPES

SIDE = 280  # pixels: the plane is square, and fits a phone
ALL = list(DIRECTIONS)
COLOUR = alt.Scale(domain=ALL, range=[COLOURS[1], COLOURS[2], COLOURS[3]])
SHAPE = alt.Scale(domain=ALL, range=[SHAPES[1], SHAPES[3], SHAPES[2]])
DASH = alt.Scale(domain=ALL[:2], range=[[1, 0], [6, 4]])


def points_and_lines(projections: pd.DataFrame, lines: pd.DataFrame) -> alt.LayerChart:
    """Draw the points, a thin segment from each to the chosen line, and the lines."""
    points = alt.Chart(projections)
    scale = alt.Scale(domain=[-REACH, REACH], nice=False)
    x = alt.X("x:Q", title="First word", scale=scale)
    y = alt.Y("y:Q", title="Second word", scale=scale)
    segments = points.mark_rule(color=LIMIT_COLOUR, strokeWidth=1).encode(
        x=x, y=y, x2="foot_x:Q", y2="foot_y:Q"
    )
    dots = points.mark_point(color=COLOURS[0], size=36, filled=True, opacity=0.9)
    tooltip = [
        alt.Tooltip("along:Q", title="Along the direction", format=".2f"),
        alt.Tooltip("off:Q", title="Off the direction", format=".2f"),
    ]
    directions = alt.Chart(lines).mark_rule(strokeWidth=2.5)
    drawn = directions.encode(
        x=x,
        y=y,
        x2="x2:Q",
        y2="y2:Q",
        color=alt.Color(
            "direction:N", scale=alt.Scale(domain=ALL[:2], range=COLOURS[1:3])
        ).legend(_legend(lines)),
        strokeDash=alt.StrokeDash("direction:N", scale=DASH),
        tooltip=alt.Tooltip("direction:N", title="Direction"),
    )
    layers = segments + drawn + dots.encode(x=x, y=y, tooltip=tooltip)
    # The plane itself is square: a right angle looks like one.
    return layers.properties(
        width=SIDE, height=SIDE, autosize=alt.AutoSizeParams(type="pad")
    )


def variance_curve(curve: pd.DataFrame, directions: pd.DataFrame) -> alt.LayerChart:
    """Draw the variance by angle, with a mark for each direction."""
    x = alt.X(
        "angle:Q",
        title="Angle of the direction (degrees)",
        scale=alt.Scale(domain=[0, 180]),
        axis=alt.Axis(values=list(range(0, 181, 30))),
    )
    y = alt.Y("variance:Q", title="Variance along it", scale=alt.Scale(domainMin=0))
    tooltip = [
        alt.Tooltip("angle:Q", title="Angle", format=".0f"),
        alt.Tooltip("variance:Q", title="Variance", format=".3f"),
        alt.Tooltip("share:Q", title="Share of all", format=".1%"),
    ]
    line = alt.Chart(curve).mark_line(color=COLOURS[0])
    marks = alt.Chart(directions).mark_point(filled=True, size=140, opacity=1)
    marked = marks.encode(
        x=x,
        y=y,
        color=alt.Color("direction:N", scale=COLOUR).legend(_legend(directions)),
        shape=alt.Shape("direction:N", scale=SHAPE),
        tooltip=[alt.Tooltip("direction:N", title="Direction"), *tooltip],
    )
    chart = line.encode(x=x, y=y, tooltip=tooltip) + marked
    return chart.properties(height=CHART_HEIGHT)


def _legend(directions: pd.DataFrame) -> alt.Legend:
    """Return a legend of what is drawn; the colours stay when the best comes in."""
    drawn = directions["direction"].tolist()
    return alt.Legend(title=None, orient="top", columns=2, values=drawn)
