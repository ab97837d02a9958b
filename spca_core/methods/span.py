"""SpanSPCA with deflation (Papailiopoulos, Dimakis, Korokythakis, ICML 2013).

On a sketch V V^T the best component of s words is, for some direction c, on the s words
of greatest |v_i . c|. Up to rank 2 every such support is weighed; above, directions are
sampled.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from spca_core.methods.bipartite import search
from spca_core.methods.deflation import Found, deflate
from spca_core.methods.plane import supports_in_plane
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent, Remarks
from spca_core.problem.spectrum import first_columns
from spca_core.steps.net import random_points
from spca_core.steps.sketch import sketch_of

MOST_EXACT = 2  # rank


def span(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components found so far, each on a sketch of the words still free."""

    def find_component(free: Covariance, seed: np.random.SeedSequence) -> Found:
        sketch = sketch_of(free, replace(settings, n_components=1))
        exact = settings.rank <= MOST_EXACT
        remarks = Remarks(sketch_error=sketch.error, exhaustive=exact)
        if exact:
            return _best_in_plane(sketch.factor, settings.sparsity, remarks)
        points = random_points(seed, settings.candidates, 1, settings.rank)
        *_, best = search(sketch.factor, points, settings.sparsity, executor)
        return Found(best.supports[0], best.tried, remarks)

    return deflate(covariance, settings, find_component)


def _best_in_plane(factor: np.ndarray, sparsity: int, remarks: Remarks) -> Found:
    """Weigh every support by lambda_max(V_I V_I^T)."""
    plane = first_columns(factor, MOST_EXACT)
    best, support, weighed = -1.0, np.arange(sparsity), 0
    for candidates in supports_in_plane(plane, sparsity):
        weighed += len(candidates)
        rows = plane[candidates]
        # V_I^T V_I has the same greatest eigenvalue, and is 2 x 2.
        values = np.linalg.eigvalsh(rows.transpose(0, 2, 1) @ rows)[:, -1]
        if values.max() > best:
            best, support = values.max(), candidates[values.argmax()]
    return Found(support, weighed, remarks)
