"""What counts become, by each weighting."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.corpus.weighting import (
    WEIGHTED,
    WEIGHTINGS,
    as_usual,
    weighted,
)
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.settings import Settings
from tests.oracles import corpus_of, random_corpus

#                     in 4 documents, 2, 1, 0
TABLE = np.array([[1, 2, 0, 0], [3, 0, 0, 0], [1, 1, 7, 0], [2, 0, 0, 0]])
each_weighting = pytest.mark.parametrize("weighting", WEIGHTINGS)


def weighted_by_definition(counts: np.ndarray, weighting: str) -> np.ndarray:
    """Go through the counts one by one."""
    weighted = np.zeros(counts.shape)
    for (document, word), count in np.ndenumerate(counts):
        frequency = sum(row[word] != 0 for row in counts)
        saturated, rarity = count / (count + 0.5), np.log(104 / (frequency + 100))
        if count:
            weighted[document, word] = {
                "counts": count,
                "log": np.log(1 + count),
                "tf-idf": saturated * rarity**1.5,
                "tf-idf-2.5": saturated * rarity**2.5,
                "count-idf": count * np.log(len(counts) / frequency),
                "binary": 1,
            }[weighting]
    return weighted


@each_weighting
@pytest.mark.parametrize("form", [sparse.csr_array, np.asarray])
def test_numbers_are_weighted_as_defined(form, weighting):
    corpus = replace(corpus_of(TABLE), observations=form(TABLE.astype(float)))
    found = weighted(corpus, weighting)
    assert type(found) is type(corpus.observations)
    assert found.dtype == np.float64
    values = found.toarray() if sparse.issparse(found) else found
    np.testing.assert_allclose(
        values, weighted_by_definition(TABLE, weighting), rtol=1e-14
    )
    np.testing.assert_array_equal(corpus_of(TABLE).observations.toarray(), TABLE)


def test_to_tf_idf_a_rare_word_is_worth_more_but_soon_no_more():
    counts = np.zeros((10_000, 4))
    for word, frequency in enumerate((1, 5, 500, 5000)):
        counts[:frequency, word] = 1
    rarest, rare, frequent, usual = weighted(corpus_of(counts), "tf-idf").toarray()[0]
    assert rarest > rare > frequent > usual > 0
    assert rarest < 1.05 * rare  # without smoothing it would be half as much again


@each_weighting
@pytest.mark.parametrize("seed", range(5))
def test_sparse_and_dense_counts_are_weighted_alike(seed, weighting):
    corpus = random_corpus(seed, 30, 20)
    whole = replace(corpus, observations=corpus.observations.toarray())
    np.testing.assert_array_equal(
        weighted(corpus, weighting).toarray(), weighted(whole, weighting)
    )


@pytest.mark.parametrize("weighting", [one for one in WEIGHTINGS if one != "counts"])
def test_negative_numbers_are_not_weighted(weighting):
    corpus = replace(corpus_of(TABLE), observations=-TABLE.astype(float))
    assert weighted(corpus, "counts") is corpus.observations
    expected = f"negative numbers, .* '{weighting}' is for counts. Choose counts"
    with pytest.raises(InputError, match=expected):
        Covariance.of(corpus, centred=False, weighting=weighting)


def test_tf_idf_centred_is_usual_for_counts_and_measurements_stay_as_they_are():
    assert as_usual(COUNTS) == ("tf-idf", True)
    assert as_usual(COUNTS, "counts") == ("counts", False)
    assert as_usual(COUNTS, centred=False) == ("tf-idf", False)
    assert as_usual(MEASUREMENTS) == ("counts", True)


@each_weighting
def test_what_a_run_is_about_is_weighted_and_the_corpus_keeps_its_counts(weighting):
    corpus = corpus_of(TABLE)
    found = covariance_of(corpus, Settings(weighting=weighting, centred=True))
    expected = np.cov(weighted_by_definition(TABLE, weighting).T, bias=True)
    np.testing.assert_allclose(found.block(np.arange(4)), expected, atol=1e-12)
    assert covariance_of(corpus, Settings(weighting=weighting, centred=True)) is found
    np.testing.assert_array_equal(corpus.observations.toarray(), TABLE)


def test_every_weighting_is_explained_in_words_of_its_own():
    assert list(WEIGHTED) == list(WEIGHTINGS)
    assert len(set(WEIGHTED.values())) == len(WEIGHTINGS)
