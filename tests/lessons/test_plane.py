"""The points in the plane: their numbers are those of the definition."""

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.lessons import plane
from spca_core.lessons.charts.plane import REACH
from tests.fuzz import in_one_test

ANGLES = range(0, plane.HALF_TURN + 1, 5)
each_angle = in_one_test("angle", ANGLES)
POINTS = plane.points().to_numpy()
BEST = plane.captured(0, with_best=True).set_index("direction").loc[plane.BEST]


def unit(angle: float) -> np.ndarray:
    return np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])


def test_the_points_are_centred_and_lie_within_the_picture():
    assert len(POINTS) == plane.N_POINTS
    np.testing.assert_allclose(POINTS.mean(axis=0), 0, atol=1e-12)
    assert abs(POINTS).max() < REACH


@each_angle
def test_a_direction_captures_the_variance_of_the_projections(angle: int):
    chosen = plane.captured(angle, with_best=False).iloc[0]
    expected = np.var([point @ unit(angle) for point in POINTS])
    assert chosen["variance"] == pytest.approx(expected)
    assert chosen["share"] == pytest.approx(expected / POINTS.var(axis=0).sum())


@each_angle
def test_a_direction_and_the_one_across_capture_all_together(angle: int):
    chosen, across = plane.captured(angle, with_best=False)["share"]
    assert chosen + across == pytest.approx(1)


def test_the_best_direction_beats_every_other():
    fine = np.linspace(0, plane.HALF_TURN, 2_001)
    variances = [np.var(POINTS @ unit(angle)) for angle in fine]
    assert BEST["variance"] >= max(variances) - 1e-12
    assert abs(fine[np.argmax(variances)] - BEST["angle"]) < fine[1]


@each_angle
def test_the_best_direction_is_in_the_table_only_if_it_is_wanted(angle: int):
    without, with_it = (plane.captured(angle, with_best=best) for best in (False, True))
    assert plane.BEST not in set(without["direction"])
    is_best = with_it["direction"] == plane.BEST
    assert is_best.sum() == 1
    assert with_it[~is_best].reset_index(drop=True).equals(without)


def test_the_variances_are_those_that_the_text_names():
    # The chapter's answer says 4 for the best, 1 across, 5 in all.
    chosen, across = plane.captured(BEST["angle"], with_best=False)["variance"]
    assert (chosen, across) == pytest.approx((4, 1))


def test_the_curve_has_every_degree_and_comes_back_after_half_a_turn():
    curve = plane.variance_by_angle()
    assert curve["angle"].tolist() == list(range(plane.HALF_TURN + 1))
    assert curve["variance"].iloc[0] == pytest.approx(curve["variance"].iloc[-1])
    for angle in ANGLES:
        captured = plane.captured(angle, with_best=False)["variance"].iloc[0]
        assert curve["variance"][angle] == pytest.approx(captured)


@pytest.mark.parametrize("angle", [-1, 181, float("nan")])
def test_an_angle_out_of_its_limits_is_refused_with_the_limits(angle: float):
    with pytest.raises(InputError, match="from 0 to 180"):
        plane.captured(angle, with_best=True)
