"""Find disjoint sparse components of a corpus, by any method."""

import os
import time
from collections.abc import Generator, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.methods.registry import search_of, warm
from spca_core.methods.restarts import restarted
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.settings import Settings
from spca_core.problem.solution import (
    Candidate,
    Solution,
    TracePoint,
    leading_components,
)
from spca_core.running.parallel import one_blas_thread
from spca_core.running.processor_time import Meter


def solutions(
    data: Corpus,
    settings: Settings,
    executor: Executor | None = None,
    cluster: Executor | None = None,
    spend: float | None = None,
) -> Iterator[Solution]:
    """Yield the best solution so far, with most methods several times a second.

    The one-at-a-time methods yield after each component. Leaving the loop stops the
    method; its best solution is the last one yielded. The final solution's `stopped_by`
    says whether the method finished or reached its time limit. The number of workers
    changes the time, never the answer.

    spend  : processor seconds for the search and its restarts: no more are made than
             come nearest, nor more than the settings say
    raises : InputError, before the first solution, if there are too few words, or none
             varies
    """
    settings.check_fits(data.n_words, data.name)
    with one_blas_thread(), _workers(executor) as workers:
        covariance = covariance_of(data, settings, cluster)
        covariance.check_varies()
        meter = Meter()

        def search(asked: Settings) -> Iterator[Solution]:
            return _solutions(covariance, asked, workers, meter)

        yield from meter.steps(restarted(search, settings, spend))


@contextmanager
def _workers(executor: Executor | None) -> Generator[Executor]:
    if executor:
        yield executor
        return
    workers = ThreadPoolExecutor(os.cpu_count())
    try:
        yield workers
    finally:
        workers.shutdown(cancel_futures=True)


def _solutions(
    covariance: Covariance, settings: Settings, executor: Executor, meter: Meter
) -> Iterator[Solution]:
    is_sparse = not covariance.is_dense
    warm(settings.method, is_sparse=is_sparse, centred=settings.centred)
    clock = _Clock(meter)
    candidates = search_of(settings.method)(covariance, settings, executor)
    first = next(candidates)
    supports = first.supports
    solution = _advance((), covariance, settings, first, clock)
    for candidate in chain([first], candidates):
        if not np.array_equal(candidate.supports, supports):
            solution = _advance(solution.trace, covariance, settings, candidate, clock)
        supports, seconds = candidate.supports, clock.seconds
        solution = replace(
            solution,
            seconds=seconds,
            processor_seconds=clock.processor_seconds,
            candidates=candidate.candidates,
            remarks=candidate.remarks.in_units(covariance),
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
    candidate: Candidate,
    clock: "_Clock",
) -> Solution:
    """Return the solution for a candidate's new supports, with a new trace point."""
    supports, loadings, values = leading_components(covariance, candidate.supports)
    variances = covariance.in_units(values)
    point = TracePoint(
        clock.seconds,
        clock.processor_seconds,
        candidate.candidates,
        len(supports),
        float(variances.sum()),
    )
    return Solution(
        settings=settings,
        supports=supports,
        loadings=loadings,
        variances=variances,
        trace=(*trace, point),
        seconds=point.seconds,
        processor_seconds=point.processor_seconds,
        candidates=candidate.candidates,
        stopped_by="stop",
    )


class _Clock:
    """What a run has taken since the code was compiled: on the clock, and of it."""

    def __init__(self, meter: Meter) -> None:
        self._meter, self._start = meter, time.perf_counter()
        self._before = meter.seconds

    @property
    def seconds(self) -> float:
        return time.perf_counter() - self._start

    @property
    def processor_seconds(self) -> float:
        return self._meter.seconds - self._before
