"""The verb: find disjoint sparse components of a corpus, by any method.

Kernels made ready before a clock starts: who runs first does not pay for all.
"""

import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.methods.registry import SEARCHES
from spca_core.problem.covariance import Covariance
from spca_core.problem.parallel import one_blas_thread
from spca_core.problem.settings import Settings
from spca_core.problem.solution import (
    Incumbent,
    Solution,
    TracePoint,
    leading_components,
)


def solve(
    data: Corpus,
    n_components: int,
    sparsity: int,
    *,
    method: str = "joint",
    executor: Executor | None = None,
    **options: Any,
) -> Solution:
    """Find `n_components` components of `sparsity` words that share none.

    executor : where the work is spread; a thread for each processor unless given
    options  : the other fields of Settings; centred as is usual for the kind of data
    raises   : InputError if an option is out of its limits or the words do not suffice
    """
    options.setdefault("centred", data.kind.centred)
    settings = Settings.of(
        n_components=n_components, sparsity=sparsity, method=method, **options
    )
    *_, solution = solutions(data, settings, executor)
    return solution


def solutions(
    data: Corpus, settings: Settings, executor: Executor | None = None
) -> Iterator[Solution]:
    """Yield the best solution so far: every few hundredths of a second by most methods.

    The one-at-a-time methods yield after each component.
    Who stops iterating has stopped the method and holds its best. The last solution
    says, by `stopped_by`, whether the method has finished or met its cap of seconds.
    The number of workers changes the time, never the answer.
    raises : InputError, before the first solution, if the words do not suffice
    """
    settings.check_fits(data.n_words)
    with one_blas_thread(), _workers(executor) as workers:
        yield from _solutions(data, settings, workers)


@contextmanager
def _workers(given: Executor | None) -> Iterator[Executor]:
    """Lend an executor: who stops iterating leaves no work of ours behind."""
    if given:
        yield given
        return
    own = ThreadPoolExecutor(os.cpu_count())
    try:
        yield own
    finally:
        own.shutdown(cancel_futures=True)


def _solutions(
    data: Corpus, settings: Settings, executor: Executor
) -> Iterator[Solution]:
    covariance = Covariance.of(data, centred=settings.centred)
    is_sparse = sparse.issparse(covariance.observations)
    warm(settings.method, is_sparse=is_sparse, centred=settings.centred)
    start = time.perf_counter()
    incumbents = SEARCHES[settings.method](covariance, settings, executor)
    first = next(incumbents)
    supports = first.supports
    solution = _advance((), covariance, settings, first, start)
    for incumbent in chain([first], incumbents):
        if not np.array_equal(incumbent.supports, supports):
            solution = _advance(solution.trace, covariance, settings, incumbent, start)
        supports, seconds = incumbent.supports, time.perf_counter() - start
        solution = replace(
            solution,
            seconds=seconds,
            candidates=incumbent.candidates,
            remarks=incumbent.remarks,
        )
        if settings.seconds is not None and seconds >= settings.seconds:
            yield replace(solution, stopped_by="seconds")
            return
        yield solution
    yield replace(solution, stopped_by="finished")


def _advance(
    trace: tuple[TracePoint, ...],
    covariance: Covariance,
    settings: Settings,
    incumbent: Incumbent,
    start: float,
) -> Solution:
    """Return the solution for an incumbent's new supports, its trace a point longer."""
    supports, loadings, variances = leading_components(covariance, incumbent.supports)
    seconds = time.perf_counter() - start
    point = TracePoint(seconds, incumbent.candidates, float(variances.sum()))
    return Solution(
        settings=settings,
        supports=supports,
        loadings=loadings,
        variances=variances,
        trace=(*trace, point),
        seconds=seconds,
        candidates=incumbent.candidates,
        stopped_by="stop",
    )


N_DOCUMENTS, N_WORDS = 40, 12


@cache
def warm(method: str, *, is_sparse: bool, centred: bool) -> None:
    """Run a method on a few made-up words, once in a process.

    Its kernels are then compiled, or read from disk, for data of that form: numba does
    so when one is first called, which takes seconds.
    """
    counts = np.random.default_rng(0).poisson(1.0, (N_DOCUMENTS, N_WORDS)).astype(float)
    data = sparse.csr_array(counts) if is_sparse else counts
    settings = Settings(
        n_components=2,
        sparsity=2,
        method=method,
        centred=centred,
        effort="quick",
        candidates=100,
    )
    with ThreadPoolExecutor(1) as executor:
        for _ in SEARCHES[method](Covariance(data, centred), settings, executor):
            pass
