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
from typing import Any, NamedTuple

import numpy as np

from spca_core.corpus.in_turn import in_order
from spca_core.corpus.stopping import stopping_point
from spca_core.methods.deflation import Found, deflate
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent, captured_variance


class Rule(NamedTuple):
    """How an iteration cuts, and when it ends.

    max_iterations : after which it ends
    min_change     : relative change of x^T A x, below which it ends
    soft           : subtract the greatest dropped magnitude from the kept ones
    """

    max_iterations: int
    min_change: float
    soft: bool = False


class Start(NamedTuple):
    """Where an iteration begins: a vector that is zero off its support."""

    support: np.ndarray
    loading: np.ndarray


# The authors' own limits; their 1e-6 is made relative: the unit of the counts must not
# change the answer.
TPOWER_RULE = Rule(max_iterations=50, min_change=1e-6)
EM_RULE = Rule(max_iterations=100, min_change=1e-3, soft=True)
# The unused words whose products come from A at hand. A working set has 480 words more
# than the components take, or more: with the first of them taken it still has these.
NEAR = 480
ROUNDING = 1e-9  # relative, of the squares of products: far above their own


def tpower(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components found so far, each from the word of greatest variance.

    Extra starts are random; the best of all is kept.
    """

    def find_component(free: Covariance, seed: np.random.SeedSequence) -> Found:
        heaviest = Start(np.zeros(1, dtype=np.int64), np.ones(1))
        starts = random_starts(free.n_words, settings.extra_starts, seed)
        return best_component(
            free, settings.sparsity, TPOWER_RULE, [heaviest, *starts], executor
        )

    return deflate(covariance, settings, find_component)


def em(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components found so far, each the best of several random starts."""

    def find_component(free: Covariance, seed: np.random.SeedSequence) -> Found:
        starts = random_starts(free.n_words, settings.n_starts, seed)
        return best_component(free, settings.sparsity, EM_RULE, starts, executor)

    return deflate(covariance, settings, find_component)


def random_starts(
    n_words: int, n_starts: int, seed: np.random.SeedSequence
) -> Iterator[Start]:
    """Yield dense random starts lazily: N(0, I), scaled to unit length."""
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

    A support is judged by its best loading, not by that of the last iteration.
    """
    climb = partial(_climb, _Products.of(covariance, sparsity), rule)
    climbs = list(in_order(executor, climb, starts))
    best = max(climbs, key=lambda climb: climb.variance)
    return Found(best.support, sum(climb.iterations for climb in climbs))


class _Products(NamedTuple):
    """Products A x of a sparse x: of the words that vary most, if no other matters.

    near    : those words, ascending, and A on them
    outside : the greatest variance of any other word
    """

    covariance: Covariance
    sparsity: int
    near: np.ndarray
    gram: np.ndarray
    outside: float

    @staticmethod
    def of(covariance: Covariance, sparsity: int) -> "_Products":
        n_near = max(NEAR, sparsity + 1)
        near = np.sort(covariance.words_by_variance[:n_near])
        others = covariance.variances[covariance.words_by_variance[n_near:]]
        outside = float(others.max(initial=0.0))
        return _Products(covariance, sparsity, near, covariance.gram(near), outside)

    def product(self, start: Start) -> tuple[np.ndarray, np.ndarray]:
        """Return words, among them all that a cut looks at, and A x on them."""
        places = np.searchsorted(self.near, start.support)
        found = self.near[np.minimum(places, len(self.near) - 1)]
        if np.array_equal(found, start.support):
            product = start.loading @ self.gram[places]
            if self._suffices(product, start.loading @ product[places]):
                return self.near, product
        vector = np.zeros(self.covariance.n_words)
        vector[start.support] = start.loading
        return np.arange(len(vector)), self.covariance.products(vector)

    def _suffices(self, product: np.ndarray, variance: Any) -> bool:
        """Tell if s + 1 words here have more than any other can.

        By Cauchy and Schwarz (A x)_i^2 is at most A_ii x^T A x.
        """
        if len(self.near) == self.covariance.n_words:
            return True
        least = np.partition(abs(product), -self.sparsity - 1)[-self.sparsity - 1]
        return bool(least**2 > self.outside * variance * (1 + ROUNDING))


class _Climb(NamedTuple):
    support: np.ndarray
    variance: float
    iterations: int


def _climb(products: _Products, rule: Rule, start: Start) -> _Climb:
    """Iterate x <- A x, cut to its s greatest entries, from one start."""
    variance = -np.inf
    for iteration in range(rule.max_iterations):  # noqa: B007, the count is returned
        stopping_point()
        words, product = products.product(start)
        places = np.searchsorted(words, start.support)
        previous, variance = variance, start.loading @ product[places]
        start = _cut(words, product, products.sparsity, soft=rule.soft)
        if abs(variance - previous) <= rule.min_change * variance:
            break
    variance = captured_variance(products.covariance, start.support[None])
    return _Climb(start.support, variance, iteration + 1)


def _cut(words: np.ndarray, product: np.ndarray, sparsity: int, *, soft: bool) -> Start:
    """Keep the greatest entries, by a soft or hard cut, and normalise them."""
    order = np.argsort(-abs(product), kind="stable")
    support, dropped = order[:sparsity], order[sparsity:]
    kept = product[support]
    if soft and len(dropped):
        shortened = np.sign(kept) * (abs(kept) - abs(product[dropped[0]]))
        # If all are equal, nothing would be left.
        kept = shortened if shortened.any() else kept
    return Start(words[support], _unit(kept))


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / (np.linalg.norm(vector) or 1.0)
