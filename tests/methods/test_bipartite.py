"""The paper's method: the best of the points of the net, whole or sampled."""

from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.methods.bipartite import (
    best_candidate,
    bipartite,
    sketched_variance,
)
from spca_core.problem.covariance import Covariance
from spca_core.problem.guarantee import NetSearch
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate, Solution, leading_eigenpairs
from spca_core.steps.net import half_net, power, power_size, random_points
from spca_core.steps.sketch import SKETCHES, sketch_of
from tests.fuzz import in_one_test, slowly
from tests.oracles import best_variance, random_corpus, second_moments
from tests.oracles import solve_counts as solve


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(2) as workers:
        yield workers


def points_of(seed: int, n_points: int, n_components: int, rank: int) -> np.ndarray:
    batches = random_points(np.random.SeedSequence(seed), n_points, n_components, rank)
    return np.concatenate(list(batches))


def sorted_factor(seed: int, n_words: int, rank: int) -> np.ndarray:
    factor = np.random.default_rng(seed).standard_normal((n_words, rank))
    return factor[np.argsort(-(factor**2).sum(axis=1))]


@in_one_test("seed", range(20))
def test_what_a_point_captures_of_the_sketch_is_that_of_its_loadings(seed: int):
    factor = sorted_factor(seed, 30, 4)
    direction = points_of(seed, 1, 1, 4)[0, 0]
    support = np.arange(5, 12)
    loading = factor[support] @ direction
    loading /= np.linalg.norm(loading)
    expected = loading @ (factor @ factor.T)[5:12, 5:12] @ loading
    assert sketched_variance(factor, support, direction) == pytest.approx(expected)


@in_one_test("seed", range(10))
def test_the_best_of_some_points_is_the_best_of_each_alone(seed: int):
    factor = sorted_factor(seed, 60, 4)
    norms = (factor**2).sum(axis=1)
    points = points_of(seed, 30, 3, 4)
    alone = [best_candidate(factor, norms, point[None], 5) for point in points]
    best, supports = best_candidate(factor, norms, points, 5)
    values = [value for value, _ in alone]
    assert best == max(values) > min(values)
    np.testing.assert_array_equal(supports, alone[int(np.argmax(values))][1])


def net_of(answer: Candidate | Solution) -> NetSearch:
    assert answer.remarks.net
    return answer.remarks.net


def yielded(corpus: Corpus, settings: Settings, executor: Executor) -> list[Candidate]:
    covariance = Covariance.of(corpus, centred=settings.centred)
    return list(bipartite(covariance, settings, executor))


def batch_winners(
    corpus: Corpus, settings: Settings, batches: Iterator[np.ndarray]
) -> tuple[np.ndarray, list[np.ndarray], np.ndarray]:
    """Return each batch's best on V V^T: its value, its supports, their value on A."""
    covariance = Covariance.of(corpus, centred=settings.centred)
    factor = sketch_of(covariance, settings).factor
    norms = (factor**2).sum(axis=1)
    words = np.argsort(-norms, kind="stable")
    values, supports = zip(
        *(
            best_candidate(factor[words], norms[words], batch, settings.sparsity)
            for batch in batches
        ),
        strict=True,
    )
    supports = [words[candidate] for candidate in supports]
    captured = [leading_eigenpairs(covariance, found)[0].sum() for found in supports]
    return np.array(values), supports, np.array(captured)


@pytest.mark.parametrize("kind", SKETCHES)
@pytest.mark.parametrize("exhaust", [True, False], ids=["whole", "sampled"])
@pytest.mark.parametrize("seed", [4, slowly(0), slowly(5)])
def test_the_answer_is_the_best_on_the_data_of_the_best_on_the_sketch(
    seed: int, exhaust: bool, kind: str, executor: Executor
):
    corpus = random_corpus(seed, 60, 40)
    settings = Settings(
        n_components=3,
        sparsity=4,
        rank=2,
        sketch=kind,
        seed=seed,
        epsilon=0.2,
        candidates=1_540 if exhaust else 1_539,
    )
    whole, sample = half_net(2, 0.1), np.random.SeedSequence(seed)
    assert power_size(len(whole), 3) == 1_540
    batches = power(whole, 3) if exhaust else random_points(sample, 1_539, 3, 2)
    values, supports, captured = batch_winners(corpus, settings, batches)
    found = yielded(corpus, settings, executor)
    assert len(found) == len(values) == 8
    tried = [candidate.candidates for candidate in found]
    assert tried == [*range(200, 1_401, 200), settings.candidates]
    told = [candidate.remarks.exhaustive for candidate in found]
    assert told == [False] * 7 + [exhaust], "only the last knows"
    for n_batches, candidate in enumerate(found, start=1):
        best = supports[captured[:n_batches].argmax()]
        np.testing.assert_array_equal(candidate.supports, best)
        assert net_of(candidate).sketch_value == values[:n_batches].max()


@in_one_test("n_components", [1, 2, 3])
@in_one_test("rank", [2, 3])
def test_the_net_is_exhausted_as_soon_as_it_fits_and_else_proves_nothing(
    rank: int, n_components: int, executor: Executor
):
    corpus = random_corpus(1, 30, 20)
    size = power_size(len(half_net(rank, 0.45)), n_components)
    for candidates in (size - 1, size, 10**9):
        settings = Settings(
            n_components=n_components,
            sparsity=3,
            rank=rank,
            epsilon=0.9,
            candidates=candidates,
        )
        *_, last = yielded(corpus, settings, executor)
        net = net_of(last)
        assert last.candidates == min(candidates, size)
        assert net.n_candidates == size
        assert last.remarks.exhaustive is net.exhausted is (candidates >= size)
        assert net.sketch_value > 0
        proven = {value is not None for value in net.proven.values()}
        assert proven == {net.exhausted}


def test_a_net_too_large_for_memory_is_sampled_and_proves_nothing(
    executor: Executor, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("spca_core.methods.bipartite.MAX_NET", 19)
    options: dict[str, Any] = {
        "n_components": 2,
        "sparsity": 4,
        "rank": 2,
        "candidates": 500,
    }
    corpus = random_corpus(1, 60, 40)
    *_, small = yielded(corpus, Settings(**options, epsilon=0.3), executor)
    *_, large = yielded(corpus, Settings(**options, epsilon=0.2), executor)
    assert small.candidates == net_of(small).n_candidates == power_size(14, 2)
    assert small.remarks.exhaustive
    assert net_of(large).n_points == 20
    assert large.candidates == 500 > net_of(large).n_candidates
    assert not large.remarks.exhaustive
    assert net_of(large).ratio is None
    # As many random ones as the net has are not the net.
    as_many = Settings.of(**{**options, "candidates": power_size(20, 2)}, epsilon=0.2)
    *_, sampled = yielded(corpus, as_many, executor)
    assert sampled.candidates == net_of(sampled).n_candidates
    assert not sampled.remarks.exhaustive


def test_at_full_rank_it_comes_near_the_optimum_of_a_small_problem():
    # Theorem 1 with a sampled net: 20,000 points on three-spheres are dense.
    corpus = random_corpus(2, 30, 7)
    best = best_variance(second_moments(corpus), 2, 2)
    solution = solve(corpus, 2, 2, method="bipartite", rank=4, candidates=20_000)
    assert 0.99 * best <= solution.captured_variance <= best * (1 + 1e-12)


@pytest.mark.slow
def test_on_kos_it_captures_what_the_paper_reports(kos: Corpus):
    solution = solve(kos, 8, 15, method="bipartite", rank=5, candidates=10_000)
    assert solution.captured_variance >= 61.0
