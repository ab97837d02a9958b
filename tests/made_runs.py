"""Runs and topics that no search has found, so that none need be compiled."""

from dataclasses import replace
from typing import Any

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import dense
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, TracePoint
from spca_core.topics import Topics


def made_topics(
    corpus: Corpus, n_components: int, sparsity: int, **more: Any
) -> Topics:
    """Return topics of the first words in their order, which are the planted ones.

    They have the best loadings on the counts; more are settings.
    """
    numbers, found = dense(corpus.observations), []
    for first in range(0, n_components * sparsity, sparsity):
        block = numbers[:, first : first + sparsity]
        values, vectors = np.linalg.eigh(block.T @ block / len(numbers))
        order = np.argsort(-abs(vectors[:, -1]), kind="stable")
        loading = vectors[order, -1]
        found.append((values[-1], first + order, loading * np.sign(loading[0])))
    found.sort(key=lambda topic: -topic[0])
    variances, supports, loadings = map(np.array, zip(*found, strict=True))
    of = {"n_components": n_components, "sparsity": sparsity, "method": "tpower"}
    solution = Solution(
        settings=Settings(**of | more),
        supports=supports,
        loadings=loadings,
        variances=variances,
        trace=(TracePoint(0.1, 0.1, 5, n_components, float(variances.sum())),),
        seconds=0.1,
        processor_seconds=0.1,
        candidates=5,
        stopped_by="finished",
    )
    return Topics.of(corpus, solution)


def made_run(
    method: str = "joint",
    seed: int = 0,
    n_components: int = 3,
    sparsity: int = 4,
    n_words: int = 30,
    n_found: int | None = None,
    n_points: int = 6,
    **settings,
) -> Solution:
    """A run whose numbers depend on its arguments only; n_found < k: it was stopped."""
    found = n_components if n_found is None else n_found
    rng = np.random.default_rng([seed, n_components, *method.encode()])
    variances = np.sort(rng.gamma(5.0, size=found))[::-1]
    loadings = np.sort(rng.random((found, sparsity)) + 0.1)[:, ::-1]
    rising = np.sort(rng.uniform(0, variances.sum(), n_points))
    rising[-1:] = variances.sum()
    seconds, processor_seconds, candidates = (
        np.cumsum(rng.exponential(size=n_points)),
        np.cumsum(rng.exponential(size=n_points)),
        np.cumsum(rng.integers(1, 9, n_points)),
    )
    return Solution(
        settings=Settings(
            method=method,
            seed=seed,
            n_components=n_components,
            sparsity=sparsity,
            **settings,
        ),
        supports=rng.permutation(n_words)[: found * sparsity].reshape(found, sparsity),
        loadings=loadings / np.linalg.norm(loadings, axis=1, keepdims=True),
        variances=variances,
        trace=tuple(
            TracePoint(*point)
            for point in zip(
                seconds.tolist(),
                processor_seconds.tolist(),
                candidates.tolist(),
                [found] * n_points,
                rising.tolist(),
                strict=True,
            )
        ),
        seconds=seconds[-1] + 1.0,
        processor_seconds=processor_seconds[-1] + 1.0,
        candidates=int(candidates[-1]) + 3,
        stopped_by="finished" if found == n_components else "stop",
    )


def made_runs(methods: tuple[str, ...], n_seeds: int, **options) -> list[Solution]:
    """Runs of each method with seeds 0, 1, ..."""
    return [
        made_run(method, seed, **options)
        for method in methods
        for seed in range(n_seeds)
    ]


def picked(solution: Solution, order: list[int] | np.ndarray) -> Solution:
    """The same solution with some of its components, in that order."""
    return replace(
        solution,
        supports=solution.supports[order],
        loadings=solution.loadings[order],
        variances=solution.variances[order],
    )
