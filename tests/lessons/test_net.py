"""The net's numbers: those of enumeration, the theorems, and the core's ascent."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.lessons import eight_words, net
from spca_core.steps.matching import match_supports
from spca_core.steps.net import half_net, half_net_size, in_figures, power_size
from tests.fuzz import in_one_test
from tests.oracles import best_variance

OPTIMUM = best_variance(eight_words.MATRIX, net.N_TOPICS, net.SPARSITY)
LANDSCAPE = net.landscape()
EPSILONS = (0.02, 0.05, 0.08, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99)
STARTS = list(product(range(0, 181, 20), range(0, 181, 15)))
DRAWN = 0.5  # an epsilon whose pairs are all drawn
ROUNDING = 1e-9


def value_by_hand(first_angle: float, second_angle: float) -> float:
    """Match W^2, then x_j = W[I_j, j] normalised, then Tr(X^T V V^T X): as in words."""
    angles = np.radians([first_angle, second_angle])
    projected = eight_words.FACTOR @ np.array([np.cos(angles), np.sin(angles)])
    value = 0.0
    for component, words in enumerate(match_supports(projected.T**2, net.SPARSITY)):
        loading = np.zeros(len(eight_words.WORDS))
        loading[words] = projected[words, component]
        loading /= np.linalg.norm(loading)
        value += loading @ eight_words.MATRIX @ loading
    return value


def value_of(marks, kind: str) -> float:
    return marks.loc[marks["kind"] == kind, "value"].iloc[0]


def test_the_optimum_is_that_of_trying_all_topics():
    assert eight_words.optimum() == pytest.approx(OPTIMUM)


def test_the_longest_rows_of_the_factor_come_first_as_the_matching_wants_them():
    assert (np.diff(eight_words.SQUARED_NORMS) <= 0).all()


def test_a_cell_holds_what_the_topics_matched_to_its_angles_capture():
    for cell in LANDSCAPE.iloc[::97].itertuples():
        by_hand = value_by_hand(cell.first_angle, cell.second_angle)
        assert cell.value == pytest.approx(by_hand)


def test_there_is_a_cell_for_every_two_angles_and_none_is_above_the_optimum():
    assert not LANDSCAPE.duplicated(net.ANGLES).any()
    assert len(LANDSCAPE) == net.CELLS_PER_SIDE**2
    assert LANDSCAPE["value"].max() <= OPTIMUM + ROUNDING


def test_the_greatest_cell_is_as_near_the_optimum_as_its_size_promises():
    # A unit vector is within half a cell of a centre: the share is cos^2 of that.
    share = np.cos(np.radians(net.HALF_CIRCLE / net.CELLS_PER_SIDE / 2)) ** 2
    assert LANDSCAPE["value"].max() >= share * OPTIMUM


def test_the_topics_may_change_places():
    square = LANDSCAPE.pivot(index=net.ANGLES[0], columns=net.ANGLES[1])
    np.testing.assert_allclose(square, square.T)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_the_best_pair_of_the_net_keeps_both_promises(epsilon):
    marks, path = net.net_marks(epsilon), net.climb(20, 100)
    best = value_of(marks, net.BEST_POINT)
    rows = net.promises(epsilon, marks, path).set_index("term")["value"]
    paper, angles = rows["Proven in the paper: 1 - epsilon"], rows.iloc[3]
    assert paper == pytest.approx((1 - epsilon) * OPTIMUM)
    assert paper <= angles <= best + ROUNDING <= OPTIMUM + 2 * ROUNDING
    assert rows["The best pair of the net"] == best


def test_the_pairs_that_are_drawn_are_all_multisets_of_the_net_and_the_best_of_them():
    marks = net.net_marks(DRAWN)
    pairs = marks[marks["kind"] == net.NET_POINT]
    points = half_net(net.RANK, DRAWN / 2)
    angles = np.degrees(np.arctan2(points[:, 1], points[:, 0])) % net.HALF_CIRCLE
    listed = {
        tuple(sorted(np.round(pair, 6)))
        for pair in combinations_with_replacement(angles, net.N_TOPICS)
    }
    drawn = {tuple(np.round(pair, 6)) for pair in pairs[net.ANGLES].to_numpy()}
    assert drawn == listed
    assert len(pairs) == len(listed) == power_size(len(points), net.N_TOPICS)
    assert value_of(marks, net.BEST_POINT) == pairs["value"].max()
    # Two topics at one angle weigh the words alike: several matchings are the best.
    for pair in pairs[pairs["first_angle"] < pairs["second_angle"]].itertuples():
        by_hand = value_by_hand(pair.first_angle, pair.second_angle)
        assert pair.value == pytest.approx(by_hand)


def test_of_too_many_pairs_only_the_best_is_drawn():
    fine = 0.02
    n_pairs = power_size(half_net_size(net.RANK, fine / 2), net.N_TOPICS)
    assert n_pairs > net.MAX_DRAWN
    assert net.net_marks(fine)["kind"].tolist() == [net.BEST_POINT]


@in_one_test("first, second", STARTS)
def test_no_step_of_the_ascent_goes_down_and_none_is_above_the_optimum(first, second):
    path = net.climb(first, second)
    assert path["value"].iloc[0] == pytest.approx(value_by_hand(first, second))
    assert (np.diff(path["value"]) > 0).all()
    assert path["value"].iloc[-1] <= OPTIMUM + ROUNDING


@in_one_test("first, second", STARTS[::5])
def test_from_where_the_ascent_ends_it_climbs_no_further(first, second):
    end = net.climb(first, second).iloc[-1]
    again = net.climb(*end[net.ANGLES]).iloc[-1]
    assert again["value"] == pytest.approx(end["value"], rel=1e-6)
    topics = ["first_topic", "second_topic"]
    assert again[topics].tolist() == end[topics].tolist()


@in_one_test("first, second", STARTS[::5])
def test_a_step_carries_the_best_loadings_of_the_words_that_were_matched(first, second):
    (point,) = eight_words.directions(np.array([[first, second]]))
    words = match_supports((point @ eight_words.FACTOR.T) ** 2, net.SPARSITY)
    for chosen, carried in zip(words, eight_words.turned(point, words), strict=True):
        rows = eight_words.FACTOR[chosen]
        best = rows.T @ np.linalg.eigh(rows @ rows.T)[1][:, -1]
        # To the sign. The power steps end when one gains less than a billionth.
        assert abs(carried @ best) == pytest.approx(np.linalg.norm(best), rel=1e-6)


@in_one_test("first, second", STARTS[::5])
def test_where_it_ends_both_topics_have_the_best_loadings_for_their_words(
    first, second
):
    end = net.climb(first, second).iloc[-1]
    captured = 0.0
    for topic in (end["first_topic"], end["second_topic"]):
        words = [eight_words.WORDS.index(word) for word in topic.split(", ")]
        captured += np.linalg.eigvalsh(eight_words.MATRIX[np.ix_(words, words)])[-1]
    assert end["value"] == pytest.approx(captured, rel=1e-6)


def test_many_starts_end_on_the_best_peak_and_many_on_lower_ones():
    ends = np.array([net.climb(*start)["value"].iloc[-1] for start in STARTS])
    at_best = ends > OPTIMUM * (1 - 1e-6)
    assert at_best.mean() > 0.1
    assert (~at_best).mean() > 0.1
    assert len(np.unique(ends.round(4))) > 3


def test_a_path_is_drawn_straight_and_a_copy_of_every_step_is_in_the_picture():
    path = net.climb(20, 100)
    track = net.track(path)
    across, up = track["across"], track["up"]
    inside = across.between(0, net.HALF_CIRCLE) & up.between(0, net.HALF_CIRCLE)
    assert set(track.loc[inside, "step"]) == set(path["step"])
    for drawn, angle in ((across, "first_angle"), (up, "second_angle")):
        turns = (drawn - track[angle]) / net.HALF_CIRCLE
        np.testing.assert_allclose(turns, turns.round(), atol=ROUNDING)
        jumps = drawn.groupby(track["copy"]).diff().dropna()
        assert (abs(jumps) <= net.HALF_CIRCLE / 2).all()


def test_the_marks_are_those_of_the_net_and_both_ends_of_the_path():
    path, pairs = net.climb(20, 100), net.net_marks(DRAWN)
    marks = net.marks(pairs, path)
    assert set(marks["kind"]) == set(net.MARKS)
    assert len(marks) == len(pairs) + 2
    assert value_of(marks, net.START) == path["value"].iloc[0]
    assert value_of(marks, net.END) == path["value"].iloc[-1]


@pytest.mark.parametrize("epsilon", [0.01, 0.3, 0.99])
def test_the_counts_are_those_of_the_nets(epsilon):
    rows = net.counts(epsilon).itertuples()
    for row, (rank, n_topics) in zip(rows, ((2, 2), (4, 8)), strict=True):
        n_points = half_net_size(rank, epsilon / 2)
        assert row.n_points == in_figures(n_points)
        assert row.n_candidates == in_figures(power_size(n_points, n_topics))
        assert "over" not in row.n_candidates  # not capped


@pytest.mark.parametrize("angle", [-1.0, 181.0, float("nan")])
def test_an_angle_beyond_half_a_circle_is_refused(angle):
    with pytest.raises(InputError, match="from 0 to 180"):
        net.climb(angle, 0.0)
    with pytest.raises(InputError, match="from 0 to 180"):
        net.climb(0.0, angle)


@pytest.mark.parametrize("refuses", [net.net_marks, net.counts])
def test_an_epsilon_out_of_its_limits_is_refused(refuses):
    with pytest.raises(InputError, match="epsilon"):
        refuses(1.5)


def test_every_column_on_screen_has_a_name():
    path, pairs = net.climb(20, 100), net.net_marks(DRAWN)
    tables = (net.promises(DRAWN, pairs, path), path, net.counts(DRAWN))
    assert all(set(net.LABELS) >= set(table.columns) for table in tables)


def test_as_many_pairs_as_may_be_drawn_are_drawn(monkeypatch: pytest.MonkeyPatch):
    n_pairs = len(net.net_marks(DRAWN)) - 1
    for most, n_drawn in ((n_pairs, n_pairs), (n_pairs - 1, 0)):
        monkeypatch.setattr(net, "MAX_DRAWN", most)
        assert (net.net_marks(DRAWN)["kind"] == net.NET_POINT).sum() == n_drawn


def test_every_promise_stands_with_its_share_of_the_best_possible():
    path = net.climb(0, 0)
    table = net.promises(DRAWN, net.net_marks(DRAWN), path)
    assert (table["share"] * OPTIMUM).tolist() == pytest.approx(table["value"].tolist())
    assert table["value"][0] == pytest.approx(OPTIMUM)
    assert table["value"][1] == path["value"].max()
    assert len(path) > 2


def test_a_whole_angle_comes_back_exactly_and_half_a_circle_as_none():
    angles = np.arange(181.0).reshape(-1, 1)
    found = eight_words.degrees(eight_words.directions(angles))
    np.testing.assert_array_equal(found, np.append(angles[:-1], [[0.0]], axis=0))


def test_the_cells_are_as_far_from_one_side_as_from_the_other():
    for angles in (LANDSCAPE["first_angle"], LANDSCAPE["second_angle"]):
        assert angles.min() == net.HALF_CIRCLE - angles.max()
