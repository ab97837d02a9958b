"""Pinned words: every answer holds them, and is the best that does where known."""

from itertools import combinations

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.methods.pins import assign_pins, pins_of
from spca_core.methods.solve import solutions
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.steps.ascent import force
from spca_core.steps.matching import match_supports
from spca_core.steps.perturbation import enforce_pins
from tests.fuzz import in_one_test, slowly
from tests.oracles import (
    ascend,
    corpus_of,
    random_corpus,
    search_near,
    second_moments,
    total,
    word_sets,
)
from tests.oracles import solve_counts as solve

Groups = tuple[tuple[int, ...], ...]


def holds(supports: np.ndarray, pinned: Groups) -> bool:
    """Whether each group stands in one component, and no two in the same."""
    homes = [
        component
        for group in pinned
        for component, support in enumerate(supports)
        if set(group) <= set(support)
    ]
    return len(set(homes)) == len(pinned)


def best_with_pins(matrix: np.ndarray, sparsity: int, pinned: Groups) -> float:
    """Try all pairs of disjoint supports that hold the pins."""
    captured = {
        support: np.linalg.eigvalsh(matrix[np.ix_(support, support)])[-1]
        for support in combinations(range(len(matrix)), sparsity)
    }
    return max(
        captured[first] + captured[second]
        for first, second in combinations(captured, 2)
        if set(first).isdisjoint(second) and holds(np.array([first, second]), pinned)
    )


def random_pins(seed: int, n_words: int, sizes: tuple[int, ...]) -> Groups:
    words = iter(np.random.default_rng(seed).permutation(n_words).tolist())
    return tuple(tuple(next(words) for _ in range(size)) for size in sizes)


@pytest.mark.parametrize("centred", [True, slowly(False)])
@in_one_test("sizes", [(1,), (2,), (1, 1), (3,), (2, 1), (3, 3)])
def test_it_finds_the_best_of_all_supports_that_hold_the_pins(
    sizes: tuple[int, ...], centred: bool
):
    for seed in range(1):
        corpus = random_corpus(seed, 15, 9)
        pinned = random_pins(seed, 9, sizes)
        matrix = second_moments(corpus, centred=centred)
        best = best_with_pins(matrix, 3, pinned)
        solution = solve(corpus, 2, 3, centred=centred, pinned=pinned, effort="quick")
        assert holds(solution.supports, pinned)
        assert solution.captured_variance == pytest.approx(best, rel=1e-9)


@pytest.mark.parametrize("sizes", [(1,), (2, 3), (5, 5, 5, 5)], ids=str)
@in_one_test("seed", range(2))
def test_every_answer_on_the_way_holds_the_pins_and_none_is_worse_than_the_last(
    seed: int, sizes: tuple[int, ...]
):
    corpus = random_corpus(seed, 80, 50)
    pinned = random_pins(seed, 50, sizes)
    settings = Settings(
        n_components=4, sparsity=5, seed=seed, effort="quick", pinned=pinned
    )
    found = list(solutions(corpus, settings))
    assert all(holds(solution.supports, pinned) for solution in found)
    captured = [point.captured_variance for point in found[-1].trace]
    # Summits are compared before their last power steps, which are worth this much.
    assert all(np.diff(captured) >= -1e-6 * captured[-1])
    assert all(np.diff([solution.candidates for solution in found]) >= 0)


def test_a_pin_that_the_answer_has_anyway_changes_nothing():
    corpus = random_corpus(0, 80, 50)
    free = solve(corpus, 4, 5)
    first, second = free.supports[:2].tolist()
    pinned = solve(corpus, 4, 5, pinned=(tuple(second[:3]), (first[4],)))
    assert word_sets(corpus, pinned.supports) == word_sets(corpus, free.supports)
    assert pinned.captured_variance == pytest.approx(free.captured_variance)


def test_pins_never_gain_and_more_of_them_gain_less_yet():
    corpus = random_corpus(0, 80, 50)
    pinned = random_pins(0, 50, (3, 2))
    none, some, more = (
        solve(corpus, 4, 5, pinned=pins, effort="quick").captured_variance
        for pins in ((), pinned[:1], pinned)
    )
    assert none >= some * (1 - 1e-9)
    assert some >= more * (1 - 1e-9)


def test_words_outside_the_working_set_can_be_pinned(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("spca_core.methods.working_set.MIN_WORKING_SET", 15)
    monkeypatch.setattr("spca_core.methods.working_set.MAX_SPARE_WORDS", 3)
    corpus = random_corpus(2, 100, 80)
    rare = Covariance.of(corpus, centred=False).words_by_variance[-3:].tolist()
    pinned = ((rare[0], rare[1]), (rare[2],))
    assert holds(solve(corpus, 3, 4, pinned=pinned).supports, pinned)


@in_one_test("seed", range(20))
def test_forced_weights_make_the_best_match_the_best_that_holds_the_pins(seed: int):
    rng = np.random.default_rng(seed)
    pinned = random_pins(seed, 12, (2, 0, 1))
    pins = pins_of(pinned)
    weights = rng.random((3, 12)) * 10.0 ** rng.integers(-8, 8, size=(3, 1))
    forced = weights.copy()
    for component, row in enumerate(forced):
        force(row, component, pins, weights.max())
    supports = match_supports(forced, 3)
    assert all(
        set(group) <= set(row) for group, row in zip(pinned, supports, strict=True)
    )
    # The oracle forces harder; what is not pinned must be worth as much.
    harder = np.where(forced > weights.max(), 1e3 * weights.max(), forced)
    worth = np.where(forced > weights.max(), 0.0, forced)
    other = match_supports(harder, 3)
    assert total(worth, supports) == pytest.approx(total(worth, other))


@in_one_test("seed", range(10))
def test_the_ascent_and_the_search_around_a_summit_keep_the_pins(seed: int):
    matrix = second_moments(random_corpus(seed, 80, 50))
    start = np.random.default_rng(seed).permutation(50)[:20].reshape(4, 5)
    pinned = random_pins(seed, 50, (2, 4, 1))
    pins = pins_of(pinned)
    enforce_pins(start, pins)
    optimum, supports = ascend(matrix, start, pins)
    objective, found, _ = search_near(matrix, supports, pins, 30, seed)
    assert objective >= optimum * (1 - 1e-7)  # it climbs there again
    for ended in (supports, found):
        rows = ended[: len(pinned)]
        assert all(set(g) <= set(row) for g, row in zip(pinned, rows, strict=True))


@pytest.mark.slow
def test_on_kos_a_pin_costs_what_it_must_and_no_more(kos: Corpus):
    free = solve(kos, 8, 15)
    nearly = np.setdiff1d(np.arange(kos.n_words), free.supports)
    rare = int(nearly[Covariance.of(kos, centred=False).variances[nearly].argmin()])
    pinned = solve(kos, 8, 15, pinned=((rare,),))
    assert rare in pinned.supports
    # One word of 120 that never occurs elsewhere: less than the lightest is lost.
    assert free.captured_variance * 0.999 <= pinned.captured_variance
    assert pinned.captured_variance <= free.captured_variance * (1 + 1e-9)


def three_topics_and_more_words(unit: float) -> Covariance:
    """Three documents of three words; 9 and 11 go with the second, 10 with the third.

    In its own component a word is worth its count squared.
    """
    counts = np.zeros((3, 12))
    counts[0, :3], counts[1, 3:6], counts[2, 6:9] = (5, 4, 2), (5, 4, 3), (5, 4, 3)
    counts[1, 9] = counts[2, 10] = 2.5
    counts[1, 11] = 1
    return Covariance.of(corpus_of(unit * counts), centred=False)


@pytest.mark.parametrize("unit", [1.0, 1e-4])
@pytest.mark.parametrize(
    ("pinned", "expected"),
    [
        (((9,),), [{3, 4, 9}]),
        (((9,), (10,)), [{3, 4, 9}, {6, 7, 10}]),
        (((10,), (9,)), [{6, 7, 10}, {3, 4, 9}]),
        (((3, 10),), [{3, 4, 10}]),
        # 1 is gained in the second and 9 lost; in the first nothing, and 4 lost.
        (((11,),), [{0, 1, 11}]),
        # 9 would be worth 6.25 in the second; but 8 is worth 9 where it is.
        (((8, 9),), [{6, 8, 9}]),
    ],
    ids=str,
)
def test_a_group_is_seated_where_its_words_are_worth_most_and_the_lightest_make_room(
    pinned: Groups, expected: list[set[int]], unit: float
):
    free = np.arange(9).reshape(3, 3)
    assigned = assign_pins(three_topics_and_more_words(unit), free, pinned)
    assert [set(row) for row in assigned[: len(pinned)].tolist()] == expected
