"""Points in the plane, a direction, and the variance along it.

The points have simple variances: 4 along the slant and 1 across it.
"""

from functools import cache

import altair as alt
import numpy as np
import pandas as pd

from spca_core.formatting import percent
from spca_core.lessons.bars import named_bars
from spca_core.lessons.clicks import clickable
from spca_core.lessons.eight_words import WORDS
from spca_core.lessons.tasks import Number, Target, Values
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import leading_components
from spca_core.results import style
from spca_core.results.colours import COLOURS
from spca_core.results.style import Picture

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
RING, RING_STEP = 4.5, 1  # where a click turns the line to: its distance, degrees
SIDE = 340  # pixels


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


def projected(angle: float) -> pd.DataFrame:
    """One row per point: x, y, and the foot of its projection on the line: x2, y2."""
    points, direction = _points(), _unit(angle)
    feet = np.outer(points @ direction, direction)
    columns = ["x", "y", "x2", "y2"]
    return pd.DataFrame(np.hstack([points, feet]), columns=columns)


def line(angle: float) -> pd.DataFrame:
    """One row: the ends of the line through the centre at an angle: x, y, x2, y2."""
    end = REACH * _unit(angle)
    return pd.DataFrame([[*-end, *end]], columns=["x", "y", "x2", "y2"])


def ring() -> pd.DataFrame:
    """One row per place around the centre that a click turns the line to."""
    degrees = np.arange(0, 360, RING_STEP)
    x, y = RING * _unit(degrees)
    return pd.DataFrame({"x": x, "y": y, "angle": degrees % HALF_TURN})


def point_chart(angle: float, *, with_best: bool) -> Picture:
    """Draw the points, a thin segment from each to the line, and the line."""
    scale = alt.Scale(domain=[-REACH, REACH], nice=False)
    bare = alt.Axis(labels=False, ticks=False)
    x = alt.X("x:Q", title=WORDS[0], scale=scale, axis=bare)
    y = alt.Y("y:Q", title=WORDS[1], scale=scale, axis=bare)
    ends = {"x": x, "y": y, "x2": alt.X2("x2:Q"), "y2": alt.Y2("y2:Q")}
    feet = alt.Chart(projected(angle))
    layers = [feet.mark_rule(color=style.LIMIT_COLOUR, strokeWidth=1).encode(**ends)]
    if with_best:
        best = alt.Chart(line(_best_angle()))
        dashed = best.mark_rule(color=COLOURS[2], clip=True, **style.DASHED)
        layers.append(dashed.encode(**ends))
    turned = alt.Chart(line(angle)).mark_rule(
        color=COLOURS[1], strokeWidth=3, clip=True
    )
    points = feet.mark_point(size=30, filled=True, opacity=0.9, color=COLOURS[0])
    places = alt.Chart(ring()).mark_point(opacity=0, clip=True).encode(x=x, y=y)
    layers += [turned.encode(**ends), points.encode(x=x, y=y)]
    # As wide as high, so that right angles look right.
    places = clickable(places, "angle")
    return alt.layer(*layers, places, width=SIDE, height=SIDE)


def curve(angle: float, *, with_best: bool) -> Picture:
    """Draw the variance by angle, with a mark at the direction."""
    angles = variance_by_angle()
    x = alt.X("angle:Q", title="Direction (degrees)").scale(domain=[0, 180])
    x = x.axis(values=list(range(0, 181, 45)))
    y = alt.Y("variance:Q", title="Variance along it").scale(domainMin=0)
    here = alt.Chart(captured(angle, with_best=False).head(1))
    layers = [alt.Chart(angles).mark_line(color=COLOURS[0]).encode(x=x, y=y)]
    if with_best:
        dashed = alt.Chart(best()).mark_rule(color=COLOURS[2], **style.DASHED)
        layers.append(dashed.encode(x=x))
    layers.append(here.mark_point(**style.HERE).encode(x=x, y=y))
    return alt.layer(*layers, height=190)


def variance_bars(angle: float) -> Picture:
    """Draw the variance along the direction and across it as bars, with numbers."""
    table = captured(angle, with_best=False)
    total = table["variance"].sum()
    text = [
        f"{variance:.3f}, {percent(share, 0)}"
        for variance, share in zip(table["variance"], table["share"], strict=True)
    ]
    x = alt.X("variance:Q", axis=None).scale(domain=[0, total * 1.3], nice=False)
    return named_bars(table.assign(text=text), x, "direction", COLOUR, height=56)


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
    captures = percent(share, 0)
    return f"It captures {captures}. Turn it {where} the longest way of the cloud."


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
