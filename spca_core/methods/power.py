"""Truncated power iteration, which TPower and EM share: multiply, cut, normalise."""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np

from spca_core.methods.deflation import Found
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import captured_variance
from spca_core.steps.parallel import in_order


class Rule(NamedTuple):
    """How an iteration cuts, and when it ends.

    most_iterations : it ends there at the latest
    least_change    : or where x^T A x changes by less, as a share of itself
    soft            : shorten what is kept by the greatest magnitude that is not
    """

    most_iterations: int
    least_change: float
    soft: bool = False


class Start(NamedTuple):
    """Where an iteration begins: a vector that is zero off its support."""

    support: np.ndarray
    loading: np.ndarray


def random_starts(
    n_words: int, n_starts: int, seed: np.random.SeedSequence
) -> Iterator[Start]:
    """Yield dense starts, N(0, I) brought to unit length, each when it is wanted."""
    rng, every_word = np.random.default_rng(seed), np.arange(n_words)
    for _ in range(n_starts):
        yield Start(every_word, _unit(rng.standard_normal(n_words)))


def best_component(
    covariance: Covariance,
    sparsity: int,
    rule: Rule,
    starts: Iterable[Start],
    executor: Executor,
) -> Found:
    """Iterate from every start and keep the best support.

    Supports are judged by the best loading on them, not by that of the last iteration.
    """
    climb = partial(_climb, covariance, sparsity, rule)
    climbs = list(in_order(executor, climb, starts))
    best = max(climbs, key=lambda climb: climb.variance)
    return Found(best.support, sum(climb.iterations for climb in climbs))


class _Climb(NamedTuple):
    support: np.ndarray
    variance: float
    iterations: int


def _climb(covariance: Covariance, sparsity: int, rule: Rule, start: Start) -> _Climb:
    """Iterate x <- A x cut to its s greatest, from one start."""
    support, loading = start
    variance = -np.inf
    for iteration in range(rule.most_iterations):  # noqa: B007, the count is returned
        product = covariance.product(support, loading)
        previous, variance = variance, loading @ product[support]
        support, loading = _cut(product, sparsity, soft=rule.soft)
        if abs(variance - previous) <= rule.least_change * variance:
            break
    variance = captured_variance(covariance, support[None])
    return _Climb(support, variance, iteration + 1)


def _cut(product: np.ndarray, sparsity: int, *, soft: bool) -> Start:
    """Keep the greatest entries, soft or hard, and normalise them."""
    order = np.argsort(-abs(product), kind="stable")
    support, dropped = order[:sparsity], order[sparsity:]
    kept = product[support]
    if soft and len(dropped):
        shortened = np.sign(kept) * (abs(kept) - abs(product[dropped[0]]))
        # Where all are equally long, nothing would be left.
        kept = shortened if shortened.any() else kept
    return Start(support, _unit(kept))


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / (np.linalg.norm(vector) or 1.0)
