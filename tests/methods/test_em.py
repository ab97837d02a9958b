"""EM for sparse PCA: the iteration of its docstring, and the figures of the paper."""

import numpy as np
import pytest

from spca_core.corpus.corpus import Corpus
from spca_core.problem.covariance import Covariance
from tests.oracles import random_corpus, second_moments
from tests.oracles import solve_counts as solve


def expectation_maximisation(
    rows: np.ndarray, weights: np.ndarray, sparsity: int
) -> tuple[np.ndarray, int]:
    """Sigg and Buhmann's iteration on whole rows: regress, cut softly, normalise.

    returns : the support reached, and the iterations made
    """
    explained, iterations = np.inf, 0
    while iterations < 100:
        iterations += 1
        previous, explained = explained, ((rows @ weights) ** 2).sum()
        scores = rows @ weights / (weights @ weights)
        regression = rows.T @ scores / (scores @ scores)
        magnitudes = np.sort(abs(regression))[::-1]
        shortened = np.maximum(abs(regression) - magnitudes[sparsity], 0)
        weights = np.sign(regression) * shortened / np.linalg.norm(shortened)
        if abs(explained - previous) <= 1e-3 * explained:
            break
    return np.flatnonzero(weights), iterations


def starts_of(corpus: Corpus, n_starts: int, seed: int, centred: bool) -> np.ndarray:
    """The method's own: N(0, I), its words in the order of their variances."""
    (child,) = np.random.SeedSequence(seed).spawn(1)
    normals = np.random.default_rng(child).standard_normal((n_starts, corpus.n_words))
    starts = np.empty_like(normals)
    starts[:, Covariance.of(corpus, centred=centred).words_by_variance] = normals
    return starts / np.linalg.norm(starts, axis=1, keepdims=True)


@pytest.mark.parametrize("extra_starts", [0, 4])
@pytest.mark.parametrize("centred", [False, True])
@pytest.mark.parametrize("seed", range(10))
def test_its_first_component_is_the_best_of_the_plain_iterations(
    seed: int, centred: bool, extra_starts: int
):
    corpus = random_corpus(seed, 80, 40)
    matrix = second_moments(corpus, centred=centred)
    rows = corpus.observations.toarray()
    rows = rows - rows.mean(axis=0) * centred
    starts = starts_of(corpus, 5 + extra_starts, seed, centred)
    climbs = [expectation_maximisation(rows, start, 5) for start in starts]
    supports, iterations = zip(*climbs, strict=True)
    best = max(
        supports, key=lambda one: np.linalg.eigvalsh(matrix[np.ix_(one, one)])[-1]
    )

    solution = solve(
        *(corpus, 1, 5),
        method="em",
        centred=centred,
        seed=seed,
        extra_starts=extra_starts,
    )

    np.testing.assert_array_equal(np.sort(solution.supports[0]), best)
    assert solution.candidates == sum(iterations)


# The paper has 42.4 on KOS and 527 on Mfeat, from random starts that are not known.
# Over eight seeds ours end at 42.5 to 43.9 and at 527.6 to 533.7.
def test_on_kos_it_captures_about_what_the_paper_reports(kos: Corpus):
    solution = solve(kos, 8, 15, method="em")
    assert 42.0 <= solution.captured_variance <= 44.6


def test_on_mfeat_it_captures_about_what_the_paper_reports(mfeat: Corpus):
    solution = solve(mfeat, 5, 40, method="em")
    assert 520 <= solution.captured_variance <= 533
