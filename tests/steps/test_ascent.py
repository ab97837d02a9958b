"""The ascent: no step lowers the objective, and the supports stay what they must be."""

import numpy as np
import pytest

from spca_core.steps.ascent import (
    LEAST_GAIN,
    NO_PINS,
    ascend,
    greatest_variance,
    improve,
    pick,
    project,
    square,
    starting_loadings,
)
from spca_core.steps.matching import match
from spca_core.steps.ownership import grid_for
from tests.oracles import best_variance

# Sums of at most some hundred positive and negative terms of the greatest size.
ROUNDING = 1e-12


def factor_of(seed: int, n_words: int, rank: int) -> np.ndarray:
    """A random factor V with rows of very different norms."""
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n_words, rank)) * rng.gamma(0.5, size=(n_words, 1))


def random_supports(
    seed: int, n_words: int, n_components: int, sparsity: int
) -> np.ndarray:
    order = np.random.default_rng(seed).permutation(n_words)
    return order[: n_components * sparsity].reshape(n_components, sparsity)


def captured(gram: np.ndarray, supports: np.ndarray) -> float:
    """The greatest eigenvalues of the blocks, added up."""
    return sum(np.linalg.eigvalsh(gram[np.ix_(i, i)])[-1] for i in supports)


def assert_disjoint(supports: np.ndarray, n_components: int, sparsity: int) -> None:
    assert supports.shape == (n_components, sparsity)
    assert len(np.unique(supports)) == n_components * sparsity


def grams() -> dict[str, np.ndarray]:
    factor = factor_of(7, 24, 6)
    rng = np.random.default_rng(8)
    counts = rng.integers(0, 3, (10, 12)).astype(float)
    duplicated = np.hstack([counts, counts])
    signs = rng.standard_normal(24)
    return {
        "zero": np.zeros((24, 24)),
        "diagonal": np.diag(np.arange(24.0)),
        "identity": np.eye(24),
        "rank one": np.outer(signs, signs),
        "duplicate words": duplicated.T @ duplicated / 10,
        "one word counts": np.diag([1.0] + [0.0] * 23),
        "low rank": factor @ factor.T,
        "tiny": factor @ factor.T * 1e-120,
        "huge": factor @ factor.T * 1e120,
    }


@pytest.mark.parametrize("shape", [(3, 5), (1, 6), (4, 1), (4, 6), (1, 24)], ids=str)
@pytest.mark.parametrize("name", grams())
def test_the_ascent_ends_on_disjoint_supports_no_lower_than_it_began(
    name: str, shape: tuple[int, int]
):
    gram = grams()[name]
    for seed in range(20):
        start = random_supports(seed, 24, *shape)
        loadings = starting_loadings(gram, start)
        begun = sum(
            improve(gram, support, loading)
            for support, loading in zip(start, loadings, strict=True)
        )
        objective, supports = ascend(gram, start, NO_PINS)
        assert_disjoint(supports, *shape)
        assert objective >= begun * (1 - ROUNDING)
        assert objective <= captured(gram, supports) * (1 + ROUNDING)


@pytest.mark.parametrize("seed", range(30))
def test_no_step_of_the_ascent_lowers_the_objective(seed: int):
    factor = factor_of(seed, 50, 8)
    gram = factor @ factor.T
    supports = random_supports(seed, 50, 4, 5)
    loadings = starting_loadings(gram, supports)
    projected, weights = np.empty((4, 50)), np.zeros((5, 50))
    grid, objectives = grid_for(greatest_variance(gram)), []
    for _ in range(12):
        objectives.append(project(gram, supports, loadings, projected))
        square(projected, weights, grid)
        supports = match(weights, 5)
        pick(projected, supports, loadings)
    assert (np.diff(objectives) >= -ROUNDING * objectives[-1]).all()
    assert objectives[-1] > objectives[0]


@pytest.mark.parametrize("seed", range(30))
def test_a_match_alone_captures_at_least_what_was_projected(seed: int):
    # The other half of a step: sum of matched w^2 >= sum of x^T A x, since x itself
    # is one way to choose, with w on its support of squares (A x)^2 / x^T A x.
    factor = factor_of(seed, 40, 6)
    gram = factor @ factor.T
    supports = random_supports(seed, 40, 3, 4)
    projected, weights = np.empty((3, 40)), np.zeros((4, 40))
    objective = project(gram, supports, starting_loadings(gram, supports), projected)
    square(projected, weights, grid_for(greatest_variance(gram)))
    matched = match(weights, 4)
    gained = np.take_along_axis(weights[:-1], matched, axis=1).sum()
    assert gained >= objective * (1 - ROUNDING)


@pytest.mark.parametrize("seed", range(30))
def test_power_steps_never_lower_what_a_loading_captures(seed: int):
    rng = np.random.default_rng(seed)
    factor = factor_of(seed, 20, 5)
    gram = factor @ factor.T
    support, loading = np.arange(3, 12), rng.standard_normal(9)
    block = gram[3:12, 3:12]
    before = loading @ block @ loading / (loading @ loading)
    variance = improve(gram, support, loading)
    assert np.linalg.norm(loading) == pytest.approx(1)
    assert variance == pytest.approx(loading @ block @ loading)
    assert variance >= before * (1 - ROUNDING)


@pytest.mark.parametrize("seed", range(20))
def test_the_projection_is_the_best_direction_for_each_component(seed: int):
    # Over unit c, <V c, x> is greatest at c = V^T x / ||V^T x||: W = V C.
    factor = factor_of(seed, 30, 5)
    gram = factor @ factor.T
    supports = random_supports(seed, 30, 3, 4)
    loadings, projected = starting_loadings(gram, supports), np.empty((3, 30))
    objective = project(gram, supports, loadings, projected)
    scores = np.stack([x @ factor[i] for i, x in zip(supports, loadings, strict=True)])
    directions = scores / np.linalg.norm(scores, axis=1, keepdims=True)
    np.testing.assert_allclose(
        projected, directions @ factor.T, atol=1e-10 * abs(factor).max()
    )
    assert objective == pytest.approx((scores**2).sum())


@pytest.mark.parametrize("seed", range(20))
def test_climbing_again_from_a_summit_gains_nothing_in_substance(seed: int):
    factor = factor_of(seed, 60, 8)
    gram = factor @ factor.T
    objective, supports = ascend(gram, random_supports(seed, 60, 4, 5), NO_PINS)
    again, _ = ascend(gram, supports, NO_PINS)
    # Loadings restart from a row of A, so the last steps' gains may differ: each
    # ascent leaves at most a few gains below LEAST_GAIN, or takes another path.
    assert again >= objective * (1 - 100 * LEAST_GAIN)


def test_the_best_of_many_ascents_is_the_optimum_of_a_small_problem():
    for seed in range(10):
        factor = factor_of(seed, 8, 4)
        gram = factor @ factor.T
        best = max(
            ascend(gram, random_supports(i, 8, 2, 3), NO_PINS)[0] for i in range(60)
        )
        # The ascent stops at gains of 1e-9, with some of the last per cent to come.
        assert best == pytest.approx(best_variance(gram, 2, 3), rel=1e-6)


def test_the_caller_keeps_his_supports():
    factor = factor_of(0, 40, 5)
    start = random_supports(0, 40, 3, 4)
    before = start.copy()
    ascend(factor @ factor.T, start, NO_PINS)
    np.testing.assert_array_equal(start, before)


def test_what_rounding_has_made_negative_captures_nothing():
    # Below zero, "1 + LEAST_GAIN times the summit" lies under it: no end to the climb.
    supports, projected = np.arange(4).reshape(2, 2), np.empty((2, 6))
    assert project(-1e-14 * np.eye(6), supports, np.ones((2, 2)), projected) == 0
    assert (projected == 0).all()
