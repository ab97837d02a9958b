"""Prices on words that bound what any disjoint supports can be worth together.

For prices p >= 0 and disjoint supports I_1 .. I_k of values v, sum_j v(I_j) is at most
sum_i p_i + sum_j (v(I_j) - p(I_j)), since each word is paid for once. The best prices
solve the linear program dual to that of packing supports.
"""

from typing import Any

import numpy as np
from scipy import sparse

CUTS = 500  # supports added at a time, the worst violated
TOLERANCE = 1e-9  # of the greatest value


def word_prices(
    supports: np.ndarray, values: np.ndarray, n_words: int, n_components: int
) -> np.ndarray:
    """Return prices, (n_words,), that minimise sum p + k max_I (v(I) - p(I)).

    supports : (n, sparsity) in descending order of `values`
    """
    scale = values[0] or 1.0
    chosen = np.arange(min(CUTS, len(supports)))
    while True:
        prices, margin = _solve(
            supports[chosen], values[chosen] / scale, n_words, n_components
        )
        excess = values / scale - prices[supports].sum(axis=1) - margin
        worst = np.argsort(-excess, kind="stable")[:CUTS]
        violated = worst[excess[worst] > TOLERANCE]
        if not len(np.setdiff1d(violated, chosen)):
            return prices * scale
        chosen = np.union1d(chosen, violated)


def _solve(
    supports: np.ndarray, values: np.ndarray, n_words: int, n_components: int
) -> tuple[np.ndarray, float]:
    """Minimise sum p + k m subject to p(I) + m >= v(I), p >= 0, m >= 0."""
    # Who does not ask for the optimum need not wait for this at the start.
    from scipy.optimize import linprog

    columns = np.insert(supports, 0, n_words, axis=1)  # the margin's
    rows = np.repeat(np.arange(len(columns)), columns.shape[1])
    members = sparse.coo_array(
        (np.ones(rows.size), (rows, columns.ravel())), (len(columns), n_words + 1)
    )
    costs = np.append(np.ones(n_words), n_components)
    # The stubs of SciPy do not know that it takes sparse constraints.
    constraints: Any = -members.tocsr()
    found = linprog(costs, A_ub=constraints, b_ub=-values, method="highs")
    if found.x is None:
        raise ArithmeticError(found.message)
    # Any prices that are not negative are valid, so rounding does no harm.
    return np.maximum(found.x[:-1], 0.0), float(found.x[-1])
