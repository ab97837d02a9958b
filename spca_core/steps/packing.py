"""The best columns that share no word: a packing problem.

Given columns I of value v(I), choose k that share no word, of greatest total value. In
the linear program every word has a price p_i and each of the k slots the price mu: no
column has a reduced value r(I) = v(I) - p(I) above mu, and the optimum, which is the
sum of p and k mu, is at least the value of any choice. One that has I besides some of
the columns is worth at most the optimum - mu + r(I).

Proof. Its value is the sum of its reduced values, of which all but I's are at most mu,
and of the prices of its words, each of which it takes once. QED
"""

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.running.stopping import run_abandonable
from spca_core.steps.columns import Columns, greedy, grown, varied

PENALTY = 1e-4  # of a difference from prices that are wished for


class Prices(NamedTuple):
    """The optimum of the linear program, and its prices."""

    optimum: float  # at least the value of any choice
    words: np.ndarray  # (n_words,) p, non-negative
    slot_price: float  # mu, non-negative
    shares: np.ndarray  # (n_columns,) how much of each column the optimum takes

    def reduced(self, columns: Columns) -> np.ndarray:
        """Return v(I) - p(I) of some columns, (n_columns,)."""
        return columns.values - self.words[columns.supports].sum(axis=1)

    def most_with(self, columns: Columns) -> np.ndarray:
        """Return the most that a choice with each of some columns is worth."""
        return self.optimum - self.slot_price + self.reduced(columns)


NO_PRICES = Prices(0.0, np.empty(0), 0.0, np.empty(0))  # before any program


def priced(
    columns: Columns,
    n_words: int,
    n_components: int,
    near: np.ndarray | None = None,
) -> Prices:
    """Solve the linear program of the packing.

    near : (n_words,) prices: of all that are best, or nearly, the nearest to these are
           returned. PENALTY times the sum of the differences is added to the optimum:
           a word may be taken 1 - PENALTY to 1 + PENALTY times, and costs this price
           (du Merle et al. 1999, Stabilized column generation).
    """
    from scipy.optimize import linprog  # not at once: it is slow to import

    scale = columns.values.max() or 1.0
    constraints = limits(columns, n_words, n_components)
    gains, ranges = columns.values, [(0.0, np.inf)] * len(columns.values)
    if near is not None:
        matrix, most = constraints
        more = -sparse.eye_array(n_words + 1, n_words)
        constraints = sparse.hstack([matrix, more], format="csr"), most
        gains = np.append(gains, -near)
        ranges += [(-PENALTY, PENALTY)] * n_words
    # SciPy's stubs allow for failures, which such a problem does not have.
    asked = -gains / scale, *constraints, None, None, ranges
    solved: Any = run_abandonable(linprog, *asked)
    prices = scale * np.maximum(-solved.ineqlin.marginals, 0.0)
    optimum = prices.sum() + (n_components - 1) * prices[-1]
    return Prices(optimum, prices[:-1], prices[-1], solved.x[: len(columns.values)])


def repacked(
    gram: np.ndarray, columns: Columns, n_components: int
) -> tuple[Columns, Prices, np.ndarray]:
    """Grow columns under the prices of these, and choose the best of all.

    returns : the columns with the new ones, their prices, and the chosen supports
    """
    n_words, sparsity = len(gram), columns.supports.shape[1]
    prices = priced(columns, n_words, n_components)
    columns = columns.with_others(grown_near(gram, columns, prices))
    prices = priced(columns, n_words, n_components)
    supports = packed(columns, prices, n_words, n_components)
    n_missing = n_components - len(supports)
    rounds = greedy(gram, n_missing, sparsity, taken=supports.ravel())
    missing = [columns.supports[:1] for columns in rounds]
    return columns, prices, np.concatenate([supports, *missing])


def grown_near(gram: np.ndarray, columns: Columns, prices: Prices) -> Columns:
    """Return columns that may raise the optimum, grown from stars and the best columns.

    As many grow from the columns as from stars.
    """
    n_words, sparsity = len(gram), columns.supports.shape[1]
    new = grown(gram, prices.words, sparsity)
    if sparsity > 1:
        best = np.argsort(-prices.reduced(columns), kind="stable")
        near = columns.supports[best[: n_words // sparsity]]
        new = new.with_others(varied(gram, near, prices.words))
    return new.where(prices.reduced(new) > prices.slot_price)


def packed(
    columns: Columns, prices: Prices, n_words: int, n_components: int
) -> np.ndarray:
    """Return columns that share no word, of great total value: at most k supports.

    The columns of greatest shares are taken, and the program is solved again for those
    left, until done. Two columns of shares above one half have no word in common.
    Branch and bound changed what searches end with by a thousandth at most, both ways.
    """
    chosen, left = np.empty(0, dtype=np.int64), np.arange(len(columns.values))
    while prices.shares.any():
        n_left = n_components - len(chosen)
        order = np.argsort(-prices.shares, kind="stable")
        n_taken = max(1, min(n_left, int((prices.shares > 0.5).sum())))
        chosen = np.append(chosen, left[order[:n_taken]])
        is_used = np.zeros(n_words, dtype=np.bool_)
        is_used[columns.supports[chosen]] = True
        left = left[~is_used[columns.supports[left]].any(axis=1)]
        if n_taken == n_left or not len(left):
            break
        prices = priced(columns.where(left), n_words, n_left - n_taken)
    return columns.supports[chosen]


def limits(columns: Columns, n_words: int, n_components: int) -> tuple[Any, np.ndarray]:
    """Return M and m: a choice y takes each word and each slot once if M y <= m."""
    n_columns, sparsity = columns.supports.shape
    # Each column also takes a slot, which is like a word after the last.
    taken = np.insert(columns.supports, sparsity, n_words, axis=1)
    column_of = np.repeat(np.arange(n_columns), sparsity + 1)
    entries = np.ones(taken.size), (taken.ravel(), column_of)
    shape = n_words + 1, n_columns
    limits = np.append(np.ones(n_words), n_components)
    return sparse.csr_array(entries, shape=shape), limits
