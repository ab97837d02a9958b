"""A bound by rows of A: strong unless a few directions hold most of the variance.

For any price p >= 0 and scale d > 0 of each word, let row i be worth

    g_i = A_ii - p_i + (the sum of the s - 1 greatest |A_il| d_l / d_i - p_l, l != i,
          negative ones counted as zero).

Then k components of s words that share no word capture at most

    (the sum of the k*s highest prices) + (the sum of the k greatest g_i).

Proof. On the words I, the greatest eigenvalue of A is at most the greatest of the sums
over l in I of |A_il| d_l / d_i, for i in I (Gershgorin 1931, on D^-1 |A| D). So a
component on I is led by some row i in I: it captures at most g_i plus the prices of I.
No two components share a word: none is paid for twice, and no row leads twice. QED

The bound is convex in the prices and in log d. Each row lists the words that share most
with it; any other word counts as the strongest of those that are not listed.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from spca_core.corpus.stopping import stopping_point
from spca_core.proof.bound import Problem
from spca_core.proof.greatest import capped_weights, largest_sum

MAX_ROW_WORDS = 20_000  # reading their rows takes seconds
LISTED, LISTED_PER_WORD = 64, 3  # words per row: at least, and as a multiple of s
AT_ONCE = 1 << 20  # numbers of A that are computed together
# Rows worth less than this share of the k-th best are left out until the next bound.
NEAR = 0.5
# Adam's steps (Kingma and Ba 2015): the rate falls to a half after some steps, and so
# does the width over which ties are smoothed; WIDTH is k times it, for a bound of one.
RATE, RATE_HALVED_AFTER = 0.05, 100
WIDTH, WIDTH_HALVED_AFTER = 0.1, 50
MEAN_DECAY, SQUARE_DECAY, SOFT = 0.9, 0.99, 1e-2
MIN_LOG, MAX_LOG = -3.0, 1.0  # of a scale over the word's standard deviation
STEPS_PER_ROUND = 20  # after each round the bound is evaluated with its proof
MAX_ROUNDS, ROUNDS_PER_STAGE, MIN_FALL = 40, 4, 3e-3


class Lists(NamedTuple):
    """The words that share most with each word, at a descent's first scales."""

    words: np.ndarray  # (n_words, n_listed) indices
    shared: np.ndarray  # (n_words, n_listed) |A_il| times l's first scale over i's
    unlisted: np.ndarray  # (n_words,) the greatest of those that are not listed


class RowDescent:
    """A descent of the bound, round by round; each bound is proven for all words."""

    def __init__(self, problem: Problem, parts: Iterable[Lists]) -> None:
        """Begin with zero prices, and with each word's standard deviation as its scale.

        parts : as `lists` yields them
        """
        # The problem is not stored: it holds the data, and a paused descent is kept.
        self._variances, self._sparsity = problem.variances, problem.sparsity
        self._n_components, self._n_chosen = problem.n_components, problem.n_chosen
        self._lists = Lists(*map(np.concatenate, zip(*parts, strict=True)))
        n_words = len(self._variances)
        # Prices in units of the mean of the k*s greatest variances, and logs of scales.
        self._unit = largest_sum(self._variances, self._n_chosen) / self._n_chosen
        self._point = np.zeros((2, n_words))
        self._mean, self._square = np.zeros((2, n_words)), np.zeros((2, n_words))
        self._n_steps = 0
        self._bounds: list[float] = []  # without what rounding may hide
        self._evaluate()

    @property
    def goes_on(self) -> bool:
        """Whether another round is worth its time."""
        n_rounds = len(self._bounds) - 1
        if n_rounds % ROUNDS_PER_STAGE or not n_rounds:
            return True
        before = min(self._bounds[:-ROUNDS_PER_STAGE])
        return n_rounds < MAX_ROUNDS and min(self._bounds) < before * (1 - MIN_FALL)

    def round(self, problem: Problem) -> float:
        """Take some steps, and return the bound where they end."""
        least = np.sort(self._worth)[-self._n_components :][0]
        near = np.flatnonzero(self._worth >= NEAR * least)
        for _ in range(STEPS_PER_ROUND):
            stopping_point()
            self._step(near)
        self._evaluate()
        return self.bound(problem)

    def bound(self, problem: Problem) -> float:
        """Return the bound where the descent is, with what rounding may hide.

        problem : of the same data and size as the one that the descent began with
        """
        prices, _ = self._prices_and_scales()
        size = self._bounds[-1] + self._n_chosen * prices.max()
        return problem.with_margin(self._bounds[-1], size)

    def _evaluate(self) -> None:
        prices, _ = self._prices_and_scales()
        self._worth = self._worth_of(np.arange(len(self._variances)))[0]
        leading = largest_sum(self._worth, self._n_components)
        self._bounds.append(largest_sum(prices, self._n_chosen) + leading)

    def _prices_and_scales(self) -> tuple[np.ndarray, np.ndarray]:
        return self._unit * self._point[0], np.exp(self._point[1])

    def _worth_of(
        self, rows: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return what some rows are worth, (n_rows,), and why.

        returns : also the s - 1 words that count, (n_rows, s - 1), what they share with
                  the row, scaled, and whether they are listed
        """
        prices, scales = self._prices_and_scales()
        n_others = self._sparsity - 1
        words = self._lists.words[rows]
        shared = self._lists.shared[rows] * scales[words] / scales[rows, None]
        chosen = np.argpartition(prices[words] - shared, n_others - 1)[:, :n_others]
        words, shared = (np.take_along_axis(a, chosen, 1) for a in (words, shared))
        unlisted = self._lists.unlisted[rows] * scales.max() / scales[rows]
        listed = shared - prices[words] > unlisted[:, None]
        shared = np.where(listed, shared, unlisted[:, None])
        gained = np.where(listed, shared - prices[words], shared).sum(axis=1)
        return self._variances[rows] - prices[rows] + gained, words, shared, listed

    def _step(self, rows: np.ndarray) -> None:
        """Take one step down the slope of the smoothed bound of some rows."""
        worth, words, shared, listed = self._worth_of(rows)
        width = WIDTH * self._bounds[0] / self._n_components
        width /= 1 + self._n_steps / WIDTH_HALVED_AFTER
        leading = capped_weights(worth, self._n_components, width)
        prices, _ = self._prices_and_scales()
        paid = capped_weights(prices, self._n_chosen, width / self._sparsity)
        slope = np.stack([paid, np.zeros(len(paid))])
        slope[0, rows] -= leading
        slope[1, rows] -= leading * shared.sum(axis=1) / self._unit
        weights = (leading[:, None] * listed).ravel()
        n_words = len(paid)
        slope[0] -= np.bincount(words.ravel(), weights, n_words)
        weights *= shared.ravel() / self._unit
        slope[1] += np.bincount(words.ravel(), weights, n_words)
        self._move(slope)

    def _move(self, slope: np.ndarray) -> None:
        self._mean += (1 - MEAN_DECAY) * (slope - self._mean)
        self._square += (1 - SQUARE_DECAY) * (slope**2 - self._square)
        rate = RATE / (1 + self._n_steps / RATE_HALVED_AFTER)
        self._point -= rate * self._mean / (np.sqrt(self._square) + SOFT)
        np.maximum(self._point[0], 0.0, out=self._point[0])
        np.clip(self._point[1], MIN_LOG, MAX_LOG, out=self._point[1])
        self._n_steps += 1


def lists(problem: Problem, first: int = 0) -> Iterator[Lists]:
    """Yield the lists of some rows of A at a time, from row `first` on."""
    n_words = len(problem.variances)
    most = max(LISTED, LISTED_PER_WORD * problem.sparsity)
    n_listed = max(min(most, n_words - 1), 1)
    roots = np.sqrt(problem.variances)
    at_once = max(AT_ONCE // n_words, 1)
    for start in range(first, n_words, at_once):
        rows = np.arange(start, min(start + at_once, n_words))
        block = np.abs(problem.rows(rows)) * roots
        block /= np.maximum(roots[rows, None], np.finfo(float).tiny)
        block[np.arange(len(rows)), rows] = 0.0
        yield _strongest(block, n_listed)


def _strongest(block: np.ndarray, n_listed: int) -> Lists:
    """Return the greatest entries of each row, and the greatest of the others."""
    order = np.argpartition(-block, n_listed - 1, axis=1)
    words = order[:, :n_listed]
    shared = np.take_along_axis(block, words, 1)
    np.put_along_axis(block, words, 0.0, 1)
    return Lists(words.astype(np.int32), shared, block.max(axis=1))
