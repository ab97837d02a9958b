"""Greatest eigenvalues: their sum is never too low, and near pairs become the pairs."""

from collections.abc import Callable

import numpy as np
import pytest

from spca_core.proof import greatest
from spca_core.proof.greatest import SPARE_PAIRS, LeadingPairs, eigenvalue_sum
from tests.fuzz import in_one_test

N_PAIRS = 6


def with_eigenvalues(values: np.ndarray) -> np.ndarray:
    """Return a full matrix with n^2 times these whole eigenvalues, without rounding.

    n I - 2 J, for the J of ones, is n times a reflection; whole numbers below 2^53 are
    exact as floats.
    """
    size = len(values)
    reflection = size * np.eye(size) - 2 * np.ones((size, size))
    matrix = reflection @ np.diag(values).astype(float) @ reflection
    assert abs(reflection).max() ** 2 * abs(values).astype(float).sum() < 2**53
    return matrix


def of_one_size(rng: np.random.Generator, size: int) -> np.ndarray:
    return rng.integers(-50, 50, size)


def ill_scaled(rng: np.random.Generator, size: int) -> np.ndarray:
    return rng.integers(-9, 10, size) * 10 ** rng.integers(0, 9, size)


def tied(rng: np.random.Generator, size: int) -> np.ndarray:
    return rng.integers(0, 2, size)


def below_zero(rng: np.random.Generator, size: int) -> np.ndarray:
    return -rng.integers(1, 50, size)


def greatest_sum(values: np.ndarray, n_values: int, positive: bool) -> int:
    """In whole numbers, for the matrix of `with_eigenvalues`."""
    greatest = sorted(map(int, values))[-n_values:]
    least = 0 if positive else min(greatest)
    return len(values) ** 2 * sum(max(value, least) for value in greatest)


@in_one_test("positive", [False, True])
@in_one_test("size", [1, 2, 5, 20, 60])
@pytest.mark.parametrize(
    "draw",
    [of_one_size, ill_scaled, tied, below_zero],
    ids=lambda draw: draw.__name__,
)
def test_the_sum_is_no_less_than_the_true_one_and_hardly_more(
    draw: Callable[[np.random.Generator, int], np.ndarray], size: int, positive: bool
):
    for seed in range(5):
        values = draw(np.random.default_rng(seed), size)
        matrix = with_eigenvalues(values)
        for n_values in {1, 3, size, size + 2}:
            exact = greatest_sum(values, n_values, positive)
            found = eigenvalue_sum(matrix, n_values, positive=positive)
            assert found >= exact
            # The proof allows for the worst rounding of a matrix of this norm.
            assert found - exact <= 1e-9 * np.linalg.norm(matrix)


@pytest.mark.parametrize("n_values", [1, 5, 30])
def test_of_values_that_lie_close_together_the_sum_is_no_less_near(n_values: int):
    vectors, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((300, 300)))
    values = np.linspace(0.9, 1, 300)
    matrix = (vectors * values) @ vectors.T
    excess = eigenvalue_sum(matrix, n_values, positive=False) - values[-n_values:].sum()
    assert 0 <= excess <= 1e-9 * np.linalg.norm(matrix)


@pytest.mark.parametrize("n_values", [1, 5, 30])
def test_an_unproven_sum_goes_on_until_it_is_steady(n_values: int):
    vectors, _ = np.linalg.qr(np.random.default_rng(0).standard_normal((300, 300)))
    values = np.linspace(0, 1, 300)
    matrix = (vectors * values) @ vectors.T
    exact = values[-n_values:].sum()
    first, _ = LeadingPairs(n_values + SPARE_PAIRS).of(matrix)
    assert first[:n_values].sum() < exact * (1 - 1e-6)
    # A round that changes it by less than 1e-9 is the last.
    found = greatest.greatest_sum(matrix, n_values)
    assert found == pytest.approx(exact, rel=1e-8)


def test_a_matrix_that_is_not_finite_is_refused_loudly():
    with pytest.raises(np.linalg.LinAlgError):
        eigenvalue_sum(np.full((3, 3), np.nan), 1, positive=True)


def test_eigenvalues_below_zero_count_as_zero_only_if_asked():
    matrix = np.diag([3.0, 1.0, -2.0, -5.0])
    three = [eigenvalue_sum(matrix, 3, positive=positive) for positive in (True, False)]
    assert three == pytest.approx([4, 2], rel=1e-9)
    assert eigenvalue_sum(-np.eye(3), 2, positive=True) == pytest.approx(0, abs=1e-9)


def decaying(seed: int) -> np.ndarray:
    """Return a matrix of 120 eigenvalues, each 0.8 of the one before."""
    vectors, _ = np.linalg.qr(np.random.default_rng(seed).standard_normal((120, 120)))
    return (vectors * 0.8 ** np.arange(120)) @ vectors.T


def slightly_changed(matrix: np.ndarray, seed: int) -> np.ndarray:
    change = np.random.default_rng(seed).standard_normal(matrix.shape)
    return matrix + 1e-3 * (change + change.T)


@pytest.mark.parametrize("seed", range(3))
def test_the_first_pairs_are_near(seed: int):
    matrix = decaying(seed)
    values, vectors = LeadingPairs(N_PAIRS).of(matrix)
    # Each of 8 rounds leaves a tenth or less of a vector's error, and its square of
    # that of its value.
    np.testing.assert_allclose(values, 0.8 ** np.arange(N_PAIRS), rtol=1e-12)
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-6)


@pytest.mark.parametrize("seed", range(3))
def test_calls_on_a_changed_matrix_come_to_its_pairs_from_below(seed: int):
    pairs, matrix = LeadingPairs(N_PAIRS), slightly_changed(decaying(seed), seed)
    pairs.of(decaying(seed))
    exact = np.linalg.eigvalsh(matrix)[::-1][:N_PAIRS]
    sums = []
    for _ in range(15):
        values, vectors = pairs.of(matrix)
        sums.append(values.sum())
        # 1e-12: of a basis of 18 vectors, each orthogonal to 1e-15 or so.
        assert (values <= exact + 1e-12).all()
        assert (np.diff(values) <= 0).all()
        np.testing.assert_allclose(vectors.T @ vectors, np.eye(N_PAIRS), atol=1e-12)
    assert (np.diff(sums) >= -1e-12).all()
    # The change is some 1e-3, and a call leaves a third of the error or less: after 15
    # of them 1e-10 of a vector, and the square of that of its value.
    np.testing.assert_allclose(values, exact, rtol=0, atol=1e-12)
    np.testing.assert_allclose(matrix @ vectors, vectors * values, atol=1e-9)
