"""Joint search: ascend on all components at once, from many starts.

It runs on a working set, the words of greatest variance with their dense Gram matrix.
The best summit there is checked by a match on all words; if that brings in a word from
outside, the ascent goes on with it.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from spca_core.ascent import LEAST_GAIN, ascend
from spca_core.covariance import Covariance
from spca_core.matching import match_supports
from spca_core.perturbation import random_start, search_around
from spca_core.settings import EFFORTS, Settings
from spca_core.solution import Incumbent, leading_eigenpairs

# A start is given up after so many perturbations in a row that gained nothing: more
# where they cost less, as small problems have more summits that are nearly as high.
LEAST_PATIENCE, MOST_PATIENCE = 40, 400
PATIENCE_AT_UNIT_COST = 400_000  # a cost is the words in play times those chosen
ROUNDS = 8  # of perturbations, with an incumbent after each, that use up the patience
AT_ONCE = 8  # searches that take turns: enough for as many workers
# Words of the working set: five times what is chosen, within these limits.
LEAST_WORDS = 600
MOST_SPARE_WORDS = 2_000


class Search(NamedTuple):
    """How far the search from one start has come."""

    seeds: np.random.SeedSequence
    rounds: int  # of perturbations, so far
    summit: float
    supports: np.ndarray
    tried: int  # perturbations of the last round, or one start
    failures: int  # perturbations in a row, up to the last


def joint(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the best supports so far; every start has its own child of the seed."""
    words = working_set(covariance, settings)
    gram = covariance.block(words)
    best, supports, candidates = -1.0, np.empty(0), 0
    for search in _searches(gram, settings, executor):
        candidates += search.tried
        if search.summit > best * (1.0 + LEAST_GAIN):
            best, supports = search.summit, words[search.supports]
        yield Incumbent(supports, candidates)
    yield Incumbent(_ascend_on_all_words(covariance, supports), candidates + 1)


def working_set(covariance: Covariance, settings: Settings) -> np.ndarray:
    """Return the words of greatest variance, enough of them for the supports."""
    slots = settings.n_components * settings.sparsity
    size = max(LEAST_WORDS, min(5 * slots, slots + MOST_SPARE_WORDS))
    return covariance.words_by_variance[:size]


def _searches(
    gram: np.ndarray, settings: Settings, executor: Executor
) -> Iterator[Search]:
    """Yield the searches from all starts, a few at a time, after each round of theirs.

    They take turns, and which is next does not depend on who is first to end its round.
    """
    starts = np.random.SeedSequence(settings.seed).spawn(EFFORTS[settings.effort])
    patience = _patience(gram, settings)
    begin = partial(_begin, gram, settings)
    go_on = partial(_go_on, gram, patience // ROUNDS)
    waiting = iter(starts)
    turns = deque(executor.submit(begin, start) for start in islice(waiting, AT_ONCE))
    try:
        while turns:
            search = turns.popleft().result()
            yield search
            if search.failures < patience:
                turns.append(executor.submit(go_on, search))
            else:
                begun = (executor.submit(begin, start) for start in islice(waiting, 1))
                turns.extend(begun)
    finally:
        for future in turns:
            future.cancel()


def _patience(gram: np.ndarray, settings: Settings) -> int:
    cost = len(gram) * settings.n_components * settings.sparsity
    return max(LEAST_PATIENCE, min(PATIENCE_AT_UNIT_COST // cost, MOST_PATIENCE))


def _begin(
    gram: np.ndarray, settings: Settings, seeds: np.random.SeedSequence
) -> Search:
    """Climb from a random start."""
    start = random_start(
        gram, settings.n_components, settings.sparsity, _seed(seeds, 0)
    )
    summit, supports = ascend(gram, start)
    return Search(seeds, 0, summit, supports, 1, 0)


def _go_on(gram: np.ndarray, n_perturbations: int, search: Search) -> Search:
    """Climb around the best summit of a search once more."""
    rounds = search.rounds + 1
    summit, supports, failures = search_around(
        gram,
        search.summit,
        search.supports,
        n_perturbations,
        _seed(search.seeds, rounds),
    )
    if failures == n_perturbations:
        failures += search.failures
    return Search(search.seeds, rounds, summit, supports, n_perturbations, failures)


def _seed(seeds: np.random.SeedSequence, round_: int) -> int:
    """Return the seed of one round: any order of rounds draws the same."""
    return int(seeds.generate_state(round_ + 1)[-1])


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
