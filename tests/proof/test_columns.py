"""The bound by columns: above every choice of words, and often as low as the best."""

from collections.abc import Callable
from functools import partial

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.proof import columns
from spca_core.proof.bound import BoundProblem
from spca_core.proof.columns import ColumnDescent, Search, limited
from spca_core.proof.rows import RowDescent, rows_of
from spca_core.steps import neighbours
from tests.fuzz import slowly
from tests.oracles import (
    all_supports,
    best_variance,
    corpus_of,
    planted_corpus,
    random_corpus,
    second_moments,
    values_of,
)
from tests.proof.test_certificate import random_problem

MANY = [range(6), slowly(range(6, 100))]


def lowest_bound(
    covariance: Covariance,
    k: int,
    s: int,
    prices: np.ndarray,
    supports: np.ndarray | None = None,
) -> float:
    """Go on from some prices to the end, and return the lowest bound."""
    problem = BoundProblem(covariance, k, s, 600)
    point = prices / problem.scale, np.ones(len(prices))
    descent = ColumnDescent(problem, point, supports)
    bounds = [descent.bound()]
    while descent.goes_on:
        bounds.append(descent.round())
    return min(bounds)


def any_prices(seed: int, covariance: Covariance) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.uniform(0, rng.choice([0.01, 0.3, 1.0]), covariance.n_words) * (
        covariance.variances.max()
    )


@pytest.mark.parametrize("seeds", MANY)
def test_from_any_prices_and_topics_the_bound_is_never_below_the_optimum(
    seeds: range, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(neighbours, "LISTED_PER_WORD", 1)
    monkeypatch.setattr(columns, "MAX_BUDGET", columns.FIRST_BUDGET)
    for seed in seeds:
        # The problems are of six kinds, in turn.
        listed, looked_at = [(128, 128), (3, 128), (3, 2), (1, 1)][seed // 6 % 4]
        monkeypatch.setattr(neighbours, "MIN_LISTED", listed)
        monkeypatch.setattr(columns, "N_SCANNED", looked_at)
        covariance, n_components, sparsity, optimum = random_problem(seed)
        if covariance.n_words > 1 and covariance.variances.any():
            prices = any_prices(seed, covariance)
            words = np.random.default_rng(seed).permutation(covariance.n_words)
            topics = words[: n_components * sparsity].reshape(n_components, sparsity)
            bound = lowest_bound(covariance, n_components, sparsity, prices, topics)
            assert bound >= optimum, seed


@pytest.mark.parametrize("seeds", [range(2), slowly(range(2, 40))])
def test_prices_that_leap_as_a_pool_grows_never_make_the_bound_too_low(
    seeds: range, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(columns, "first_pool", lambda _problem, known: known)
    monkeypatch.setattr(columns, "GROWTHS", 1)
    for seed in seeds:
        corpus = corpus_of(spikes(seed)[:, :9])
        covariance = Covariance.of(corpus, centred=False)
        optimum = best_variance(second_moments(corpus), 2, 3)
        topics = np.random.default_rng(seed).permutation(9)[:6].reshape(2, 3)
        bound = lowest_bound(covariance, 2, 3, any_prices(seed, covariance), topics)
        assert bound >= optimum, seed


@pytest.mark.parametrize("seeds", [range(60), slowly(range(60, 600))])
def test_no_support_is_worth_more_than_the_searches_of_all_words_allow(
    seeds: range, monkeypatch: pytest.MonkeyPatch
):
    for seed in seeds:
        rng = np.random.default_rng(seed)
        # What words outside share counts most where few are looked at or listed.
        monkeypatch.setattr(columns, "N_SCANNED", int(rng.choice([1, 2, 3, 11])))
        monkeypatch.setattr(neighbours, "LISTED_PER_WORD", 1)
        monkeypatch.setattr(neighbours, "MIN_LISTED", int(rng.choice([2, 5, 11])))
        few = corpus_of(spikes(seed)[:, :12])
        corpus = few if seed % 3 == 0 else random_corpus(seed, 30, 12)
        covariance = Covariance.of(corpus, centred=False)
        sparsity = int(rng.integers(2, 6))
        rows = rows_of(problem := BoundProblem(covariance, 1, sparsity, 600))
        prices = any_prices(seed, covariance) / problem.scale
        supports = all_supports(12, sparsity)
        matrix = covariance.block(np.arange(12)) / problem.scale
        worth = values_of(matrix, supports) - prices[supports].sum(axis=1)
        level = max(worth.max(), 1e-3) * rng.uniform(0.85, 1.05)
        # In pieces, as a round has no time for more.
        budget = int(rng.choice([200, 500, 1 << 30]))
        search = partial(limited, level, prices, rows, sparsity, budget)
        most = [to_the_end(search, Search.of(leader, level)) for leader in range(12)]
        if worth.max() > level:
            assert max(most) >= worth.max(), seed


def to_the_end(go_on: Callable[[Search], Search], search: Search) -> float:
    while search.questions:
        search = go_on(search)
    return search.most


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("seed", [0, slowly(1), slowly(2)])
def test_planted_topics_are_proven_to_be_all_but_optimal(seed: int, centred: bool):
    corpus = planted_corpus(seed, 2, 3)
    optimum = best_variance(second_moments(corpus, centred=centred), 2, 3)
    covariance = Covariance.of(corpus, centred=centred)
    bound = lowest_bound(covariance, 2, 3, np.zeros(covariance.n_words))
    assert optimum <= bound <= optimum * (1 + 1e-3)


def spikes(seed: int) -> np.ndarray:
    """Draw 40 words, in which spikes of six words share words with one another."""
    rng = np.random.default_rng(seed)
    numbers = 0.2 * rng.standard_normal((300, 40))
    for _ in range(10):
        words = rng.choice(40, 6, replace=False)
        numbers[:, words] += 2 * (rng.random((300, 1)) < 0.05) * rng.random(6)
    return numbers


def test_the_bound_by_columns_begins_where_that_by_rows_ends():
    covariance = Covariance.of(corpus_of(spikes(0)), centred=False)
    problem = BoundProblem(covariance, 3, 4, 600)
    by_rows = RowDescent(problem)
    lowest = min(by_rows.round() for _ in range(10))
    begun = ColumnDescent(problem, by_rows.best).bound()
    # Scales far below the greatest are raised.
    assert begun == pytest.approx(lowest, rel=1e-2)


@pytest.mark.parametrize("seed", range(3))
def test_a_single_spike_among_many_is_proven_to_be_the_best(seed: int):
    corpus = corpus_of(spikes(seed))
    covariance = Covariance.of(corpus, centred=False)
    optimum = best_variance(second_moments(corpus), 1, 3)
    bound = lowest_bound(covariance, 1, 3, np.zeros(40))
    assert optimum <= bound <= optimum * (1 + 1e-5)


def test_any_number_of_threads_gives_the_same_bound(monkeypatch: pytest.MonkeyPatch):
    covariance = Covariance.of(corpus_of(spikes(0)), centred=False)
    expected = lowest_bound(covariance, 3, 4, np.zeros(40))
    monkeypatch.setattr(columns, "N_THREADS", 5)
    assert lowest_bound(covariance, 3, 4, np.zeros(40)) == expected
