"""Neighbours: the words that share most with each word, whoever asks and however."""

import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.steps import neighbours as module
from spca_core.steps.neighbours import all_neighbours, neighbours, read_neighbours
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus, second_moments


@pytest.mark.parametrize("centred", [False, True])
@in_one_test("n_listed", [1, 4, 11])
@in_one_test("at_once", [1, 36, 1 << 20])
def test_the_strongest_are_listed_first_and_the_rest_is_no_stronger(
    centred: bool, n_listed: int, at_once: int, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(module, "NUMBERS_AT_ONCE", at_once)
    corpus = random_corpus(1, 40, 12)
    matrix = second_moments(corpus, centred=centred)
    covariance = Covariance.of(corpus, centred=centred)
    words = np.array([7, 0, 5, 11, 2])
    parts = neighbours(covariance, words, n_listed)
    listed, values, unlisted = map(np.concatenate, zip(*parts, strict=True))
    for word, row, there, rest in zip(words, listed, values, unlisted, strict=True):
        assert len(set(row)) == n_listed
        assert word not in row
        np.testing.assert_allclose(there, matrix[word, row], atol=1e-12)
        others = np.setdiff1d(np.arange(12), [word, *row])
        strengths = np.abs(matrix[word])
        assert (np.diff(np.abs(there)) <= 0).all()
        assert strengths[others].max(initial=0) <= np.abs(there[-1]) + 1e-12
        greatest = (strengths * np.sqrt(matrix.diagonal()))[others].max(initial=0)
        assert rest == pytest.approx(greatest)


def test_a_reading_that_was_stopped_serves_topics_of_fewer_words(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(module, "NUMBERS_AT_ONCE", 1_000)
    monkeypatch.setattr(module, "MIN_LISTED", 1)
    counts = random_corpus(3, 40, 30).observations
    covariance = Covariance(counts, centred=True)
    stopped = read_neighbours(covariance, 5)
    next(stopped)
    stopped.close()
    known = all_neighbours(covariance, 2)
    expected = all_neighbours(Covariance(counts, centred=True), 5)
    for array, other in zip(known, expected, strict=True):
        np.testing.assert_array_equal(array, other)


def test_a_single_word_has_no_neighbours():
    covariance = Covariance.of(corpus_of(np.array([[2.0], [1.0]])), centred=False)
    listed = all_neighbours(covariance, 1)
    assert listed.words.shape == listed.covariances.shape == (1, 0)
    assert listed.unlisted.tolist() == [0.0]


def test_dense_numbers_and_any_number_of_threads_give_the_same(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr(module, "NUMBERS_AT_ONCE", 60)
    counts = random_corpus(3, 40, 30).observations
    expected = all_neighbours(Covariance(counts, centred=True), 3)
    dense = all_neighbours(Covariance(counts.toarray(), centred=True), 3)
    np.testing.assert_array_equal(dense.words, expected.words)
    np.testing.assert_allclose(dense.covariances, expected.covariances, atol=1e-12)
    for n_threads in (1, 3):
        monkeypatch.setattr(module, "N_THREADS", n_threads)
        again = all_neighbours(Covariance(counts, centred=True), 3)
        for array, other in zip(again, expected, strict=True):
            np.testing.assert_array_equal(array, other)
