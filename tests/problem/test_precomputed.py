"""A covariance matrix itself: the same answers as from data that have it."""

from functools import partial

import numpy as np
import pytest
from scipy import sparse

import spca_core
from spca_core.corpus.corpus import COVARIANCES, Corpus
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from tests.fuzz import in_one_test, slowly
from tests.oracles import best_variance

UNITS = 10.0 ** np.array([-3, 0, 1, 6, 2, -1, 0, 3])


def data(seed: int) -> np.ndarray:
    """Return measurements in unlike units, fewer than variables if the seed is odd."""
    rng = np.random.default_rng(seed)
    shape = (6 if seed % 2 else 40, len(UNITS))
    return (rng.standard_normal(shape) @ rng.standard_normal((8, 8)) + 5) * UNITS


def corpus_of_matrix(matrix: np.ndarray) -> Corpus:
    words = tuple("abcdefgh"[: len(matrix)])
    return Corpus(name="A", observations=matrix, words=words, kind=COVARIANCES)


@in_one_test("seed", range(4))
@in_one_test("scale", [1.0, 1e-250, 1e130])
def test_sums_with_entries_of_a_are_those_of_the_matrix_to_the_last_bit(seed, scale):
    matrix = np.cov(data(seed), rowvar=False, bias=True) * scale / 1e12
    covariance = Covariance.of(corpus_of_matrix(matrix), centred=bool(seed % 2))
    every = np.arange(len(matrix))
    variances = covariance.in_units(covariance.variances)
    np.testing.assert_allclose(variances, matrix.diagonal(), rtol=1e-15)
    block = covariance.in_units(covariance.block(every))
    sizes = np.outer(np.sqrt(variances), np.sqrt(variances))
    np.testing.assert_allclose(block / sizes, matrix / sizes, rtol=1e-15, atol=1e-13)
    vectors = np.random.default_rng(seed).standard_normal((len(matrix), 3))
    scores = covariance.scores(vectors)
    squares = covariance.in_units(scores.T @ scores / covariance.n_documents)
    expected = vectors.T @ matrix @ vectors
    np.testing.assert_allclose(squares, expected, atol=1e-13 * expected.max())
    products = covariance.in_units(covariance.products(vectors))
    np.testing.assert_allclose(
        products, matrix @ vectors, atol=1e-13 * abs(matrix @ vectors).max()
    )


@pytest.mark.parametrize("method", [*map(slowly, ["joint", "exact", "bipartite"])])
@in_one_test("seed", range(2))
def test_data_standardised_data_and_their_matrices_have_the_same_optimum(seed, method):
    table = data(seed)
    forms = {
        "counts": np.cov(table, rowvar=False, bias=True),
        "standardised": np.corrcoef(table, rowvar=False),
    }
    for weighting, matrix in forms.items():
        best = best_variance(matrix, 2, 3)
        options = {"method": method, "rank": 8, "candidates": 3_000}
        of_data = spca_core.solve(table, 2, 3, weighting=weighting, **options)
        of_matrix = spca_core.solve(matrix, 2, 3, **options)
        for found in (of_data, of_matrix):
            assert found.captured_variance <= best * (1 + 1e-9)
        assert of_matrix.certify().upper_bound >= best * (1 - 1e-9)
        assert spca_core.certify(matrix, 2, 3).upper_bound >= best * (1 - 1e-9)
        if method != "bipartite":
            assert of_data.captured_variance == pytest.approx(best, rel=1e-9)
            assert of_matrix.captured_variance == pytest.approx(best, rel=1e-9)
            assert {*map(frozenset, of_data.supports.tolist())} == {
                *map(frozenset, of_matrix.supports.tolist())
            }


@in_one_test("form", [np.asarray, sparse.csr_array])
def test_standardised_columns_have_variance_1_whatever_their_units(form):
    table = data(0)
    table[:, 2] = 0.1  # which is not a binary number
    measured = spca_core.load(form(table), format="table")
    options = {"centred": True, "weighting": "standardised"}
    variances = Covariance.of(measured, **options).variances
    expected = np.where(np.arange(len(UNITS)) == 2, 0, 1)
    np.testing.assert_allclose(variances, expected, atol=1e-9)
    rescaled = spca_core.load(form(table * UNITS), format="table")
    again = Covariance.of(rescaled, **options).variances
    np.testing.assert_allclose(again, variances, atol=1e-9)


@in_one_test("method", ["nmf", "lda"])
def test_methods_that_explain_documents_refuse_a_matrix(method):
    with pytest.raises(InputError, match="needs documents"):
        spca_core.solve(np.corrcoef(data(0), rowvar=False), 2, 2, method=method)


@in_one_test("options", [{"weighting": "tf-idf"}, {"norm": "l2"}])
def test_a_matrix_is_not_weighted(options):
    with pytest.raises(InputError, match="cannot be weighted"):
        spca_core.solve(np.corrcoef(data(0), rowvar=False), 2, 2, **options)


def test_what_needs_documents_is_absent_and_says_why(tmp_path):
    topics = spca_core.solve(np.corrcoef(data(0), rowvar=False), 2, 2).certify()
    assert list(topics.quality()) == ["topic", "name", "evenness", "variance", "share"]
    for ask in (partial(topics.to_frame, "documents"), topics.against_chance):
        with pytest.raises(
            InputError, match="is a correlation matrix, so there are no"
        ):
            ask()
    with pytest.raises(InputError, match="there are no documents"):
        topics.documents(1)
    topics.save(tmp_path / "topics.json")
    opened = spca_core.Topics.open(tmp_path / "topics.json", topics.corpus)
    np.testing.assert_array_equal(opened.supports, topics.supports)
    assert opened.upper_bound == topics.upper_bound
    assert "8 variables" in repr(topics.corpus)
    assert topics._repr_html_()


def test_unlike_scales_are_said_until_the_columns_are_standardised():
    table = data(0)
    assert "Standardise" in repr(spca_core.solve(table, 1, 2))
    standardised = spca_core.solve(table, 1, 2, weighting="standardised")
    assert "Standardise" not in repr(standardised)
    assert "correlation matrix" in repr(spca_core.solve(np.cov(table.T), 1, 2))
    assert "Standardise" not in repr(spca_core.solve(table / UNITS, 1, 2))
