"""Points in the plane, a direction, and the variance along it.

The points have simple variances: 4 along the slant and 1 across it.
"""

from functools import cache

import numpy as np
import pandas as pd

from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import leading_components

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


def points() -> pd.DataFrame:
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


def text() -> str:
    """Describe the pictures."""
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
