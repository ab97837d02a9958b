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

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.matrices import as_corpus
from spca_core.corpus.weighting import as_usual
from spca_core.methods.registry import SEARCHES, warm
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.parallel import one_blas_thread
from spca_core.problem.settings import Settings
from spca_core.problem.solution import (
    Incumbent,
    Solution,
    TracePoint,
    leading_components,
)


def solve(
    data: Corpus | Any,
    n_components: int,
    sparsity: int,
    *,
    method: str = "joint",
    weighting: str | None = None,
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
    cluster: Executor | None = None,
) -> Solution:
    """Find disjoint sparse principal components.

    Parameters
    ----------
    data : Corpus, or a matrix of shape (n_documents, n_words)
        A matrix is a NumPy array, a SciPy sparse matrix or a pandas DataFrame.
    n_components, sparsity : int
        Number of components, and of words in each; no word is in two.
    method : str
        "joint", "bipartite", "tpower", "em", "span", "exact", "varimax", "nmf", "lda"
        or "sparse_pca".
    weighting : str, optional
        What a count is worth: "tf-idf", which is usual for counts, "counts" (the
        paper's, usual for other numbers), "log", "count-idf" or "binary".
    centred : bool, optional
        Whether each word's mean is subtracted first. By default it is, unless the data
        are counts that are not weighted by tf-idf.
    seed : int
        Seed of the random choices. The same data, options and seed give the same
        answer with any number of workers.
    effort : {"quick", "normal", "thorough"}
        How long the joint search goes on without progress.
    sketch : {"svd", "randomised", "gaussian", "streaming"}
        The sketch that "bipartite" and "span" use.
    rank : int
        Rank of the sketch.
    candidates : int
        Maximum number of points of the net that "bipartite" tries, and number of
        directions that "span" tries for each component.
    epsilon : float
        Fineness of the net of "bipartite".
    extra_starts : int
        Additional random starts of "tpower" and "em" for each component.
    seconds : float, optional
        Time limit, after which the best solution so far is returned.
    pinned : tuple of tuples of int
        Groups of columns that the joint search keeps together, each group in a
        different component.
    executor : concurrent.futures.Executor, optional
        Runs the search; by default a pool with one thread per processor.
    cluster : concurrent.futures.Executor, optional
        Computes sums over the documents, such as a Dask client's; by default threads.

    Returns
    -------
    Solution
        `supports`, `loadings`, `variances` and `captured_variance`, best first.

    Raises
    ------
    InputError
        If an option is outside its limits, or there are too few words.

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
    weighting, centred = as_usual(corpus.kind, weighting, centred)
    settings = Settings(
        n_components=n_components,
        sparsity=sparsity,
        method=method,
        weighting=weighting,
        centred=centred,
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
    *_, solution = solutions(corpus, settings, executor, cluster)
    return solution


def solutions(
    data: Corpus,
    settings: Settings,
    executor: Executor | None = None,
    cluster: Executor | None = None,
) -> Iterator[Solution]:
    """Yield the best solution so far, with most methods several times a second.

    The one-at-a-time methods yield after each component. Leaving the loop stops the
    method; its best solution is the last one yielded. The final solution's `stopped_by`
    tells whether the method finished or reached its time limit. The number of workers
    changes the time, never the answer.

    raises : InputError, before the first solution, if there are too few words
    """
    settings.check_fits(data.n_words)
    with one_blas_thread(), _workers(executor) as workers:
        covariance = covariance_of(data, settings, cluster)
        yield from _solutions(covariance, settings, workers)


@contextmanager
def _workers(given: Executor | None) -> Iterator[Executor]:
    """Yield the given executor, or a new one that is shut down at the end."""
    if given:
        yield given
        return
    own = ThreadPoolExecutor(os.cpu_count())
    try:
        yield own
    finally:
        own.shutdown(cancel_futures=True)


def _solutions(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Solution]:
    is_sparse = not isinstance(covariance.observations, np.ndarray)
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
    """Return the solution for an incumbent's new supports, with a new trace point."""
    supports, loadings, values = leading_components(covariance, incumbent.supports)
    variances, seconds = covariance.in_units(values), time.perf_counter() - start
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
