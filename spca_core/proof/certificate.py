"""The certificate: a proven upper bound on what any topics can capture.

Three bounds are lowered in a fixed order, so that the same data give the same answer:
by rows of A, which soon rests; by eigenvalues, mostly the lowest on dense data; and by
columns, mostly the lowest on texts. The last two are left where they begin far above
the others. Last comes the optimum, where the supports can be listed.
"""

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cache
from math import inf
from typing import Any

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
from spca_core.proof.descent import eigenvalue_bounds
from spca_core.proof.rows import RowDescent
from spca_core.proof.splitting import without_split
from spca_core.running.bars import last_shown
from spca_core.running.parallel import one_blas_thread
from spca_core.running.stopping import within

FOR_COMPARISON = 1e-6  # of eigenvectors that are not part of the proof
OPTIMAL = 1e-6  # a bound that is higher by at most this share counts as reached
FIRST_WORDS = 600  # of the working set
MAX_ROW_WORDS = 20_000  # reading their rows takes seconds
NEAR = 1.1  # a bound of up to so many times the lowest may yet come below it
STOP_REASONS = ("finished", "seconds", "gap", "stop")


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
        Number of steps so far; each ends with a bound.
    seconds : float
        What they took.
    stopped_by : str
        "finished" if the proof has come to its end; "seconds" or "gap", the limit that
        ended it; or "stop", as by Ctrl-C.
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
    cluster, progress : optional
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

    corpus = as_corpus(data, progress)
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
    after  : a certificate for the same question, whose bounds are the first
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
            yield replace(latest, stopped_by="seconds")


@cache
def _warm(*, is_sparse: bool, centred: bool) -> None:
    """Run the descents on a few made-up words, once per process.

    As for the methods, compiling their kernels must not count towards a time limit.
    """
    problem = BoundProblem(
        made_up(is_sparse=is_sparse, centred=centred), 1, 2, FIRST_WORDS
    )
    for _ in lowered(problem, None, near=inf):
        pass


def _certificates(
    covariance: Covariance,
    settings: Settings,
    supports: np.ndarray | None,
    gap: float,
    after: Certificate | None,
) -> Iterator[Certificate]:
    size = settings.n_components, settings.sparsity
    begun = certificate = after or Certificate(
        n_components=size[0], sparsity=size[1], variance_bound=inf
    )
    start = time.perf_counter() - begun.seconds
    captured = 0.0
    if supports is not None:
        captured = float(covariance.in_units(captured_variance(covariance, supports)))
    problem = BoundProblem(covariance, *size, FIRST_WORDS)
    for number, (kind, bound) in enumerate(lowered(problem, supports)):
        least = float(covariance.in_units(bound))
        lowest: dict[str, Any] = {kind: min(least, getattr(certificate, kind))}
        certificate = replace(
            certificate,
            steps=begun.steps + number,
            seconds=time.perf_counter() - start,
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
    yield replace(certificate, dense_variance=dense, stopped_by=ended)


def lowered(
    problem: BoundProblem, supports: np.ndarray | None, near: float = NEAR
) -> Iterator[tuple[str, float]]:
    """Yield bounds after their kinds.

    near : go on with a bound that is at most so many times the lowest
    """
    yield "variance_bound", problem.variance_bound()
    if problem.complete:
        yield "eigenvalue_bound", problem.bound(without_split(problem.matrix))
    by_eigenvalues = eigenvalue_bounds(problem)
    lowest = first = next(by_eigenvalues)
    yield "eigenvalue_bound", first
    rows = None
    if 1 < problem.covariance.n_words <= MAX_ROW_WORDS:
        rows = RowDescent(problem)
        while rows.goes_on:
            yield "row_bound", rows.round()
    if not rows or first < near * rows.lowest:
        for bound in by_eigenvalues:
            lowest = min(lowest, bound)
            yield "eigenvalue_bound", bound
    if rows and rows.lowest < near * lowest:
        columns = ColumnDescent(problem, rows.best, supports)
        while columns.goes_on:
            yield "column_bound", columns.round()
    if can_list_choices(problem):
        yield "choice_bound", choice_bound(problem)
