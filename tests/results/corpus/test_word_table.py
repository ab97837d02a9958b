"""The tables of a corpus hold its numbers, and curves are thinned but not bent."""

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.results.corpus import lengths, scree, word_table
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus, second_moments

both_centrings = pytest.mark.parametrize("centred", [False, True])


@both_centrings
def test_every_word_has_its_numbers_greatest_variance_first(centred):
    corpus = random_corpus(0, 30, 12)
    counts = corpus.observations.toarray()
    variances = second_moments(corpus, centred=centred).diagonal()
    table = word_table.word_table(corpus, Settings(centred=centred))
    assert table["rank"].tolist() == list(range(1, 13))
    assert table["variance"].is_monotonic_decreasing
    assert set(table["word"]) == set(corpus.words)
    for row in table.itertuples():
        column = corpus.words.index(row.word)
        assert row.count == counts[:, column].sum()
        assert row.documents == (counts[:, column] > 0).sum()
        assert row.variance == pytest.approx(variances[column])


@in_one_test(
    "counts",
    [
        np.random.default_rng(0).poisson(2, (200, 30)) + 0.5,
        np.ones((3, 2)),
        np.full((1, 1), 0.5),
        np.arange(40)[:, None] - 20,
        np.array([[0], [1_000_000]]),
    ],
)
def test_every_document_is_in_one_bar_of_the_lengths(counts):
    table = lengths.document_lengths(corpus_of(counts))
    sums = counts.sum(axis=1)
    assert table["documents"].sum() == len(counts)
    assert len(table) <= lengths.MAX_BINS
    assert table["from"].tolist()[1:] == table["to"].tolist()[:-1]
    for row in table.head(-1).to_dict("records"):
        inside = (row["from"] <= sums) & (sums < row["to"])
        assert row["documents"] == inside.sum()


@both_centrings
@pytest.mark.parametrize("shape", [(30, 12), (8, 40)])
def test_the_scree_is_the_spectrum_of_the_dense_matrix(shape, centred):
    corpus = random_corpus(3, *shape)
    A = second_moments(corpus, centred=centred)
    table = scree.scree(Covariance.of(corpus, centred=centred), 6)
    expected = np.linalg.eigvalsh(A)[::-1][:6]
    assert table["number"].tolist() == [1, 2, 3, 4, 5, 6]
    np.testing.assert_allclose(table["eigenvalue"], expected, rtol=1e-9)
    np.testing.assert_allclose(table["share"], expected / A.trace(), rtol=1e-9)
    assert table["cumulative_share"].iloc[-1] == pytest.approx(table["share"].sum())
