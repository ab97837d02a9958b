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

from typing import NamedTuple

import numpy as np

from spca_core.proof.bound import BoundProblem
from spca_core.proof.greatest import capped_weights, insert, largest_sum
from spca_core.running.compiled import compiled
from spca_core.running.stopping import stopping_point
from spca_core.steps.neighbours import all_neighbours

# Rows worth less than this share of the k-th best are left out until the next bound.
MIN_ROW_WORTH = 0.5
# Adam's steps (Kingma and Ba 2015): the rate falls to a half after some steps, and so
# does the width over which ties are smoothed; WIDTH is k times it, for a bound of one.
RATE, RATE_HALVED_AFTER = 0.05, 100
WIDTH, WIDTH_HALVED_AFTER = 0.1, 50
MEAN_DECAY, SQUARE_DECAY, SOFT = 0.9, 0.99, 1e-2
MIN_LOG, MAX_LOG = -3.0, 1.0  # of a scale over the word's standard deviation
FITTING_STEPS, EXCESS = 100, 5.0  # of scales alone
STEPS_PER_ROUND = 20  # after each round the bound is evaluated with its proof
MAX_ROUNDS, ROUNDS_PER_STAGE, MIN_FALL = 40, 4, 3e-3
ROUNDED = 1e-9  # more than roots, quotients and products of theirs are off by


class Lists(NamedTuple):
    """The words that share most with each word, at a descent's first scales."""

    words: np.ndarray  # (n_words, n_listed) indices
    shared: np.ndarray  # (n_words, n_listed) |A_il| times l's first scale over i's
    unlisted: np.ndarray  # (n_words,) the greatest of those that are not listed


class RowBounds(NamedTuple):
    """What is known of each row of A, divided by the problem's scale.

    A word without variance shares nothing, but for rounding, which a bound's margin
    covers: its entries are zero here.
    """

    words: np.ndarray  # (n_words, n_listed) the words that share most
    shared: np.ndarray  # (n_words, n_listed) |A_il| there, greatest first
    unlisted: np.ndarray  # (n_words,) no |A_il| d_l of the others is greater
    variances: np.ndarray  # (n_words,) none is below the true one
    scales: np.ndarray  # (n_words,) d, but zero for such a word
    sums: np.ndarray  # (n_words, s) of the 0, 1, ..., s - 1 greatest |A_il| d_l


def rows_of(problem: BoundProblem) -> RowBounds:
    """Return the rows of all words, in the corpus's order, read if they are not.

    The scales are the words' standard deviations.
    """
    covariance, scale = problem.covariance, problem.scale
    words, covariances, unlisted = all_neighbours(covariance, problem.sparsity)
    deviations = np.sqrt(covariance.variances / scale)
    varies = deviations > 0
    shared = np.abs(covariances) / scale * (varies[words] & varies[:, None])
    unlisted = unlisted / scale**1.5 * varies * (1 + ROUNDED)
    variances = np.empty(len(words))
    variances[covariance.words_by_variance] = problem.variances
    sums = _sums(words, shared, unlisted, deviations, problem.sparsity)
    return RowBounds(words, shared, unlisted, variances, deviations, sums)


class Scales:
    """Scales that leave few rows worth more than a level, for fixed prices."""

    def __init__(
        self, rows: RowBounds, prices: np.ndarray, factors: np.ndarray
    ) -> None:
        """Begin with the scales of the rows times some factors."""
        self._rows, self._lists, self._prices = rows, lists_of(rows), prices
        self._logs = np.maximum(np.log(factors / factors.max()), MIN_LOG)
        self.worth = self._worth_of(np.arange(len(prices)))[0]  # of each row

    def fit(self, level: float) -> RowBounds:
        """Take some steps down the excess over a level; return the rows, rescaled.

        A row's excess e counts as e / (e + EXCESS * level): a few rows far above the
        level are better than many.
        """
        near = np.flatnonzero(self.worth >= MIN_ROW_WORTH * level)
        adam = Adam(self._logs.shape)
        for _ in range(FITTING_STEPS):
            stopping_point()
            worth, words, shared, listed = self._worth_of(near)
            soft = EXCESS * level
            excess = np.maximum(worth - level, 0.0)
            leading = (excess > 0) * soft**2 / (excess + soft) ** 2
            slope = np.zeros(len(self._logs))
            slope[near] -= leading * shared.sum(axis=1) / level
            weights = (leading[:, None] * listed * shared).ravel() / level
            slope += np.bincount(words.ravel(), weights, len(slope))
            self._logs -= adam.step(slope)
            # The greatest factor counts for words that are not listed.
            np.clip(self._logs, MIN_LOG, 0.0, out=self._logs)
        self.worth = self._worth_of(np.arange(len(self._logs)))[0]
        return rescaled(self._rows, np.exp(self._logs))

    def _worth_of(
        self, chosen: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        factors, n_others = np.exp(self._logs), self._rows.sums.shape[1] - 1
        point = self._prices, factors
        return _worth(chosen, *self._lists, self._rows.variances, *point, n_others)


def lists_of(rows: RowBounds) -> Lists:
    """Return what the words share, in units of the rows' scales."""
    scales = np.maximum(rows.scales, np.finfo(float).tiny)
    shared = rows.shared * rows.scales[rows.words] / scales[:, None]
    return Lists(rows.words, shared, rows.unlisted / scales)


def rescaled(rows: RowBounds, factors: np.ndarray) -> RowBounds:
    """Return the rows with other scales: the present ones times some factors."""
    scales = rows.scales * factors
    unlisted = rows.unlisted * factors.max() * (1 + ROUNDED)
    sums = _sums(rows.words, rows.shared, unlisted, scales, rows.sums.shape[1])
    return rows._replace(unlisted=unlisted, scales=scales, sums=sums)


def _sums(
    words: np.ndarray,
    shared: np.ndarray,
    unlisted: np.ndarray,
    scales: np.ndarray,
    sparsity: int,
) -> np.ndarray:
    """Return the sums of the 0, 1, ..., s - 1 greatest |A_il| d_l."""
    scaled = np.maximum(shared * scales[words], unlisted[:, None])
    strongest = -np.sort(-scaled, axis=1)[:, : sparsity - 1]
    return np.insert(strongest.cumsum(axis=1), 0, 0.0, axis=1)


class RowDescent:
    """A descent of the bound, round by round; each bound is proven for all words."""

    def __init__(self, problem: BoundProblem) -> None:
        """Begin with zero prices, and with each word's standard deviation as its scale.

        best   : the prices of the lowest bound so far, and factors of the rows' scales
        lowest : that bound
        """
        self._problem, rows = problem, rows_of(problem)
        self._variances, self._sparsity = rows.variances, problem.sparsity
        self._n_components, self._n_chosen = problem.n_components, problem.n_chosen
        self._lists = lists_of(rows)
        n_words = len(self._variances)
        # Prices in units of the mean of the k*s greatest variances, and logs of scales.
        self._unit = largest_sum(self._variances, self._n_chosen) / self._n_chosen
        self._point = np.zeros((2, n_words))
        self._adam = Adam(self._point.shape)
        self._bounds: list[float] = []  # without what rounding may hide
        self.best, self.lowest = self._prices_and_scales(), np.inf
        self._evaluate()

    @property
    def goes_on(self) -> bool:
        """Whether another round is worth its time."""
        n_rounds = len(self._bounds) - 1
        if n_rounds % ROUNDS_PER_STAGE or not n_rounds:
            return True
        before = min(self._bounds[:-ROUNDS_PER_STAGE])
        return n_rounds < MAX_ROUNDS and min(self._bounds) < before * (1 - MIN_FALL)

    def round(self) -> float:
        """Take some steps; return the bound where they end."""
        least = np.sort(self._worth)[-self._n_components :][0]
        near = np.flatnonzero(self._worth >= MIN_ROW_WORTH * least)
        for _ in range(STEPS_PER_ROUND):
            stopping_point()
            self._step(near)
        self._evaluate()
        return self.bound()

    def bound(self) -> float:
        """Return the bound where the descent is, with what rounding may hide."""
        prices, _ = self._prices_and_scales()
        size = self._bounds[-1] + self._n_chosen * prices.max()
        return self._problem.with_margin(self._bounds[-1], size)

    def _evaluate(self) -> None:
        prices, _ = self._prices_and_scales()
        self._worth = self._worth_of(np.arange(len(self._variances)))[0]
        leading = largest_sum(self._worth, self._n_components)
        self._bounds.append(largest_sum(prices, self._n_chosen) + leading)
        if self._bounds[-1] == min(self._bounds):
            self.best, self.lowest = self._prices_and_scales(), self.bound()

    def _prices_and_scales(self) -> tuple[np.ndarray, np.ndarray]:
        return self._unit * self._point[0], np.exp(self._point[1])

    def _worth_of(
        self, rows: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return what some rows are worth, (n_rows,), and why.

        returns : also the s - 1 words that count, (n_rows, s - 1), what they share with
                  the row, scaled, and whether they are listed
        """
        point = self._prices_and_scales()
        return _worth(rows, *self._lists, self._variances, *point, self._sparsity - 1)

    def _step(self, rows: np.ndarray) -> None:
        """Take one step down the slope of the smoothed bound of some rows."""
        worth, words, shared, listed = self._worth_of(rows)
        width = WIDTH * self._bounds[0] / self._n_components
        width /= 1 + self._adam.n_steps / WIDTH_HALVED_AFTER
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
        self._point -= self._adam.step(slope)
        np.maximum(self._point[0], 0.0, out=self._point[0])
        np.clip(self._point[1], MIN_LOG, MAX_LOG, out=self._point[1])


class Adam:
    """Steps down slopes, with momentum, each in units of how steep it has been."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self._mean, self._square, self.n_steps = np.zeros(shape), np.zeros(shape), 0

    def step(self, slope: np.ndarray) -> np.ndarray:
        """Return the step, to be subtracted."""
        self._mean += (1 - MEAN_DECAY) * (slope - self._mean)
        self._square += (1 - SQUARE_DECAY) * (slope**2 - self._square)
        rate = RATE / (1 + self.n_steps / RATE_HALVED_AFTER)
        self.n_steps += 1
        return rate * self._mean / (np.sqrt(self._square) + SOFT)


@compiled
def _worth(rows, words, shared, unlisted, variances, prices, scales, n_others):
    n_rows, n_listed, highest = len(rows), words.shape[1], scales.max()
    worth = np.empty(n_rows)
    counted = np.zeros((n_rows, n_others), dtype=np.int64)
    given, listed = np.zeros((n_rows, n_others)), np.zeros((n_rows, n_others))
    best, places = np.empty(n_others + 1), np.empty(n_others + 1, dtype=np.int64)
    for at in range(n_rows):
        row, n_best = rows[at], 0
        least = unlisted[row] * highest / scales[row]
        for place in range(n_listed):
            word = words[row, place]
            gain = shared[row, place] * scales[word] / scales[row] - prices[word]
            if gain > least:
                n_best = insert(best, places, n_best, n_others, gain, place)
        worth[at] = variances[row] - prices[row]
        for other in range(n_others):
            given[at, other] = least
            if other < n_best:
                word = words[row, places[other]]
                counted[at, other], listed[at, other] = word, 1.0
                given[at, other] = best[other] + prices[word]
            worth[at] += best[other] if other < n_best else least
    return worth, counted, given, listed
