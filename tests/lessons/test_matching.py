"""The matching step by step: the core's own, and every frame is what it says."""

import re
from itertools import product

import numpy as np
import pytest

from spca_core.lessons import matching
from spca_core.lessons.matching import (
    EXAMPLE,
    NOBODY,
    SPARSITY,
    TOPICS,
    WORDS,
    Frame,
    one_after_another,
    trace,
)
from spca_core.results.topics.words import MINUS
from spca_core.steps.matching import match_supports
from tests.fuzz import in_one_test
from tests.oracles import best_total, total

EVERY_OWNER = np.array(list(product(range(NOBODY + 1), repeat=len(WORDS))))
SIZES = np.stack([(topic == EVERY_OWNER).sum(axis=1) for topic in range(NOBODY)])


def weights(seed: int, most: int) -> np.ndarray:
    """Draw weights; the smaller the most, the more ties."""
    return np.random.default_rng(seed).integers(0, most + 1, EXAMPLE.shape) * 1.0


PROBLEMS = [EXAMPLE, np.zeros(EXAMPLE.shape), np.full(EXAMPLE.shape, 99.0)] + [
    weights(seed, most) for most in (1, 3, 9, 99) for seed in range(8)
]
each_problem = in_one_test("problem", PROBLEMS)


def totals_of(problem: np.ndarray) -> np.ndarray:
    """Return the total of every owner that is feasible; of others less than any."""
    with_nobody = np.vstack([problem, np.zeros(len(WORDS))])
    totals = with_nobody[EVERY_OWNER, np.arange(len(WORDS))].sum(axis=1)
    return np.where((SIZES <= SPARSITY).all(axis=0), totals, -1.0)


def n_owned(frame: Frame) -> int:
    return sum(who != NOBODY for who in frame.owner)


@each_problem
def test_every_frame_is_the_best_for_as_many_words_and_the_last_the_best_of_all(
    problem: np.ndarray,
):
    frames, every_total = trace(problem), totals_of(problem)
    for frame in frames:
        assert max(frame.owner.count(topic) for topic in range(NOBODY)) <= SPARSITY
        assert frame.total == every_total[(frame.owner == EVERY_OWNER).all(axis=1)]
        # Every way in which topics can have so many words in all.
        assert frame.total == every_total[SIZES.sum(axis=0) == n_owned(frame)].max()
        assert min(frame.prices) >= 0
    totals = [frame.total for frame in frames]
    limits = [frame.limit for frame in frames]
    assert totals == sorted(totals)
    assert limits == sorted(limits, reverse=True)
    best, last = best_total(problem, SPARSITY), frames[-1]
    assert max(totals) <= best <= min(limits)
    assert last.total == last.limit == best
    solved = match_supports(problem, SPARSITY)
    assert last.total == total(problem, solved)
    if (every_total == best).sum() == 1:
        owned = [np.equal(last.owner, topic).nonzero()[0] for topic in range(NOBODY)]
        np.testing.assert_array_equal(owned, solved)
    greedy = one_after_another(problem)
    assert np.sort(problem[0])[-SPARSITY:].sum() <= greedy <= best


@each_problem
def test_under_the_prices_no_owner_would_rather_have_another_word(problem: np.ndarray):
    with_nobody = np.vstack([problem, np.zeros(len(WORDS))])
    for frame in trace(problem):
        if not frame.happened.startswith(("The best path", "All places")):
            continue  # after an exchange the prices are those it was made at
        gains = with_nobody - np.array([*frame.prices, 0.0])[:, None]
        kept = gains[frame.owner, np.arange(len(WORDS))]
        assert (kept >= gains.max(axis=0) - 1e-9).all()  # whole numbers: only rounding


@each_problem
def test_a_path_starts_with_a_free_word_and_its_gain_is_what_the_total_grows(
    problem: np.ndarray,
):
    first, *steps, last = trace(problem)
    assert len(steps) == 2 * SPARSITY * len(TOPICS)
    assert n_owned(first) == 0
    assert n_owned(last) == SPARSITY * len(TOPICS)
    for before, after in zip(steps[::2], steps[1::2], strict=True):
        owner = list(before.owner)
        receivers = [NOBODY, *(handover.receiver for handover in before.path)]
        for handover, giver in zip(before.path, receivers, strict=False):
            assert owner[handover.word] == handover.giver == giver
            owner[handover.word] = handover.receiver
        assert tuple(owner) == after.owner
        assert after.path == before.path
        # The price of who ends up with a word more is what the path brings.
        gain = before.prices[before.path[-1].receiver]
        assert after.total == pytest.approx(before.total + gain)
        sentence = before.happened.replace(MINUS, "-").replace("+ ", "+")
        *changes, in_all = map(int, re.findall(r"[+-]\d+|\d+(?= more)", sentence))
        assert sum(changes) == in_all


def test_the_answer_names_the_numbers_of_the_example_where_a_path_repairs_greed():
    frames = trace(EXAMPLE)
    paths = [frame.path for frame in frames]
    place = next(place for place, path in enumerate(paths) if place and len(path) == 2)
    free, handed = paths[place]
    numbers = [
        EXAMPLE[free.receiver, free.word],
        EXAMPLE[handed.giver, handed.word],
        EXAMPLE[handed.receiver, handed.word],
        frames[place + 1].total - frames[place].total,
        frames[-1].total,
    ]
    told = " ".join(task.question + task.why for task in matching.TASKS)
    assert all(f"{number:g}" in told for number in numbers)
    assert f"In steps {place + 1} and {place + 2} a greedy choice is" in told


@each_problem
def test_the_gains_beside_the_words_and_the_prices_add_up_to_the_best_total(problem):
    gains = matching.gains(problem).drop_duplicates("word")["gain"]
    last = trace(problem)[-1]
    assert SPARSITY * sum(last.prices) + gains.sum() == last.total


def test_a_choice_by_hand_has_its_words_and_weight_and_greed_a_lower_total():
    account = matching.chosen_topics(EXAMPLE, "10200200")
    assert account["words"].tolist() == ["tax", "war, trade"]
    assert account["weight"].tolist() == [EXAMPLE[0, 0], EXAMPLE[1, [2, 5]].sum()]
    assert matching.baselines(EXAMPLE)["value"].tolist() == [228, 235]


def test_the_bar_of_a_choice_by_hand_grows_with_each_edge_and_shrinks_with_it():
    choice, weights = "0" * len(WORDS), EXAMPLE.astype(int)
    clicks = [(0, "2"), (1, "1"), (4, "2"), (5, "1")]
    for n, (place, number) in enumerate(clicks, start=1):
        before = matching.totals(EXAMPLE, choice)["value"].iloc[0]
        choice = matching.toggled(choice, place, number)
        yours = matching.totals(EXAMPLE, choice).iloc[0]
        assert yours["value"] == before + weights[int(number) - 1, place]
        assert yours["text"].startswith(f"{yours['value']:.0f} with {n} word")
    assert yours["value"] == matching.BEST_TOTAL == trace(EXAMPLE)[-1].total
    assert matching.toggled(choice, 0, "2")[0] == "0"
    assert matching.toggled(choice, 0, "1")[0] == "1"
    too_many = matching.totals(EXAMPLE, "11100000")["text"].iloc[0]
    assert too_many == "too many for a topic: 3 words, not 2"
