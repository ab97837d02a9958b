"""The net's numbers: those of enumeration, the theorems, and the core's ascent."""

from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from spca_core.lessons import eight_words, net
from spca_core.steps.matching import match_supports
from spca_core.steps.net import half_net
from tests.fuzz import in_one_test
from tests.oracles import best_variance

OPTIMUM = best_variance(eight_words.MATRIX, eight_words.N_TOPICS, eight_words.SPARSITY)

STARTS = list(product(range(0, 181, 20), range(0, 181, 15)))
ROUNDING = 1e-9


def value_by_hand(first_angle: float, second_angle: float) -> float:
    """Match W^2, then x_j = W[I_j, j] normalised, then Tr(X^T V V^T X): as in words."""
    angles = np.radians([first_angle, second_angle])
    projected = eight_words.FACTOR @ np.array([np.cos(angles), np.sin(angles)])
    value = 0.0
    for component, words in enumerate(
        match_supports(projected.T**2, eight_words.SPARSITY)
    ):
        loading = np.zeros(len(eight_words.WORDS))
        loading[words] = projected[words, component]
        loading /= np.linalg.norm(loading)
        value += loading @ eight_words.MATRIX @ loading
    return float(value)


def test_a_cell_holds_what_the_topics_matched_to_its_angles_capture():
    assert eight_words.optimum() == pytest.approx(OPTIMUM)
    landscape = net.landscape()
    for cell in landscape.iloc[::97].itertuples():
        by_hand = value_by_hand(cell.first_angle, cell.second_angle)
        assert cell.value == pytest.approx(by_hand)
    square = landscape.pivot(index=net.ANGLES[0], columns=net.ANGLES[1])
    np.testing.assert_allclose(square, square.T)  # the topics may change places
    assert square.shape == (net.CELLS_PER_SIDE, net.CELLS_PER_SIDE)
    assert square.index.min() == net.HALF_CIRCLE - square.index.max()
    assert landscape["value"].max() <= OPTIMUM + ROUNDING
    # A unit vector is within half a cell of a centre: the share is cos^2 of that.
    share = np.cos(np.radians(net.HALF_CIRCLE / net.CELLS_PER_SIDE / 2)) ** 2
    assert landscape["value"].max() >= share * OPTIMUM


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 0.99])
def test_the_best_pair_of_the_net_keeps_its_promise(epsilon):
    path = net.ascent_steps(20, 100)
    table = net.reached(20, 100, epsilon)
    assert (table["share"] * OPTIMUM).tolist() == pytest.approx(table["value"].tolist())
    squares, captured, end, of_net, proven, optimum = table["value"]
    assert (optimum, end) == pytest.approx((OPTIMUM, path["value"].max()))
    assert captured == pytest.approx(value_by_hand(20, 100))
    assert squares <= captured <= end
    assert proven == pytest.approx((1 - epsilon) * OPTIMUM)
    assert proven <= of_net + ROUNDING <= OPTIMUM + 2 * ROUNDING
    assert of_net == net.net(epsilon)["best"]


def test_every_epsilon_of_the_chapter_has_its_net_and_the_best_of_its_pairs():
    for epsilon in (0.1, 0.33, 0.99):
        row, drawn = net.net(epsilon), net.pairs_of_net(epsilon)
        points = half_net(eight_words.RANK, epsilon / 2)
        angles = np.degrees(np.arctan2(points[:, 1], points[:, 0])) % net.HALF_CIRCLE
        first = drawn["across"].drop_duplicates()
        np.testing.assert_allclose(first, np.sort(angles), atol=1e-8)
        assert len(drawn) == len(angles) * (len(angles) + 1) / 2
        pairs = combinations_with_replacement(angles, eight_words.N_TOPICS)
        # Two topics at one angle weigh the words alike: several matchings are the best.
        values = [value_by_hand(*pair) for pair in pairs if pair[0] != pair[1]]
        assert row["best"] == pytest.approx(max(values))
        assert value_by_hand(row["first"], row["second"]) == pytest.approx(row["best"])


@pytest.mark.slow
@in_one_test("first, second", STARTS)
def test_no_step_of_the_ascent_goes_down_and_none_is_above_the_optimum(first, second):
    path = net.ascent_steps(first, second)
    # Two topics at one angle weigh the words alike: several matchings are the best.
    if first % net.HALF_CIRCLE != second % net.HALF_CIRCLE:
        assert path["value"].iloc[0] == pytest.approx(value_by_hand(first, second))
    assert (np.diff(path["value"]) > 0).all()
    assert path["value"].iloc[-1] <= OPTIMUM + ROUNDING


@in_one_test("first, second", STARTS[::5])
def test_where_the_ascent_ends_its_words_have_their_best_loadings(first, second):
    end = net.ascent_steps(first, second).iloc[-1]
    again = net.ascent_steps(*end[net.ANGLES]).iloc[-1]
    assert again["value"] == pytest.approx(end["value"], rel=1e-6)
    topics = ["first_topic", "second_topic"]
    assert again[topics].tolist() == end[topics].tolist()
    captured = 0.0
    for topic in end[topics]:
        words = [eight_words.WORDS.index(word) for word in topic.split(", ")]
        captured += np.linalg.eigvalsh(eight_words.MATRIX[np.ix_(words, words)])[-1]
    assert end["value"] == pytest.approx(captured, rel=1e-6)


@pytest.mark.slow
def test_many_starts_end_on_the_best_peak_and_many_on_lower_ones():
    ends = np.array([net.ascent_steps(*start)["value"].iloc[-1] for start in STARTS])
    at_best = ends > OPTIMUM * (1 - 1e-6)
    assert at_best.mean() > 0.1
    assert (~at_best).mean() > 0.1
    assert len(np.unique(ends.round(4))) > 3
