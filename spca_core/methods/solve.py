"""Find disjoint sparse components of a corpus, by any method."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.matrices import as_corpus
from spca_core.methods.registry import SEARCHES, warm
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import (
    Incumbent,
    Solution,
    TracePoint,
    leading_components,
)
from spca_core.steps.parallel import one_blas_thread


def solve(
    data: Corpus | Any,
    n_components: int,
    sparsity: int,
    *,
    method: str = "joint",
    centred: bool | None = None,
    seed: int = 0,
    effort: str = "normal",
    sketch: str = "svd",
    rank: int = 5,
    candidates: int = 10_000,
    epsilon: float = 0.2,
    extra_starts: int = 0,
    seconds: float | None = None,
    pinned: tuple[tuple[int, ...], ...] = (),
    executor: Executor | None = None,
) -> Solution:
    """Find disjoint sparse principal components.

    Parameters
    ----------
    data : Corpus, or a matrix of shape (n_documents, n_words)
        A matrix is a NumPy array, a SciPy sparse matrix or a pandas DataFrame.
    n_components : int
        How many components.
    sparsity : int
        How many words each of them has; no word is in two.
    method : str
        "joint", "bipartite", "tpower", "em", "span", "exact", "varimax", "nmf", "lda"
        or "sparse_pca".
    centred : bool, optional
        Whether each word's mean is subtracted first. By default it is unless the data
        are counts.
    seed : int
        Where the random choices begin. The same data, options and seed give the same
        answer, whatever the number of workers.
    effort : {"quick", "normal", "thorough"}
        How long the joint search goes on without progress.
    sketch : {"svd", "randomised", "gaussian", "streaming"}
        What "bipartite" and "span" work on.
    rank : int
        Of the sketch.
    candidates : int
        How many points of the net "bipartite" tries at most, and how many directions
        "span" tries for each component.
    epsilon : float
        Of the net of "bipartite".
    extra_starts : int
        Random starts of "tpower" and "em" for each component, beyond the usual.
    seconds : float, optional
        Stop there, with the best so far.
    pinned : tuple of tuples of int
        Groups of columns that the joint search keeps together, each group in a
        component of its own.
    executor : concurrent.futures.Executor, optional
        Where the work is spread; by default a thread for each processor.

    Returns
    -------
    Solution
        `supports`, `loadings`, `variances` and `captured_variance`, best first.

    Raises
    ------
    InputError
        If an option is out of its limits, or there are too few words.

    Examples
    --------
    >>> import numpy as np
    >>> import spca_core
    >>> counts = np.array([[3, 2, 0, 0], [2, 3, 0, 0], [0, 0, 1, 2], [0, 0, 2, 1]])
    >>> solution = spca_core.solve(counts, 2, 2, centred=False)
    >>> [sorted(support) for support in solution.supports.tolist()]
    [[0, 1], [2, 3]]
    >>> round(solution.captured_variance, 6)
    8.5
    """
    corpus = as_corpus(data)
    settings = Settings(
        n_components=n_components,
        sparsity=sparsity,
        method=method,
        centred=corpus.kind.centred if centred is None else centred,
        seed=seed,
        effort=effort,
        sketch=sketch,
        rank=rank,
        candidates=candidates,
        epsilon=epsilon,
        extra_starts=extra_starts,
        seconds=seconds,
        pinned=pinned,
    )
    *_, solution = solutions(corpus, settings, executor)
    return solution


def solutions(
    data: Corpus, settings: Settings, executor: Executor | None = None
) -> Iterator[Solution]:
    """Yield the best solution so far: every few hundredths of a second by most methods.

    The one-at-a-time methods yield after each component. To leave the loop stops the
    method; the solution at hand is its best. The last solution says, by `stopped_by`,
    whether the method has finished or met its cap of seconds. The number of workers
    changes the time, never the answer.

    Raises
    ------
    InputError
        Before the first solution, if there are too few words.
    """
    settings.check_fits(data.n_words)
    with one_blas_thread(), _workers(executor) as workers:
        yield from _solutions(data, settings, workers)


@contextmanager
def _workers(given: Executor | None) -> Iterator[Executor]:
    """Lend an executor; one of our own is shut down at the end, with all its work."""
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
            remarks=incumbent.remarks.in_units(covariance),
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
    variances = covariance.in_units(variances)
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
