"""Starts and perturbations: always disjoint supports, the same for the same seed."""

from typing import Any

import numpy as np
import pytest

from spca_core.steps.ascent import MIN_GAIN, Ascent, ascent_at, climb
from spca_core.steps.perturbation import (
    begin_draws,
    copy_changed,
    enforce_pins,
    insert_support,
    perturb,
    random_start,
)
from tests.fuzz import fuzzed, in_one_test
from tests.oracles import (
    NO_PINS,
    ascend,
    assert_disjoint,
    random_corpus,
    search_near,
    second_moments,
)

SHAPES = [  # (n_words, n_components, sparsity)
    (40, 5, 4),
    (40, 1, 6),
    (40, 6, 1),
    (20, 5, 4),
    (6, 1, 6),
    (7, 7, 1),
    (1, 1, 1),
]


def gram_of(n_words: int) -> np.ndarray:
    return second_moments(random_corpus(3, 50, n_words))


def first_supports(n_components: int, sparsity: int) -> np.ndarray:
    return np.arange(n_components * sparsity).reshape(n_components, sparsity)


@in_one_test("shape", SHAPES)
def test_a_random_start_has_disjoint_supports(shape: tuple[int, int, int]):
    n_words, n_components, sparsity = shape
    for gram in (gram_of(n_words), np.zeros((n_words, n_words)), np.eye(n_words)):
        for seed in range(20):
            start = random_start(gram, n_components, sparsity, seed)
            assert_disjoint(start, n_components, sparsity, n_words)


def ascent_on(n_words: int, n_components: int, sparsity: int) -> Ascent:
    start = first_supports(n_components, sparsity)
    return ascent_at(gram_of(n_words), start, NO_PINS)


def columns_of(ascent: Ascent) -> np.ndarray:
    """Some supports that may become components."""
    rng = np.random.default_rng(0)
    n_words, sparsity = len(ascent.gram), ascent.supports.shape[1]
    return np.array([rng.permutation(n_words)[:sparsity] for _ in range(5)])


@in_one_test("shape", SHAPES)
def test_a_perturbation_keeps_the_supports_disjoint_and_says_whose_have_changed(
    shape: tuple[int, int, int],
):
    n_words, n_components, sparsity = shape
    begin_draws(1)
    ascent = ascent_on(*shape)
    matched = ascent.supports.copy()
    for _ in range(300):
        changed = perturb(ascent, columns_of(ascent))
        assert_disjoint(ascent.supports, n_components, sparsity, n_words)
        differ = (ascent.supports != matched).any(axis=1)
        np.testing.assert_array_equal(changed, differ)
        ascent.supports[:] = matched


def test_an_ascent_that_is_brought_up_to_another_is_the_same():
    begin_draws(9)
    ascent, other = ascent_on(40, 5, 4), ascent_on(40, 5, 4)
    for _ in range(50):
        changed = perturb(other, columns_of(other))
        climb(other, changed)
        copy_changed(ascent, other, changed)
        for kept, copied in zip(flat(ascent), flat(other), strict=True):
            np.testing.assert_array_equal(kept, copied)


def flat(ascent: Ascent) -> list[Any]:
    """All that an ascent consists of; of the members, those that count."""
    *arrays, ownership = ascent
    members = [row[:4] for row in ownership.members]
    owned = ownership.owner != len(members)
    place = ownership.place[owned]
    others = [
        part
        for name, part in ownership._asdict().items()
        if name not in ("members", "place")
    ]
    return [*arrays, *others, *members, place]


@in_one_test("seed", range(10))
def test_a_column_that_is_brought_in_takes_its_words_from_others_for_its_place(
    seed: int,
):
    supports = first_supports(4, 3)
    before, column = supports.copy(), np.array([1, 7, 20])
    begin_draws(seed)
    insert_support(supports, column)
    (component,) = np.flatnonzero((np.sort(supports, axis=1) == column).all(axis=1))
    assert_disjoint(supports, 4, 3, 30)
    left = set(before.ravel()) - set(supports.ravel())
    assert left < set(before[component])
    assert len(left) == 1  # the unused word came for it


@in_one_test("seed", range(10))
def test_a_search_never_ends_below_its_summit_and_repeats_itself(seed: int):
    gram = gram_of(60)
    optimum, supports = ascend(gram, random_start(gram, 4, 4, seed), NO_PINS)
    objective, found, failures = search_near(gram, supports, NO_PINS, 20, seed)
    again = search_near(gram, supports, NO_PINS, 20, seed)
    # It climbs there again, to a few of the gains that are too small to count.
    assert objective >= optimum * (1 - 100 * MIN_GAIN)
    assert 0 <= failures <= 20
    assert_disjoint(found, 4, 4, 60)
    assert (objective, failures) == (again[0], again[2])
    np.testing.assert_array_equal(found, again[1])
    assert failures < 20 or objective == pytest.approx(optimum)


def blocks(n_words: int, *strengths: float) -> np.ndarray:
    """Words vary with those of their own block alone, each with each to one extent."""
    ones = np.ones((n_words, n_words))
    return np.kron(np.diag(strengths), ones) + 0.01 * np.eye(n_words * len(strengths))


@in_one_test("seed", range(10))
def test_a_search_brings_in_the_unused_words_that_no_ascent_reaches(seed: int):
    gram = blocks(4, 1.0, 1.5)
    optimum, supports = ascend(gram, np.array([[0, 1, 2, 3]]), NO_PINS)
    assert optimum == pytest.approx(4.01)
    objective, found, _ = search_near(gram, supports, NO_PINS, 30, seed)
    assert objective == pytest.approx(6.01)
    assert set(found[0]) == {4, 5, 6, 7}


def test_a_search_moves_a_pin_to_the_words_that_it_costs_least():
    """The pinned word varies with no other: it belongs among the weakest."""
    gram = np.pad(blocks(6, 3.0, 1.1, 1.2, 1.3), ((0, 1), (0, 1)))
    pins = np.array([[24, 0]])
    start = np.arange(24).reshape(4, 6)
    start[0, 5] = 24
    optimum, supports = ascend(gram, start, pins)
    assert optimum == pytest.approx(5 * 3 + 6 * (1.1 + 1.2 + 1.3) + 0.04)
    best = 6 * (3 + 1.2 + 1.3) + 5 * 1.1 + 0.04
    ends = [search_near(gram, supports, pins, 20, seed) for seed in range(20)]
    # One of 16 perturbations exchanges the two topics whole: 20 find that three times
    # in four. Words that are shuffled or swapped alone lead there in none of the 20.
    reached = [objective == pytest.approx(best) for objective, _, _ in ends]
    assert sum(reached) >= 8


def test_perturbations_in_a_row_that_gain_nothing_are_counted():
    best = first_supports(2, 4)
    *_, failures = search_near(blocks(4, 1.0, 1.5), best, NO_PINS, 7, 0)
    assert failures == 7


@fuzzed
def test_what_is_held_has_every_pin_in_its_component_and_no_word_twice(seed: int):
    rng = np.random.default_rng(seed)
    supports = rng.permutation(15)[:12].reshape(3, 4)
    # All words of one component are pinned, and one of another.
    components = rng.permutation(3)[[0, 0, 0, 0, 1]]
    pins = np.column_stack([rng.permutation(15)[:5], components])
    enforce_pins(supports, pins)
    assert_disjoint(supports, 3, 4, 15)
    assert all(word in supports[component] for word, component in pins)
