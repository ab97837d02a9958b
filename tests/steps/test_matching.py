"""The matching: exact whatever the weights, the prices it starts from, or the scan."""

import re
from collections.abc import Callable

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.steps.matching import match_supports, project_and_match, scan
from tests.fuzz import in_one_test
from tests.oracles import assert_disjoint, best_total, total

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


Kind = Callable[[np.random.Generator, tuple[int, int]], np.ndarray]
KINDS: dict[str, Kind] = {
    "random": lambda rng, shape: rng.random(shape),
    "tied": lambda rng, shape: rng.integers(0, 4, shape).astype(float),
    "equal rows": lambda rng, shape: np.repeat(rng.random((1, shape[1])), shape[0], 0),
    "rank one": lambda rng, shape: np.outer(rng.random(shape[0]), rng.random(shape[1])),
    "mostly zero": lambda rng, shape: rng.random(shape) * (rng.random(shape) < 0.1),
    "all zero": lambda _, shape: np.zeros(shape),
    "tied but for a digit": lambda rng, shape: (
        0.3 + rng.integers(0, 3, shape) * np.spacing(0.3)
    ),
    "heavy tailed": lambda rng, shape: rng.standard_cauchy(shape) ** 2,
    "tiny": lambda rng, shape: rng.random(shape) * 1e-150,
    "huge": lambda rng, shape: rng.random(shape) * 1e150,
}


def slack(weights: np.ndarray, sparsity: int) -> float:
    """Rounding to the grid moves each of k * s weights; sums of them round as much."""
    return len(weights) * sparsity * 2.0**-50 * weights.max()


def test_a_contested_word_goes_where_it_adds_most():
    # Both want word 0, but the first loses 5 by giving it up, the second only 1.
    weights = np.array([[9.0, 4.0, 0.0], [10.0, 0.0, 9.0]])
    assert match_supports(weights, 1).tolist() == [[0], [2]]


@in_one_test("shape", SHAPES)
@in_one_test("kind", KINDS)
def test_the_matching_is_as_heavy_as_the_assignment_on_all_words(
    kind: str, shape: tuple[int, int, int]
):
    n_components, n_words, sparsity = shape
    for seed in range(10):
        weights = KINDS[kind](np.random.default_rng(seed), (n_components, n_words))
        supports = match_supports(weights, sparsity)
        assert_disjoint(supports, n_components, sparsity)
        assert total(weights, supports) == pytest.approx(
            best_total(weights, sparsity), rel=0, abs=slack(weights, sparsity)
        )


def sorted_factor(
    seed: int, shape: tuple[int, int], decay: float
) -> tuple[np.ndarray, np.ndarray]:
    """A factor whose rows' norms fall like 1 / i^decay, and these squared."""
    factor = np.random.default_rng(seed).standard_normal(shape)
    factor /= np.arange(1, len(factor) + 1)[:, None] ** decay
    squared_norms = (factor**2).sum(axis=1)
    order = np.argsort(-squared_norms)
    return factor[order], squared_norms[order]


def unit_rows(seed: int, n_rows: int, rank: int) -> np.ndarray:
    rows = np.random.default_rng(seed).standard_normal((n_rows, rank))
    return rows / np.linalg.norm(rows, axis=1, keepdims=True)


@pytest.mark.parametrize("decay", [0.0, 0.5, 2.0])
@in_one_test("seed", range(4))
def test_the_early_stop_costs_nothing(seed: int, decay: float):
    factor, squared_norms = sorted_factor(seed, (300, 3), decay)
    directions, workspace = unit_rows(seed, 4, 3), np.zeros((5, 300))
    supports = project_and_match(factor, squared_norms, directions, 6, workspace)
    weights = (directions @ factor.T) ** 2
    assert_disjoint(supports, 4, 6)
    assert total(weights, supports) == pytest.approx(
        best_total(weights, 6), rel=0, abs=slack(weights, 6)
    )


@pytest.mark.parametrize(("more", "scanned"), [(0.0, 1), (1e-9, 2), (0.005, 2)])
def test_the_scan_stops_where_no_word_can_be_heavier_and_not_before(
    more: float, scanned: int
):
    # The first word's norm is larger, but its weight is 1; the second's is 1 + more.
    factor = np.array([[1.0, 1.0], [np.sqrt(1 + more), 0.0]])
    squared_norms = np.array([2.0, 1 + more])
    assert scan(factor, squared_norms, np.eye(1, 2), 1, np.zeros((2, 2))) == scanned


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
