"""Points in the plane, a direction, and the variance along it.

The points have simple variances: 4 along the slant and 1 across it.
"""

from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from spca_core.errors import check_number
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import leading_components

N_POINTS, SEED = 60, 0
SLANT = 35  # degrees
VARIANCES = (4.0, 1.0)  # along the slant, across it
REACH = 6.0  # of the lines from the centre, beyond every point
HALF_TURN = 180  # degrees: a direction turned by this is the same line
CHOSEN, BEST, ACROSS = "Chosen", "Best", "Across the chosen"
DIRECTIONS = (CHOSEN, BEST, ACROSS)


def projections(angle: float) -> pd.DataFrame:
    """One row per point: x, y, its projection, how far along and off the line it is.

    angle : of the direction, in degrees from 0 to 180
    """
    check_number("angle", angle, 0, HALF_TURN)
    points, direction = _points(), _unit(angle)
    along = _covariance().scores(direction)
    feet = np.outer(along, direction)
    off = np.linalg.norm(points - feet, axis=1)
    columns = ["x", "y", "foot_x", "foot_y", "along", "off"]
    return pd.DataFrame(np.column_stack([points, feet, along, off]), columns=columns)


def lines(angle: float, *, with_best: bool) -> pd.DataFrame:
    """One row per line to draw, the chosen and perhaps the best: x, y, x2, y2."""
    angles = _angles(angle, with_best)
    angles.pop(ACROSS)
    ends = REACH * _unit(np.array(list(angles.values()))).T
    table = pd.DataFrame(np.hstack([-ends, ends]), columns=["x", "y", "x2", "y2"])
    return table.assign(direction=list(angles))


def captured(angle: float, *, with_best: bool) -> pd.DataFrame:
    """One row per direction: its angle in degrees, variance, share of the total."""
    angles = _angles(angle, with_best)
    table = _captured_along(np.array(list(angles.values())))
    table.insert(0, "direction", list(angles))
    return table


def variance_by_angle() -> pd.DataFrame:
    """One row per whole degree from 0 to 180: angle, variance, share of the total."""
    return _captured_along(np.arange(HALF_TURN + 1.0))


def text_of_points(directions: pd.DataFrame) -> str:
    """Describe the picture of the points, from the table of `captured`."""
    chosen, best = _chosen_and_best(directions)
    most = f" They spread most at {best.angle:.0f} degrees, dashed." if best else ""
    return (
        f"{N_POINTS} points and their projections to the line at {chosen.angle:.0f} "
        f"degrees, which captures {chosen.share:.0%} of the variance.{most}"
    )


def text_of_curve(directions: pd.DataFrame) -> str:
    """Describe the curve of variances, from the table of `captured`."""
    chosen, best = _chosen_and_best(directions)
    most = f", at most {best.variance:.3g} at {best.angle:.0f} degrees" if best else ""
    return (
        f"Variance by angle: {chosen.variance:.3g} at the chosen {chosen.angle:.0f} "
        f"degrees{most}."
    )


def _chosen_and_best(directions: pd.DataFrame) -> tuple[Any, Any | None]:
    """Return the rows of both directions; None for the best if it is not shown."""
    rows = {row.direction: row for row in directions.itertuples()}
    return rows[CHOSEN], rows.get(BEST)


def _angles(angle: float, with_best: bool) -> dict[str, float]:
    """Return the angle of each direction that is shown, in degrees."""
    check_number("angle", angle, 0, HALF_TURN)
    best = {BEST: _best_angle()} if with_best else {}
    across = (angle + HALF_TURN / 2) % HALF_TURN
    return {CHOSEN: float(angle), **best, ACROSS: across}


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
