"""The answer: for its supports no loadings are better, and it comes best first."""

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import (
    Solution,
    leading_components,
    leading_eigenpairs,
    loading_matrix,
)
from tests.oracles import corpus_of, random_corpus, second_moments

# Eigenvectors of a block are known to rounding over the gap of its eigenvalues.
LOOSE = 1e-8


def random_supports(seed: int, n_words: int) -> np.ndarray:
    return np.random.default_rng(seed).permutation(n_words)[:20].reshape(4, 5)


@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_loadings_are_the_leading_eigenvectors_of_their_blocks(
    seed: int, centred: bool
):
    corpus = random_corpus(seed, 50, 30)
    matrix = second_moments(corpus, centred=centred)
    supports, loadings, variances = leading_components(
        Covariance.of(corpus, centred=centred), random_supports(seed, 30)
    )
    np.testing.assert_allclose(np.linalg.norm(loadings, axis=1), 1)
    for support, loading, variance in zip(supports, loadings, variances, strict=True):
        block = matrix[np.ix_(support, support)]
        np.testing.assert_allclose(
            block @ loading, variance * loading, atol=LOOSE * matrix.max()
        )
        assert variance == pytest.approx(np.linalg.eigvalsh(block)[-1])


@pytest.mark.parametrize("seed", range(10))
def test_components_and_words_come_best_first_with_the_heaviest_positive(seed: int):
    corpus = random_corpus(seed, 50, 30)
    given = random_supports(seed, 30)
    supports, loadings, variances = leading_components(
        Covariance.of(corpus, centred=True), given
    )
    assert (np.diff(variances) <= 0).all()
    assert (np.diff(abs(loadings), axis=1) <= 0).all()
    assert (loadings[:, 0] > 0).all()
    assert {frozenset(i) for i in supports} == {frozenset(i) for i in given}


@pytest.mark.parametrize("seed", range(5))
def test_as_a_matrix_the_loadings_are_orthonormal_and_capture_the_variances(seed: int):
    corpus = random_corpus(seed, 50, 30)
    supports, loadings, variances = leading_components(
        Covariance.of(corpus, centred=True), random_supports(seed, 30)
    )
    matrix = loading_matrix(supports, loadings, 30)
    assert {tuple(np.flatnonzero(x)) for x in matrix.T} == {
        tuple(np.sort(support)) for support in supports
    }
    np.testing.assert_allclose(matrix.T @ matrix, np.eye(4), atol=1e-12)
    captured = matrix.T @ second_moments(corpus, centred=True) @ matrix
    np.testing.assert_allclose(captured.diagonal(), variances)


def test_words_that_never_vary_capture_nothing():
    covariance = Covariance.of(corpus_of(np.ones((4, 6))), centred=True)
    supports, loadings, variances = leading_components(
        covariance, np.arange(6).reshape(2, 3)
    )
    np.testing.assert_array_equal(variances, [0, 0])
    np.testing.assert_allclose(np.linalg.norm(loadings, axis=1), 1)
    assert supports.shape == (2, 3)


def test_a_single_word_captures_its_variance():
    corpus = random_corpus(1, 40, 7)
    covariance = Covariance.of(corpus, centred=False)
    values, vectors = leading_eigenpairs(covariance, np.arange(7)[:, None])
    np.testing.assert_allclose(values, second_moments(corpus).diagonal())
    np.testing.assert_array_equal(abs(vectors), np.ones((7, 1)))


def test_the_captured_variance_is_the_sum_over_components():
    solution = Solution(
        settings=Settings(),
        supports=np.array([[0, 1], [2, 3]]),
        loadings=np.full((2, 2), 0.5**0.5),
        variances=np.array([2.5, 1.25]),
        trace=(),
        seconds=0.0,
        candidates=1,
        stopped_by="finished",
    )
    assert solution.captured_variance == 3.75
