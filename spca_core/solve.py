"""The verb: find disjoint sparse components of a corpus, by any method."""

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.covariance import Covariance
from spca_core.methods.registry import METHODS
from spca_core.settings import Settings
from spca_core.solution import Incumbent, Solution, TracePoint, leading_components


def solve(
    data: Corpus,
    n_components: int,
    sparsity: int,
    *,
    method: str = "joint",
    **options: Any,
) -> Solution:
    """Find `n_components` components of `sparsity` words that share none.

    options : the other fields of Settings
    raises  : InputError if an option is out of its limits or the words do not suffice
    """
    settings = Settings.of(
        n_components=n_components, sparsity=sparsity, method=method, **options
    )
    *_, solution = solutions(data, settings)
    return solution


def solutions(data: Corpus, settings: Settings) -> Iterator[Solution]:
    """Yield the best solution so far, every few hundredths of a second.

    Who stops iterating has stopped the method and holds its best. The last solution
    says, by `stopped_by`, whether the method has finished or met its cap of seconds.
    raises : InputError, before the first solution, if the words do not suffice
    """
    settings.check_fits(data.n_words)
    start = time.perf_counter()
    covariance = Covariance.of(data, centred=settings.centred)
    incumbents = METHODS[settings.method](covariance, settings)
    first = next(incumbents)
    supports = first.supports
    solution = _advance((), covariance, settings, first, start)
    for incumbent in chain([first], incumbents):
        if not np.array_equal(incumbent.supports, supports):
            solution = _advance(solution.trace, covariance, settings, incumbent, start)
        supports, seconds = incumbent.supports, time.perf_counter() - start
        solution = replace(solution, seconds=seconds, candidates=incumbent.candidates)
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
