"""Joint search: ascend on all components at once, from many starts.

It runs on a working set, the words of greatest variance with their dense Gram matrix.
The best summit there is checked by a match on all words; if that brings in a word from
outside, the ascent goes on with it.
"""

from collections.abc import Iterator

import numpy as np

from spca_core.ascent import LEAST_GAIN, ascend
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
    for child in np.random.SeedSequence(settings.seed).spawn(EFFORTS[settings.effort]):
        for summit, found, tried in _search(gram, settings, child):
            candidates += tried
            if summit > best * (1.0 + LEAST_GAIN):
                best, supports = summit, words[found]
            yield Incumbent(supports, candidates)
    yield Incumbent(_ascend_on_all_words(covariance, supports), candidates + 1)


def working_set(covariance: Covariance, settings: Settings) -> np.ndarray:
    """Return the words of greatest variance, enough of them for the supports."""
    slots = settings.n_components * settings.sparsity
    size = max(LEAST_WORDS, min(5 * slots, slots + MOST_SPARE_WORDS))
    return covariance.words_by_variance[:size]


def _search(
    gram: np.ndarray, settings: Settings, child: np.random.SeedSequence
) -> Iterator[tuple[float, np.ndarray, int]]:
    """Climb from one start and around its summits.

    yields : the best objective and supports of this start, and the ascents made for it
    """
    seeds = _seeds(child)
    start = random_start(gram, settings.n_components, settings.sparsity, next(seeds))
    summit, supports = ascend(gram, start)
    failures = 0
    yield summit, supports, 1
    while failures < PATIENCE:
        summit, supports, in_a_row = search_around(
            gram, summit, supports, PERTURBATIONS, next(seeds)
        )
        all_failed = in_a_row == PERTURBATIONS
        failures = failures + in_a_row if all_failed else in_a_row
        yield summit, supports, PERTURBATIONS


def _seeds(child: np.random.SeedSequence) -> Iterator[int]:
    rng = np.random.default_rng(child)
    while True:
        yield int(rng.integers(2**32))


def _ascend_on_all_words(covariance: Covariance, supports: np.ndarray) -> np.ndarray:
    """Go on with the same ascent over every word, without a Gram matrix, to its end."""
    reached, best = -1.0, supports
    while True:
        variances, loadings = leading_eigenpairs(covariance, supports)
        if variances.sum() <= reached * (1.0 + LEAST_GAIN):
            return best
        reached, best = variances.sum(), supports
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
