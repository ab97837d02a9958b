"""The paper in one figure: all choices are there; the greatest is the matching."""

from functools import cache

import numpy as np
import pytest

from spca_core.lessons import eight_words, figure, net
from tests.fuzz import in_one_test
from tests.oracles import best_total

every_choice = cache(figure.every_choice)
PLACES = [(20.0, 100.0), (3.0, 171.0), (88.0, 12.0), (140.0, 147.0), (61.0, 33.0)]


def squares_of(first: float, second: float) -> np.ndarray:
    """Sum the squared projections of the words of every choice."""
    projected = eight_words.projected(first, second) ** 2
    words = np.array(every_choice()["words"].tolist())
    return projected[words[:, :2], 0].sum(axis=1) + projected[words[:, 2:], 1].sum(
        axis=1
    )


def test_there_are_420_choices_and_no_word_is_in_both_topics():
    assert len(every_choice()) == 420 == every_choice()["words"].map(tuple).nunique()
    assert every_choice()["words"].map(set).map(len).eq(4).all()


@in_one_test("first, second", PLACES)
def test_the_greatest_choice_is_the_matching_and_its_sums_are_the_tables(first, second):
    squares = squares_of(first, second)
    angles = np.radians([first, second])
    cos, sin = np.cos(angles), np.sin(angles)
    by_moments = sum(
        every_choice()[f"xx{j + 1}"] * cos[j] ** 2
        + 2 * every_choice()[f"xy{j + 1}"] * cos[j] * sin[j]
        + every_choice()[f"yy{j + 1}"] * sin[j] ** 2
        for j in range(2)
    )
    np.testing.assert_allclose(by_moments, squares, atol=1e-5)
    assert squares.max() == pytest.approx(figure.matched_squares(first, second))
    weights = eight_words.projected(first, second).T ** 2
    assert squares.max() == pytest.approx(best_total(weights, 2))
    # Cauchy and Schwarz: the squares, then what they capture, then the ascent.
    table = net.reached(first, second, 0.5)["value"]
    assert table[:3].is_monotonic_increasing


@in_one_test("first, second", PLACES)
def test_the_steps_of_a_choice_are_those_of_the_ascent(first, second):
    row = every_choice().loc[squares_of(first, second).argmax()]
    path = net.ascent_steps(first, second)
    assert row["steps"] == list(range(len(row["steps"])))
    n_steps = len(path) - 1
    for name, angle in zip(("firsts", "seconds"), net.ANGLES, strict=True):
        steps = np.array(row[name][1 : n_steps + 1]) % net.HALF_CIRCLE
        np.testing.assert_allclose(steps, path[angle].iloc[1:], atol=0.01)
    reached = max(path["value"].iloc[0], row["values"][-1])
    assert path["value"].iloc[-1] == pytest.approx(reached)


def test_every_word_has_its_projections_and_four_words_their_topic():
    table = figure.projections(20.0, 100.0)
    np.testing.assert_allclose(table["first"] ** 2, table["first_square"])
    assert table["topic"].value_counts().to_dict() == {
        "": 4,
        **dict.fromkeys(figure.TOPICS, 2),
    }
