"""The matching step by step: the core's own, and every frame is what it says."""

import re
from itertools import product

import numpy as np
import pytest

from pages.parts.learn.matching_steps import ANSWER, QUESTION
from spca_core.errors import InputError
from spca_core.lessons import matching_tables
from spca_core.lessons.matching_example import (
    EXAMPLE,
    NOBODY,
    SPARSITY,
    TOPICS,
    WORDS,
    of_table,
    one_after_another,
    read_weights,
    weight_table,
    write_weights,
)
from spca_core.lessons.matching_steps import Frame, drawn_after, trace
from spca_core.results.topics import MINUS
from spca_core.steps.matching import match_supports
from tests.fuzz import in_one_test
from tests.oracles import best_total, total

EVERY_OWNER = np.array(list(product(range(NOBODY + 1), repeat=len(WORDS))))
SIZES = np.stack([(topic == EVERY_OWNER).sum(axis=1) for topic in range(NOBODY)])


def weights(seed: int, most: int) -> np.ndarray:
    """Draw weights; the smaller the most, the more ties."""
    return np.random.default_rng(seed).integers(0, most + 1, EXAMPLE.shape) * 1.0


PROBLEMS = [EXAMPLE, np.zeros(EXAMPLE.shape), np.full(EXAMPLE.shape, 99.0)] + [
    weights(seed, most) for most in (1, 3, 9, 99) for seed in range(25)
]
each_problem = in_one_test("problem", PROBLEMS)


def worth(problem: np.ndarray, owner: tuple[int, ...]) -> float:
    return sum(problem[who, word] for word, who in enumerate(owner) if who != NOBODY)


def totals_of(problem: np.ndarray) -> np.ndarray:
    """Return the total of every owner that is feasible; of others less than any."""
    with_nobody = np.vstack([problem, np.zeros(len(WORDS))])
    totals = with_nobody[EVERY_OWNER, np.arange(len(WORDS))].sum(axis=1)
    return np.where((SIZES <= SPARSITY).all(axis=0), totals, -1.0)


def best_of(problem: np.ndarray, n_owned: int) -> float:
    """Try every way in which topics can have so many words in all."""
    return totals_of(problem)[SIZES.sum(axis=0) == n_owned].max()


@each_problem
def test_the_last_frame_is_an_optimum_that_reaches_its_limit(problem: np.ndarray):
    frames = trace(problem)
    assert frames[-1].total == best_total(problem, SPARSITY) == frames[-1].limit
    assert frames[-1].total == total(problem, match_supports(problem, SPARSITY))
    assert n_owned(frames[-1]) == 4


def n_owned(frame: Frame) -> int:
    return sum(who != NOBODY for who in frame.owner)


@each_problem
def test_where_one_choice_is_best_it_is_that_of_the_solver(problem: np.ndarray):
    (optima,) = np.nonzero(totals_of(problem) == best_total(problem, SPARSITY))
    supports = [
        [word for word, who in enumerate(trace(problem)[-1].owner) if who == topic]
        for topic in range(NOBODY)
    ]
    if len(optima) == 1:
        np.testing.assert_array_equal(supports, match_supports(problem, SPARSITY))
    assert trace(problem)[-1].owner in set(map(tuple, EVERY_OWNER[optima].tolist()))


@each_problem
def test_every_frame_is_feasible_and_the_best_for_as_many_words(problem: np.ndarray):
    for frame in trace(problem):
        assert len(frame.owner) == len(WORDS)  # each has one owner, so is never twice
        assert max(frame.owner.count(topic) for topic in range(NOBODY)) <= SPARSITY
        assert frame.total == worth(problem, frame.owner)
        assert frame.total == best_of(problem, n_owned(frame))


@each_problem
def test_the_total_never_falls_the_limit_never_rises_and_both_hold(
    problem: np.ndarray,
):
    frames = trace(problem)
    optimum = best_total(problem, SPARSITY)
    totals = [frame.total for frame in frames]
    limits = [frame.limit for frame in frames]
    assert totals == sorted(totals)
    assert limits == sorted(limits, reverse=True)
    assert max(totals) <= optimum <= min(limits)
    assert all(price >= 0 for frame in frames for price in frame.prices)


@each_problem
def test_under_the_prices_no_owner_would_rather_have_another_word(problem: np.ndarray):
    for frame in trace(problem):
        with_nobody = np.vstack([problem, np.zeros(len(WORDS))])
        gains = with_nobody - np.array([*frame.prices, 0.0])[:, None]
        if not frame.happened.startswith(("The best path", "All places")):
            continue  # after an exchange the prices are those it was made at
        own = gains[frame.owner, np.arange(len(WORDS))]
        assert (own >= gains.max(axis=0) - 1e-9).all()  # whole numbers: only rounding


@each_problem
def test_a_path_starts_with_a_free_word_and_its_gain_is_what_the_total_grows(
    problem: np.ndarray,
):
    first, *steps, last = trace(problem)
    assert len(steps) == 2 * SPARSITY * len(TOPICS)
    assert n_owned(first) == 0
    assert n_owned(last) == SPARSITY * len(TOPICS)
    for found, done in zip(steps[::2], steps[1::2], strict=True):
        owner = list(found.owner)
        receivers = [NOBODY, *(handover.receiver for handover in found.path)]
        for handover, giver in zip(found.path, receivers, strict=False):
            assert owner[handover.word] == handover.giver == giver
            owner[handover.word] = handover.receiver
        assert tuple(owner) == done.owner
        assert done.path == found.path
        # The price of who ends up with a word more is what the path brings.
        gain = found.prices[found.path[-1].receiver]
        assert done.total == pytest.approx(found.total + gain)
        said = found.happened.replace(MINUS, "-").replace("+ ", "+")
        *changes, in_all = map(int, re.findall(r"[+-]\d+|\d+(?= more)", said))
        assert sum(changes) == in_all


def test_in_the_example_both_want_the_same_and_a_later_path_repairs_greed():
    first, *frames = trace(EXAMPLE)
    wanted = [{one.word for one in first.path if one.receiver == t} for t in (0, 1)]
    assert wanted[0] & wanted[1]
    lengths = [len(frame.path) for frame in frames[:-1:2]]
    assert lengths[0] == 1
    assert max(lengths) == 2
    assert one_after_another(EXAMPLE) < frames[-1].total


def test_the_answer_names_the_numbers_of_the_example():
    frames = trace(EXAMPLE)
    found = next(frame for frame in frames if len(frame.path) == 2)
    free, handed = found.path
    numbers = [
        EXAMPLE[free.receiver, free.word],
        EXAMPLE[handed.giver, handed.word],
        EXAMPLE[handed.receiver, handed.word],
        frames[frames.index(found) + 1].total - found.total,
        frames[-1].total,
        one_after_another(EXAMPLE),
    ]
    assert all(f"{number:g}" in ANSWER for number in numbers)
    # The question's step is the frame in which the word has just changed hands.
    assert f"in step {frames.index(found) + 1}" in QUESTION


@pytest.mark.parametrize("problem", PROBLEMS[::10], ids=str)
def test_one_after_another_is_feasible_and_no_better_than_the_matching(
    problem: np.ndarray,
):
    greedy = one_after_another(problem)
    assert np.sort(problem[0])[-SPARSITY:].sum() <= greedy
    assert greedy <= best_total(problem, SPARSITY)


@each_problem
def test_an_address_holds_any_weights(problem: np.ndarray):
    np.testing.assert_array_equal(read_weights(write_weights(problem)), problem)
    np.testing.assert_array_equal(of_table(weight_table(problem)), problem)


def test_an_empty_address_is_the_example():
    assert write_weights(EXAMPLE) == ""
    np.testing.assert_array_equal(read_weights(""), EXAMPLE)


def test_weights_are_drawn_anew_but_always_the_same_after_the_same():
    drawn = drawn_after(EXAMPLE)
    assert not np.array_equal(drawn, EXAMPLE)
    np.testing.assert_array_equal(drawn, drawn_after(EXAMPLE))
    assert not np.array_equal(drawn, drawn_after(drawn))
    np.testing.assert_array_equal(read_weights(write_weights(drawn)), drawn)


@pytest.mark.parametrize("bad", [-1.0, 100.0, 0.5, np.nan])
def test_a_weight_that_no_address_can_hold_is_refused(bad: float):
    problem = EXAMPLE.copy()
    problem[1, 3] = bad
    text = f"A weight is {bad:g}; it must be a whole number from 0 to 99."
    for refused in (trace, write_weights):
        with pytest.raises(InputError, match=text):
            refused(problem)


def test_a_table_of_another_shape_and_a_text_of_something_else_are_refused():
    with pytest.raises(InputError, match=r"\(3, 8\); they need \(2, 8\)"):
        trace(np.zeros((3, 8)))
    with pytest.raises(InputError, match="'1,2' is not a list of 16 whole numbers"):
        read_weights("1,2")


def test_the_tables_say_what_the_frame_says():
    for frame in trace(EXAMPLE):
        topics = matching_tables.topics(EXAMPLE, frame)
        assert topics["weight"].sum() == frame.total
        assert tuple(topics["price"]) == frame.prices
        account = matching_tables.account(EXAMPLE, frame)["value"].tolist()
        assert account == [frame.total, frame.limit, one_after_another(EXAMPLE)]
        edges = matching_tables.edges(EXAMPLE, frame)
        assert len(edges) == EXAMPLE.size
        for topic, name in enumerate(TOPICS):
            own = {
                word
                for word, who in zip(WORDS, frame.owner, strict=True)
                if who == topic
            }
            assert set(filter(None, topics["words"][topic].split(", "))) == own
            leaving = {WORDS[one.word] for one in frame.path if one.giver == topic}
            has = edges["state"].eq(matching_tables.HAS) & edges["topic"].eq(name)
            assert set(edges.loc[has, "word"]) == own - leaving


def test_the_picture_shows_what_is_about_to_change_hands():
    found = next(frame for frame in trace(EXAMPLE) if len(frame.path) == 2)
    edges = matching_tables.edges(EXAMPLE, found).set_index(["topic", "word"])
    for word, giver, receiver in found.path:
        assert (
            edges.loc[(TOPICS[receiver], WORDS[word]), "state"] == matching_tables.TAKES
        )
        if giver != NOBODY:
            gives = edges.loc[(TOPICS[giver], WORDS[word]), "state"]
            assert gives == matching_tables.GIVES
    nodes = matching_tables.nodes(found)
    assert len(nodes) == len(TOPICS) + len(WORDS)
    assert not nodes.duplicated(["side", "place"]).any()


def test_the_sentence_names_every_word_that_topics_have():
    *_, last = trace(EXAMPLE)
    said = matching_tables.text(matching_tables.edges(EXAMPLE, last))
    named = {word for word in WORDS if word in said}
    assert named == {
        word for word, who in zip(WORDS, last.owner, strict=True) if who != NOBODY
    }


def test_topics_that_want_no_word_twice_are_said_not_to():
    apart = np.zeros(EXAMPLE.shape)
    apart[0, :2] = apart[1, 1:3] = 5
    said = trace(apart)[0].happened
    assert said.endswith("Topic 2 would take money and war. Both want money.")
    apart[1] = np.roll(apart[1], 1)
    said = trace(apart)[0].happened
    assert said.endswith("Topic 2 would take war and army. No word is wanted twice.")


def test_the_sentences_of_the_example_tell_what_happens():
    happened = [frame.happened for frame in trace(EXAMPLE)]
    assert happened[0] == (
        "Each alone: Topic 1 would take money and tax; Topic 2 would take navy and "
        "tax. Both want tax."
    )
    assert happened[7:9] == [
        "The best path: Topic 1 can take trade (+54) and hand tax on to Topic 2 "
        f"({MINUS}55 + 49), 48 more in all.",
        "Topic 1 takes trade and hands tax on to Topic 2.",
    ]


def test_a_draw_is_one_draw_and_not_one_that_suits_the_chapter():
    drawn, handed_on = EXAMPLE, []
    for _ in range(60):
        drawn = drawn_after(drawn)
        paths = [one for frame in trace(drawn)[1:] for one in frame.path]
        handed_on.append(any(one.giver != NOBODY for one in paths))
    assert 0 < sum(handed_on) < len(handed_on)


def test_weights_from_0_to_99_are_drawn():
    drawn, seen = EXAMPLE, set()
    for _ in range(20):
        drawn = drawn_after(drawn)
        seen |= set(drawn.ravel().tolist())
    assert (min(seen), max(seen)) == (0, 99)
