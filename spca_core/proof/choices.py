"""A bound by all choices of supports, where they are few enough to list."""

import numpy as np

from spca_core.methods.exact import (
    CONSTRAINTS_AT_ONCE,
    best_choice,
    fits_exact,
    supports_by_value,
    word_prices,
)
from spca_core.problem.solution import captured_variance
from spca_core.proof.bound import BoundProblem
from spca_core.steps.columns import Columns
from spca_core.steps.packing import packed, priced


def can_list_choices(problem: BoundProblem) -> bool:
    """Tell whether the supports can be listed; those of one word need no list.

    The bound by variances is the optimum there.
    """
    n_words, sparsity = problem.covariance.n_words, problem.sparsity
    return sparsity > 1 and fits_exact(n_words, sparsity)


def choice_bound(problem: BoundProblem) -> float:
    """Return what the best choice captures, with what rounding may hide.

    The values of supports are the greatest eigenvalues of blocks of s words, off by at
    most some s EPSILON times the block's norm (LAPACK Users' Guide, 4.7): less than the
    margin has for so many terms.
    """
    n_components, covariance = problem.n_components, problem.covariance
    columns = supports_by_value(covariance, problem.sparsity)
    columns = Columns(columns.supports, columns.values / problem.scale)
    prices = word_prices(*columns, covariance.n_words, n_components)
    reduced = columns.values - prices[columns.supports].sum(axis=1)
    pool = columns.where(np.argsort(-reduced, kind="stable")[:CONSTRAINTS_AT_ONCE])
    program = priced(pool, covariance.n_words, n_components)
    best = packed(pool, program, covariance.n_words, n_components)
    # Of fewer components too: more of them never capture less.
    reached = captured_variance(covariance, best) / problem.scale
    limit = best_choice(columns, prices, n_components, reached).limit
    return problem.with_margin(limit, limit + 4 * float(prices.sum()))
