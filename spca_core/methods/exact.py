"""The optimum, as an integer program over all supports: for small data.

Prices on words bound the value of any disjoint supports. For prices p >= 0 and disjoint
supports I_1 .. I_k of values v, sum_j v(I_j) <= sum_i p_i + sum_j (v(I_j) - p(I_j)),
since each word is paid for once. The best prices are those of a packing. They leave few
supports that any better choice can have, and a solver packs those.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import chain, combinations
from typing import Any, NamedTuple

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
from spca_core.running.stopping import run_abandonable, stopping_point
from spca_core.steps.columns import Columns
from spca_core.steps.net import capped_choices
from spca_core.steps.packing import limits, priced

MAX_SUPPORTS = 500_000
BLOCKS_AT_ONCE = 4_000_000  # / (100 + s^3): of eigenvalues computed together
MIN_RISE = 1e-12  # relative: a smaller gain does not count
# The greatest value of a support for the solver, which ends within 1e-6 of the optimum.
GAIN = 1e5
SOLVER_TOLERANCE = 1e-6  # HiGHS's greatest, of integers and feasibility


def fits_exact(n_words: int, sparsity: int) -> bool:
    """Tell whether there are few enough supports to list."""
    return capped_choices(n_words, sparsity) <= MAX_SUPPORTS


def exact(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the best supports so far; the last ones are optimal.

    The joint search runs first: its answer leaves few supports that a better one may
    have.
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
    reached = captured_variance(covariance, start.supports)
    prices = word_prices(*columns, n_words, settings.n_components)
    choice = best_choice(columns, prices, settings.n_components, reached)
    best = start.supports if choice.supports is None else choice.supports
    tried = start.candidates + choice.n_left
    yield Candidate(best, tried, Remarks(exhaustive=True))


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


class Choice(NamedTuple):
    """The best choice of disjoint supports."""

    supports: np.ndarray | None  # (n_components, sparsity); None if none is better
    limit: float  # no choice is worth more
    n_left: int  # supports that had to be chosen from


def best_choice(
    columns: Columns, prices: np.ndarray, n_components: int, reached: float
) -> Choice:
    """Return the best choice of k supports if it is worth more than `reached`.

    The limit is the solver's dual bound, and what its tolerances may hide. The bound
    is a sum of prices, of words and of a slot, each of which may be too low by
    SOLVER_TOLERANCE, and so may a support's reduced value, for each of k supports.

    columns : all supports, in descending order of their values
    prices  : (n_words,) as `word_prices` returns them; others leave more supports
    """
    n_words = len(prices)
    reduced = columns.values - prices[columns.supports].sum(axis=1)
    # A choice that has a support is worth at most it and the best of the others.
    others = prices.sum() + np.sort(reduced)[::-1][: n_components - 1].sum()
    enough = reached * (1 + MIN_RISE)
    left = columns.where(others + reduced > enough)
    supports, limit = None, enough
    if len(left.values):
        unit = columns.values[0] / GAIN
        solved = _packed(left, n_words, n_components, unit)
        if solved.x is not None:  # some k of them are disjoint
            margin = SOLVER_TOLERANCE * (n_words + n_components + 1)
            limit = max(enough, unit * (margin - solved.mip_dual_bound))
            chosen = solved.x > 0.5
            if left.values[chosen].sum() > enough:
                supports = left.supports[chosen]
    return Choice(supports, limit, len(left.values))


def _packed(columns: Columns, n_words: int, n_components: int, unit: float) -> Any:
    """Return SciPy's answer to which k columns share no word and are worth most."""
    from scipy.optimize import LinearConstraint, milp  # slow to import

    matrix, most = limits(columns, n_words, n_components)
    # Any number of words may be left over, but no topic.
    least = np.append(np.zeros(n_words), n_components)
    work = partial(
        milp,
        -columns.values / unit,
        integrality=np.ones(len(columns.values), dtype=int),
        constraints=LinearConstraint(matrix, least, most),
        options={"mip_rel_gap": 0.0},
    )
    return run_abandonable(work)


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
        excess = (prices.reduced(columns) - prices.slot_price) / scale
        worst = np.argsort(-excess, kind="stable")[:CONSTRAINTS_AT_ONCE]
        violated = worst[excess[worst] > TOLERANCE]
        if not len(np.setdiff1d(violated, chosen)):
            return prices.words
        chosen = np.union1d(chosen, violated)
