"""Joint search: ascend on all components at once, from many starts.

It runs on a working set, the words of greatest variance with their dense Gram matrix.
The documents are read again only at the end, if a word outside varies enough to be
wanted: the best summit is then matched on all words, and if that brings one in, the
ascent continues with it. The first starts are matched to the words of greatest variance
and to the rotated leading eigenvectors: with many components, random starts take long
to get as high. The search ends when it has gained almost nothing for some time.
Component g has the words of the g-th pinned group.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import NamedTuple

import numpy as np

from spca_core.corpus.in_turn import on_worker, submitted
from spca_core.corpus.stopping import awaited
from spca_core.methods.all_words import on_all_words
from spca_core.methods.pins import pins_among, pins_of, places_among, seat
from spca_core.methods.pool import Pool
from spca_core.steps.columns import Columns
from spca_core.methods.starts import (
    Start,
    _given,
    around_heads,
    starts,
    with_others,
    searched,
)
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import EFFORTS, Settings
from spca_core.problem.solution import Incumbent, captured_variance
from spca_core.steps.ascent import MIN_GAIN, ascent_at
from spca_core.steps.perturbation import hold, search_around

# A start is abandoned after this many failed perturbations in a row, times the number
# of components, within these limits.
PATIENCE, MIN_PATIENCE, MAX_PATIENCE = 50, 200, 1_000
# Perturbations in a round, after which another search has its turn; fewer if slow.
ROUND_SIZE, MIN_ROUND_SIZE, AT_UNIT_COST = 200, 20, 20_000
# The search ends when it has gained less than this share over as many perturbations as
# the patience for one start, times the factor of the effort.
MIN_PROGRESS = 3e-5
AT_ONCE = 8  # searches that take turns: enough for as many workers


class Search(NamedTuple):
    """The state of the search from one start."""

    seeds: np.random.SeedSequence
    rounds: int  # of perturbations, so far
    variances: np.ndarray
    supports: np.ndarray
    tried: int  # perturbations in the last round; 1 after the start
    failures: int  # perturbations in a row that gained nothing, so far

    @property
    def summit(self) -> float:
        return float(self.variances.sum())


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
    """Search without the pins, then with them, also starting from the first answer.

    A pin that the answer already has costs nothing, and any other changes little.
    """
    # The pinned words are included, so that no pin needs the documents.
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
    pool = on_worker(executor, Pool.of, covariance, settings)
    words = with_others(pool.words[: searched(settings)], pins[:, 0], known)
    gram = covariance.block(words)
    heads = on_worker(executor, around_heads, gram, settings)
    supports = known[0] if len(known) else words[heads]
    hold(supports, pins)
    yield Incumbent(supports, 1)
    best, candidates = captured_variance(covariance, supports), 1
    first = np.append(places_among(words, known), heads[None], axis=0)
    starting = starts(gram, first, settings)
    own_pins = pins_among(words, pins)
    urgent = deque()
    cols = pool.columns.supports[np.isin(pool.columns.supports, np.arange(len(pool.words))[:searched(settings)]).all(1)] if COLS else np.empty((0,settings.sparsity),np.int64)
    summits = {}
    patience = _patience(settings)
    reached, idle, since = -1.0, 0, 0
    for search in _searches(gram, own_pins, starting, settings, executor, urgent, cols):
        candidates += search.tried
        since += search.tried
        idle += search.tried
        summits[search.seeds.spawn_key] = search
        if search.summit > best * (1.0 + MIN_GAIN):
            best, supports = search.summit, words[search.supports]
        if search.summit > reached * (1.0 + MIN_PROGRESS):
            reached, idle = search.summit, 0
        yield Incumbent(supports, candidates)
        done = idle >= patience * EFFORTS[settings.effort]
        if (idle >= patience*EVERY and since >= patience*EVERY) or done:
            found = [Columns(np.sort(words[s.supports]), s.variances) for s in summits.values()]
            pool.add(found)
            packed = on_worker(executor, pool.best, covariance, supports)
            value = captured_variance(covariance, packed)
            if DEBUG: print('   packed', value, 'best', best, 'extra words', (~np.isin(packed,words)).sum(), candidates)
            since = 0
            if value > best * (1.0 + MIN_GAIN):
                outside = np.setdiff1d(packed, words)
                if len(outside):
                    words = with_others(words, packed)
                    gram = covariance.block(words)
                    if DEBUG: print('NEW WORDS')
                urgent.append((gram, partial(_given, places_among(words, packed))))
                best, supports = value, packed
                if value > reached * (1.0 + MIN_PROGRESS): idle = 0; reached = value
                yield Incumbent(supports, candidates)
            elif done:
                break
    supports = on_all_words(covariance, words, supports, pins)
    yield Incumbent(supports, candidates + 1)

EVERY = 2
COLS = 1

DEBUG = False


def _until_dry(searches: Iterator[Search], settings: Settings) -> Iterator[Search]:
    """Yield the searches until they have made almost no progress for too long."""
    patience = _patience(settings) * EFFORTS[settings.effort]
    reached, idle = -1.0, 0
    for search in searches:
        yield search
        idle += search.tried
        if search.summit > reached * (1.0 + MIN_PROGRESS):
            reached, idle = search.summit, 0
        if idle >= patience:
            break


def _searches(
    gram: np.ndarray,
    pins: np.ndarray,
    starting: Iterator[Start],
    settings: Settings,
    executor: Executor,
    urgent, cols,
) -> Iterator[Search]:
    """Yield the searches from all starts, a few at a time, each after every round.

    They take turns in a fixed order, no matter which ends its round first. Every start
    has its own child of the seed.
    """
    patience, root = _patience(settings), np.random.SeedSequence(settings.seed)
    slow = max(MIN_ROUND_SIZE, AT_UNIT_COST // settings.n_components)
    go_on = partial(_go_on, gram, pins, cols, min(ROUND_SIZE, slow))
    tasks = (partial(_begin, gram, pins, start, *root.spawn(1)) for start in starting)
    turns = deque(submitted(executor, task) for task in islice(tasks, AT_ONCE))
    try:
        while turns:
            search = awaited(turns.popleft())
            yield search
            while urgent:
                gram, start = urgent.popleft()
                pass
                turns.append(submitted(executor, partial(_begin, gram, pins, start, *root.spawn(1))))
            if search.failures < patience:
                turns.append(submitted(executor, go_on, search))
            else:
                turns.extend(submitted(executor, task) for task in islice(tasks, 1))
    finally:
        for future in turns:
            future.cancel()


def _patience(settings: Settings) -> int:
    return max(MIN_PATIENCE, min(PATIENCE * settings.n_components, MAX_PATIENCE))


def _begin(
    gram: np.ndarray, pins: np.ndarray, start: Start, seeds: np.random.SeedSequence
) -> Search:
    """Put the pins into a start and climb from it."""
    supports = start(_seed(seeds, 0))
    hold(supports, pins)
    ascent = ascent_at(gram, supports, pins)
    return Search(seeds, 0, ascent.variances, ascent.supports, 1, 0)


def _go_on(
    gram: np.ndarray, pins: np.ndarray, cols, n_perturbations: int, search: Search
) -> Search:
    """Search around the best summit of a search for one more round."""
    rounds = search.rounds + 1
    seed = _seed(search.seeds, rounds)
    variances, supports, failures = search_around(
        gram, search.supports, pins, cols, n_perturbations, seed
    )
    if failures == n_perturbations:
        failures += search.failures
    return Search(search.seeds, rounds, variances, supports, n_perturbations, failures)


def _seed(seeds: np.random.SeedSequence, round_: int) -> int:
    """Return the seed of a round; it does not depend on the order of the rounds."""
    return int(seeds.generate_state(round_ + 1)[-1])
