"""The splitting: what is taken from A is paid for on every support there is."""

from itertools import combinations

import numpy as np
import pytest

from spca_core.proof.splitting import (
    Splitting,
    extended,
    remainder,
    thresholded,
)
from tests.fuzz import fuzzed, in_one_test

SPARSITY = 3
# Numbers of order one in sums of at most 8 terms are rounded by some 1e-15.
CLOSE = {"rtol": 1e-12, "atol": 1e-12}
# What fractions in single precision leave of such numbers.
NEAR = {"rtol": 0, "atol": 1e-6}


def random_matrix(seed: int, n_words: int = 7) -> np.ndarray:
    observations = np.random.default_rng(seed).standard_normal((n_words, n_words))
    return observations.T @ observations / n_words


def random_splitting(rng: np.random.Generator, n_words: int) -> Splitting:
    """Draw any at all: some roots and levels vanish, some fractions are at an end."""
    size = rng.choice([0.01, 0.1, 1.0])
    roots = size * rng.random(n_words) * rng.integers(2, size=n_words)
    levels = size * rng.random(n_words) * rng.integers(2, size=n_words)
    ratios = np.exp(rng.standard_normal(n_words))
    upper = np.triu(rng.standard_normal((n_words, n_words)))
    fractions = np.clip(upper + upper.T, -1, 1)
    return Splitting(roots, levels, ratios, fractions)


def most_that_can_be_taken(splitting: Splitting) -> np.ndarray:
    """|U_ij| at most, by its definition."""
    roots, levels, _, _ = splitting
    return np.outer(roots, roots) + np.add.outer(levels, levels) / 2


def closest_splitting(rng: np.random.Generator, matrix: np.ndarray) -> Splitting:
    """Draw prices, and take as much of A as they pay for: T is as small as can be."""
    splitting = random_splitting(rng, len(matrix))
    most = most_that_can_be_taken(splitting)
    taken = np.clip(matrix, -most, most)
    return splitting._replace(fractions=taken / np.where(most > 0, most, 1))


def worst_excess(splitting: Splitting, charged_for: int = SPARSITY) -> float:
    """Try all supports: how much more U gives one component than is paid for it."""
    size = len(splitting.roots)
    left = remainder(np.zeros((size, size)), splitting, charged_for)
    return max(
        np.linalg.eigvalsh(-left[np.ix_(support, support)])[-1]
        - splitting.prices[list(support)].sum()
        for support in combinations(range(size), SPARSITY)
    )


@fuzzed
def test_what_is_taken_from_any_component_is_paid_for_by_its_words(seed: int):
    rng = np.random.default_rng(seed)
    anything = random_splitting(rng, 7)
    all_taken = anything._replace(fractions=np.ones((7, 7)))
    assert worst_excess(anything) <= 1e-12
    assert worst_excess(all_taken) <= 1e-12


def test_fractions_above_one_take_more_than_is_paid_for():
    roots = np.array([1.0, 0.5, 0.7, 0.2, 0.1])
    too_much = thresholded(np.zeros((5, 5)), roots)
    too_much = too_much._replace(fractions=np.full((5, 5), 1.5))
    assert worst_excess(too_much) > 0.5


def test_charges_for_fewer_words_than_a_component_has_do_not_pay_for_it():
    levels, ratios = np.ones(5), np.full(5, 2.0)  # paid to the last bit
    splitting = Splitting(np.zeros(5), levels, ratios, np.ones((5, 5)))
    assert worst_excess(splitting) == pytest.approx(0, abs=1e-12)
    assert worst_excess(splitting, charged_for=SPARSITY - 1) == pytest.approx(0.5)


def test_thresholds_on_three_words_by_hand():
    matrix = np.array([[4, 1, -2], [1, 3, 0.25], [-2, 0.25, 2]])
    splitting = thresholded(matrix, np.array([1, 1, 0.5]))
    # Products of the roots: 1 between the first two, 0.5 between them and the third.
    expected = [[3, 0, -1.5], [0, 2, 0], [-1.5, 0, 1.75]]
    assert remainder(matrix, splitting, 2).tolist() == expected
    assert splitting.prices.tolist() == [1, 1, 0.25]


@in_one_test("seed", range(10))
def test_what_is_left_and_what_is_taken_add_up_to_the_matrix_and_the_charges(seed: int):
    rng = np.random.default_rng(seed)
    matrix, splitting = random_matrix(seed), random_splitting(rng, 7)
    taken = splitting.fractions * most_that_can_be_taken(splitting)
    charges = SPARSITY * splitting.levels * splitting.ratios / 4
    left = remainder(matrix, splitting, SPARSITY)
    np.testing.assert_allclose(left + taken, matrix + np.diag(charges), **CLOSE)


@in_one_test("seed", range(10))
def test_more_words_come_last_and_leave_the_first_as_they_were(seed: int):
    rng = np.random.default_rng(seed)
    matrix = random_matrix(seed)
    first, roots = closest_splitting(rng, matrix[:4, :4]), rng.random(3)
    whole = extended(first, matrix, roots)
    for part, array in zip(whole, first, strict=True):
        corner = part[:4, :4] if part.ndim == 2 else part[:4]
        np.testing.assert_array_equal(corner, array.astype(part.dtype))
    np.testing.assert_allclose(whole.prices[4:], roots**2, **CLOSE)
    assert (abs(whole.fractions) <= 1).all()
    most = most_that_can_be_taken(whole)
    expected = np.sign(matrix) * np.maximum(abs(matrix) - most, 0)
    np.fill_diagonal(expected, np.diag(matrix) - whole.roots**2)
    left = remainder(matrix, whole, SPARSITY)
    np.testing.assert_allclose(left[4:], expected[4:], **NEAR)
    np.testing.assert_allclose(left[:, 4:], expected[:, 4:], **NEAR)
