"""Joint search: ascend on all components at once, from many starts.

It runs on a working set, the words of the strongest stars with their dense Gram matrix.
The starts are matched to the first of these words and to the rotated leading
eigenvectors, or random. Whenever the searches have gained almost nothing for some time,
the topics of all of them are packed with columns grown from the stars and from one
another, if a choice with one of these topics can be better than the best so far: if it
is, it is one more start. The search ends when that gains nothing either.
The documents are read again only at the end, if a word outside varies enough to be
wanted: the best local optimum is then matched on all words, and if that brings one in,
the ascent continues with it. Component g has the words of the g-th pinned group.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import replace
from functools import partial
from itertools import islice, repeat
from typing import NamedTuple

import numpy as np

from spca_core.methods.pins import assign_pins, pins_among, pins_of, places_among
from spca_core.methods.varimax import POWERS, rotated_supports
from spca_core.methods.working_set import (
    on_all_words,
    with_others,
    working_set,
    working_size,
)
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import EFFORTS, Settings
from spca_core.problem.solution import Candidate, captured_variance
from spca_core.problem.spectrum import spectrum_within
from spca_core.running.in_turn import on_worker, submitted
from spca_core.running.stopping import awaited
from spca_core.steps.ascent import MIN_GAIN, ascent_at
from spca_core.steps.columns import Columns, no_columns, pool_of
from spca_core.steps.matching import match_supports
from spca_core.steps.packing import NO_PRICES, Prices, repacked
from spca_core.steps.perturbation import enforce_pins, random_start, search_around
from spca_core.steps.stars import star_words

# A start is abandoned after this many failed perturbations in a row, times the number
# of components, within these limits.
PATIENCE, MIN_PATIENCE, MAX_PATIENCE = 50, 200, 1_000
# Perturbations in a round, after which another search has its turn; fewer if slow.
ROUND_SIZE, MIN_ROUND_SIZE, AT_UNIT_COST = 200, 20, 20_000
# A search without progress has gained less than this share. After so many times the
# patience for one start without it, topics are packed; the effort's factor is the end.
MIN_PROGRESS, UNTIL_PACKED = 3e-4, 2
SPARE = 0.9  # of the price of a slot: what a column that is brought in is worth
SEARCHES_AT_ONCE = 8  # searches that take turns: enough for as many workers
MAX_STARTS = 10_000
# Makes a search's first supports from a seed.
SupportsMaker = Callable[[int], np.ndarray]


class SearchSpace(NamedTuple):
    """The words that are searched, with their Gram matrix, and what was found there."""

    gram: np.ndarray  # (n_words, n_words), A on the words
    pins: np.ndarray  # (n_pins, 2), words and the components that must have them
    pool: Columns  # topics of searches, and columns that have grown
    n_grown: int  # words from whose stars they have grown
    spare: np.ndarray  # (n_spare, sparsity) columns that perturbations may bring in
    prices: Prices  # of the pool's program, once anything has grown

    def may_gain_from(self, topics: list[Columns], best: float) -> bool:
        """Return whether a choice of columns may be better, for these topics.

        It may also if words have been added, from whose stars nothing has grown.
        """
        if len(self.gram) > self.n_grown:
            return True
        pool = self.pool
        for some in topics:
            is_worth_it = self.prices.most_with(some) > best * (1.0 + MIN_GAIN)
            pool = pool.with_others(some.where(is_worth_it))
        return len(pool.values) > len(self.pool.values)


class JointSearch(NamedTuple):
    """The state of the search from one start."""

    space: SearchSpace
    seeds: np.random.SeedSequence
    rounds: int  # of perturbations, so far
    variances: np.ndarray  # (n_components,) at the best local optimum
    supports: np.ndarray
    tried: int  # perturbations in the last round; 1 after the start
    failures: int  # perturbations in a row that gained nothing, so far

    @property
    def local_optimum(self) -> float:
        return float(self.variances.sum())

    @property
    def topics(self) -> Columns:
        return Columns(np.sort(self.supports, axis=1), self.variances)


# Begins a search with seeds of its own.
Beginning = Callable[[np.random.SeedSequence], JointSearch]


def joint(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the best supports so far; every start has its own child of the seed."""
    if settings.pinned:
        yield from _from_the_answer_without_pins(covariance, settings, executor)
    else:
        known = np.empty((0, settings.n_components, settings.sparsity), dtype=np.int64)
        yield from _search(covariance, settings, known, executor)


def _from_the_answer_without_pins(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Search without the pins, then with them, also starting from the first answer.

    A pin that the answer already has costs nothing, and any other changes little.
    """
    # The pinned words are included, so that no pin needs the documents.
    words = working_set(covariance, settings)
    covariance.gram(with_others(words, pins_of(settings.pinned)[:, 0]))
    best, supports, seen = -1.0, np.empty(0), np.empty(0)
    for candidate in joint(covariance, replace(settings, pinned=()), executor):
        if candidate.supports is not seen:
            seen = candidate.supports
            pinned = assign_pins(covariance, seen, settings.pinned)
            variance = captured_variance(covariance, pinned)
            if variance > best:
                best, supports = variance, pinned
        yield Candidate(supports, candidate.candidates)
    tried = candidate.candidates
    for candidate in _search(covariance, settings, supports[None], executor):
        yield Candidate(candidate.supports, tried + candidate.candidates)


def _search(
    covariance: Covariance, settings: Settings, known: np.ndarray, executor: Executor
) -> Iterator[Candidate]:
    """Search from `known` supports, (n_known, n_components, sparsity), and others."""
    pins = pins_of(settings.pinned)
    words = with_others(working_set(covariance, settings), pins[:, 0], known)
    gram = covariance.gram(words)
    first_words = on_worker(executor, _around_first_words, gram, settings)
    supports = known[0] if len(known) else words[first_words]
    enforce_pins(supports, pins)
    yield Candidate(supports, 1)
    best, candidates = captured_variance(covariance, supports), 1
    none = no_columns(settings.sparsity)
    space = SearchSpace(
        gram, pins_among(words, pins), none, 0, none.supports, NO_PRICES
    )
    first = np.append(places_among(words, known), first_words[None], axis=0)
    begun = (partial(_begin, space, start) for start in _starts(gram, first, settings))
    packed: deque[Beginning] = deque()
    local_optima: dict[tuple[int, ...], JointSearch] = {}
    patience, reached, idle, unpacked = _patience(settings), -1.0, 0, 0
    for search in _searches(begun, packed, settings, executor):
        candidates += search.tried
        idle, unpacked = idle + search.tried, unpacked + search.tried
        local_optima[search.seeds.spawn_key] = search
        if search.local_optimum > reached * (1.0 + MIN_PROGRESS):
            reached, idle = search.local_optimum, 0
        if search.local_optimum > best * (1.0 + MIN_GAIN):
            best, supports = search.local_optimum, words[search.supports]
        yield Candidate(supports, candidates)
        if min(idle, unpacked) < UNTIL_PACKED * patience:
            continue
        topics, unpacked = [search.topics for search in local_optima.values()], 0
        if space.may_gain_from(topics, best):
            packing = on_worker(executor, _pack, space, topics, settings)
            space = packing.space
            if packing.local_optimum > best * (1.0 + MIN_GAIN):
                packed.append(partial(_begin, space, partial(_copy, packing.supports)))
        if (
            packing.local_optimum <= reached * (1.0 + MIN_PROGRESS)
            and idle >= patience * (EFFORTS[settings.effort])
        ):
            outside = _outside(covariance, settings, words, space.prices.slot_price)
            if not len(outside):
                break
            words = np.append(words, outside)
            space = space._replace(gram=covariance.gram(words))
    if packing.local_optimum > best * (1.0 + MIN_GAIN):
        supports = words[packing.supports]
    supports = on_all_words(covariance, words, supports, pins)
    yield Candidate(supports, candidates + 1)


def _around_first_words(gram: np.ndarray, settings: Settings) -> np.ndarray:
    """Match words with the first ones: a quick and often good start.

    gram    : of the working set
    returns : (n_components, sparsity), indices into them
    """
    rows = gram[: settings.n_components]
    variances = rows.diagonal()
    weights = rows**2 / np.where(variances > 0, variances, np.inf)[:, None]
    return match_supports(weights, settings.sparsity)


def _starts(
    gram: np.ndarray, known: np.ndarray, settings: Settings
) -> Iterator[SupportsMaker]:
    """Yield the starts: `known` supports, rotated eigenvectors, and random ones.

    gram  : of the working set
    known : (n_known, n_components, sparsity)
    """
    shape = settings.n_components, settings.sparsity
    yield from (partial(_copy, supports) for supports in known)
    yield from (partial(_rotated, gram, settings, power) for power in POWERS)
    yield from repeat(partial(random_start, gram, *shape), MAX_STARTS)


def _copy(supports: np.ndarray, _seed: int) -> np.ndarray:
    return supports.copy()


def _rotated(
    gram: np.ndarray, settings: Settings, power: float, _seed: int
) -> np.ndarray:
    spectrum = spectrum_within(gram, settings.n_components)
    unturned = np.eye(settings.n_components)
    return rotated_supports(spectrum, settings.sparsity, unturned, power)


class Packing(NamedTuple):
    """What a packing of topics has led to."""

    space: SearchSpace  # with more columns
    local_optimum: float
    supports: np.ndarray


def _pack(space: SearchSpace, topics: list[Columns], settings: Settings) -> Packing:
    """Choose the best of all topics and columns, and climb from there.

    Columns are grown from stars at first, and when words have been added. The greedy's
    topics are tried too: the best choice may climb less than another.
    """
    shape, supports = (settings.n_components, settings.sparsity), []
    pool = space.pool.with_others(*topics)
    if len(space.gram) > space.n_grown:
        more, taken = pool_of(space.gram, *shape)
        pool, supports = pool.with_others(more), [taken]
    pool, prices, chosen = repacked(space.gram, pool, shape[0])
    ascents = []
    for start in (chosen, *supports):
        enforce_pins(start, space.pins)
        ascents.append(ascent_at(space.gram, start, space.pins))
    best = max(ascents, key=lambda ascent: ascent.variances.sum())
    spare = pool.supports[prices.reduced(pool) >= SPARE * prices.slot_price]
    grown = space._replace(
        pool=pool, n_grown=len(space.gram), spare=spare, prices=prices
    )
    return Packing(grown, float(best.variances.sum()), best.supports)


def _outside(
    covariance: Covariance, settings: Settings, words: np.ndarray, slot_price: float
) -> np.ndarray:
    """Return words outside that could lead a topic worth a slot, among the next stars.

    No support that a word leads is worth more than the sum of its star.
    """
    most = 2 * working_size(settings)
    return np.setdiff1d(
        star_words(covariance, settings.sparsity, most, slot_price), words
    )


def _searches(
    begun: Iterator[Beginning],
    first: deque[Beginning],
    settings: Settings,
    executor: Executor,
) -> Iterator[JointSearch]:
    """Yield the searches from all starts, a few at a time, each after every round.

    They take turns in a fixed order, no matter which ends its round first. Every start
    has its own child of the seed. Those that are added to `first` meanwhile begin at
    once.
    """
    patience, root = _patience(settings), np.random.SeedSequence(settings.seed)
    slow = max(MIN_ROUND_SIZE, AT_UNIT_COST // settings.n_components)
    go_on = partial(_go_on, min(ROUND_SIZE, slow))

    def begin(beginning: Beginning) -> Future[JointSearch]:
        return submitted(executor, beginning, *root.spawn(1))

    turns = deque(map(begin, islice(begun, SEARCHES_AT_ONCE)))
    try:
        while turns:
            search = awaited(turns.popleft())
            yield search
            while first:
                turns.append(begin(first.popleft()))
            if search.failures < patience:
                turns.append(submitted(executor, go_on, search))
            else:
                turns.extend(map(begin, islice(begun, 1)))
    finally:
        for future in turns:
            future.cancel()


def _patience(settings: Settings) -> int:
    return max(MIN_PATIENCE, min(PATIENCE * settings.n_components, MAX_PATIENCE))


def _begin(
    space: SearchSpace, start: SupportsMaker, seeds: np.random.SeedSequence
) -> JointSearch:
    supports = start(_seed(seeds, 0))
    enforce_pins(supports, space.pins)
    ascent = ascent_at(space.gram, supports, space.pins)
    return JointSearch(space, seeds, 0, ascent.variances, ascent.supports, 1, 0)


def _go_on(n_perturbations: int, search: JointSearch) -> JointSearch:
    """Search around the best local optimum of a search for one more round."""
    rounds = search.rounds + 1
    space, seed = search.space, _seed(search.seeds, rounds)
    ascent, failures = search_around(
        space.gram, space.pins, space.spare, search.supports, n_perturbations, seed
    )
    if failures == n_perturbations:
        failures += search.failures
    return search._replace(
        rounds=rounds,
        variances=ascent.variances,
        supports=ascent.supports,
        tried=n_perturbations,
        failures=failures,
    )


def _seed(seeds: np.random.SeedSequence, round_: int) -> int:
    """Return the seed of a round; it does not depend on the order of the rounds."""
    return int(seeds.generate_state(round_ + 1)[-1])
