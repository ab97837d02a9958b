"""Comparing methods: which runs to make, and whose topics stand side by side."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.methods.rivals import rounding
from spca_core.methods.rivals.rounding import RIVALS
from spca_core.methods.solve import solutions
from spca_core.problem.settings import METHOD_NAMES, Settings
from spca_core.problem.solution import Solution
from spca_core.results.runs import (
    align,
    complete,
    full_size,
    methods_that_fit,
    runs_by_method,
    runs_by_size,
    shared_words,
)
from tests.made_runs import picked
from tests.oracles import random_corpus
from tests.oracles import solve_counts as solve

SETTINGS = Settings(n_components=4, sparsity=3, seed=5, centred=True, effort="quick")


def topics_of(seed: int, n_components: int = 4, **options: object) -> Solution:
    corpus = random_corpus(seed, 40, 30)
    return solve(corpus, n_components, 3, effort="quick", **options)


def as_components(solution: Solution) -> set[tuple]:
    return {
        (*support, *loadings, variance)
        for support, loadings, variance in zip(
            solution.supports.tolist(),
            solution.loadings.tolist(),
            solution.variances.tolist(),
            strict=True,
        )
    }


def test_there_is_a_run_a_method_with_all_else_equal():
    runs = runs_by_method(SETTINGS, METHOD_NAMES)
    assert tuple(run.method for run in runs) == METHOD_NAMES
    assert {replace(run, method="joint") for run in runs} == {SETTINGS}


def test_there_is_a_run_of_every_smaller_size_by_each_method():
    runs = runs_by_size(SETTINGS, METHOD_NAMES)
    assert [(run.n_components, run.method) for run in runs] == [
        (size, method) for size in (1, 2, 3) for method in METHOD_NAMES
    ]
    alike = {replace(run, method="joint", n_components=4) for run in runs}
    assert alike == {SETTINGS}


def test_one_component_leaves_no_smaller_size_to_run():
    assert runs_by_size(replace(SETTINGS, n_components=1), METHOD_NAMES) == []


def test_full_size_are_the_runs_that_were_asked_for_most_components():
    large = [topics_of(1, 3), topics_of(1, 3, method="tpower")]
    small = [topics_of(1, 1), topics_of(1, 2)]
    assert full_size([small[0], large[0], small[1], large[1]]) == large


def test_a_run_stopped_before_it_had_all_components_is_still_of_full_size():
    stopped = picked(topics_of(1, 3, method="tpower"), [0])
    assert full_size([topics_of(1, 3), stopped, topics_of(1, 2)])[1:] == [stopped]


@pytest.mark.parametrize("seed", range(20))
def test_shuffled_components_are_put_back_beside_their_equals(seed: int):
    reference = topics_of(seed)
    order = np.random.default_rng(seed).permutation(4)
    aligned = align(picked(reference, order), reference)
    np.testing.assert_array_equal(aligned.supports, reference.supports)
    np.testing.assert_array_equal(aligned.loadings, reference.loadings)
    np.testing.assert_array_equal(aligned.variances, reference.variances)


@pytest.mark.parametrize("sizes", [(4, 4), (4, 2), (2, 4)], ids=str)
@pytest.mark.parametrize("seed", range(10))
def test_aligning_only_reorders_components(seed: int, sizes: tuple[int, int]):
    reference = topics_of(seed, sizes[0])
    solution = topics_of(seed, sizes[1], method="tpower", centred=True)
    aligned = align(solution, reference)
    assert as_components(aligned) == as_components(solution)
    assert aligned.captured_variance == pytest.approx(solution.captured_variance)


@pytest.mark.parametrize("seed", range(20))
def test_no_other_pairing_shares_more_words(seed: int):
    reference = topics_of(seed)
    solution = topics_of(seed + 100)
    shared = shared_words(reference, align(solution, reference))
    best = np.trace(shared)
    rng = np.random.default_rng(seed)
    for _ in range(100):
        assert np.trace(shared[:, rng.permutation(4)]) <= best


@pytest.mark.parametrize("kept", [[0], [1, 0], [2, 0, 1]], ids=str)
def test_fewer_components_stand_beside_their_equals_among_the_first(kept: list[int]):
    reference = topics_of(3)
    aligned = align(picked(reference, kept), reference)
    np.testing.assert_array_equal(aligned.supports, reference.supports[: len(kept)])


def test_fewer_components_share_what_they_can_with_the_first_of_the_reference():
    # The third's equal must not push the first's equal from its place.
    reference = topics_of(3)
    aligned = align(picked(reference, [2, 0]), reference)
    np.testing.assert_array_equal(aligned.supports, reference.supports[[0, 2]])
    aligned = align(picked(reference, [1, 2]), reference)
    np.testing.assert_array_equal(aligned.supports, reference.supports[[2, 1]])


def test_components_without_a_partner_come_last():
    solution = topics_of(3)
    aligned = align(solution, picked(solution, [3, 1]))
    np.testing.assert_array_equal(aligned.supports, solution.supports[[3, 1, 0, 2]])


def test_shared_words_are_counted_for_each_pair():
    reference = topics_of(3)
    expected = 3 * np.eye(4)[:, [2, 0, 3, 1]]
    shuffled = picked(reference, [2, 0, 3, 1])
    np.testing.assert_array_equal(shared_words(reference, shuffled), expected)


def test_only_solutions_with_all_components_asked_for_are_complete():
    settings = replace(SETTINGS, method="tpower")
    *_, before_last, last, finished = solutions(random_corpus(0, 40, 30), settings)
    assert len(before_last.supports) == 3
    assert complete([before_last, last, finished]) == [last, finished]


@pytest.mark.parametrize(
    ("n_words", "sparsity", "exact_fits"),
    [(24, 5, True), (500_000, 1, True), (500_001, 1, False), (7_000, 15, False)],
)
def test_the_exact_method_is_offered_where_supports_are_few(
    n_words: int, sparsity: int, exact_fits: bool
):
    methods = methods_that_fit(n_words, sparsity)
    assert ("exact" in methods) == exact_fits
    assert [name for name in METHOD_NAMES if name in (*methods, "exact")] == list(
        METHOD_NAMES
    )


def test_rivals_that_are_not_installed_are_not_offered(
    monkeypatch: pytest.MonkeyPatch,
):
    assert set(RIVALS) < set(methods_that_fit(24, 5))
    monkeypatch.setattr(rounding, "find_spec", lambda name: None)
    left = [name for name in METHOD_NAMES if name not in RIVALS]
    assert list(methods_that_fit(24, 5)) == left
