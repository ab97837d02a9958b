"""A bound by all choices of supports, where they are few enough to list.

A search through them ends with the greatest value, which is then the bound; on the way
it is that of the choices left to try. `spca_core.methods.exact` has the search.
"""

import numpy as np

from spca_core.methods.exact import (
    CONSTRAINTS_AT_ONCE,
    MIN_RISE,
    Choices,
    fits_exact,
    supports_by_value,
    word_prices,
)
from spca_core.problem.solution import captured_variance
from spca_core.proof.bound import BoundProblem
from spca_core.steps.columns import Columns
from spca_core.steps.packing import packed, priced


class ChoiceSearch:
    """The state of the search; each of its bounds is proven for all words."""

    @staticmethod
    def fits(problem: BoundProblem) -> bool:
        """Tell whether the supports can be listed; those of one word need no list.

        The bound by variances is the optimum there.
        """
        n_words, sparsity = problem.covariance.n_words, problem.sparsity
        return sparsity > 1 and fits_exact(n_words, sparsity)

    def __init__(self, problem: BoundProblem) -> None:
        """List all supports, and begin with the best packing of those worth most."""
        # The problem is not stored: it holds the data, and a paused search is kept.
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
        self._paid = float(prices.sum())
        self._choices = Choices(columns, prices, n_components, reached)

    @property
    def goes_on(self) -> bool:
        return not self._choices.done

    def round(self, problem: BoundProblem) -> float:
        """Go on with the search; return the bound then, with what rounding may hide.

        The values of supports are the greatest eigenvalues of blocks of s words, off by
        at most some s EPSILON times the block's norm (LAPACK Users' Guide, 4.7): less
        than the margin has for so many terms. A choice may be passed over that is
        better by MIN_RISE.
        """
        self._choices.advance()
        total = self._choices.limit * (1 + MIN_RISE)
        return problem.with_margin(total, total + 4 * self._paid)
