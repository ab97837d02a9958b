"""Where searches begin: among enough words, wherever the unit of the numbers lies."""

import numpy as np
import pytest

from spca_core.methods.joint import _around_heads as around_heads
from spca_core.methods.working_set import working_set
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from tests.oracles import corpus_of, random_corpus, second_moments


@pytest.mark.parametrize(
    ("n_components", "sparsity", "expected"),
    [(8, 10, 1_000), (30, 10, 1_500), (100, 10, 3_000)],
)
def test_a_search_has_five_times_the_words_it_chooses_those_of_the_strongest_stars(
    n_components: int, sparsity: int, expected: int
):
    counts = np.random.default_rng(0).poisson(0.1, (40, 3_100))
    settings = Settings(n_components=n_components, sparsity=sparsity)
    covariance = covariance_of(corpus_of(counts), settings)
    words = working_set(covariance, settings)
    assert len(words) == expected
    matrix = abs(second_moments(corpus_of(counts)))
    others = np.sort(matrix - np.diag(np.diag(matrix)), axis=1)
    sums = np.diag(matrix) + others[:, 1 - sparsity :].sum(axis=1)
    # A word that leads an even stronger star than one outside is in.
    assert sums[words[0]] == sums.max()
    assert np.delete(sums, words).max() <= np.sort(sums)[-(expected // sparsity)]


@pytest.mark.parametrize("unit", [1e-6, 1e6])
def test_a_start_around_the_heads_is_the_same_in_any_unit(unit: float):
    for seed in range(5):
        moments = second_moments(random_corpus(seed, 60, 30), centred=True)
        order = np.argsort(-moments.diagonal())
        gram = moments[np.ix_(order, order)]
        settings = Settings(n_components=4, sparsity=3)
        np.testing.assert_array_equal(
            around_heads(gram, settings), around_heads(unit * gram, settings)
        )
