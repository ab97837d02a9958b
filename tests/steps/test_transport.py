"""The transportation problem: prices that prove the matching is the best."""

import time

import numpy as np
import pytest

from spca_core.steps.matching import match_supports
from spca_core.steps.ownership import Ownership, grid_for, on_grid, unowned
from spca_core.steps.transport import reassign
from tests.fuzz import in_one_test
from tests.oracles import best_total, total


def weights_of(seed: int, *, whole: bool) -> np.ndarray:
    """Weights on a grid, of five components and nobody, with words to spare."""
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 9, (5, 60)) * 1.0 if whole else rng.random((5, 60))
    return np.vstack([on_grid(weights, grid_for(weights.max())), np.zeros(60)])


def assigned(weights: np.ndarray, sparsity: int) -> Ownership:
    ownership = unowned(weights)
    reassign(ownership, np.ones(len(weights) - 1, dtype=bool), sparsity)
    return ownership


def supports_of(ownership: Ownership, sparsity: int) -> np.ndarray:
    assert (ownership.sizes == sparsity).all()
    return ownership.members[:, :sparsity]


def assert_books_agree(ownership: Ownership) -> None:
    """Owners, members, places and gains say the same."""
    nobody = len(ownership.sizes)
    assert ownership.sizes.sum() == (ownership.owner != nobody).sum()
    for giver in range(nobody + 1):
        (words,) = np.nonzero(ownership.owner == giver)
        if giver != nobody:
            members = ownership.members[giver, : ownership.sizes[giver]]
            np.testing.assert_array_equal(np.sort(members), words)
            np.testing.assert_array_equal(
                ownership.place[members], np.arange(len(words))
            )
        differences = ownership.weights[:, words] - ownership.weights[giver, words]
        gains = differences.max(axis=1, initial=-np.inf)
        others = np.arange(nobody + 1) != giver
        np.testing.assert_array_equal(ownership.gains[giver, others], gains[others])


def assert_proven(ownership: Ownership, sparsity: int) -> None:
    """Every owner gains most from his word, and the prices' bound is reached.

    Weak duality: no matching is above s * (sum of prices) + (what owners gain).
    """
    gains = ownership.weights - ownership.prices[:, None]
    own = gains[ownership.owner, np.arange(gains.shape[1])]
    assert (ownership.prices >= 0).all()
    assert ownership.prices[-1] == 0
    assert (own == gains.max(axis=0)).all()  # All of them are exact.
    bound = sparsity * ownership.prices.sum() + own.sum()
    found = total(ownership.weights[:-1], supports_of(ownership, sparsity))
    # Sums of 60 exact terms up to 9.
    assert found == pytest.approx(bound, rel=0, abs=60 * 60 * np.spacing(9.0))


@in_one_test("whole", [False, True])
@in_one_test("seed", range(20))
def test_the_final_prices_are_a_proof_of_the_optimum(seed: int, whole: bool):
    ownership = assigned(weights_of(seed, whole=whole), 6)
    assert_proven(ownership, 6)
    assert_books_agree(ownership)


@in_one_test("whole", [False, True])
@in_one_test("n_words_each", [6, 12])
@in_one_test("seed", range(3))
def test_after_changes_the_assignment_is_as_good_as_one_from_the_beginning(
    seed: int, n_words_each: int, whole: bool
):
    rng = np.random.default_rng(seed)
    weights = weights_of(seed, whole=whole)
    ownership = assigned(weights, n_words_each)
    for step in range(10):
        others = weights_of(100 + 20 * seed + step, whole=whole)
        changed = rng.random(5) < 0.4
        weights[:-1][changed] = others[:-1][changed] * rng.choice([0.25, 1.0, 0.0])
        reassign(ownership, changed, n_words_each)
        assert_proven(ownership, n_words_each)
        assert_books_agree(ownership)
        supports = supports_of(ownership, n_words_each)
        assert total(weights[:-1], supports) == pytest.approx(
            best_total(weights[:-1], n_words_each), rel=1e-14
        )


@pytest.mark.parametrize("most", [5e-320, 1e-150, 0.3, 1.0, 2.0, 1e150])
def test_rounding_to_the_grid_moves_a_weight_by_less_than_rounding_of_the_heaviest(
    most: float,
):
    weights = most * np.append(np.random.default_rng(0).random(1000), [0.0, 1.0])
    rounded = on_grid(weights, grid_for(most))
    assert (rounded >= 0).all()
    assert abs(rounded - weights).max() <= 2.0**-51 * most
    # Sums and differences of four of them are exact: their order does not matter.
    a, b, c, d = rounded[:1000].reshape(4, 250)
    np.testing.assert_array_equal(((a - b) - c) + d, (d - c) + (a - b))


def nearly_tied(seed: int) -> tuple[np.ndarray, int]:
    """Draw a small matching whose ties are broken by rounding only, or by little more.

    The rows are alike but for noise of 1e-17 to 1e-5: all ones, multiples of one row,
    a few neighbouring floats, or whole numbers.
    """
    rng = np.random.default_rng(seed)
    n_components, sparsity = rng.integers(1, 5, 2)
    shape = int(n_components), int(n_components * sparsity + rng.integers(0, 8))
    noise = 10 ** rng.uniform(-17, -5) * rng.standard_normal(shape)
    kinds = [
        1 + 1e-7 * rng.random(shape[1]) + noise,
        np.outer(rng.random(shape[0]), rng.standard_normal(shape[1]) ** 2)
        * (1 + noise),
        0.3 + rng.integers(0, 5, shape) * np.spacing(0.3) * rng.integers(1, 100),
        rng.integers(0, 4, shape) + noise,
    ]
    return abs(kinds[seed % len(kinds)]), int(sparsity)


def assert_matched_at_once(seed: int, seconds: float) -> None:
    weights, sparsity = nearly_tied(seed)
    began = time.thread_time()
    supports = match_supports(weights, sparsity)
    spent = time.thread_time() - began
    assert len(np.unique(supports)) == supports.size == len(weights) * sparsity
    # A place of rounding for each place of the matching.
    slack = supports.size * 2.0**-50 * weights.max()
    assert total(weights, supports) >= best_total(weights, sparsity) - slack
    assert spent < seconds


def test_a_thousand_nearly_tied_matchings_end_at_once_and_at_the_optimum():
    match_supports(np.ones((1, 2)), 1)  # compiles
    for seed in range(1_000):
        assert_matched_at_once(seed, seconds=1.0)


@pytest.mark.slow
def test_many_nearly_tied_matchings_end_at_once_and_at_the_optimum():
    for seed in range(1_000, 20_000):
        assert_matched_at_once(seed, seconds=1.0)
