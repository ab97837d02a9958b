"""Joint search: ascend on all components at once, from many starts.

It runs on a working set, the words of greatest variance with their dense Gram matrix.
The best summit there is checked by a match on all words; if that brings in a word from
outside, the ascent goes on with it.

Component g has the words of the g-th group that is pinned, throughout.

The ascent over every word of the corpus, without a Gram matrix.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from spca_core.methods.pins import pins_among, pins_of, places_among, seat
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import EFFORTS, Settings
from spca_core.problem.solution import Incumbent, captured_variance, leading_eigenpairs
from spca_core.steps.ascent import MIN_GAIN, ascend, force
from spca_core.steps.matching import match_supports
from spca_core.steps.perturbation import hold, random_start, search_around

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
    if settings.pinned:
        yield from _from_the_answer_without_pins(covariance, settings, executor)
    else:
        known = np.empty((0, settings.n_components, settings.sparsity), dtype=np.int64)
        yield from _search(covariance, settings, known, executor)


def _from_the_answer_without_pins(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Search without the pins, and then with them from that answer too.

    So a pin that the answer has anyway costs nothing, and any other changes little.
    """
    best, supports, seen = -1.0, np.empty(0), np.empty(0)
    for incumbent in joint(covariance, replace(settings, pinned=()), executor):
        if incumbent.supports is not seen:
            seen = incumbent.supports
            seated = seat(covariance, seen, settings.pinned)
            variance = captured_variance(covariance, seated)
            if variance > best:
                best, supports = variance, seated
        yield Incumbent(supports, incumbent.candidates)
    tried = incumbent.candidates
    for incumbent in _search(covariance, settings, supports[None], executor):
        yield Incumbent(incumbent.supports, tried + incumbent.candidates)


def _search(
    covariance: Covariance, settings: Settings, known: np.ndarray, executor: Executor
) -> Iterator[Incumbent]:
    """Search from `known` supports, (n_known, n_components, sparsity), and others."""
    pins = pins_of(settings.pinned)
    words = working_set(covariance, settings)
    words = _with_others(words, np.append(pins[:, 0], known))
    gram = covariance.gram(words)
    starts = _starts(gram, places_among(words, known), settings)
    patience = _patience(gram, settings)
    pins_there = pins_among(words, pins)
    best, supports, candidates = -1.0, np.empty(0), 0
    for search in _searches(gram, pins_there, starts, patience, executor):
        candidates += search.tried
        if search.summit > best * (1.0 + MIN_GAIN):
            best, supports = search.summit, words[search.supports]
        yield Incumbent(supports, candidates)
    yield Incumbent(ascend_on_all_words(covariance, supports, pins), candidates + 1)


def working_set(covariance: Covariance, settings: Settings) -> np.ndarray:
    """Return the words of greatest variance, enough of them for the supports."""
    slots = settings.n_components * settings.sparsity
    size = max(LEAST_WORDS, min(5 * slots, slots + MOST_SPARE_WORDS))
    return covariance.words_by_variance[:size]


def _with_others(words: np.ndarray, others: np.ndarray) -> np.ndarray:
    return np.append(words, np.setdiff1d(others, words))


def _starts(
    gram: np.ndarray, known: np.ndarray, settings: Settings
) -> Iterator[Search]:
    """Yield what is known and then random supports, each with a child of the seed."""
    n_starts = len(known) + EFFORTS[settings.effort]
    shape = settings.n_components, settings.sparsity
    for i, seeds in enumerate(np.random.SeedSequence(settings.seed).spawn(n_starts)):
        is_known = i < len(known)
        start = known[i] if is_known else random_start(gram, *shape, _seed(seeds, 0))
        yield Search(seeds, 0, -1.0, start, 1, 0)


def _searches(
    gram: np.ndarray,
    pins: np.ndarray,
    starts: Iterator[Search],
    patience: int,
    executor: Executor,
) -> Iterator[Search]:
    """Yield the searches from all starts, a few at a time, after each round of theirs.

    They take turns, and which is next does not depend on who is first to end its round.
    """
    begin = partial(_begin, gram, pins)
    go_on = partial(_go_on, gram, pins, patience // ROUNDS)
    turns = deque(executor.submit(begin, start) for start in islice(starts, AT_ONCE))
    try:
        while turns:
            search = turns.popleft().result()
            yield search
            if search.failures < patience:
                turns.append(executor.submit(go_on, search))
            else:
                begun = (executor.submit(begin, start) for start in islice(starts, 1))
                turns.extend(begun)
    finally:
        for future in turns:
            future.cancel()


def _patience(gram: np.ndarray, settings: Settings) -> int:
    cost = len(gram) * settings.n_components * settings.sparsity
    return max(LEAST_PATIENCE, min(PATIENCE_AT_UNIT_COST // cost, MOST_PATIENCE))


def _begin(gram: np.ndarray, pins: np.ndarray, start: Search) -> Search:
    """Climb from a start, once it holds the pins."""
    hold(start.supports, pins)
    summit, supports = ascend(gram, start.supports, pins)
    return start._replace(summit=summit, supports=supports)


def _go_on(
    gram: np.ndarray, pins: np.ndarray, n_perturbations: int, search: Search
) -> Search:
    """Climb around the best summit of a search once more."""
    rounds = search.rounds + 1
    summit, supports, failures = search_around(
        gram,
        search.summit,
        search.supports,
        pins,
        n_perturbations,
        _seed(search.seeds, rounds),
    )
    if failures == n_perturbations:
        failures += search.failures
    return Search(search.seeds, rounds, summit, supports, n_perturbations, failures)


def _seed(seeds: np.random.SeedSequence, round_: int) -> int:
    """Return the seed of one round: any order of rounds draws the same."""
    return int(seeds.generate_state(round_ + 1)[-1])


def ascend_on_all_words(
    covariance: Covariance, supports: np.ndarray, pins: np.ndarray
) -> np.ndarray:
    """Go on with the joint search's ascent over every word, to its end.

    supports : (n_components, sparsity), that hold the pins
    pins     : (n_pins, 2), words and the components that must have them
    """
    reached, best = -1.0, supports
    while True:
        variances, loadings = leading_eigenpairs(covariance, supports)
        if variances.sum() <= reached * (1.0 + MIN_GAIN):
            return best
        reached, best = variances.sum(), supports
        weights = _weights(covariance, supports, loadings, variances)
        force(weights, pins)
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
