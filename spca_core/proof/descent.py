"""Lower the bound: accelerated projected gradient steps on a smoothed bound.

Both sums of largest values have kinks where the next value ties with the last counted.
Each is smoothed as in Nesterov (2005): a maximum over weights in [0, 1] with the right
sum, minus half their squares times a width that falls step by step. FISTA's steps
(Beck and Teboulle 2009) have length width / rough curvature, for each kind of number.
"""

from collections.abc import Iterator

import numpy as np

from spca_core.proof.bound import BoundProblem
from spca_core.proof.greatest import SPARE_PAIRS, LeadingPairs, capped_weights
from spca_core.proof.splitting import (
    Splitting,
    extended,
    max_paid,
    remainder,
    thresholded,
)
from spca_core.running.compiled import compiled
from spca_core.running.stopping import stopping_point

# The first roots^2 are these shares of a word's own variance and of the mean variance.
OWN_SHARE, MEAN_SHARE = 0.15, 0.02
# The first width, times k, for an A of order one; the steps until it has halved.
FIRST_WIDTH, HALVED_AFTER = 0.1, 20
MAX_PACE = 30.0  # of FISTA's sequence: the width falls, so old momentum misleads
# A step leaves at least this share of a root, and at least the minimum.
MAX_FALL, MIN_ROOT = 0.3, 1e-9
MAX_CHANGE = 0.1  # of a ratio's logarithm in a step
MIN_RATIO, MAX_RATIO = 0.1, 20.0  # the minimum is divided by sqrt(s)
SOFT_RATIO, TINY = 1e-4, 1e-30  # bound quotients of two numbers that may both vanish
STRIP = 250  # rows of P in memory at once: all of them would need too much


STEPS_PER_ROUND, MAX_STEPS = 20, 600
MAX_WORDS = 2_000  # of the working set, which doubles until then
ROUNDS_TO_GROW = 3  # after each stage of so many the working set may grow
MIN_STAGE = 1e-4  # relative fall of the bound in a stage; a smaller one ends it


def eigenvalue_bounds(problem: BoundProblem) -> Iterator[float]:
    """Yield a bound after each round of steps, while they fall.

    The working set grows while the words outside cost something.
    """
    descent, bounds = Descent.of(problem), []
    while descent.n_steps < MAX_STEPS:
        for _ in range(STEPS_PER_ROUND):
            stopping_point()
            descent.step()
        bounds.append(descent.problem.bound(descent.point))
        yield bounds[-1]
        if len(bounds) % ROUNDS_TO_GROW == 0:
            size = min(2 * len(descent.point.roots), MAX_WORDS)
            if descent.can_grow(size, MIN_STAGE):
                descent = descent.extended(descent.problem.of_size(size))
            elif bounds[-1] > bounds[-ROUNDS_TO_GROW] * (1 - MIN_STAGE):
                return


class Descent:
    """The state of the descent: `point` is the end of the last step, plus momentum."""

    def __init__(
        self, problem: BoundProblem, start: Splitting, n_steps: int = 0
    ) -> None:
        """Begin with a splitting, which is overwritten; `n_steps` steps led to it."""
        self.problem, self.point, self.n_steps = problem, start, n_steps
        self._end = Splitting(*(array.copy() for array in start))
        self._pairs = LeadingPairs(2 * problem.n_components + SPARE_PAIRS)
        # For each step's T, in single precision, which is enough for a direction.
        self._left = np.empty(problem.matrix.shape, dtype=np.float32)
        self._pace = 1.0  # FISTA's t

    @staticmethod
    def of(problem: BoundProblem) -> "Descent":
        """Begin with thresholds that are nearly proportional to the variances."""
        variances = np.diag(problem.matrix)
        roots = np.sqrt(OWN_SHARE * variances + MEAN_SHARE * variances.mean())
        return Descent(problem, thresholded(problem.matrix, roots))

    def extended(self, problem: BoundProblem) -> "Descent":
        """Continue with a larger working set, whose first words are the current ones.

        The new words begin at the lowest prices that they could have outside. The bound
        may rise a little at first, but ends lower.
        """
        n_new = len(problem.matrix) - len(self.point.roots)
        roots = np.maximum(np.sqrt(problem.inside_prices[-n_new:]), MIN_ROOT)
        start = extended(self.point, problem.matrix, roots)
        return Descent(problem, start, self.n_steps)

    def can_grow(self, size: int, least_cost: float) -> bool:
        """Tell whether the working set can grow to `size`, and others cost enough."""
        if self.problem.complete or size <= len(self.problem.matrix):
            return False
        return self.problem.cost_of_others(self.point) > least_cost

    def step(self) -> None:
        """Take one step."""
        width, momentum = self._width(), self._next_momentum()
        factor, paid = self._weights(width)
        by_root, by_level = self._moved(factor, width, momentum)
        roots, levels, ratios, _ = self.point
        shares, before = (factor**2).sum(axis=1), levels.copy()
        steepness = self.problem.sparsity * ratios / 4
        slope = steepness * shares + paid / ratios - by_level
        self._advance(
            _lower_roots(roots, paid * roots - by_root, width),
            _lower_levels(levels, slope, steepness, width),
            momentum,
        )
        self._set_ratios(before, shares, paid, width)
        self.n_steps += 1

    def _moved(
        self, factor: np.ndarray, width: float, momentum: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """Move the fractions; return the earlier sums P f q and P f 1."""
        roots, levels, _, fractions = self.point
        state = roots, levels, fractions, self._end.fractions, width, momentum
        parts = [
            _move_fractions(factor[first : first + STRIP] @ factor.T, first, *state)
            for first in range(0, len(roots), STRIP)
        ]
        by_root, by_level = map(np.concatenate, zip(*parts, strict=True))
        return by_root, by_level

    def _width(self) -> float:
        """Return the width over which ties of eigenvalues are smoothed."""
        share = FIRST_WIDTH / (1 + self.n_steps / HALVED_AFTER)
        return share / self.problem.n_components

    def _weights(self, width: float) -> tuple[np.ndarray, np.ndarray]:
        """Return the weights in the sums of greatest eigenvalues and highest prices.

        returns : F, (n_words, any number), where P = F F^T has trace k, and y,
                  (n_words,), with sum k*s: P and y are the slopes of the smoothed bound
                  in T and in the prices
        """
        problem = self.problem
        left = remainder(problem.matrix, self.point, problem.sparsity, self._left)
        values, vectors = self._pairs.of(left)
        weights = capped_weights(values, problem.n_components, width)
        prices = np.concatenate([self.point.prices, problem.others])
        paid = capped_weights(prices, problem.n_chosen, width / problem.sparsity)
        counted = weights > 0
        return vectors[:, counted] * np.sqrt(weights[counted]), paid[: len(left)]

    def _next_momentum(self) -> float:
        pace = (1 + np.sqrt(1 + 4 * self._pace**2)) / 2
        momentum = (self._pace - 1) / pace
        self._pace = min(pace, MAX_PACE)
        return momentum

    def _advance(self, roots: np.ndarray, levels: np.ndarray, momentum: float) -> None:
        """End the step there and add momentum; the fractions have theirs already."""
        end, point = self._end, self.point
        ahead = roots + momentum * (roots - end.roots)
        point.roots[:] = np.maximum(ahead, MAX_FALL * roots)
        ahead = levels + momentum * (levels - end.levels)
        point.levels[:] = np.maximum(ahead, 0.0)
        end.roots[:], end.levels[:] = roots, levels

    def _set_ratios(
        self, levels: np.ndarray, shares: np.ndarray, paid: np.ndarray, width: float
    ) -> None:
        """Follow the slope if a level is positive; else let the level rise fastest.

        levels : before the step, where the slopes were computed
        """
        ratios, sparsity = self.point.ratios, self.problem.sparsity
        charges, prices = sparsity * levels * ratios / 4, levels / ratios
        curvature = charges**2 + sparsity * prices**2 + TINY
        change = width * (charges * shares - prices * paid) / curvature
        followed = ratios * np.exp(-np.clip(change, -MAX_CHANGE, MAX_CHANGE))
        free = 2 * np.sqrt((paid + SOFT_RATIO) / (sparsity * shares + SOFT_RATIO))
        ratios[:] = np.where(levels + self._end.levels > 0, followed, free)
        np.clip(ratios, MIN_RATIO / np.sqrt(sparsity), MAX_RATIO, out=ratios)


def _lower_roots(roots: np.ndarray, half_slope: np.ndarray, width: float) -> np.ndarray:
    lower = roots - width / (roots @ roots) * half_slope
    return np.maximum(lower, np.maximum(MAX_FALL * roots, MIN_ROOT))


def _lower_levels(
    levels: np.ndarray, slope: np.ndarray, steepness: np.ndarray, width: float
) -> np.ndarray:
    """Lower levels; one moves a row of U, and the diagonal of T by its steepness."""
    curvature = len(levels) / 2 + steepness**2
    return np.maximum(levels - width / curvature * slope, 0.0)


@compiled
def _move_fractions(captured, first, roots, levels, fractions, ends, width, momentum):
    """Move the f_ij of some rows, from `first` on, up the slope P_ij in `captured`.

    Return the rows' earlier sums P f q and P f 1.
    """
    by_root, by_level = np.zeros(len(captured)), np.zeros(len(captured))
    for row in range(len(captured)):
        i = first + row
        for j in range(len(roots)):
            slope = captured[row, j]
            kept = slope * fractions[i, j]
            by_root[row] += kept * roots[j]
            by_level[row] += kept
            if i != j:
                paid = max_paid(roots, levels, i, j)
                moved = min(max(fractions[i, j] + width * slope / paid, -1.0), 1.0)
                ahead = moved + momentum * (moved - ends[i, j])
                ends[i, j] = moved
                fractions[i, j] = min(max(ahead, -1.0), 1.0)
    return by_root, by_level
