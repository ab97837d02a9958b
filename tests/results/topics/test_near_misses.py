"""A topic looked at closely, held against exchanges and counts made one by one."""

from itertools import product

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.topics.near_misses import (
    near_misses,
)
from spca_core.results.topics.similarity import word_similarities
from tests.fuzz import in_one_test
from tests.oracles import random_corpus, second_moments
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
