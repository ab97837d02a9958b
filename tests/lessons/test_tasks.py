"""Every task knows its right answer, which is computed here by other means."""

import re
from itertools import combinations
from math import log10

import numpy as np
import pytest

from pages.learn import LESSONS
from pages.shared.state.options import OPTIONS
from spca_core.corpus.bundled import read_bundled
from spca_core.lessons import (
    cost,
    dense,
    eight_words,
    four_words,
    matching,
    net,
    noise,
    one_at_a_time,
    plane,
)
from spca_core.lessons.tasks import REACHED, MultipleChoice, Number, Target, Task
from tests.fuzz import in_one_test

TASKS = {task.name: task for one in LESSONS.values() for task in one.tasks}
PRICES = four_words.price_names()
# A wrong answer and the right one; for a target, what its controls are set to.
ANSWERS = {
    "spread": ("125", "35"),
    "sum": ("4", "5"),
    "half": ({"angle": 35}, {"angle": 80}),
    "enough": ("1000", "2"),
    "pair": ("0", "1"),
    "quarters": ({"kept_words": 8}, {"kept_words": 7}),
    "first": ("1", "0"),
    "wasted": ("0", "1"),
    "ratio": ({"eps": 0.2, "delta": 0.0}, {"eps": 0.02, "delta": 0.01}),
    "price": ("1", "0.1"),
    "contested": ("0", "1"),
    "best": ({"own": "11002020"}, {"own": "21002100"}),
    "limit": ("100", "235"),
    "ascent": ("0", "1"),
    "turn": (
        {"first_angle": 0.0, "second_angle": 90.0},
        {"first_angle": 50.0, "second_angle": 147.0},
    ),
    "lowest": (
        {"first_angle": 20.0, "second_angle": 100.0},
        {"first_angle": 105.0, "second_angle": 125.0},
    ),
    "exponent": ("1", "2"),
    "search": (
        {"cost_rank": 4, "cost_topics": 2, "cost_epsilon": 0.2},
        {"cost_rank": 2, "cost_topics": 2, "cost_epsilon": 0.5},
    ),
    "sketch": ("1", "0"),
    "below": ("0", "1"),
    "prove": (dict.fromkeys(PRICES, 1.0), dict(zip(PRICES, (4, 4, 1, 1), strict=True))),
    "above": ("0", "1"),
    "chance": ("50", "10"),
    "words": ("1", "0"),
    "passing": (
        {"strength": 0, "table": 1, "shuffles": 9},
        {"strength": 0, "table": 2, "shuffles": 9},
    ),
}


def hint(task: Task, answer: object) -> str:
    if isinstance(task, Target):
        return task.help(answer)
    assert task.takes(answer)
    return task.hint(answer)


@in_one_test("name", ANSWERS)
def test_a_wrong_answer_has_a_hint_and_the_right_one_none(name: str):
    wrong, right = ANSWERS[name]
    assert hint(TASKS[name], wrong)
    assert not hint(TASKS[name], right)
    assert TASKS[name].why


def test_every_task_has_a_name_of_its_own_and_no_target_is_reached_at_first():
    assert [*TASKS] == [*ANSWERS]
    assert len(TASKS) == sum(len(one.tasks) for one in LESSONS.values())
    at_first = {name: option.default for name, option in OPTIONS.items()}
    for task in TASKS.values():
        assert not isinstance(task, Target) or task.help(at_first)


def test_a_choice_has_one_right_answer_and_other_hints_for_all_others():
    for task in TASKS.values():
        if isinstance(task, MultipleChoice):
            hints = list(task.hints.values())
            assert hints.count("") == 1
            assert len(set(hints)) == len(hints)


@pytest.mark.parametrize("text", ["", "x", "nan", "inf", "1e300", "-1", "7", "reached"])
def test_what_is_no_answer_in_a_link_is_not_taken(text: str):
    for task in TASKS.values():
        if task.takes(text):
            assert isinstance(task, Number) or text == REACHED
            task.hint(text)


def test_the_numbers_of_the_plane_are_those_of_its_points():
    points = plane.centred_points().to_numpy()
    values, vectors = np.linalg.eigh(points.T @ points / len(points))
    x, y = vectors[:, -1]
    assert TASKS["spread"].right == pytest.approx(np.degrees(np.arctan(y / x)))
    assert TASKS["sum"].right == pytest.approx(values.sum())
    direction = np.radians(ANSWERS["half"][1]["angle"])
    along = points @ [np.cos(direction), np.sin(direction)]
    assert along.var() == pytest.approx(values.sum() / 2, rel=0.03)


def test_the_answers_to_one_at_a_time_are_those_of_its_solvers():
    table = one_at_a_time.topics_by_way(0.1, 0.1).set_index(["way", "topic"])
    apart, together = (table.loc[way] for way in one_at_a_time.WAYS)
    first, second = apart["words"]
    assert TASKS["first"].hints[first] == TASKS["wasted"].hints[second] == ""
    price = apart["variance"].max() - together["variance"].max()
    assert TASKS["price"].right == pytest.approx(price)


def test_the_best_choice_of_eight_words_is_that_of_trying_all():
    places = range(len(matching.WORDS))
    pairs = [(a, b) for a in combinations(places, 2) for b in combinations(places, 2)]
    totals = {
        (a, b): matching.EXAMPLE[0, [*a]].sum() + matching.EXAMPLE[1, [*b]].sum()
        for a, b in pairs
        if not {*a} & {*b}
    }
    first, second = max(totals, key=totals.__getitem__)
    own = ["1" if j in first else "2" if j in second else "0" for j in places]
    assert "".join(own) == ANSWERS["best"][1]["own"]
    assert max(totals.values()) == TASKS["limit"].right
    assert ("Topic 1", "Topic 2")[0 in second] == "Topic 2"


def test_the_lowest_peak_is_below_the_target_and_all_others_above():
    starts = [(a, b) for a in range(0, 181, 30) for b in range(0, 181, 20)]
    ends = [net.ascent_steps(*start)["value"].iloc[-1] for start in starts]
    peaks = np.unique(np.round(ends, 3))
    assert (peaks < net.LOWEST).sum() == 1
    assert peaks[-1] == pytest.approx(eight_words.optimum(), abs=1e-3)


def test_one_dimension_less_shortens_the_search_most():
    def steps(rank: int, topics: int, epsilon: float) -> float:
        return rank * topics * log10(4 / epsilon) + log10(7739 * (10 * topics) ** 2)

    searches = [steps(4, 8, 0.4), steps(4, 7, 0.2), steps(3, 8, 0.2)]
    shortest = int(np.argmin(searches))
    assert not TASKS["exponent"].hint(str(shortest))
    assert read_bundled(cost.CORPUS).n_words == cost.N_WORDS
    right = {name: [ANSWERS["search"][1][name]] for name in ANSWERS["search"][1]}
    assert steps(*(right[name][0] for name in right)) <= cost.MOST_STEPS


@in_one_test("prices", [(0.5,) * 4, (0.0,) * 4, (6.0,) * 4, (6.0, 0.0, 6.0, 0.0)])
def test_the_hints_lead_to_prices_that_prove_the_best(prices):
    values = dict(zip(PRICES, prices, strict=True))
    while hint := TASKS["prove"].help(values):
        way, word = re.search("Try a (higher|lower) price of (.*)[.]", hint).groups()
        name = PRICES[four_words.WORDS.index(word)]
        values[name] += {"higher": 0.5, "lower": -0.5}[way]
    # The eigenvalues are those of NumPy; U has at most the square roots of products.
    root = np.sqrt([*values.values()])
    left = four_words.MATRIX - np.minimum(four_words.MATRIX, np.outer(root, root))
    limit = sum(values.values()) + np.linalg.eigvalsh(left)[-2:].sum()
    assert limit == pytest.approx(20, abs=0.005)


def test_noise_that_passes_nine_shuffles_is_about_one_table_in_ten():
    passed = [
        not TASKS["passing"].help({"strength": 0, "table": table, "shuffles": 9})
        for table in range(1, 41)
    ]
    assert 1 <= sum(passed) <= 10
    real, *others = noise.searches(0, ANSWERS["passing"][1]["table"], 9)
    assert real.captured > max(each.captured for each in others)


@pytest.mark.slow
def test_so_many_words_keep_half_and_three_quarters_of_the_variance():
    corpus = read_bundled(dense.CORPUS)
    whole = dense.dense_component(corpus).variance
    for n_words, share in ((dense.HALF, 0.5), (dense.THREE_QUARTERS, 0.75)):
        fewer, enough = (
            dense.sparse_component(corpus, n).captured_variance
            for n in (n_words - 1, n_words)
        )
        assert fewer < share * whole <= enough
