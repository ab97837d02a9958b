"""Stars: a sample of all documents shows what the rows of A do."""

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.steps.stars import sampled_stars, star_words
from spca_core.topics import solve
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, counts_of, planted_corpus, random_corpus


def strongest(covariance: Covariance, n_others: int) -> np.ndarray:
    """Return the greatest |A_il| of each word with others, in no compiled step."""
    matrix = abs(covariance.block(np.arange(covariance.n_words)))
    np.fill_diagonal(matrix, -1)
    return np.sort(matrix, axis=1)[:, ::-1][:, :n_others]


@in_one_test("centred", [False, True])
@in_one_test("n_others", [0, 1, 4])
@in_one_test("seed", range(2))
def test_a_sample_of_all_documents_has_the_stars_of_words_that_co_occur(
    seed: int, n_others: int, centred: bool
):
    covariance = Covariance.of(random_corpus(seed, 60, 30), centred=centred)
    words, others, found = sampled_stars(covariance, n_others, 30)
    assert (others != words[:, None]).all()
    expected = strongest(covariance, n_others)[words]
    np.testing.assert_allclose(-np.sort(-found, axis=1), expected, atol=1e-12)


def test_no_estimate_is_above_what_the_variances_allow(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("spca_core.steps.stars.MAX_PRODUCTS", 200)
    covariance = Covariance.of(random_corpus(0, 400, 30), centred=True)
    words, others, found = sampled_stars(covariance, 4, 30)
    deviations = np.sqrt(covariance.variances)
    most = deviations[words][:, None] * deviations[others]
    assert (found <= most * (1 + 1e-9)).all()


@pytest.fixture
def sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few words are many here, and half the documents are enough."""
    monkeypatch.setattr("spca_core.steps.stars.MAX_READ", 55)
    monkeypatch.setattr("spca_core.methods.working_set.MIN_WORKING_SET", 25)
    monkeypatch.setattr("spca_core.methods.working_set.MAX_SPARE_WORDS", 5)


@pytest.mark.slow
@in_one_test("seed", range(3))
def test_themes_are_found_by_a_sample(
    seed: int, sampled: None, monkeypatch: pytest.MonkeyPatch
):
    corpus = with_noise(planted_corpus(seed, 4, 5), seed)
    cells_of_half = corpus.observations.nnz // 2
    monkeypatch.setattr("spca_core.steps.stars.MAX_SAMPLED_CELLS", cells_of_half)
    found = solve(corpus, 4, 5, weighting="counts", seed=seed).supports
    assert sorted(map(sorted, found.tolist())) == np.arange(20).reshape(4, 5).tolist()


def with_noise(corpus: Corpus, seed: int) -> Corpus:
    """Add as many words again, which vary as much as any, each alone."""
    counts = counts_of(corpus)
    rng = np.random.default_rng(seed)
    alone = 6.0 * (rng.random(counts.shape) < 0.06)
    return corpus_of(np.hstack([counts, alone]))


@in_one_test("most", [10, 30, 40])
def test_words_are_different_and_no_more_than_asked(most: int, sampled: None):
    covariance = Covariance.of(random_corpus(1, 60, 60), centred=True)
    words = star_words(covariance, 4, most)
    assert len(np.unique(words)) == len(words) <= most
