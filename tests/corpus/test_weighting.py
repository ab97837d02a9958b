"""What counts become, by each weighting."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.corpus.weighting import weighted, weighting_and_centring
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.settings import Settings
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus

#                     in 4 documents, 2, 1, 0
TABLE = np.array([[1, 2, 0, 0], [3, 0, 0, 0], [1, 1, 7, 0], [2, 0, 0, 0]])
TABLES = [TABLE, *(random_corpus(i, 30, 20).observations.toarray() for i in range(3))]


def weighted_by_definition(counts: np.ndarray, weighting: str) -> np.ndarray:
    """Go through the counts one by one."""
    weighted = np.zeros(counts.shape)
    for (document, word), count in np.ndenumerate(counts):
        frequency = sum(row[word] != 0 for row in counts)
        saturated = count / (count + 0.5)
        rarity = np.log((100 + len(counts)) / (frequency + 100))
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


@in_one_test("weighting", WEIGHTINGS)
@in_one_test("counts", TABLES)
def test_numbers_are_weighted_as_defined_and_the_corpus_keeps_its_counts(
    counts, weighting
):
    expected = weighted_by_definition(counts, weighting)
    found = []
    for form in (sparse.csr_array, np.asarray):
        corpus = replace(corpus_of(counts), observations=form(counts.astype(float)))
        own = weighted(corpus, weighting)
        assert type(own) is type(corpus.observations)
        assert own.dtype == np.float64
        found.append(own.toarray() if sparse.issparse(own) else own)
        settings = Settings(weighting=weighting, centred=True)
        covariance = covariance_of(corpus, settings)
        assert covariance_of(corpus, settings) is covariance
        block = covariance.block(np.arange(corpus.n_words))
        np.testing.assert_allclose(block, np.cov(expected.T, bias=True), atol=1e-12)
        np.testing.assert_array_equal(
            sparse.csr_array(corpus.observations).toarray(), counts
        )
    np.testing.assert_allclose(found[0], expected, rtol=1e-14)
    np.testing.assert_array_equal(found[0], found[1])


def test_to_tf_idf_a_rare_word_is_worth_more_but_soon_no_more():
    counts = np.zeros((10_000, 4))
    for word, frequency in enumerate((1, 5, 500, 5000)):
        counts[:frequency, word] = 1
    rarest, rare, frequent, usual = weighted(corpus_of(counts), "tf-idf").toarray()[0]
    assert rarest > rare > frequent > usual > 0
    assert rarest < 1.05 * rare  # without smoothing it would be half as much again


@in_one_test("weighting", [name for name in WEIGHTINGS if name != "counts"])
def test_negative_numbers_are_not_weighted(weighting):
    corpus = replace(corpus_of(TABLE), observations=-TABLE.astype(float))
    assert weighted(corpus, "counts") is corpus.observations
    expected = f"negative numbers, .* '{weighting}' is for counts. Choose counts"
    with pytest.raises(InputError, match=expected):
        Covariance.of(corpus, centred=False, weighting=weighting)


def test_counts_are_tf_idf_and_centred_by_default_and_measurements_unweighted():
    assert weighting_and_centring(COUNTS) == ("tf-idf", True)
    assert weighting_and_centring(COUNTS, "counts") == ("counts", False)
    assert weighting_and_centring(COUNTS, centred=False) == ("tf-idf", False)
    assert weighting_and_centring(MEASUREMENTS) == ("counts", True)
