"""The paper's method (Algorithm 1): sketch, try points of the net, keep the best match.

If the k-th power of a net of the sphere fits the budget, all its points
C = [c_1 .. c_k] are tried and the paper's guarantee (Theorem 1) holds. Otherwise points
are sampled, as under the paper's time barrier.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial
from itertools import accumulate
from operator import attrgetter, itemgetter
from typing import NamedTuple

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.problem.guarantee import NetSearch
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate, Remarks, captured_variance
from spca_core.running.compiled import compiled
from spca_core.running.in_turn import in_order
from spca_core.running.stopping import slices
from spca_core.steps.matching import matches_at_once, project_and_match
from spca_core.steps.net import (
    MAX_NET,
    half_net,
    half_net_size,
    power,
    power_size,
    random_points,
)
from spca_core.steps.power_steps import inner
from spca_core.steps.sketch import Sketch, sketch_of


def bipartite(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the best candidate so far after every batch; the last one is the answer.

    Each batch keeps its best candidate on the sketch; of these the best on A is kept.
    Theorem 2 still holds: the best candidate on the sketch is among them.
    """
    sketch = sketch_of(covariance, settings)
    whole = _net(settings, sketch)
    exhaust = whole.n_candidates <= settings.candidates and whole.n_points <= MAX_NET
    points = _points(settings, exhaust=exhaust)
    judge = partial(captured_variance, covariance)
    for best in search_net(sketch.factor, points, settings.sparsity, executor, judge):
        net = replace(
            whole,
            sketch_value=best.value,
            exhausted=exhaust and best.tried == whole.n_candidates,
        )
        remarks = Remarks(sketch_error=sketch.error, exhaustive=net.exhausted, net=net)
        yield Candidate(best.supports, best.tried, remarks)


def _net(settings: Settings, sketch: Sketch) -> NetSearch:
    """Return the size of the whole net, with nothing tried yet."""
    n_points = half_net_size(settings.rank, settings.epsilon / 2)
    return NetSearch(
        epsilon=settings.epsilon,
        n_points=n_points,
        n_candidates=power_size(n_points, settings.n_components),
        exhausted=False,
        sketch_value=0.0,
        missed=sketch.missed,
    )


def _points(settings: Settings, *, exhaust: bool) -> Iterator[np.ndarray]:
    """Return all points C of the net, or random ones up to the limit."""
    n_components, rank = settings.n_components, settings.rank
    if exhaust:
        return power(half_net(rank, settings.epsilon / 2), n_components)
    seed = np.random.SeedSequence(settings.seed)
    return random_points(seed, settings.candidates, n_components, rank)


class Best(NamedTuple):
    """The best point C tried: on V V^T in a batch, by the judge among all batches."""

    value: float  # the greatest objective on V V^T
    supports: np.ndarray
    merit: float  # the value that the judge gives
    tried: int


def search_net(
    factor: np.ndarray,
    points: Iterator[np.ndarray],
    sparsity: int,
    executor: Executor,
    judge: Callable[[np.ndarray], float] | None = None,
) -> Iterator[Best]:
    """Match all points, in batches (n, n_components, rank); yield after every batch.

    factor : (n_words, rank) V
    judge  : compares the best of each batch; by default, by their value on V V^T
    """
    squared_norms = (factor**2).sum(axis=1)
    words = np.argsort(-squared_norms, kind="stable")
    match_batch = partial(
        _match_batch, words, factor[words], squared_norms[words], sparsity, judge
    )
    yield from accumulate(in_order(executor, match_batch, points), _better)


def _better(best: Best, batch: Best) -> Best:
    value, tried = max(best.value, batch.value), best.tried + batch.tried
    winner = max(best, batch, key=attrgetter("merit"))
    return winner._replace(value=value, tried=tried)


def _match_batch(
    words: np.ndarray,
    factor: np.ndarray,
    squared_norms: np.ndarray,
    sparsity: int,
    judge: Callable[[np.ndarray], float] | None,
    points: np.ndarray,
) -> Best:
    at_once = matches_at_once(points.shape[1] * sparsity)
    candidates = (
        best_candidate(factor, squared_norms, points[part], sparsity)
        for part in slices(len(points), at_once)
    )
    value, places = max(candidates, key=itemgetter(0))
    supports = words[places]
    merit = judge(supports) if judge else value
    return Best(value, supports, merit, len(points))


@compiled
def best_candidate(factor, squared_norms, points, sparsity):
    """Match every point C; return the greatest objective on V V^T and its supports.

    factor : (n_words, rank), rows in descending norm; points : (n, n_components, rank)
    """
    weights = np.zeros((points.shape[1] + 1, len(factor)))
    best, supports = -1.0, np.empty((0, 0), dtype=np.int64)
    for point in points:
        candidate = project_and_match(factor, squared_norms, point, sparsity, weights)
        value = 0.0
        for component in range(len(point)):
            value += sketched_variance(factor, candidate[component], point[component])
        if value > best:
            best, supports = value, candidate
    return best, supports


@compiled
def sketched_variance(factor, support, direction):
    """Return x^T V V^T x for x = V[I] c / ||V[I] c||, the best x on I for this c."""
    gathered, squares = np.zeros(factor.shape[1]), 0.0
    for word in support:
        projection = inner(factor[word], direction)
        squares += projection * projection
        for axis in range(len(gathered)):
            gathered[axis] += factor[word, axis] * projection
    return inner(gathered, gathered) / squares if squares > 0.0 else 0.0
