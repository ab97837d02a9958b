"""SpanSPCA with deflation (Papailiopoulos, Dimakis, Korokythakis, ICML 2013).

On a sketch V V^T the best component of s words lies, for some direction c, on the s
words of greatest |v_i . c|. The authors try all such supports, whose number grows with
the words to the power of the rank; here directions are sampled.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace

import numpy as np

from spca_core.methods.bipartite import search_net
from spca_core.methods.deflation import Component, deflate
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate, Remarks
from spca_core.steps.net import random_points
from spca_core.steps.sketch import sketch_of


def span(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the components found so far, each on a sketch of the words still free."""

    def find_component(free: np.ndarray, seed: np.random.SeedSequence) -> Component:
        left = covariance.restricted(free)
        sketch = sketch_of(left, replace(settings, n_components=1))
        points = random_points(seed, settings.candidates, 1, settings.rank)
        *_, best = search_net(sketch.factor, points, settings.sparsity, executor)
        remarks = Remarks(sketch_error=sketch.error, exhaustive=False)
        return Component(best.supports[0], best.tried, remarks)

    return deflate(covariance, settings, find_component)
