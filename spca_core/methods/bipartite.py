"""The paper's method (Algorithm 1): sketch, try points of the net, keep the best match.

Points C = [c_1 .. c_k] of the sphere's k-th power are sampled under a budget, as under
the paper's time barrier; its guarantee (Theorem 1) needs the whole net.
"""

from collections.abc import Iterator

import numpy as np

from spca_core.compiled import compiled
from spca_core.covariance import Covariance
from spca_core.matching import project_and_match
from spca_core.net import random_directions
from spca_core.settings import Settings
from spca_core.sketch import truncated_svd
from spca_core.solution import Incumbent

BATCH = 200  # candidates between two incumbents: some 20 ms


def bipartite(covariance: Covariance, settings: Settings) -> Iterator[Incumbent]:
    """Yield the best candidate so far after every batch; the last one is the answer."""
    factor = truncated_svd(covariance, settings.rank)
    squared_norms = (factor**2).sum(axis=1)
    words = np.argsort(-squared_norms, kind="stable")
    factor, squared_norms = factor[words], squared_norms[words]
    rng = np.random.default_rng(settings.seed)
    best, supports = -1.0, np.empty(0)
    for tried in range(0, settings.candidates, BATCH):
        n_points = min(BATCH, settings.candidates - tried)
        points = random_directions(rng, n_points, settings.n_components, settings.rank)
        value, candidate = best_candidate(
            factor, squared_norms, points, settings.sparsity
        )
        if value > best:
            best, supports = value, words[candidate]
        yield Incumbent(supports, tried + n_points)


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
    """x^T V V^T x at x = V[I] c / ||V[I] c||, the best x on I for this c."""
    rank = factor.shape[1]
    carried = np.zeros(rank)
    squares = 0.0
    for word in support:
        projection = 0.0
        for axis in range(rank):
            projection += factor[word, axis] * direction[axis]
        squares += projection * projection
        for axis in range(rank):
            carried[axis] += factor[word, axis] * projection
    variance = 0.0
    for axis in range(rank):
        variance += carried[axis] * carried[axis]
    return variance / squares if squares > 0.0 else 0.0
