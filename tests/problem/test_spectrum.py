"""Eigenvalues found by iteration are those of the dense matrix."""

import numpy as np
import pytest
from scipy import sparse

from spca_core.problem import spectrum
from spca_core.problem.covariance import Covariance
from spca_core.problem.spectrum import (
    first_columns,
    leading_spectrum,
    residual_norm,
    spectrum_within,
)
from tests.fuzz import in_one_test

# Lanczos runs to machine precision: errors are some 1e-14 of the largest value.
PRECISION = 1e-10
SHAPES = {"tall": (60, 35), "wide": (25, 50), "large": (40, 210)}
FORMS = {"sparse": sparse.csr_array, "dense": np.asarray}


@pytest.fixture(params=[False, True], ids=["raw", "centred"])
def centred(request) -> bool:
    return request.param


@pytest.fixture(params=SHAPES)
def counts(request) -> np.ndarray:
    """Return counts of more words than `SMALL` too, so that both solvers are met."""
    n_documents, n_words = SHAPES[request.param]
    rng = np.random.default_rng(n_words)
    frequencies = rng.gamma(0.5, 2.0, n_words)
    return rng.poisson(frequencies, (n_documents, n_words)).astype(float)


@pytest.fixture(params=FORMS)
def covariance(request, counts, centred) -> Covariance:
    return Covariance(FORMS[request.param](counts), centred)


@pytest.fixture
def A(counts, centred) -> np.ndarray:
    return np.cov(counts.T, bias=True) if centred else counts.T @ counts / len(counts)


def norm(matrix: np.ndarray) -> float:
    return float(np.linalg.norm(matrix, 2))


@in_one_test("n_pairs", [1, 7, 25, 80])
def test_the_leading_pairs_are_those_of_the_dense_matrix(n_pairs, covariance, A):
    values, vectors = leading_spectrum(covariance, n_pairs)
    expected = first_columns(np.linalg.eigvalsh(A)[None, ::-1], n_pairs)[0]
    scale = PRECISION * norm(A)
    assert values.shape == (n_pairs,)
    assert vectors.shape == (len(A), n_pairs)
    np.testing.assert_allclose(values, expected, rtol=0, atol=scale)
    np.testing.assert_allclose(A @ vectors, vectors * values, rtol=0, atol=scale)
    assert (values >= 0).all()
    assert (np.diff(values) <= 0).all()
    some = vectors[:, : min(n_pairs, 25)]
    np.testing.assert_allclose(
        some.T @ some, np.eye(some.shape[1]), rtol=0, atol=PRECISION
    )


@in_one_test("shape", SHAPES.values())
def test_what_counts_as_zero_depends_on_the_greatest_eigenvalue_alone(shape):
    rng = np.random.default_rng(0)
    data = rng.random((shape[0], 3)) @ rng.random((3, shape[1]))  # of rank 3
    expected = np.linalg.svd(data, compute_uv=False)[:3] ** 2 / len(data)
    for scale in (2.0**-30, 1.0, 2.0**30):
        values, _ = leading_spectrum(Covariance(scale * data, False), 5)
        assert values[:3] / scale**2 == pytest.approx(expected, rel=PRECISION)
        assert values[3:].tolist() == [0.0, 0.0]


@in_one_test("n_pairs", [1, 4, 30])
def test_data_that_never_vary_have_only_zeros(n_pairs):
    alike = np.tile([4.0, 0.0, 2.0, 1.0, 8.0, 3.0], (8, 1))
    values, vectors = leading_spectrum(
        Covariance(sparse.csr_array(alike), True), n_pairs
    )
    assert values.tolist() == [0.0] * n_pairs
    assert vectors.shape == (6, n_pairs)
    assert np.isfinite(vectors).all()


@in_one_test("rank", [1, 5])
@in_one_test("share", [0.0, 0.01, 0.3, 2.0])
def test_the_norm_of_a_residual_is_that_of_the_dense_matrix(share, rank, covariance, A):
    # A share of over 1 leaves negative eigenvalues, and the greatest of both counts.
    rng = np.random.default_rng(rank)
    factor = rng.standard_normal((len(A), rank))
    factor *= np.sqrt(share * norm(A)) / norm(factor)
    residual = A - factor @ factor.T
    assert residual_norm(covariance, factor) == pytest.approx(
        norm(residual), rel=10 * spectrum.PRECISION
    )


@in_one_test("n_pairs", [1, 4, 12, 15])
@in_one_test("most", [0, 11, 12])
def test_the_pairs_within_a_matrix_at_hand_are_the_same_by_either_solver(
    most, n_pairs, monkeypatch
):
    monkeypatch.setattr(spectrum, "MAX_DENSE", most)
    factor = np.random.default_rng(0).standard_normal((12, 9))
    gram = factor @ factor.T
    values, vectors = spectrum_within(gram, n_pairs)
    expected = first_columns(np.linalg.eigvalsh(gram)[::-1], n_pairs)
    np.testing.assert_allclose(values, expected, atol=PRECISION * norm(gram))
    np.testing.assert_allclose(
        gram @ vectors, vectors * values, atol=PRECISION * norm(gram)
    )
    assert vectors.shape == (12, n_pairs)
    assert (values >= 0).all()
