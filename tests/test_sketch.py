"""The sketch is the best of its rank, and does not depend on the order of words."""

import numpy as np
import pytest
from scipy import sparse

from spca_core.covariance import Covariance
from spca_core.sketch import pin_signs, truncated_svd

# Lanczos runs to machine precision: errors are some 1e-14 of the largest value.
PRECISION = 1e-10


@pytest.fixture(params=[False, True], ids=["raw", "centred"])
def centred(request) -> bool:
    return request.param


def random_counts(seed: int, n_documents: int = 50, n_words: int = 30) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.poisson(rng.gamma(0.5, 2.0, n_words), (n_documents, n_words)) * 1.0


def covariance_of(counts: np.ndarray, centred: bool) -> Covariance:
    return Covariance(sparse.csr_array(counts), centred)


def dense(counts: np.ndarray, centred: bool) -> np.ndarray:
    return np.cov(counts.T, bias=True) if centred else counts.T @ counts / len(counts)


@pytest.mark.parametrize("shape", [(50, 30), (20, 45)], ids=["tall", "wide"])
@pytest.mark.parametrize("rank", [1, 4, 12])
@pytest.mark.parametrize("seed", range(3))
def test_no_matrix_of_its_rank_is_nearer(seed, rank, shape, centred):
    counts = random_counts(seed, *shape)
    A = dense(counts, centred)
    V = truncated_svd(covariance_of(counts, centred), rank)
    error = np.linalg.eigvalsh(A - V @ V.T)
    tail = np.linalg.eigvalsh(A)[::-1][rank:]
    assert V.shape == (shape[1], rank)
    scale = PRECISION * np.trace(A)
    # Eckart and Young: the best error has the eigenvalues that were left out.
    assert np.linalg.norm(error, 2) == pytest.approx(np.linalg.norm(tail), abs=scale)
    assert abs(error).max() == pytest.approx(tail.max(), abs=scale)
    assert error.min() >= -scale  # A - V V^T is positive semidefinite


def test_columns_are_orthogonal_and_the_strongest_comes_first(centred):
    V = truncated_svd(covariance_of(random_counts(0), centred), 6)
    gram = V.T @ V
    np.testing.assert_allclose(
        gram, np.diag(np.diag(gram)), atol=PRECISION * gram[0, 0]
    )
    assert (np.diff(np.diag(gram)) < 0).all()


def test_the_largest_entry_of_each_column_is_positive(centred):
    V = truncated_svd(covariance_of(random_counts(0), centred), 6)
    assert (V.max(axis=0) == abs(V).max(axis=0)).all()


@pytest.mark.parametrize("seed", range(5))
def test_pinning_the_signs_undoes_any_change_of_signs(seed):
    rng = np.random.default_rng(seed)
    factor = rng.standard_normal((9, 4))
    flipped = factor * rng.choice([-1.0, 1.0], 4)
    np.testing.assert_array_equal(pin_signs(flipped), pin_signs(factor))
    np.testing.assert_array_equal(abs(pin_signs(factor)), abs(factor))


@pytest.mark.parametrize("seed", range(5))
def test_reordering_the_words_reorders_the_rows_and_nothing_else(seed, centred):
    counts = random_counts(seed)
    order = np.random.default_rng(seed).permutation(counts.shape[1])
    V = truncated_svd(covariance_of(counts, centred), 5)
    reordered = truncated_svd(covariance_of(counts[:, order], centred), 5)
    # Eigenvectors turn by rounding over the gap of eigenvalues, here over 1e-3.
    np.testing.assert_allclose(reordered, V[order], atol=1e-7)


def test_two_runs_give_the_same_bits(centred):
    covariance = covariance_of(random_counts(0), centred)
    first, second = truncated_svd(covariance, 5), truncated_svd(covariance, 5)
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("rank", [7, 8, 12])
def test_ranks_at_or_over_the_number_of_words_give_the_whole_and_zeros(rank, centred):
    counts = random_counts(0, 50, 7)
    V = truncated_svd(covariance_of(counts, centred), rank)
    A = dense(counts, centred)
    assert V.shape == (7, rank)
    assert not V[:, 7:].any()
    np.testing.assert_allclose(V @ V.T, A, atol=PRECISION * np.trace(A))


def test_ranks_over_that_of_the_data_give_columns_of_zeros(centred):
    rng = np.random.default_rng(0)
    counts = rng.poisson(1.0, (50, 3)) @ rng.poisson(1.0, (3, 30)) * 1.0
    V = truncated_svd(covariance_of(counts, centred), 8)
    A = dense(counts, centred)
    # Of zero, rounding leaves some 1e-16 of the largest singular value.
    np.testing.assert_allclose(V[:, 3:], 0, atol=1e-12 * np.linalg.norm(V))
    np.testing.assert_allclose(V @ V.T, A, atol=PRECISION * np.trace(A))


@pytest.mark.parametrize(
    "counts", [np.ones((20, 10)), np.eye(12), np.diag([9.0] + [0.0] * 9)]
)
@pytest.mark.parametrize("rank", [1, 5])
def test_data_full_of_ties_are_sketched_all_the_same(counts, rank, centred):
    A = dense(counts, centred)
    V = truncated_svd(covariance_of(counts, centred), rank)
    largest = np.linalg.eigvalsh(A)[::-1][:rank].sum()
    assert np.trace(V @ V.T) == pytest.approx(largest, abs=PRECISION)


@pytest.mark.parametrize("rank", [1, 3, 30])
def test_documents_that_are_all_alike_have_a_sketch_of_zeros_when_centred(rank):
    alike = np.tile([4.0, 0.0, 2.0, 1.0], (8, 1))  # means are exact: A is zero
    assert not truncated_svd(covariance_of(alike, True), rank).any()
