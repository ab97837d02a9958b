"""Points in the plane, a direction, and the variance along it.

The points have simple variances: 4 along the slant and 1 across it.
"""

from functools import cache

import altair as alt
import numpy as np
import pandas as pd

from spca_core.lessons.eight_words import WORDS
from spca_core.lessons.pointer import move, named_bars, under_pointer
from spca_core.lessons.tasks import Number, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import leading_components
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import Picture

N_POINTS, SEED = 60, 0
SLANT = 35  # degrees
VARIANCES = (4.0, 1.0)  # along the slant, across it
# What the columns of the table are called on screen.
LABELS = {
    "direction": "Direction",
    "angle": "Degrees",
    "variance": "Variance",
    "share": "Share of all",
}
HALF_TURN = 180  # degrees: a direction turned by this is the same line
CHOSEN, BEST, ACROSS = "Chosen", "Best", "Across the chosen"
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


def centred_points() -> pd.DataFrame:
    """One row per point: x, y. Both have mean zero."""
    return pd.DataFrame(_points(), columns=["x", "y"])


def best() -> pd.DataFrame:
    """One row: the direction of greatest variance, its angle, variance and share."""
    return _captured_along(np.array([_best_angle()])).assign(direction=BEST)


def captured(angle: float, *, with_best: bool) -> pd.DataFrame:
    """One row per direction: its angle in degrees, variance, share of the total."""
    best = {BEST: _best_angle()} if with_best else {}
    across = (angle + HALF_TURN / 2) % HALF_TURN
    angles = {CHOSEN: float(angle), **best, ACROSS: across}
    table = _captured_along(np.array(list(angles.values())))
    table.insert(0, "direction", list(angles))
    return table


def variance_by_angle() -> pd.DataFrame:
    """One row per whole degree from 0 to 180: angle, variance, share of the total."""
    return _captured_along(np.arange(HALF_TURN + 1.0))


def describe_pictures() -> str:
    least, most = variance_by_angle()["variance"].agg(["min", "max"])
    return (
        f"{N_POINTS} points and their projections to a line; the variance along it by "
        f"its angle, from {least:.3g} to {most:.3g}."
    )


@cache
def _points() -> np.ndarray:
    """Return random points, (N_POINTS, 2), with zero means and these variances."""
    drawn = np.random.default_rng(SEED).standard_normal((N_POINTS, 2))
    spread, _ = np.linalg.qr(drawn - drawn.mean(axis=0))
    spread *= np.sqrt(N_POINTS * np.array(VARIANCES))
    axes = np.array([_unit(SLANT), _unit(SLANT + HALF_TURN / 2)])
    return spread @ axes


@cache
def _covariance() -> Covariance:
    return Covariance(_points(), centred=False)  # their means are zero already


@cache
def _best_angle() -> float:
    """Return the angle of the leading component of both coordinates, in degrees."""
    supports, loadings, _ = leading_components(_covariance(), np.array([[0, 1]]))
    x, y = loadings[0][np.argsort(supports[0])]
    return float(np.degrees(np.arctan2(y, x)) % HALF_TURN)


def _captured_along(angles: np.ndarray) -> pd.DataFrame:
    """Compute u^T A u for the unit vectors u at these angles."""
    directions = _unit(angles)
    variances = (directions * _covariance().products(directions)).sum(axis=0)
    shares = variances / _covariance().variances.sum()
    return pd.DataFrame({"angle": angles, "variance": variances, "share": shares})


def _unit(angle: float | np.ndarray) -> np.ndarray:
    """Return the unit vector at an angle in degrees, (2,), or (2, n) for n of them."""
    return np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])


def point_chart(table: pd.DataFrame, best: pd.DataFrame) -> Picture:
    """Draw the points, a thin segment from each to the line, and the line."""
    scale = alt.Scale(domain=[-REACH, REACH], nice=False)
    bare = alt.Axis(labels=False, ticks=False)
    x = alt.X("x:Q", title=WORDS[0], scale=scale, axis=bare)
    y = alt.Y("y:Q", title=WORDS[1], scale=scale, axis=bare)
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
        # As wide as high, so that right angles look right.
        chart.properties(width="container", height="container"),
        TURN,
        move("angle", BEARING),
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


def variance_bars(angles: pd.DataFrame) -> Picture:
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


HALF, NEAR = 0.5, 0.015  # of all variance, and how near to it is near enough


def _help_with_spread(angle: float) -> str:
    from_best = abs((angle - _best_angle() + 90) % HALF_TURN - 90)
    if from_best > 60:
        return "That is across the cloud: there the points spread least."
    return "Look where the cloud is longest: it runs from lower left to upper right."


def _help_with_sum(total: float) -> str:
    if total < VARIANCES[0] + 0.1:
        return "That is one of the two at most. Add both bars."
    return "Add both bars, then turn the line and add them again."


def _help_with_half(values: Values) -> str:
    share = captured(values["angle"], with_best=False)["share"][0]
    if abs(share - HALF) <= NEAR:
        return ""
    where = "towards" if share < HALF else "away from"
    return f"It captures {share:.0%}. Turn it {where} the longest way of the cloud."


TASKS = (
    Number(
        name="spread",
        question=(
            "Look first: at which angle do the points spread most, in degrees? The "
            "curve appears once you have answered."
        ),
        why=(
            "At 35 degrees they spread most: there lies the first component. Near the "
            "top the curve is flat, so a few degrees cost little."
        ),
        right=SLANT,
        within=10,
        help=_help_with_spread,
    ),
    Number(
        name="sum",
        question=(
            "How much variance do a direction and the one across it, at right angles, "
            "capture together?"
        ),
        why=(
            "Always 5, all there is: the square of each point's distance from the "
            "centre is shared out between the two (Pythagoras). So the direction that "
            "captures least, 1, lies across the best, which captures 4."
        ),
        right=sum(VARIANCES),
        within=0.05,
        help=_help_with_sum,
    ),
    Target(
        name="half",
        question="Turn the line until it captures half of the variance.",
        why=(
            "Halfway between the best and the worst, at 45 degrees from both, on "
            "either side. At an angle *t* from the best, the variance is "
            "4 cos² *t* + sin² *t*."
        ),
        help=_help_with_half,
    ),
)
