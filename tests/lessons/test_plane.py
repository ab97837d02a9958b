"""The points in the plane: their numbers are those of the definition."""

from functools import partial

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.lessons import plane
from tests.fuzz import in_one_test

ANGLES = range(0, plane.HALF_TURN + 1, 5)
each_angle = in_one_test("angle", ANGLES)
POINTS = plane.projections(0)[["x", "y"]].to_numpy()
BEST = plane.captured(0, with_best=True).set_index("direction").loc[plane.BEST]


def unit(angle: float) -> np.ndarray:
    return np.array([np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))])


def test_the_points_are_centred_and_lie_within_the_picture():
    assert len(POINTS) == plane.N_POINTS
    np.testing.assert_allclose(POINTS.mean(axis=0), 0, atol=1e-12)
    assert abs(POINTS).max() < plane.REACH


@each_angle
def test_a_direction_captures_the_variance_of_the_projections(angle: int):
    chosen = plane.captured(angle, with_best=False).iloc[0]
    expected = np.var([point @ unit(angle) for point in POINTS])
    assert chosen["variance"] == pytest.approx(expected)
    assert chosen["share"] == pytest.approx(expected / POINTS.var(axis=0).sum())


@each_angle
def test_a_segment_meets_the_line_at_a_right_angle(angle: int):
    table = plane.projections(angle)
    feet = table[["foot_x", "foot_y"]].to_numpy()
    across = unit(angle + 90)
    np.testing.assert_allclose(feet @ across, 0, atol=1e-12)  # on the line
    np.testing.assert_allclose((POINTS - feet) @ unit(angle), 0, atol=1e-12)
    np.testing.assert_allclose(table["along"], feet @ unit(angle), atol=1e-12)
    np.testing.assert_allclose(table["off"], abs(POINTS @ across), atol=1e-12)


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
def test_the_best_direction_is_in_the_tables_only_if_it_is_wanted(angle: int):
    for table in (plane.captured, plane.lines):
        without, with_it = (table(angle, with_best=best) for best in (False, True))
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


@each_angle
def test_a_line_goes_through_the_centre_at_its_angle(angle: int):
    table = plane.lines(angle, with_best=True)
    chosen, best = table[["x", "y", "x2", "y2"]].to_numpy()
    for line, degrees in ((chosen, angle), (best, BEST["angle"])):
        np.testing.assert_allclose(line[:2], -line[2:], atol=1e-12)
        np.testing.assert_allclose(line[2:], plane.REACH * unit(degrees), atol=1e-9)


@pytest.mark.parametrize(
    "table",
    [
        plane.projections,
        partial(plane.lines, with_best=True),
        partial(plane.captured, with_best=True),
    ],
    ids=["projections", "lines", "captured"],
)
@pytest.mark.parametrize("angle", [-1, 181, float("nan")])
def test_an_angle_out_of_its_limits_is_refused_with_the_limits(table, angle: float):
    with pytest.raises(InputError, match="from 0 to 180"):
        table(angle)


def test_the_texts_name_the_angles_and_what_is_captured():
    table = plane.captured(BEST["angle"] + 90, with_best=True)
    points, curve = plane.text_of_points(table), plane.text_of_curve(table)
    for degrees in (BEST["angle"], BEST["angle"] + 90):
        assert f"{degrees:.0f} degrees" in points
        assert f"{degrees:.0f} degrees" in curve
    assert f"{table['share'].iloc[0]:.0%}" in points
    assert f"{table['variance'].iloc[0]:.3g} at the chosen" in curve


def test_the_texts_keep_the_best_to_themselves_while_it_is_not_wanted():
    table = plane.captured(BEST["angle"] + 90, with_best=False)
    for said in (plane.text_of_points(table), plane.text_of_curve(table)):
        assert f"{BEST['angle'] + 90:.0f} degrees" in said
        assert f" {BEST['angle']:.0f} degrees" not in said
        assert "most" not in said
