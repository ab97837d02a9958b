"""A topic looked at closely, held against exchanges and counts made one by one."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.topics.near_misses import (
    cheapest_exchanges,
    gain_by_near_misses,
    near_misses,
)
from spca_core.results.topics.similarity import word_similarities
from tests.fuzz import in_one_test
from tests.oracles import corpus_of, random_corpus, second_moments
from tests.oracles import solve_counts as solve


def solved(
    corpus: Corpus, n_components: int = 3, sparsity: int = 4, **options: object
) -> tuple[Covariance, Solution]:
    solution = solve(corpus, n_components, sparsity, effort="quick", **options)
    return Covariance.of(corpus, centred=solution.settings.centred), solution


def greatest_eigenvalue(matrix: np.ndarray, words: list[int]) -> float:
    return float(np.linalg.eigvalsh(matrix[np.ix_(words, words)])[-1])


@in_one_test("seed, centred", product(range(3), (False, True)))
def test_a_near_miss_loses_what_the_exchange_loses_and_no_other_member_costs_less(
    seed: int, centred: bool
):
    corpus = random_corpus(seed, 60, 30)
    _, solution = solved(corpus, centred=centred)
    matrix = second_moments(corpus, centred=centred)
    support = solution.supports[1]
    whole = greatest_eigenvalue(matrix, support.tolist())
    misses = near_misses(solution, 2, max_words=18)
    # Twice as many are tried as are shown: here all that are in no topic.
    assert len(misses) == corpus.n_words - solution.supports.size
    assert misses["variance_lost"].is_monotonic_increasing
    for miss in misses.itertuples():
        word = corpus.words.index(miss.word)
        assert word not in solution.supports
        lost = {
            corpus.words[member]: whole
            - greatest_eigenvalue(matrix, [word, *support[support != member]])
            for member in support
        }
        assert miss.variance_lost == pytest.approx(min(lost.values()), abs=1e-9 * whole)
        assert lost[miss.replaces] == pytest.approx(miss.variance_lost, abs=1e-9)
        assert miss.share_lost == pytest.approx(miss.variance_lost / whole)


@in_one_test("seed", range(8))
def test_the_nearest_of_all_misses_is_among_the_few_that_are_tried(seed: int):
    corpus = random_corpus(seed, 60, 50)
    _, solution = solved(corpus)
    every = near_misses(solution, 1, max_words=50)
    few = near_misses(solution, 1, max_words=5)
    assert few["word"].tolist()[0] == every["word"][0]


def test_topics_of_one_word_and_of_no_variance_have_near_misses_too():
    single = random_corpus(0, 30, 12)
    misses = near_misses(solved(single, sparsity=1)[1], 1)
    variances = np.diag(second_moments(single))
    lost = np.sort(variances)[::-1][0] - np.sort(variances)[::-1][3]
    assert misses["variance_lost"][0] == pytest.approx(lost)
    nearly_silent = corpus_of(np.eye(5, 20) * (np.arange(20) == 0))
    empty = near_misses(solved(nearly_silent)[1], topic=3)
    assert (empty["share_lost"] == 0).all()


def test_in_a_topic_too_long_to_try_every_member_the_lightest_are_tried(monkeypatch):
    corpus = random_corpus(1, 60, 30)
    covariance, solution = solved(corpus, 2, 6)
    support, words = solution.supports[0], np.setdiff1d(range(30), solution.supports)
    _, most_left = cheapest_exchanges(covariance, support, words)
    monkeypatch.setattr("spca_core.results.topics.near_misses.MAX_STEPS", 2 * 6**3)
    members, left = cheapest_exchanges(covariance, support, words)
    assert set(members) <= set(support[-2:])
    np.testing.assert_allclose(left, most_left)  # the lightest was the one to go
    last_first = support[::-1]
    members, _ = cheapest_exchanges(covariance, last_first, words)
    assert set(members) <= set(last_first[-2:])
    monkeypatch.setattr("spca_core.results.topics.near_misses.MAX_STEPS", 1)
    members, _ = cheapest_exchanges(covariance, support, words)
    assert set(members) == {support[-1]}


@pytest.mark.parametrize("topic", [0, 4])
@pytest.mark.parametrize("ask", [near_misses, word_similarities])
def test_a_topic_that_there_is_not_is_refused(ask, topic: int):
    corpus = random_corpus(0, 30, 20)
    with pytest.raises(InputError) as refusal:
        ask(solved(corpus)[1], topic)
    assert str(refusal.value) == f"topic must be an integer from 1 to 3, got {topic}."


@pytest.mark.parametrize("centred", [False, True])
def test_words_are_together_as_they_correlate_or_raw_as_their_cosines(centred: bool):
    corpus = random_corpus(2, 60, 30)
    _, solution = solved(corpus, centred=centred)
    pairs = word_similarities(solution, 2)
    columns = corpus.observations.toarray()[:, solution.supports[1]]
    columns = columns - columns.mean(axis=0) * centred
    units = columns / np.linalg.norm(columns, axis=0)
    table = pairs["similarity"].to_numpy().reshape(4, 4)
    np.testing.assert_allclose(table, units.T @ units, atol=1e-10)
    assert (abs(table) <= 1).all()
    words = [corpus.words[word] for word in solution.supports[1]]
    assert pairs["word"].tolist() == [word for word in words for _ in words]
    assert pairs["other"].tolist() == words * 4


def test_of_a_long_topic_only_the_heaviest_words_are_set_together():
    corpus = random_corpus(0, 60, 60)
    _, solution = solved(corpus, 1, 50)
    pairs = word_similarities(solution, 1)
    heaviest = [corpus.words[word] for word in solution.supports[0, :40]]
    assert list(dict.fromkeys(pairs["word"])) == heaviest


def test_a_gain_by_a_near_miss_is_explained_and_rounding_is_none():
    for lost, is_gain in ((0.2, False), (0.0, False), (-1e-12, False), (-0.1, True)):
        nearly = pd.DataFrame({"share_lost": [0.5, lost]})
        assert bool(gain_by_near_misses(nearly)) == is_gain


def test_a_word_that_never_varies_is_together_with_none():
    counts = np.array([[2, 1, 0], [1, 1, 0], [3, 1, 0]])
    corpus = corpus_of(counts)
    _, solution = solved(corpus, 1, 3, centred=True)
    pairs = word_similarities(solution, 1).set_index(["word", "other"])
    alike = pairs["similarity"][pairs["similarity"] != 0]
    assert alike.to_dict() == {("word_0", "word_0"): pytest.approx(1)}
