"""The paper in one figure: the greatest choice is the matching."""

import numpy as np
import pytest

from spca_core.lessons import eight_words, figure, net
from tests.fuzz import in_one_test
from tests.oracles import best_total

PLACES = [(20, 100), (3, 171), (88, 12), (140, 147), (61, 33)]


@in_one_test("first, second", PLACES)
def test_the_coloured_edges_are_those_of_the_heaviest_choice(first, second):
    table = figure.edges(first, second)
    assert len(table) == len(eight_words.WORDS) * len(figure.SLOTS)
    taken = table[table["taken"]]
    assert taken["place"].is_unique
    assert taken["slot"].is_unique
    weights = eight_words.projected(first, second).T ** 2
    assert taken["square"].sum() == pytest.approx(best_total(weights, 2))
    assert taken["square"].sum() == pytest.approx(figure.matched_squares(first, second))
    # Cauchy and Schwarz: the squares, then what they capture, then the ascent.
    values = net.reached(first, second, 0.5)["value"]
    assert values[:3].is_monotonic_increasing


@in_one_test("first, second", PLACES)
def test_the_path_on_the_map_is_that_of_the_ascent_on_every_side(first, second):
    steps, path = net.ascent_steps(first, second), net.path_on_map(first, second)
    for _, copy in path.groupby("copy"):
        angles = copy[["across", "up"]].to_numpy() % net.HALF_CIRCLE
        at = [[first, second], *steps[net.ANGLES].to_numpy().tolist()]
        gap = abs(angles - np.array(at) % net.HALF_CIRCLE)
        assert np.minimum(gap, net.HALF_CIRCLE - gap).max() < 1e-6
        jumps = np.diff(copy[["across", "up"]].to_numpy(), axis=0)
        assert abs(jumps).max() <= net.HALF_CIRCLE / 2 + 1e-6, "the shorter way round"


def test_every_word_has_its_projections_and_four_words_their_topic():
    table = figure.projections(20.0, 100.0)
    np.testing.assert_allclose(table["first"] ** 2, table["first_square"])
    assert table["topic"].value_counts().to_dict() == {
        "": 4,
        **dict.fromkeys(figure.TOPICS, 2),
    }
