"""The optimum, by branch and bound over all supports: for small data.

Prices on words bound the value of any disjoint supports. For prices p >= 0 and disjoint
supports I_1 .. I_k of values v, sum_j v(I_j) <= sum_i p_i + sum_j (v(I_j) - p(I_j)),
since each word is paid for once. The best prices are those of a packing.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import chain, combinations

import numpy as np

from spca_core.errors import InputError
from spca_core.formatting import counted, in_figures
from spca_core.methods.joint import joint
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import (
    Candidate,
    Remarks,
    captured_variance,
    greatest_eigenvalues,
)
from spca_core.running.compiled import compiled
from spca_core.running.stopping import stopping_point
from spca_core.steps.columns import Columns
from spca_core.steps.net import capped_choices
from spca_core.steps.ownership import copy_all
from spca_core.steps.packing import priced

MAX_SUPPORTS = 500_000
BLOCKS_AT_ONCE = 4_000_000  # / (100 + s^3): of eigenvalues computed together
STEPS_AT_ONCE = 2_000_000  # search steps between two candidates: about 20 ms
MIN_RISE = 1e-12  # relative: a smaller gain does not count


def fits_exact(n_words: int, sparsity: int) -> bool:
    """Tell whether there are few enough supports to list."""
    return capped_choices(n_words, sparsity) <= MAX_SUPPORTS


def exact(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the best supports so far; the last ones are optimal.

    The joint search runs first, and branches that cannot beat its answer are skipped.
    raises : InputError if there are too many supports to list
    """
    n_words, sparsity = covariance.n_words, settings.sparsity
    if not fits_exact(n_words, sparsity):
        raise InputError(
            f"{sparsity} of {counted(n_words, 'words')} can be chosen in "
            f"{in_figures(capped_choices(n_words, sparsity))} ways; the exact search "
            f"tries at most {MAX_SUPPORTS:,}. Use fewer words, fewer words per topic, "
            "or another method."
        )
    for start in joint(covariance, settings, executor):
        yield start._replace(remarks=Remarks(exhaustive=False))
    columns = supports_by_value(covariance, sparsity)
    prices = word_prices(*columns, n_words, settings.n_components)
    reached = captured_variance(covariance, start.supports)
    choices = Choices(columns, prices, settings.n_components, reached)
    while not choices.done:
        choices.advance()
        best = start.supports if choices.best is None else choices.best
        remarks = Remarks(exhaustive=choices.done)
        yield Candidate(best, start.candidates + choices.n_steps, remarks)


def supports_by_value(covariance: Covariance, sparsity: int) -> Columns:
    """Return all supports and their greatest eigenvalues, in descending order."""
    n_words = covariance.n_words
    listed = chain.from_iterable(combinations(range(n_words), sparsity))
    supports = np.fromiter(listed, dtype=np.int64).reshape(-1, sparsity)
    matrix = covariance.block(np.arange(n_words))
    at_once = max(BLOCKS_AT_ONCE // (100 + sparsity**3), 1)
    parts = np.split(supports, range(at_once, len(supports), at_once))
    values = np.concatenate([_greatest_eigenvalues(matrix, part) for part in parts])
    order = np.argsort(-values, kind="stable")
    return Columns(supports[order], values[order])


def _greatest_eigenvalues(matrix: np.ndarray, supports: np.ndarray) -> np.ndarray:
    stopping_point()
    return np.maximum(greatest_eigenvalues(matrix, supports), 0.0)


class Choices:
    """A search through all choices of k disjoint supports, which can pause.

    done    : whether nothing is left that may be worth more than `reached`
    best    : (n_components, sparsity), None while nothing beats what was given
    n_steps : of the search so far
    """

    def __init__(
        self,
        columns: Columns,
        prices: np.ndarray,
        n_components: int,
        reached: float,
    ) -> None:
        """Begin with a value to beat, and keep only the supports that may help."""
        reduced = columns.values - prices[columns.supports].sum(axis=1)
        order = np.argsort(-reduced, kind="stable")
        self._paid, reduced = prices.sum(), reduced[order]
        # A choice that has a support is worth at most it and the best of the others.
        others = self._paid + reduced[: n_components - 1].sum()
        order = order[: int((others + reduced > reached).sum())]
        self._columns, self._reduced = columns.where(order), reduced[: len(order)]
        self._path = np.zeros(n_components, dtype=np.int64)
        self._best_path = self._path.copy()
        self._used = np.zeros(len(prices), dtype=np.bool_)
        self._depth, self.n_steps, self.reached = 0, 0, reached
        self.best: np.ndarray | None = None

    @property
    def done(self) -> bool:
        return self._depth < 0

    @property
    def limit(self) -> float:
        """No choice is worth more: the best so far, or those that are left to try.

        A path takes the supports in their order, and those of a first one before the
        present first one were tried.
        """
        first, n_components = self._path[0], len(self._path)
        left = self._reduced[first : first + n_components]
        if self.done or len(left) < n_components:
            return self.reached
        return max(self.reached, float(self._paid + left.sum()))

    def advance(self) -> None:
        """Take at most STEPS_AT_ONCE steps."""
        stopping_point()
        before = self.reached
        self._depth, self.reached, made = branch(
            *self._columns,
            self._reduced,
            self._paid,
            self._path,
            self._used,
            self._depth,
            self.reached,
            self._best_path,
        )
        self.n_steps += made
        if self.reached > before:
            self.best = self._columns.supports[self._best_path]


@compiled
def branch(supports, values, reduced, paid, path, used, depth, reached, best_path):
    """Continue a depth-first search through disjoint supports for STEPS_AT_ONCE steps.

    Supports are in descending order of value minus price, and a path takes them in that
    order: the rest of a path is worth at most as much as equally many next supports.

    reduced : the values minus prices
    paid    : all prices
    path    : the supports chosen so far, then the one to try next
    used    : (n_words,) whether a word is in one of the chosen supports
    returns : depth (-1 when nothing is left), the best value reached, steps made
    """
    n_supports, n_components = len(supports), len(path)
    enough, steps = reached * (1.0 + MIN_RISE), 0
    while steps < STEPS_AT_ONCE:
        steps += 1
        last = path[depth] + n_components - depth
        if last > n_supports or paid + bound(reduced, path, depth) <= enough:
            depth -= 1
            if depth < 0:
                break
            mark(used, supports[path[depth]], False)
            path[depth] += 1
        elif shares_a_word(used, supports[path[depth]]):
            path[depth] += 1
        elif depth + 1 == n_components:
            total = 0.0
            for i in path:
                total += values[i]
            if total > enough:
                reached, enough = total, total * (1.0 + MIN_RISE)
                copy_all(path, best_path)
            path[depth] += 1
        else:
            mark(used, supports[path[depth]], True)
            depth += 1
            path[depth] = path[depth - 1] + 1
    return depth, reached, steps


@compiled
def bound(reduced, path, depth):
    """Return the reduced value of a path with the next supports as its rest.

    Added up each time: differences of sums over all supports would be rounded.
    """
    total = 0.0
    for i in path[:depth]:
        total += reduced[i]
    for i in range(path[depth], path[depth] + len(path) - depth):
        total += reduced[i]
    return total


@compiled
def mark(used, support, state):
    """Mark the words of a support as used or unused."""
    for word in support:
        used[word] = state


@compiled
def shares_a_word(used, support):
    """Tell whether any word of the support is used."""
    taken = False
    for word in support:
        taken |= used[word]
    return taken


CONSTRAINTS_AT_ONCE = 500  # supports added at a time: the most violated ones
TOLERANCE = 1e-9  # relative to the greatest value


def word_prices(
    supports: np.ndarray, values: np.ndarray, n_words: int, n_components: int
) -> np.ndarray:
    """Return prices, (n_words,), that minimise sum p + k max_I (v(I) - p(I)).

    supports : (n, sparsity) in descending order of `values`
    """
    scale = values[0] or 1.0
    chosen = np.arange(min(CONSTRAINTS_AT_ONCE, len(supports)))
    columns = Columns(supports, values)
    while True:
        stopping_point()
        prices = priced(columns.where(chosen), n_words, n_components)
        excess = (prices.reduced(columns) - prices.place) / scale
        worst = np.argsort(-excess, kind="stable")[:CONSTRAINTS_AT_ONCE]
        violated = worst[excess[worst] > TOLERANCE]
        if not len(np.setdiff1d(violated, chosen)):
            return prices.words
        chosen = np.union1d(chosen, violated)
