"""Joint search: ascend on all components at once, from many starts.

It runs on a working set, the words of greatest variance with their dense Gram matrix.
The best summit there is checked by a match on all words; if that brings in a word from
outside, the ascent goes on with it.
"""

from collections.abc import Iterator

import numpy as np

from spca_core.ascent import LEAST_GAIN, Summit, ascend
from spca_core.covariance import Covariance
from spca_core.matching import match_supports
from spca_core.perturbation import random_start, search_around
from spca_core.settings import EFFORTS, Settings
from spca_core.solution import Incumbent, leading_eigenpairs

# A start is given up after this many perturbations in a row that gained nothing.
PATIENCE = 40
PERTURBATIONS = 5  # between two incumbents: some 10 ms
# Words of the working set: five times what is chosen, within these limits.
LEAST_WORDS = 600
MOST_SPARE_WORDS = 2_000


def joint(covariance: Covariance, settings: Settings) -> Iterator[Incumbent]:
    """Yield the best supports so far; every start has its own child of the seed."""
    words = working_set(covariance, settings)
    gram = covariance.block(words)
    best, supports, candidates = -1.0, np.empty(0), 0
    for seed in np.random.SeedSequence(settings.seed).spawn(EFFORTS[settings.effort]):
        for summit, tried in _search(gram, settings, np.random.default_rng(seed)):
            candidates += tried
            if summit.objective > best * (1.0 + LEAST_GAIN):
                best, supports = summit.objective, words[summit.supports]
            yield Incumbent(supports, candidates)
    yield Incumbent(_ascend_on_all_words(covariance, supports), candidates + 1)


def working_set(covariance: Covariance, settings: Settings) -> np.ndarray:
    """Return the words of greatest variance, enough of them for the supports."""
    slots = settings.n_components * settings.sparsity
    size = max(LEAST_WORDS, min(5 * slots, slots + MOST_SPARE_WORDS))
    return covariance.words_by_variance[:size]


def _search(
    gram: np.ndarray, settings: Settings, rng: np.random.Generator
) -> Iterator[tuple[Summit, int]]:
    """Climb from one start and around its summits; yield the best and the ascents."""
    start = random_start(gram, settings.n_components, settings.sparsity, rng)
    summit, failures = ascend(gram, start), 0
    yield summit, 1
    while failures < PATIENCE:
        previous = summit.objective
        summit, in_a_row = search_around(gram, summit, PERTURBATIONS, rng)
        failures = failures + in_a_row if summit.objective == previous else in_a_row
        yield summit, PERTURBATIONS


def _ascend_on_all_words(covariance: Covariance, supports: np.ndarray) -> np.ndarray:
    """Go on with the same ascent over every word, without a Gram matrix, to its end."""
    reached = Summit(-1.0, supports)
    while True:
        variances, loadings = leading_eigenpairs(covariance, supports)
        if variances.sum() <= reached.objective * (1.0 + LEAST_GAIN):
            return reached.supports
        reached = Summit(variances.sum(), supports)
        weights = _weights(covariance, supports, loadings, variances)
        supports = match_supports(weights, supports.shape[1])


def _weights(
    covariance: Covariance,
    supports: np.ndarray,
    loadings: np.ndarray,
    variances: np.ndarray,
) -> np.ndarray:
    """Return W^2 over all words: w_j = A x_j / sqrt(x_j^T A x_j), zero if that is."""
    vectors = np.zeros((covariance.n_words, len(supports)))
    np.put_along_axis(vectors, supports.T, loadings.T, axis=0)
    products = covariance.products(vectors).T
    return products**2 / np.where(variances > 0, variances, np.inf)[:, None]
