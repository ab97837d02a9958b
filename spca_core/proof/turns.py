"""Three descents of the bound take turns: the one goes on that will lower it soonest.

How soon is foretold from the later half of a descent's work: as if its bound went on to
fall as fast, or by a small share at least, until it is lower than the lowest of all by
that share. What a round takes is counted in work, not by a clock, so the same data give
the same answer.
"""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.proof.bound import Problem
from spca_core.proof.columns import ColumnDescent
from spca_core.proof.descent import Descent, Pause
from spca_core.proof.rows import STEPS_PER_ROUND, RowDescent, rescaled, rows_of
from spca_core.proof.splitting import without_split
from spca_core.running.stopping import stopping_point
from spca_core.steps.neighbours import read_neighbours

FIRST_WORDS, MAX_WORDS = 600, 2_000  # of the working set, which doubles in between
MAX_ROW_WORDS = 20_000  # reading their rows takes seconds
ROUNDS_PER_STAGE = 3  # after each stage the working set may grow
MAX_STEPS = 600
MIN_FALL = 1e-4  # relative, of the bound in a stage; a smaller one ends the descent
FORESEEN = 1e-3  # the share by which the lowest bound is to be lowered
WAIT = 4  # times what it takes to begin
MAX_WORK = 40.0  # in seconds; a descent that needs more to lower the bound has ended
# Seconds, about, on two processors: of a step for a number in the working set's matrix
# and a component, of a product in a search, to read a number of A, for a first pool.
STEP, PRODUCT, READING, POOL = 1.0e-9, 3e-9, 6e-9, 0.5
ROW_STEP = 2e-7  # of a step, for a word's row


class Course(NamedTuple):
    """How far a descent has come."""

    bounds: tuple[float, ...]  # the first is of the greatest variances
    work: tuple[float, ...]  # of each round; the first is what it takes to begin
    goes_on: bool = True

    def after(self, bound: float, work: float, goes_on: bool) -> "Course":
        """Return the course with another round."""
        return Course((*self.bounds, bound), (*self.work, work), goes_on)

    def work_until(self, lowest: float, others: float) -> float:
        """Foretell what it takes to lower the lowest bound of all.

        others : the work of all descents so far; one that waits begins after some times
                 what it takes to begin, however much better another is foretold to be
        """
        if not self.goes_on:
            return inf
        if len(self.bounds) == 1:
            return WAIT * self.work[0] - others
        spent = np.cumsum(self.work[1:])
        n_before = 1 + int(np.searchsorted(spent, spent[-1] / 2))
        before, least = min(self.bounds[:n_before]), min(self.bounds[1:])
        fall = max(before - least, FORESEEN * least)
        work = spent[-1] - np.append(0.0, spent)[n_before - 1]
        return work * (least - lowest * (1 - FORESEEN)) / fall


class Paused(NamedTuple):
    """Where the descents are; those that have ended are gone."""

    courses: dict[str, Course]
    eigenvalues: Pause | None = None
    rows: RowDescent | None = None
    columns: ColumnDescent | None = None


class Reached(NamedTuple):
    """A bound, by which descent, how to go on from there, and steps taken."""

    bound: float
    kind: str
    pause: Paused | None
    n_steps: int = 0


def first_problem(
    covariance: Covariance, n_components: int, sparsity: int, pause: Paused | None
) -> Problem:
    """Return the problem with the working set that a descent begins or goes on with."""
    paused = pause.eigenvalues if pause else None
    n_inside = len(paused.splitting.roots) if paused else FIRST_WORDS
    return Problem(covariance, n_components, sparsity, n_inside)


def lowered(problem: Problem, pause: Paused | None) -> Iterator[Reached]:
    """Yield the bounds of the descents, each as soon as it is there."""
    turns = _Turns(problem, pause)
    if problem.complete and not pause:
        bound = problem.bound(without_split(problem.matrix))
        yield Reached(bound, "optimised", turns.pause())
    if not problem.matrix.any():
        return
    while kind := turns.soonest():
        yield from getattr(turns, kind)()


class _Turns:
    """The descents, by their kind of bound, and their courses."""

    def __init__(self, problem: Problem, pause: Paused | None) -> None:
        self._problem = problem
        self._courses = dict(pause.courses) if pause else _first_courses(problem)
        self._rows = pause.rows if pause else None
        self._columns = pause.columns if pause else None
        self._descent: Descent | None = None
        if pause and pause.eigenvalues:
            self._descent = Descent.resumed(problem, pause.eigenvalues)

    def soonest(self) -> str | None:
        """Return which descent is foretold to lower the lowest bound first, if any."""
        courses = self._courses
        lowest = min(min(course.bounds) for course in courses.values())
        spent = sum(sum(course.work[1:]) for course in courses.values())
        work = {kind: one.work_until(lowest, spent) for kind, one in courses.items()}
        if "rows" in courses and courses["rows"].goes_on:
            work.pop("columns")  # which begins with the prices where that one ends
        kind = min(work, key=work.__getitem__)
        return kind if work[kind] <= MAX_WORK else None

    def pause(self) -> Paused:
        """Return where the descents are, so that they can be resumed."""
        eigenvalues = self._descent.pause() if self._descent else None
        return Paused(dict(self._courses), eigenvalues, self._rows, self._columns)

    def optimised(self) -> Iterator[Reached]:
        """Lower the bound by eigenvalues; the working set grows while that pays."""
        descent = self._descent = self._descent or Descent.of(self._problem)
        for _ in range(STEPS_PER_ROUND):
            stopping_point()
            descent.step()
        bound = self._problem.bound(descent.point)
        n_words, n_components = len(descent.point.roots), self._problem.n_components
        work = STEP * STEPS_PER_ROUND * n_words**2 * (n_components + 10)
        bounds = (*self._courses["optimised"].bounds[1:], bound)
        goes_on = descent.n_steps < MAX_STEPS
        if len(bounds) % ROUNDS_PER_STAGE == 0:
            size = min(2 * n_words, MAX_WORDS)
            if descent.can_grow(size, MIN_FALL):
                self._problem = self._problem.of_size(size)
                self._descent = descent.extended(self._problem)
            elif bound > bounds[-ROUNDS_PER_STAGE] * (1 - MIN_FALL):
                goes_on = False
        yield self._reached("optimised", bound, work, goes_on, STEPS_PER_ROUND)

    def rows(self) -> Iterator[Reached]:
        """Lower the bound by rows; the first turn reads A, and yields meanwhile."""
        if not self._rows:
            problem = self._problem
            for _ in read_neighbours(problem.covariance, problem.sparsity):
                yield Reached(inf, "rows", self.pause())
            self._rows = RowDescent(problem, rows_of(problem))
        bound, n_rows = self._rows.round(self._problem)
        work = ROW_STEP * STEPS_PER_ROUND * n_rows
        goes_on = self._rows.goes_on
        yield self._reached("rows", bound, work, goes_on, STEPS_PER_ROUND)

    def columns(self) -> Iterator[Reached]:
        """Lower the bound by columns, from the prices where that by rows has ended."""
        problem = self._problem
        descent = self._columns
        if not descent:
            rows = rows_of(problem)
            prices, factors = (self._rows or RowDescent(problem, rows)).best
            descent = ColumnDescent(problem, rescaled(rows, factors), prices)
            self._columns, self._rows = descent, None
        bound, n_products = descent.round(problem)
        goes_on = descent.goes_on
        yield self._reached("columns", bound, PRODUCT * n_products, goes_on, 1)

    def _reached(
        self, kind: str, bound: float, work: float, goes_on: bool, n_steps: int
    ) -> Reached:
        self._courses[kind] = self._courses[kind].after(bound, work, goes_on)
        return Reached(bound, kind, self.pause(), n_steps)


def _first_courses(problem: Problem) -> dict[str, Course]:
    most, n_words = problem.variance_bound(), problem.covariance.n_words
    begun = {"optimised": 0.0}
    if 1 < n_words <= MAX_ROW_WORDS:
        begun |= {"rows": READING * n_words**2, "columns": POOL}
    return {kind: Course((most,), (work,)) for kind, work in begun.items()}
