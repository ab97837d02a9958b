"""The two descents of the bound, one after the other, and where they may pause."""

from collections.abc import Iterator
from math import inf

from spca_core.corpus.stopping import stopping_point
from spca_core.problem.covariance import Covariance
from spca_core.proof.bound import Problem
from spca_core.proof.descent import Descent, Pause
from spca_core.proof.rows import (
    MAX_ROW_WORDS,
    STEPS_PER_ROUND,
    Lists,
    RowDescent,
    lists,
)
from spca_core.proof.splitting import without_split

FIRST_WORDS, MAX_WORDS = 600, 2_000  # of the working set, which doubles in between
ROUNDS_PER_STAGE = 3  # after each stage the working set may grow
MAX_STEPS = 600
MIN_FALL = 1e-4  # relative, of the bound in a stage; a smaller one ends the descent

Reading = tuple[Lists, ...]  # of the first rows of A
Paused = Reading | RowDescent | Pause | None
Reached = tuple[float, Paused, int]  # a bound, how to go on from there, and steps taken


def first_problem(
    covariance: Covariance, n_components: int, sparsity: int, pause: Paused
) -> Problem:
    """Return the problem with the working set that a descent begins or goes on with."""
    n_inside = len(pause.splitting.roots) if isinstance(pause, Pause) else FIRST_WORDS
    return Problem(covariance, n_components, sparsity, n_inside)


def lowered(problem: Problem, pause: Paused) -> Iterator[Reached]:
    """Yield the bounds of two descents: by rows of A, and then by eigenvalues."""
    if problem.complete and not pause:
        yield problem.bound(without_split(problem.matrix)), None, 0
    if not problem.matrix.any():
        return
    if not isinstance(pause, Pause):
        yield from _bounds_by_rows(problem, pause)
        pause = None
    yield from _bounds_by_eigenvalues(problem, pause)


def _bounds_by_rows(
    problem: Problem, pause: Reading | RowDescent | None
) -> Iterator[Reached]:
    """Yield the bounds of the descent, infinite ones while it reads A."""
    if len(problem.variances) > MAX_ROW_WORDS:
        return
    descent = pause
    if not isinstance(descent, RowDescent):
        reading = descent or ()
        for part in lists(problem, sum(len(part.words) for part in reading)):
            reading = (*reading, part)
            yield inf, reading, 0
        descent = RowDescent(problem, reading)
    while descent.goes_on:
        yield descent.round(problem), descent, STEPS_PER_ROUND


def _bounds_by_eigenvalues(problem: Problem, pause: Pause | None) -> Iterator[Reached]:
    """Yield the bounds of the descent until a stage hardly lowers them."""
    descent = Descent.resumed(problem, pause) if pause else Descent.of(problem)
    while descent.n_steps < MAX_STEPS:
        bounds = []
        for _ in range(ROUNDS_PER_STAGE):
            bounds.append(_bound_after_round(descent))
            yield bounds[-1], descent.pause(), STEPS_PER_ROUND
        size = min(2 * len(descent.problem.matrix), MAX_WORDS)
        if descent.can_grow(size, MIN_FALL):
            descent = descent.extended(descent.problem.of_size(size))
        elif bounds[-1] > bounds[0] * (1 - MIN_FALL):
            return


def _bound_after_round(descent: Descent) -> float:
    for _ in range(STEPS_PER_ROUND):
        stopping_point()
        descent.step()
    return descent.problem.bound(descent.point)
