"""The matching: exact whatever the weights, the prices it starts from, or the scan."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.steps.matching import match, match_supports, no_prices, project_and_match
from tests.oracles import best_total, total

SHAPES = [  # (n_components, n_words, sparsity)
    (1, 9, 4),
    (1, 5, 5),
    (3, 3, 1),
    (4, 30, 1),
    (2, 8, 4),
    (3, 40, 5),
    (5, 26, 5),
    (6, 60, 7),
]


def random_weights(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return rng.random(shape)


def tied_weights(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return rng.integers(0, 4, shape).astype(float)


def equal_components(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return np.repeat(rng.random((1, shape[1])), shape[0], axis=0)


def rank_one_weights(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return np.outer(rng.random(shape[0]), rng.random(shape[1]))


def mostly_zero(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return rng.random(shape) * (rng.random(shape) < 0.1)


def all_zero(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return np.zeros(shape)


def one_ulp_ties(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return 0.3 + rng.integers(0, 3, shape) * np.spacing(0.3)


def heavy_tailed(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return rng.standard_cauchy(shape) ** 2


def tiny_weights(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return rng.random(shape) * 1e-150


def huge_weights(rng: np.random.Generator, shape: tuple[int, int]) -> np.ndarray:
    return rng.random(shape) * 1e150


KINDS = [
    random_weights,
    tied_weights,
    equal_components,
    rank_one_weights,
    mostly_zero,
    all_zero,
    one_ulp_ties,
    heavy_tailed,
    tiny_weights,
    huge_weights,
]
Kind = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]


def slack(weights: np.ndarray, sparsity: int) -> float:
    """Each of k * s paths may leave a gain of 1e-13 of the most on each of k arcs."""
    return len(weights) ** 2 * sparsity * 1e-13 * weights.max()


def with_nobody(weights: np.ndarray) -> np.ndarray:
    return np.vstack([weights, np.zeros(weights.shape[1])])


def assert_disjoint(supports: np.ndarray, n_components: int, sparsity: int) -> None:
    assert supports.shape == (n_components, sparsity)
    assert len(np.unique(supports)) == n_components * sparsity


def test_a_contested_word_goes_where_it_adds_most():
    # Both want word 0, but the first loses 5 by giving it up, the second only 1.
    weights = np.array([[9.0, 4.0, 0.0], [10.0, 0.0, 9.0]])
    assert match_supports(weights, 1).tolist() == [[0], [2]]


@pytest.mark.parametrize("shape", SHAPES, ids=str)
@pytest.mark.parametrize("kind", KINDS)
def test_the_matching_is_as_heavy_as_the_assignment_on_all_words(
    kind: Kind, shape: tuple[int, int, int]
):
    n_components, n_words, sparsity = shape
    for seed in range(25):
        weights = kind(np.random.default_rng(seed), (n_components, n_words))
        supports = match_supports(weights, sparsity)
        assert_disjoint(supports, n_components, sparsity)
        assert total(weights, supports) == pytest.approx(
            best_total(weights, sparsity), rel=0, abs=slack(weights, sparsity)
        )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_any_prices_lead_to_the_same_optimum(kind: Kind, shape: tuple[int, int, int]):
    n_components, n_words, sparsity = shape
    for seed in range(4):
        rng = np.random.default_rng(seed)
        weights = kind(rng, (n_components, n_words))
        most, stale = weights.max(), no_prices(n_components)
        match(with_nobody(kind(rng, weights.shape)), sparsity, stale)
        for prices in (
            stale,
            np.zeros(n_components),
            rng.random(n_components) * most,
            -rng.random(n_components) * most,
            rng.standard_normal(n_components) * most,
            np.full(n_components, 1e6 * most + 1e-300),
            np.full(n_components, -1e6 * most - 1e-300),
            np.array([0.0, 1e6 * most] * n_components)[:n_components],
        ):
            supports = match(with_nobody(weights), sparsity, prices)
            assert_disjoint(supports, n_components, sparsity)
            assert total(weights, supports) == pytest.approx(
                best_total(weights, sparsity), rel=0, abs=slack(weights, sparsity)
            )


@pytest.mark.parametrize("seed", range(10))
def test_the_supports_are_ascending_word_indices(seed: int):
    weights = np.random.default_rng(seed).random((4, 50))
    assert (np.diff(match_supports(weights, 6), axis=1) > 0).all()


@pytest.mark.parametrize("factor", [2.0**-40, 2.0**40])
def test_the_matching_ignores_the_unit_of_the_weights(factor: float):
    weights = np.random.default_rng(0).random((5, 80))
    np.testing.assert_array_equal(
        match_supports(factor * weights, 6), match_supports(weights, 6)
    )


@pytest.mark.parametrize("decay", [0.0, 0.5, 2.0])
@pytest.mark.parametrize("seed", range(10))
def test_the_early_stop_costs_nothing(seed: int, decay: float):
    rng = np.random.default_rng(seed)
    n_components, n_words, rank, sparsity = 4, 300, 3, 6
    factor = rng.standard_normal((n_words, rank))
    factor /= np.arange(1, n_words + 1)[:, None] ** decay
    squared_norms = (factor**2).sum(axis=1)
    order = np.argsort(-squared_norms)
    factor, squared_norms = factor[order], squared_norms[order]
    directions = rng.standard_normal((n_components, rank))
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)

    workspace = np.zeros((n_components + 1, n_words))
    supports = project_and_match(factor, squared_norms, directions, sparsity, workspace)

    weights = (directions @ factor.T) ** 2
    assert_disjoint(supports, n_components, sparsity)
    assert total(weights, supports) == pytest.approx(
        best_total(weights, sparsity), rel=0, abs=slack(weights, sparsity)
    )


def test_too_few_words_are_refused_with_the_numbers():
    text = "3 components of 4 words need 12 words; there are 11. Lower one of the two."
    with pytest.raises(InputError, match=re.escape(text)):
        match_supports(np.ones((3, 11)), 4)


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf, -1.0])
def test_weights_that_cannot_be_added_up_are_refused(bad: float):
    weights = np.ones((2, 5))
    weights[1, 3] = bad
    with pytest.raises(InputError, match=r"Weights must be finite and not negative\."):
        match_supports(weights, 2)
