"""The paper's method: the best of the sampled points of the net, on the sketch."""

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.covariance import Covariance
from spca_core.methods.bipartite import (
    best_candidate,
    bipartite,
    sketched_variance,
)
from spca_core.net import random_directions
from spca_core.settings import Settings
from spca_core.sketch import truncated_svd
from spca_core.solve import solve
from tests.oracles import best_total, best_variance, random_corpus, second_moments


def sorted_factor(seed: int, n_words: int, rank: int) -> np.ndarray:
    factor = np.random.default_rng(seed).standard_normal((n_words, rank))
    return factor[np.argsort(-(factor**2).sum(axis=1))]


@pytest.mark.parametrize("seed", range(20))
def test_what_a_point_captures_of_the_sketch_is_that_of_its_loadings(seed: int):
    factor = sorted_factor(seed, 30, 4)
    direction = random_directions(np.random.default_rng(seed), 1, 1, 4)[0, 0]
    support = np.arange(5, 12)
    loading = factor[support] @ direction
    loading /= np.linalg.norm(loading)
    expected = loading @ (factor @ factor.T)[5:12, 5:12] @ loading
    assert sketched_variance(factor, support, direction) == pytest.approx(expected)


def test_a_direction_that_sees_no_word_captures_nothing():
    factor = np.array([[1.0, 0.0], [2.0, 0.0]])
    assert sketched_variance(factor, np.arange(2), np.array([0.0, 1.0])) == 0


@pytest.mark.parametrize("seed", range(10))
def test_the_best_of_some_points_is_the_best_of_each_alone(seed: int):
    factor = sorted_factor(seed, 60, 4)
    norms = (factor**2).sum(axis=1)
    points = random_directions(np.random.default_rng(seed), 30, 3, 4)
    alone = [best_candidate(factor, norms, point[None], 5) for point in points]
    best, supports = best_candidate(factor, norms, points, 5)
    values = [value for value, _ in alone]
    assert best == max(values) > min(values)
    np.testing.assert_array_equal(supports, alone[int(np.argmax(values))][1])


@pytest.mark.parametrize("seed", range(10))
def test_each_candidate_is_a_whole_matching_of_its_point(seed: int):
    factor = sorted_factor(seed, 60, 4)
    point = random_directions(np.random.default_rng(seed), 1, 3, 4)
    _, supports = best_candidate(factor, (factor**2).sum(axis=1), point, 5)
    weights = (point[0] @ factor.T) ** 2
    found = np.take_along_axis(weights, supports, axis=1).sum()
    # k paths of at most k arcs for s words, each within 1e-13 of the heaviest.
    assert found == pytest.approx(
        best_total(weights, 5), rel=0, abs=45 * 1e-13 * weights.max()
    )


def test_the_matching_captures_at_most_what_its_loadings_do():
    # sum w^2 = max over x for this C, and C is not the best for that x.
    factor = sorted_factor(1, 60, 4)
    points = random_directions(np.random.default_rng(1), 20, 3, 4)
    for point in points:
        value, supports = best_candidate(
            factor, (factor**2).sum(axis=1), point[None], 5
        )
        weights = (point @ factor.T) ** 2
        assert value >= np.take_along_axis(weights, supports, axis=1).sum()


@pytest.mark.parametrize("seed", range(5))
def test_the_answer_is_the_best_of_all_batches(seed: int):
    covariance = Covariance.of(random_corpus(seed, 60, 40), centred=False)
    settings = Settings(n_components=3, sparsity=4, rank=3, seed=seed, candidates=1_500)
    *_, answer = bipartite(covariance, settings)

    factor = truncated_svd(covariance, 3)
    norms = (factor**2).sum(axis=1)
    words = np.argsort(-norms, kind="stable")
    points = random_directions(np.random.default_rng(seed), 1_500, 3, 3)
    _, best = best_candidate(factor[words], norms[words], points, 4)

    np.testing.assert_array_equal(answer.supports, words[best])


@pytest.mark.parametrize(("candidates", "batches"), [(1, 1), (200, 1), (201, 2)])
def test_exactly_the_candidates_asked_for_are_tried(candidates: int, batches: int):
    covariance = Covariance.of(random_corpus(1, 30, 20), centred=False)
    settings = Settings(n_components=2, sparsity=3, candidates=candidates)
    counted = [incumbent.candidates for incumbent in bipartite(covariance, settings)]
    assert len(counted) == batches
    assert counted[-1] == candidates


def test_at_full_rank_it_comes_near_the_optimum_of_a_small_problem():
    # Theorem 1 with a sampled net: 20,000 points on three-spheres are dense.
    corpus = random_corpus(2, 30, 7)
    best = best_variance(second_moments(corpus), 2, 2)
    solution = solve(corpus, 2, 2, method="bipartite", rank=4, candidates=20_000)
    assert 0.99 * best <= solution.captured_variance <= best * (1 + 1e-12)


def test_on_kos_it_captures_what_the_paper_reports(kos: Corpus):
    solution = solve(kos, 8, 15, method="bipartite", rank=5, candidates=10_000)
    assert solution.captured_variance >= 61.0
