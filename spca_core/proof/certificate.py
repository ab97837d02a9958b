"""The certificate: a proven upper bound on what any topics can capture.

Three descents of the bound take turns: the one goes on that will soonest bring it
nearer to the topics to judge by a share of what it is above them. How soon is foretold
from the later half of a descent's work: as if its bound went on to fall as fast, or by
a small share at least. What a round takes is counted in work, not by a clock, so the
same data give the same answer. At their end a search through all choices follows, where
the supports can be listed.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import chain
from math import inf
from typing import Any, NamedTuple

import numpy as np

from spca_core.corpus.weighting import matrix_options
from spca_core.formatting import significant
from spca_core.methods.registry import made_up
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import (
    DEFAULT_LIMITS,
    NO_LIMITS,
    ProofLimits,
    Settings,
)
from spca_core.problem.solution import captured_variance
from spca_core.problem.spectrum import leading_spectrum
from spca_core.proof.bound import BoundProblem
from spca_core.proof.choices import can_list_choices, choice_bound
from spca_core.proof.columns import ColumnDescent
from spca_core.proof.descent import Descent, Pause
from spca_core.proof.rows import STEPS_PER_ROUND, RowDescent, rows_of
from spca_core.proof.splitting import without_split
from spca_core.running.bars import last_shown
from spca_core.running.parallel import one_blas_thread
from spca_core.running.stopping import stopping_point, within
from spca_core.steps.neighbours import read_neighbours

FOR_COMPARISON = 1e-6  # of eigenvectors that are not part of the proof
OPTIMAL = 1e-6  # a bound that is higher by at most this share counts as reached
FIRST_WORDS, MAX_WORDS = 600, 2_000  # of the working set, which doubles in between
MAX_ROW_WORDS = 20_000  # reading their rows takes seconds
ROUNDS_TO_GROW = 3  # after each stage the working set may grow
MAX_DESCENT_STEPS = 600
STOP_REASONS = ("finished", "seconds", "gap", "stop")
MIN_STAGE = 1e-4  # relative fall of the bound in a stage; a smaller one ends it
TARGET_FALL = 1e-3  # the share by which the lowest bound is to be lowered, at least
GAP_SHARE = 0.05  # of what it is above the topics to judge
WAIT = 4  # times what it takes to begin
MAX_WORK = 40.0  # in seconds; a descent that needs more to lower the bound has ended
# Seconds, about, on two processors: of a step for a number in the working set's matrix
# and a component, of a product in a search, for a first pool.
STEP, PRODUCT, POOL = 1.0e-9, 3e-9, 0.5
ROW_STEP = 2e-7  # of a step, for a word's row


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """Upper bounds on what any k components of s words can capture.

    All are in squared units of the data (as weighted), as a captured variance is.

    Attributes
    ----------
    upper_bound : float
        The lowest of the proven bounds.
    n_components, sparsity : int
        Number of components k, and of words in each, s.
    variance_bound : float
        The sum of the k * s greatest variances.
    row_bound, eigenvalue_bound, column_bound : float
        The lowest bounds so far by rows of A, by eigenvalues, and by columns.
    choice_bound : float
        The bound by a search through all choices, where they are few enough to list;
        at its end it is the greatest variance that can be captured.
    stated_bound : float
        A bound that a saved result states: it was proven when that was saved.
    dense_variance : float
        What k dense components capture: the sum of the k greatest eigenvalues of A. By
        Lanczos's method, so for comparison only, not proven. Infinite until the end.
    steps : int
        Number of steps of the descents so far.
    seconds : float
        What they took.
    stopped_by : str
        "finished" if the proof has come to its end; "seconds" or "gap", the limit that
        ended it; or "stop", as by Ctrl-C.
    pause : Paused or None
        Where the descents are, unless they have ended.
    """

    n_components: int
    sparsity: int
    variance_bound: float
    dense_variance: float = inf
    row_bound: float = inf
    eigenvalue_bound: float = inf
    column_bound: float = inf
    choice_bound: float = inf
    stated_bound: float = inf
    steps: int = 0
    seconds: float = 0.0
    stopped_by: str = "stop"
    pause: "Paused | None" = field(default=None, repr=False, compare=False)

    @property
    def upper_bound(self) -> float:
        """The lowest of the proven bounds; in squared units of the data."""
        return min(
            self.variance_bound,
            self.row_bound,
            self.eigenvalue_bound,
            self.column_bound,
            self.choice_bound,
            self.stated_bound,
        )

    @property
    def finished(self) -> bool:
        """Whether the proof has come to its end, and not to a limit."""
        return self.stopped_by == "finished"

    def gap(self, captured_variance: float) -> float:
        """Return how far a variance can be from the optimum, as a share of the bound.

        Zero if it is proven that nothing captures over a millionth more.

        Parameters
        ----------
        captured_variance : float
            What a solution captures.
        """
        if reaches(captured_variance, self.upper_bound):
            return 0.0
        return 1 - captured_variance / self.upper_bound


def reaches(captured_variance: float, bound: float) -> bool:
    """Tell whether the variance reaches the bound, to one part in a million."""
    return bound <= captured_variance * (1 + OPTIMAL)


def certify(
    data: Any,
    n_components: int,
    sparsity: int,
    *,
    weighting: str | None = None,
    centred: bool | None = None,
    norm: str | None = None,
    supports: np.ndarray | None = None,
    seconds: float | None = DEFAULT_LIMITS.seconds,
    gap: float = 0.0,
    cluster: Executor | None = None,
    sample_weight: Any = None,
    progress: bool | None = None,
) -> Certificate:
    """Prove an upper bound on what any k components of s words can capture.

    Ctrl-C or a limit ends the proof and returns the lowest bound so far; `stopped_by`
    tells which. Where the choices are few, the proof ends with the optimum.

    Parameters
    ----------
    data : Corpus, matrix of shape (n_documents, n_words), or any source of `load`
        As for `solve`.
    n_components, sparsity : int
        Number of components, and number of words in each.
    weighting, centred, norm : optional
        As for `solve`; they must be the same as there.
    supports : ndarray of shape (n_components, sparsity), optional
        Word indices of a solution to judge; the proof ends early once its gap is
        closed, and closes it sooner for knowing the words.
    seconds : float, optional
        Time limit, 30 by default; None for no limit.
    gap : float
        End once the solution is proven to be within this share of the best possible,
        from 0 to 0.99.
    cluster, sample_weight, progress : optional
        As for `solve`.

    Returns
    -------
    Certificate
        `upper_bound`, and `gap(captured_variance)`: the share of the bound that a
        solution may miss.

    Raises
    ------
    InputError
        If an option is outside its limits, there are too few words, or the documents
        are all alike.

    Examples
    --------
    >>> import numpy as np
    >>> import spca_core
    >>> counts = np.array([[3, 2, 0, 0], [2, 3, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> proof = spca_core.certify(counts, 2, 2, weighting="counts")
    >>> round(proof.upper_bound, 4)
    8.5
    """
    # Imported late: its readers take a second, and no other proof needs them.
    from spca_core.corpus.load import as_corpus

    # A weight is said of each row, also of those that are alike.
    as_said = {} if sample_weight is None else {"without_copies": False}
    corpus = as_corpus(data, progress, **as_said).with_weights(sample_weight)
    options = matrix_options(corpus.kind, weighting, centred, norm)
    covariance = Covariance.of(corpus, executor=cluster, **options)
    return proven(
        covariance,
        n_components,
        sparsity,
        supports=supports,
        limits=ProofLimits(seconds=seconds, gap=gap),
        progress=progress,
    )


def proven(
    covariance: Covariance,
    n_components: int,
    sparsity: int,
    *,
    supports: np.ndarray | None,
    limits: ProofLimits,
    progress: bool | None,
) -> Certificate:
    """Return the last of the certificates, or the best so far at Ctrl-C, under a bar.

    progress : as for `bar`
    """
    proofs = certificates(
        covariance, n_components, sparsity, supports=supports, limits=limits
    )

    def limit(proof: Certificate) -> str:
        return f"at most {significant(proof.upper_bound)} can be captured"

    return last_shown(proofs, "Proof", limit, progress)


def certificates(
    covariance: Covariance,
    n_components: int,
    sparsity: int,
    *,
    supports: np.ndarray | None = None,
    limits: ProofLimits = NO_LIMITS,
    after: Certificate | None = None,
) -> Iterator[Certificate]:
    """Yield decreasing upper bounds on what k components of s words can capture.

    Each is valid for all words and any solution, and proven: in splitting.py within the
    working set, in bound.py for words outside and rounding, in rows.py, columns.py and
    choices.py. The last says by what it ended; the first comes whatever the limits.

    supports : of a solution to judge; the descent ends once its gap is closed
    after  : a certificate for the same question, to continue from; it comes first
    raises : InputError if there are too few words, or none varies
    """
    settings = Settings(n_components=n_components, sparsity=sparsity)
    settings.check_fits(covariance.n_words)
    covariance.check_varies()
    if after and after.finished:
        yield after
        return
    with one_blas_thread():
        _warm(is_sparse=not covariance.is_dense, centred=covariance.centred)
        steps = _certificates(covariance, settings, supports, limits.gap, after)
        latest = next(steps)
        yield latest
        if limits.seconds is not None:
            steps = within(limits.seconds - latest.seconds, steps)
        for lower in steps:
            yield (latest := lower)
        if latest.stopped_by == "stop":
            yield replace(latest, stopped_by="seconds", pause=None)


@cache
def _warm(*, is_sparse: bool, centred: bool) -> None:
    """Run the descents on a few made-up words, once per process.

    As for the methods, compiling their kernels must not count towards a time limit.
    """
    problem = BoundProblem(
        made_up(is_sparse=is_sparse, centred=centred), 1, 2, FIRST_WORDS
    )
    for _ in lowered(problem):
        pass


def _certificates(
    covariance: Covariance,
    settings: Settings,
    supports: np.ndarray | None,
    gap: float,
    after: Certificate | None,
) -> Iterator[Certificate]:
    seconds, pause = (after.seconds, after.pause) if after else (0.0, None)
    start = time.perf_counter() - seconds
    size = settings.n_components, settings.sparsity
    captured = 0.0
    if supports is not None:
        captured = float(covariance.in_units(captured_variance(covariance, supports)))
    paused = pause.eigenvalues if pause else None
    n_inside = len(paused.splitting.roots) if paused else FIRST_WORDS
    problem = BoundProblem(covariance, *size, n_inside)
    most = float(covariance.in_units(problem.variance_bound()))
    first = Certificate(n_components=size[0], sparsity=size[1], variance_bound=most)
    certificate = after or first
    begun = Reached(inf, "eigenvalue_bound", pause)
    for reached in chain([begun], lowered(problem, pause, supports)):
        least = float(covariance.in_units(reached.bound))
        kind = reached.kind
        lowest: dict[str, Any] = {kind: min(least, getattr(certificate, kind))}
        certificate = replace(
            certificate,
            steps=certificate.steps + reached.n_steps,
            seconds=time.perf_counter() - start,
            pause=reached.pause,
            **lowest,
        )
        if certificate.gap(captured) <= gap:
            break
        yield certificate
    # Last, because it takes as long as a hundred passes over the documents.
    values, _ = leading_spectrum(covariance, settings.n_components, FOR_COMPARISON)
    dense = float(covariance.in_units(values.sum()))
    left = certificate.gap(captured)
    ended = "gap" if 0 < left <= gap else "finished"
    yield replace(certificate, dense_variance=dense, stopped_by=ended, pause=None)


class Course(NamedTuple):
    """How far a descent has come."""

    bounds: tuple[float, ...]  # the first is of the greatest variances
    work: tuple[float, ...]  # of each round; the first is what it takes to begin
    goes_on: bool = True

    def after(self, bound: float, work: float, goes_on: bool) -> "Course":
        """Return the course with another round."""
        return Course((*self.bounds, bound), (*self.work, work), goes_on)

    def work_until(self, target: float, others: float) -> float:
        """Foretell what it takes to lower the bound to a target.

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
        fall = max(before - least, TARGET_FALL * least)
        work = spent[-1] - np.append(0.0, spent)[n_before - 1]
        return work * (least - target) / fall


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


def lowered(
    problem: BoundProblem,
    pause: Paused | None = None,
    supports: np.ndarray | None = None,
) -> Iterator[Reached]:
    """Yield the bounds of the descents, each as soon as it is there."""
    turns = _Turns(problem, pause, supports)
    if problem.complete and not pause:
        bound = problem.bound(without_split(problem.matrix))
        yield Reached(bound, "eigenvalue_bound", turns.pause())
    while kind := turns.soonest():
        yield from getattr(turns, kind)()
    if can_list_choices(problem):
        yield Reached(choice_bound(problem), "choice_bound", turns.pause(), 1)


class _Turns:
    """The descents, by their kind of bound, and their courses."""

    def __init__(
        self,
        problem: BoundProblem,
        pause: Paused | None,
        supports: np.ndarray | None,
    ) -> None:
        self._problem, self._supports = problem, supports
        self._captured = inf
        if supports is not None:
            self._captured = captured_variance(problem.covariance, supports)
        self._courses = dict(pause.courses) if pause else _first_courses(problem)
        self._rows = pause.rows if pause else None
        self._columns = pause.columns if pause else None
        self._descent: Descent | None = None
        if pause and pause.eigenvalues:
            self._descent = Descent.resumed(problem, pause.eigenvalues)

    def soonest(self) -> str | None:
        """Return which descent is foretold to close a share of the gap first, if any.

        Where none will, or the gap is small: to lower the lowest bound at all.
        """
        courses = self._courses
        lowest = min(min(course.bounds) for course in courses.values())
        spent = sum(sum(course.work[1:]) for course in courses.values())
        least = TARGET_FALL * lowest
        for fall in (max(GAP_SHARE * (lowest - self._captured), least), least):
            work = {
                kind: course.work_until(lowest - fall, spent)
                for kind, course in courses.items()
            }
            if "row_bound" in courses and courses["row_bound"].goes_on:
                work.pop("column_bound")  # it begins with the prices where that ends
            kind = min(work, key=work.__getitem__)
            if work[kind] <= MAX_WORK:
                return kind
        return None

    def pause(self) -> Paused:
        """Return where the descents are, so that they can be resumed."""
        eigenvalues = self._descent.pause() if self._descent else None
        return Paused(dict(self._courses), eigenvalues, self._rows, self._columns)

    def eigenvalue_bound(self) -> Iterator[Reached]:
        """Lower the bound by eigenvalues; the working set grows while that pays.

        Steps, a bound and growth each take a second with the largest working set.
        """
        kind, problem = "eigenvalue_bound", self._problem
        descent = self._descent = self._descent or Descent.of(problem)
        # After a pause, the bound may be due at once.
        if descent.n_steps == STEPS_PER_ROUND * len(self._courses[kind].bounds[1:]):
            for _ in range(STEPS_PER_ROUND):
                stopping_point()
                descent.step()
            yield Reached(inf, kind, self.pause(), STEPS_PER_ROUND)
        bound = problem.bound(descent.point)
        n_words, n_components = len(descent.point.roots), problem.n_components
        work = STEP * STEPS_PER_ROUND * n_words**2 * (n_components + 10)
        bounds = (*self._courses[kind].bounds[1:], bound)
        goes_on, grows = descent.n_steps < MAX_DESCENT_STEPS, False
        size = min(2 * n_words, MAX_WORDS)
        if goes_on and len(bounds) % ROUNDS_TO_GROW == 0:
            grows = descent.can_grow(size, MIN_STAGE)
            goes_on = grows or bound <= bounds[-ROUNDS_TO_GROW] * (1 - MIN_STAGE)
        yield self._reached(kind, bound, work, goes_on, 0)
        if grows:
            self._problem = problem.of_size(size)
            self._descent = descent.extended(self._problem)
            yield Reached(inf, kind, self.pause())

    def row_bound(self) -> Iterator[Reached]:
        """Lower the bound by rows; the first turn reads A, and yields meanwhile."""
        if not self._rows:
            problem = self._problem
            for _ in read_neighbours(problem.covariance, problem.sparsity):
                yield Reached(inf, "row_bound", self.pause())
            self._rows = RowDescent(problem, rows_of(problem))
        bound, n_rows = self._rows.round(self._problem)
        work = ROW_STEP * STEPS_PER_ROUND * n_rows
        goes_on = self._rows.goes_on
        yield self._reached("row_bound", bound, work, goes_on, STEPS_PER_ROUND)

    def column_bound(self) -> Iterator[Reached]:
        """Lower the bound by columns, from the prices where that by rows has ended."""
        problem = self._problem
        descent = self._columns
        if not descent:
            rows = rows_of(problem)
            point = (self._rows or RowDescent(problem, rows)).best
            descent = ColumnDescent(problem, rows, point, self._supports)
            self._columns, self._rows = descent, None
        bound, n_products = descent.round(problem)
        goes_on = descent.goes_on
        yield self._reached("column_bound", bound, PRODUCT * n_products, goes_on, 1)

    def _reached(
        self, kind: str, bound: float, work: float, goes_on: bool, n_steps: int
    ) -> Reached:
        self._courses[kind] = self._courses[kind].after(bound, work, goes_on)
        return Reached(bound, kind, self.pause(), n_steps)


def _first_courses(problem: BoundProblem) -> dict[str, Course]:
    most, n_words = problem.variance_bound(), problem.covariance.n_words
    begun = {"eigenvalue_bound": 0.0}
    if 1 < n_words <= MAX_ROW_WORDS:
        # A search has mostly read the rows; whether it has may not change the answer.
        begun |= {"row_bound": 0.0, "column_bound": POOL}
    return {kind: Course((most,), (work,)) for kind, work in begun.items()}
