"""The answer: for its supports no loadings are better, and it comes best first."""

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import (
    leading_components,
    leading_eigenpairs,
    loading_matrix,
)
from tests.fuzz import in_one_test
from tests.oracles import (
    corpus_of,
    random_corpus,
    scaled,
    second_moments,
    solve_counts,
)

# Eigenvectors of a block are known to rounding over the gap of its eigenvalues.
LOOSE = 1e-8


def random_supports(seed: int, n_words: int) -> np.ndarray:
    return np.random.default_rng(seed).permutation(n_words)[:20].reshape(4, 5)


@in_one_test("centred", [False, True])
@in_one_test("seed", range(10))
def test_loadings_are_the_leading_eigenvectors_of_their_blocks_best_first(
    seed: int, centred: bool
):
    corpus, given = random_corpus(seed, 50, 30), random_supports(seed, 30)
    A = second_moments(corpus, centred=centred)
    covariance = Covariance.of(corpus, centred=centred)
    supports, loadings, variances = leading_components(covariance, given)
    assert {frozenset(i) for i in supports} == {frozenset(i) for i in given}
    np.testing.assert_allclose(np.linalg.norm(loadings, axis=1), 1)
    for support, loading, variance in zip(supports, loadings, variances, strict=True):
        block = A[np.ix_(support, support)]
        np.testing.assert_allclose(
            block @ loading, variance * loading, atol=LOOSE * A.max()
        )
        assert variance == pytest.approx(np.linalg.eigvalsh(block)[-1])
    assert (np.diff(variances) <= 0).all()
    assert (np.diff(abs(loadings), axis=1) <= 0).all()
    assert (loadings[:, 0] > 0).all()
    matrix = loading_matrix(supports, loadings, 30)
    assert {tuple(np.flatnonzero(x)) for x in matrix.T} == {
        tuple(np.sort(support)) for support in supports
    }
    np.testing.assert_allclose(matrix.T @ matrix, np.eye(4), atol=1e-12)
    np.testing.assert_allclose((matrix.T @ A @ matrix).diagonal(), variances)


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


def test_ties_between_words_and_components_are_resolved_by_order():
    # Each block is diagonal: one word has all of the loading, and the others none.
    strengths = np.ones(80)
    strengths[[30, 70]] = 3
    covariance = Covariance(np.diag(strengths), False)
    supports, _, variances = leading_components(
        covariance, np.arange(80).reshape(2, 40)
    )
    rest = [word for word in range(40) if word != 30]
    np.testing.assert_array_equal(supports, [[30, *rest], [70, *(40 + np.array(rest))]])
    assert variances.tolist() == [9 / 80, 9 / 80]
    single = np.random.default_rng(0).permutation(80)[:, None]
    supports, _, _ = leading_components(covariance, single)
    strong = np.isin(single, [30, 70])[:, 0]
    np.testing.assert_array_equal(supports, [*single[strong], *single[~strong]])


def test_remarks_on_data_of_extreme_size_are_in_the_units_of_the_data():
    corpus = random_corpus(1, 40, 12)
    options = {"method": "bipartite", "rank": 1, "epsilon": 0.5}
    usual, extreme = (
        solve_counts(one, 2, 3, **options).remarks
        for one in (corpus, scaled(corpus, 2.0**300))
    )
    assert extreme.sketch_error == usual.sketch_error * 2.0**600
    assert extreme.net.sketch_value == usual.net.sketch_value * 2.0**600
    assert extreme.net.missed == usual.net.missed * 2.0**600
    assert extreme.net.ratio == usual.net.ratio
