"""What counts become, by each weighting and norm."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from spca_core.corpus import weighting as weights
from spca_core.corpus.corpus import COUNTS, MEASUREMENTS
from spca_core.corpus.matrix import dense
from spca_core.corpus.weighting import matrix_options, weighted
from spca_core.corpus.weightings import NORMS, WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.settings import Settings
from spca_core.topics import solve
from tests.fuzz import in_one_test
from tests.oracles import best_variance, corpus_of, counts_of, random_corpus

#                     in 4 documents, 2, 1, 0
TABLE = np.array([[1, 2, 0, 0], [3, 0, 0, 0], [1, 1, 7, 0], [2, 0, 0, 0]])
WORDS = tuple("abcdef")
ANY = ("counts", "standardised")  # the weightings of any numbers
EMPTY = np.vstack([TABLE, np.zeros(4, dtype=int)])  # with a document without a word
TABLES = [
    TABLE,
    EMPTY,
    *(random_corpus(i, 30, 20).observations.toarray() for i in range(3)),
]


def weighted_by_definition(counts: np.ndarray, weighting: str, norm: str) -> np.ndarray:
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
                "standardised": count / (counts[:, word].std() or 1),
            }[weighting]
    for row in weighted:
        length = np.sqrt(row @ row)
        row /= {"none": 1, "half": np.sqrt(length), "l2": length}[norm] or 1
    return weighted


@pytest.mark.parametrize("weighting", WEIGHTINGS)
@in_one_test("norm", NORMS)
@in_one_test("counts", TABLES)
def test_numbers_are_weighted_as_defined_and_the_corpus_keeps_its_counts(
    counts, weighting, norm, monkeypatch
):
    monkeypatch.setattr(weights, "WEIGHTED_AT_ONCE", 7)
    expected = weighted_by_definition(counts, weighting, norm)
    found = []
    for form in (sparse.csr_array, np.asarray):
        corpus = replace(corpus_of(counts), observations=form(counts.astype(float)))
        own = weighted(corpus, weighting, norm)
        assert type(own) is type(corpus.observations)
        assert own.dtype == np.float64
        found.append(own.toarray() if sparse.issparse(own) else own)
        settings = Settings(weighting=weighting, norm=norm, centred=True)
        covariance = covariance_of(corpus, settings)
        assert covariance_of(corpus, settings) is covariance
        block = covariance.block(np.arange(corpus.n_words))
        np.testing.assert_allclose(block, np.cov(expected.T, bias=True), atol=1e-12)
        np.testing.assert_array_equal(
            sparse.csr_array(corpus.observations).toarray(), counts
        )
    # A deviation is a difference of sums, in another order if dense.
    rounding = 1e-13 if weighting == "standardised" else 1e-14
    np.testing.assert_allclose(found[0], expected, rtol=rounding)
    is_summed = norm != "none" or weighting == "standardised"
    np.testing.assert_allclose(found[0], found[1], rtol=rounding * is_summed)


@in_one_test("weighting", [name for name in WEIGHTINGS if name not in ANY])
def test_negative_numbers_are_not_weighted(weighting):
    corpus = replace(corpus_of(TABLE), observations=-TABLE.astype(float))
    assert weighted(corpus, "counts") is corpus.observations
    expected = f"negative numbers, .* '{weighting}' is for counts. Choose counts"
    with pytest.raises(InputError, match=expected):
        Covariance.of(corpus, centred=False, weighting=weighting)


@in_one_test("factor", [1e-300, 1e-200, 1e139])
@in_one_test("form", [sparse.csr_array, np.asarray])
def test_rows_of_any_size_have_unit_length(factor, form):
    numbers = np.random.default_rng(0).uniform(-factor, factor, size=(20, 6))
    corpus = replace(corpus_of(TABLE[:, :1]), observations=form(numbers), words=WORDS)
    rows = dense(weighted(corpus, "counts", "l2"))
    np.testing.assert_allclose((rows**2).sum(axis=1), 1.0, rtol=1e-14)


@pytest.mark.slow
@in_one_test("norm", NORMS)
@in_one_test("seed", range(2))
def test_the_optimum_and_the_proof_are_those_of_the_divided_rows(seed, norm):
    corpus = random_corpus(seed, 20, 7)
    rows = weighted_by_definition(counts_of(corpus), "tf-idf", norm)
    best = best_variance(np.cov(rows.T, bias=True), 2, 2)
    topics = solve(corpus, 2, 2, method="exact", norm=norm).certify()
    assert topics.captured_variance == pytest.approx(best)
    assert topics.upper_bound >= best * (1 - 1e-12)
    assert topics.gap < 1e-6


def test_counts_are_tf_idf_and_centred_by_default_and_measurements_unweighted():
    def chosen(*asked, **options):
        return tuple(matrix_options(*asked, **options).values())

    assert chosen(COUNTS) == ("tf-idf", True, "half")
    assert chosen(COUNTS, "counts") == ("counts", False, "none")
    assert chosen(COUNTS, centred=False, norm="l2") == ("tf-idf", False, "l2")
    assert chosen(MEASUREMENTS) == ("counts", True, "none")
