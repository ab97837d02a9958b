"""Prices on words: their bound holds for any supports, and no other prices lower it."""

from itertools import combinations
from types import SimpleNamespace

import numpy as np
import pytest
from scipy import optimize
from scipy.optimize import linprog

from spca_core.methods import exact as prices_module
from spca_core.methods.exact import word_prices
from tests.oracles import best_variance, random_corpus, second_moments


def listed(matrix: np.ndarray, sparsity: int) -> tuple[np.ndarray, np.ndarray]:
    """All supports and their greatest eigenvalues, descending."""
    supports = np.array(list(combinations(range(len(matrix)), sparsity)))
    values = np.array(
        [np.linalg.eigvalsh(matrix[np.ix_(one, one)])[-1] for one in supports]
    )
    order = np.argsort(-values)
    return supports[order], np.maximum(values[order], 0)


def bound(
    prices: np.ndarray, supports: np.ndarray, values: np.ndarray, n_components: int
) -> float:
    margins = values - prices[supports].sum(axis=1)
    return prices.sum() + n_components * max(margins.max(), 0)


def packing(
    supports: np.ndarray, values: np.ndarray, n_words: int, n_components: int
) -> float:
    """Pack supports, in shares of them, at greatest value: the dual, all at once."""
    members = np.zeros((n_words + 1, len(supports)))
    members[supports.T, np.arange(len(supports))] = 1
    members[-1] = 1
    most = np.append(np.ones(n_words), n_components)
    return -linprog(-values, A_ub=members, b_ub=most).fun


@pytest.mark.parametrize("sparsity", [1, 2, 3])
@pytest.mark.parametrize("n_components", [1, 2, 3])
@pytest.mark.parametrize("seed", range(5))
def test_the_bound_is_above_the_optimum_and_as_low_as_prices_can_make_it(
    seed: int, n_components: int, sparsity: int
):
    matrix = second_moments(random_corpus(seed, 30, 10), centred=True)
    supports, values = listed(matrix, sparsity)
    prices = word_prices(supports, values, 10, n_components)
    reached = bound(prices, supports, values, n_components)
    assert prices.shape == (10,)
    assert (prices >= 0).all()
    # A worst excess of 1e-9 of the greatest value is let be for each component.
    slack = 1e-8 * values[0]
    assert reached >= best_variance(matrix, n_components, sparsity) - slack
    assert reached == pytest.approx(
        packing(supports, values, 10, n_components), abs=slack
    )


@pytest.mark.parametrize("seed", range(5))
def test_supports_that_were_not_among_the_first_are_added_till_none_is_too_dear(
    seed: int, monkeypatch: pytest.MonkeyPatch
):
    matrix = second_moments(random_corpus(seed, 30, 12), centred=True)
    supports, values = listed(matrix, 3)
    at_once = bound(word_prices(supports, values, 12, 3), supports, values, 3)
    monkeypatch.setattr(prices_module, "CUTS", 5)
    prices = word_prices(supports, values, 12, 3)
    assert bound(prices, supports, values, 3) == pytest.approx(at_once, rel=1e-8)


def test_a_worked_example_by_hand():
    # Two of three pairs of words at most: 0 in both of the best, so it has a price.
    supports = np.array([[0, 1], [0, 2], [1, 2], [2, 3], [1, 3], [0, 3]])
    values = np.array([5.0, 4, 1, 1, 0, 0])
    prices = word_prices(supports, values, 4, 2)
    # {0, 1} and {2, 3} are worth 6, and p = (4, 0, 0, 0) with a margin of 1 proves it.
    assert bound(prices, supports, values, 2) == pytest.approx(6)


@pytest.mark.parametrize("factor", [1e-12, 1e12])
def test_prices_are_in_the_unit_of_the_values(factor: float):
    matrix = second_moments(random_corpus(1, 30, 10))
    supports, values = listed(matrix, 2)
    one = word_prices(supports, values, 10, 2)
    other = word_prices(supports, factor * values, 10, 2)
    assert bound(other, supports, factor * values, 2) == pytest.approx(
        factor * bound(one, supports, values, 2), rel=1e-8
    )


def test_words_without_any_value_have_no_price():
    supports = np.array(list(combinations(range(6), 2)))
    assert not word_prices(supports, np.zeros(15), 6, 2).any()


def test_a_linear_program_that_is_not_solved_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
):
    failed = SimpleNamespace(x=None, message="out of memory")
    monkeypatch.setattr(optimize, "linprog", lambda *_, **__: failed)
    supports, values = listed(np.eye(4), 2)
    with pytest.raises(ArithmeticError, match="out of memory"):
        word_prices(supports, values, 4, 2)
