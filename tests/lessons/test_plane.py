"""The points in the plane: their numbers are those of the definition."""

from functools import cache
from typing import Any

import numpy as np
import pytest

from spca_core.lessons import plane
from spca_core.lessons.plane import REACH
from tests.fuzz import in_one_test

ANGLES = range(0, plane.HALF_TURN + 1, 5)
each_angle = in_one_test("angle", ANGLES)
POINTS = plane.centred_points().to_numpy()
CURVE = plane.variance_by_angle().set_index("angle")


@cache
def best() -> Any:
    return plane.captured(0, with_best=True).set_index("direction").loc[plane.BEST]


def unit(angle: float) -> np.ndarray:
    return np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])


def test_the_points_are_centred_and_lie_within_the_picture():
    assert len(POINTS) == plane.N_POINTS
    np.testing.assert_allclose(POINTS.mean(axis=0), 0, atol=1e-12)
    assert abs(POINTS).max() < REACH


@each_angle
def test_a_direction_captures_the_variance_of_the_projections(angle: int):
    table = plane.captured(angle, with_best=False)
    expected = np.var([point @ unit(angle) for point in POINTS])
    assert table["variance"][0] == pytest.approx(expected)
    assert table["share"][0] == pytest.approx(expected / POINTS.var(axis=0).sum())
    assert table["share"].sum() == pytest.approx(1)  # with the direction across
    assert CURVE["variance"][angle] == pytest.approx(expected)
    with_best = plane.captured(angle, with_best=True).set_index("direction")
    assert with_best.drop(plane.BEST).reset_index().equals(table)


def test_the_best_direction_beats_every_other():
    fine = np.linspace(0, plane.HALF_TURN, 2_001)
    variances = [np.var(POINTS @ unit(angle)) for angle in fine]
    assert best()["variance"] >= max(variances) - 1e-12
    assert abs(fine[np.argmax(variances)] - best()["angle"]) < fine[1]


def test_the_variances_are_those_that_the_text_names():
    # The chapter's answer says 4 for the best, 1 across, 5 in all.
    chosen, across = plane.captured(best()["angle"], with_best=False)["variance"]
    assert (chosen, across) == pytest.approx((4, 1))
