"""TPower and EM: truncated power iterations, with deflation.

TPower is Yuan and Zhang, JMLR 14, 2013; EM is Sigg and Buhmann, ICML 2008. With the
scores y = S w / (w^T w) of EM's E-step, the regression of S on y in its M-step gives a
multiple of S^T S w: cut and normalised, this is a truncated power iteration. EM differs
from TPower in its random starts, its stopping rule, and its soft cut; as in the
authors' R package nsprcomp, the loadings are then refitted on the support.
"""

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import chain
from threading import Lock
from typing import NamedTuple

import numpy as np

from spca_core.corpus.matrix import greatest
from spca_core.methods.deflation import Component, deflate
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate, captured_variance
from spca_core.running.in_turn import in_order
from spca_core.running.stopping import stopping_point


class Rule(NamedTuple):
    """How an iteration cuts, and when it ends."""

    max_iterations: int
    min_change: float  # relative, of x^T A x; a smaller one ends the iteration
    soft: bool = False  # subtract the greatest dropped magnitude from the kept ones


class PowerStart(NamedTuple):
    """Where an iteration begins: a vector that is zero off its support."""

    support: np.ndarray
    loading: np.ndarray


# The authors' own limits. Their 1e-6 is made relative, so that the unit of the counts
# does not change the answer.
TPOWER_RULE = Rule(max_iterations=50, min_change=1e-6)
EM_RULE = Rule(max_iterations=100, min_change=1e-3, soft=True)


def tpower(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the components found so far, each from the word of greatest variance.

    The starts of a restart are random; the best is kept.
    """
    search = partial(_iterated, covariance, settings, executor, TPOWER_RULE)
    if settings.restarts:
        return search(settings.n_restart_starts)
    heaviest = PowerStart(np.zeros(1, dtype=np.int64), np.ones(1))
    return search(0, heaviest)


def em(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the components found so far, each the best of several random starts."""
    return _iterated(covariance, settings, executor, EM_RULE, settings.n_starts)


def _iterated(
    covariance: Covariance,
    settings: Settings,
    executor: Executor,
    rule: Rule,
    n_random: int,
    *fixed: PowerStart,
) -> Iterator[Candidate]:
    """Yield the components so far, each from the fixed starts and random others."""
    columns = CovarianceColumns(covariance)

    def find_component(free: np.ndarray, seed: np.random.SeedSequence) -> Component:
        starts = chain(fixed, random_starts(len(free), n_random, seed))
        products = columns.among(free)
        return best_component(products, settings.sparsity, rule, starts, executor)

    return deflate(covariance, settings, find_component)


def random_starts(
    n_words: int, n_starts: int, seed: np.random.SeedSequence
) -> Iterator[PowerStart]:
    """Yield dense random starts lazily: N(0, I), scaled to unit length."""
    rng, every_word = np.random.default_rng(seed), np.arange(n_words)
    for _ in range(n_starts):
        yield PowerStart(every_word, _unit(rng.standard_normal(n_words)))


def best_component(
    products: "Products",
    sparsity: int,
    rule: Rule,
    starts: Iterable[PowerStart],
    executor: Executor,
) -> Component:
    """Iterate from every start and keep the best support.

    A support is judged by its best loading, not by the last iteration's.
    """
    climb = partial(_climb, products, sparsity, rule)
    climbs = list(in_order(executor, climb, starts))
    best = max(climbs, key=lambda climb: climb.variance)
    return Component(best.support, sum(climb.iterations for climb in climbs))


MAX_CACHED_NUMBERS = (
    1 << 24
)  # numbers of A that are kept from component to component: 134 MB


class CovarianceColumns:
    """The columns of A that the iterations have needed so far.

    Supports soon repeat, within a component and from one to the next. So the documents
    are read once for each word that occurs in any support.
    """

    def __init__(self, covariance: Covariance) -> None:
        self._covariance = covariance
        self._known: dict[int, np.ndarray] = {}  # (n_words,) each
        self._lock = Lock()  # concurrent climbs need the same words

    def __reduce__(self) -> tuple:
        return CovarianceColumns, (self._covariance,)  # a lock cannot leave its process

    def among(self, free: np.ndarray) -> "Products":
        """Return the products restricted to some words, in this order."""
        if len(self._known) * self._covariance.n_words > MAX_CACHED_NUMBERS:
            self._known.clear()
        return Products(self._covariance.restricted(free), free, self)

    def product(self, support: np.ndarray, loading: np.ndarray) -> np.ndarray:
        """Return A x, (n_words,), for an x that is zero off its support."""
        with self._lock:
            self._read([word for word in support if word not in self._known])
            columns = [self._known[word] for word in support]
        return loading @ columns

    def _read(self, words: list[int]) -> None:
        # How BLAS rounds a column depends on its neighbours. So dense columns come one
        # by one, and it does not matter which climb is first.
        for group in (
            [[word] for word in words] if self._covariance.is_dense else [words]
        ):
            if group:
                rows = self._covariance.cross_block(np.array(group))
                rows = np.ascontiguousarray(rows)
                self._known.update(zip(group, rows, strict=True))


class Products(NamedTuple):
    """Products A x restricted to the free words."""

    covariance: Covariance  # of the free words
    free: np.ndarray  # their indices among all words
    columns: CovarianceColumns  # of all words

    def of(self, start: PowerStart) -> np.ndarray:
        """Return A x, (n_words,)."""
        if len(start.support) == len(self.free):
            return self.covariance.products(start.loading[np.argsort(start.support)])
        return self.columns.product(self.free[start.support], start.loading)[self.free]


class _Climb(NamedTuple):
    support: np.ndarray
    variance: float
    iterations: int


def _climb(products: Products, sparsity: int, rule: Rule, start: PowerStart) -> _Climb:
    """Iterate x <- A x, cut to its s greatest entries, from one start."""
    variance = -np.inf
    for iteration in range(rule.max_iterations):  # noqa: B007, the count is returned
        stopping_point()
        product = products.of(start)
        previous, variance = variance, start.loading @ product[start.support]
        start = _cut(product, sparsity, soft=rule.soft)
        if abs(variance - previous) <= rule.min_change * variance:
            break
    variance = captured_variance(products.covariance, start.support[None])
    return _Climb(start.support, variance, iteration + 1)


def _cut(product: np.ndarray, sparsity: int, *, soft: bool) -> PowerStart:
    """Keep the greatest entries, by a soft or hard cut, and normalise them."""
    first = greatest(abs(product), sparsity + 1)
    support, dropped = first[:sparsity], first[sparsity:]
    kept = product[support]
    if soft and len(dropped):
        shortened = np.sign(kept) * (abs(kept) - abs(product[dropped[0]]))
        # If all are equal, nothing would be left.
        kept = shortened if shortened.any() else kept
    return PowerStart(support, _unit(kept))


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / (np.linalg.norm(vector) or 1.0)
