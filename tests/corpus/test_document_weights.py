"""Weights of documents: copies of them, or none, whatever the scale of the weights."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from spca_core import Topics, certify, solve
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS, Corpus, Kind
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.store import open_store
from spca_core.corpus.store_writer import keep
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from tests.fuzz import in_one_test, slowly
from tests.oracles import corpus_of
from tests.problem.test_covariance import CLOSE, FORMS, assert_is_of, dense_covariance

# Rarity that is not smoothed is the same for weights and for copies.
UNSMOOTHED = ["count-idf", *map(slowly, ["counts", "log", "binary", "standardised"])]


def problem(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return counts, and whole weights of which some are 0."""
    rng = np.random.default_rng(seed)
    counts = rng.poisson(1.0, (30, 9)) + rng.poisson(1.0, (30, 1)) * (np.arange(9) < 4)
    counts[:, 8] += 1  # a word in all documents
    return counts.astype(float), rng.integers(0, 4, 30)


def corpus(counts: np.ndarray, form: Any = sparse.csr_array) -> Corpus:
    kind = MEASUREMENTS if form is np.asarray else COUNTS
    return replace(corpus_of(counts), observations=form(counts), kind=kind)


@in_one_test("form", FORMS.values())
@in_one_test("centred", [False, True])
@in_one_test("seed", range(3))
def test_second_moments_of_weighted_documents_are_those_of_copies(
    form: Any, centred: bool, seed: int
):
    counts, weights = problem(seed)
    counts[:, 2] = np.where(weights > 0, 3, counts[:, 2])  # varies where none looks
    weighted = corpus(counts, form).with_weights(0.1 * weights)
    covariance = Covariance.of(weighted, centred=centred)
    expected = dense_covariance(np.repeat(counts, weights, axis=0), centred)
    assert_is_of(covariance, expected)
    words = np.array([8, 0, 5, 2, 1])
    assert_is_of(covariance.restricted(words), expected[np.ix_(words, words)])
    if centred:
        assert covariance.variances[2] == 0
    # Any method may take S for a factor of A, some rows at a time.
    factor = covariance.gather(np.eye(30)).T
    np.testing.assert_allclose(factor.T @ factor / 30, expected, **CLOSE)
    np.testing.assert_allclose(covariance.scores(np.eye(9)), factor, **CLOSE)
    if not covariance.centred:
        rows: Matrix = sparse.csr_array(covariance.rows(slice(4, 9))).toarray()
        np.testing.assert_allclose(rows, factor[4:9], **CLOSE)


@pytest.mark.parametrize("weighting", UNSMOOTHED)
@pytest.mark.parametrize("norm", ["half", slowly("none")])
@pytest.mark.parametrize("form", [sparse.csr_array, slowly(np.asarray)])
def test_whole_weights_equal_copies_of_documents_in_answer_and_proof(
    form: Any, weighting: str, norm: str
):
    counts, weights = problem(1)
    options: dict[str, Any] = {"weighting": weighting, "norm": norm, "centred": True}
    copies = corpus(np.repeat(counts, weights, axis=0), form)
    expected = solve(copies, 2, 3, **options)
    found = solve(corpus(counts, form), 2, 3, sample_weight=weights, **options)
    assert found.captured_variance == pytest.approx(expected.captured_variance)
    np.testing.assert_array_equal(found.supports, expected.supports)
    assert found.certify().upper_bound == pytest.approx(expected.certify().upper_bound)


@pytest.mark.parametrize("weighting", ["tf-idf", slowly("counts")])
@pytest.mark.parametrize(
    "method", ["tpower", *map(slowly, ["joint", "bipartite", "nmf"])]
)
def test_only_ratios_of_weights_matter_and_weight_zero_leaves_a_document_out(
    weighting: str, method: str
):
    counts, weights = problem(2)
    options: dict[str, Any] = {"weighting": weighting, "method": method}
    left = corpus(counts[weights > 0])
    expected = solve(left, 2, 3, sample_weight=weights[weights > 0], **options)
    proof = expected.certify()
    for scale in (1e-200, 7.3):
        found = solve(corpus(counts), 2, 3, sample_weight=scale * weights, **options)
        assert found.captured_variance == pytest.approx(expected.captured_variance)
        np.testing.assert_array_equal(found.supports, expected.supports)
        certified = found.certify()
        assert certified.upper_bound == pytest.approx(proof.upper_bound)
        assert certified.gap == pytest.approx(proof.gap, abs=1e-6)
    again = certify(corpus(counts), 2, 3, sample_weight=weights, weighting=weighting)
    assert again.upper_bound == pytest.approx(proof.upper_bound)


@in_one_test("form", FORMS.values())
@in_one_test("kind", [COUNTS, MEASUREMENTS])
def test_scores_of_documents_do_not_depend_on_their_own_weights(form: Any, kind: Kind):
    counts, weights = problem(3)
    data = replace(corpus(counts, form), kind=kind)
    found = solve(data, 2, 3, sample_weight=weights, weighting="counts")
    scores = found.to_frame("documents").iloc[:, -2:].to_numpy()
    loadings = np.zeros((9, 2))
    np.put_along_axis(loadings, found.supports.T, found.loadings.T, axis=0)
    means = np.average(counts, axis=0, weights=weights) * found.settings.centred
    np.testing.assert_allclose(scores, (counts - means) @ loadings, atol=1e-9)


def test_saved_topics_open_with_the_weighted_documents_and_with_no_others(tmp_path):
    counts, weights = problem(4)
    found = solve(corpus(counts), 2, 3, sample_weight=weights)
    found.save(tmp_path / "topics.json")
    assert "30 documents, weighted" in repr(found.corpus)
    again = Topics.open(tmp_path / "topics.json", corpus(counts).with_weights(weights))
    np.testing.assert_array_equal(again.supports, found.supports)
    for other in (corpus(counts), corpus(counts).with_weights(weights + 1)):
        with pytest.raises(InputError, match="other counts"):
            Topics.open(tmp_path / "topics.json", other)


@pytest.mark.parametrize(
    ("weights", "refusal"),
    [
        (np.ones(29), "one number for each of the 30 documents"),
        (np.ones((30, 1)), r"shape \(30, 1\)"),
        (np.zeros(30), "not all zero"),
        (np.arange(30) - 1, "none negative"),
        (np.full(30, np.nan), "must be finite"),
        (["much"] * 30, "must be numbers"),
    ],
)
def test_other_weights_are_refused(weights: Any, refusal: str):
    with pytest.raises(InputError, match=refusal):
        solve(corpus(problem(0)[0]), 2, 3, sample_weight=weights)


def test_a_store_and_a_corpus_without_its_copies_have_weights_too(tmp_path):
    counts, weights = problem(5)
    counts[7] = counts[3]
    whole = corpus(counts)
    expected = solve(whole, 2, 3, sample_weight=weights)
    keep(whole, tmp_path / "store")
    stored = solve(open_store(tmp_path / "store"), 2, 3, sample_weight=weights)
    assert stored.captured_variance == pytest.approx(expected.captured_variance)
    left = whole.without_copies(np.arange(30) == 7)
    found = solve(left, 2, 3, sample_weight=np.delete(weights, 7))
    merged = weights * (np.arange(30) != 7)
    expected = solve(whole, 2, 3, sample_weight=merged)
    assert found.captured_variance == pytest.approx(expected.captured_variance)
    assert len(found.to_frame("documents")) == 30
    scores = [each.to_frame("documents").iloc[:, -2:] for each in (found, expected)]
    np.testing.assert_allclose(*scores)


def test_a_part_of_weighted_documents_has_the_topics_of_these_with_their_weights():
    counts, weights = problem(6)
    groups = {"half": ("a", "b") * 15}
    whole = replace(corpus(counts), groups=groups, titles=(*map(str, range(30)),))
    some = np.arange(30) % 2 == 0
    expected = solve(whole.of_documents(some), 2, 3, sample_weight=weights[some])
    copies = np.arange(30) == 7
    left = np.delete(weights, 7)
    for weighted, condition in (
        (whole.with_weights(weights), "half=a"),
        (whole.without_copies(copies).with_weights(left), "half=a"),
        (whole.part("half=a").with_weights(weights[some]), "document<=30"),
        (whole.with_weights(weights).part("half=a"), "document<=15"),
    ):
        part = weighted.part(condition) if condition != "document<=30" else weighted
        found = solve(part, 2, 3)
        assert part.titles == whole.of_documents(some).titles
        assert found.captured_variance == pytest.approx(expected.captured_variance)
        third = part.part("document=2|5")
        assert third.titles == (part.titles[1], part.titles[4])
        np.testing.assert_array_equal(third.sample_weight, part.sample_weight[[1, 4]])


def test_what_needs_documents_that_weigh_alike_is_refused():
    counts, weights = problem(0)
    weighted = corpus(counts).with_weights(weights)
    with pytest.raises(InputError, match="Choose another sketch"):
        solve(weighted, 2, 3, method="bipartite", sketch="streaming")
    with pytest.raises(InputError, match="no documents"):
        solve(np.cov(counts.T), 2, 3, sample_weight=weights[:9])
