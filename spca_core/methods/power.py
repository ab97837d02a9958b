"""Truncated power iteration, which TPower and EM share: multiply, cut, normalise.

EM for sparse PCA with deflation (Sigg and Buhmann, ICML 2008).

With the scores y = S w / (w^T w) of the E-step, the M-step's regression of S on y gives
a multiple of S^T S w: cut and normalised, EM is a truncated power iteration. It differs
from TPower in its random starts, in when it stops, and in that it cuts softly: as in
the authors' R package nsprcomp, the weights are then fitted again on the support.

Truncated power method with deflation (Yuan and Zhang, JMLR 14, 2013).
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np

from spca_core.methods.deflation import Found, deflate
from spca_core.problem.covariance import Covariance
from spca_core.problem.parallel import in_order
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent, captured_variance


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


# Those of the authors' own code.
EM_RULE = Rule(most_iterations=100, least_change=1e-3, soft=True)


def em(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components found so far: each the best of several random starts."""

    def find_component(free: Covariance, seed: np.random.SeedSequence) -> Found:
        starts = random_starts(free.n_words, settings.n_starts, seed)
        return best_component(free, settings.sparsity, EM_RULE, starts, executor)

    return deflate(covariance, settings, find_component)


# Those of the authors' own code, their 1e-6 made relative: the answer must not change
# with the unit of the counts.
TPOWER_RULE = Rule(most_iterations=50, least_change=1e-6)


def tpower(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components found so far: each from the word of greatest variance.

    Extra starts are random; the best of all is kept.
    """

    def find_component(free: Covariance, seed: np.random.SeedSequence) -> Found:
        heaviest = Start(np.zeros(1, dtype=np.int64), np.ones(1))
        starts = random_starts(free.n_words, settings.extra_starts, seed)
        return best_component(
            free, settings.sparsity, TPOWER_RULE, [heaviest, *starts], executor
        )

    return deflate(covariance, settings, find_component)
