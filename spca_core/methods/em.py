"""EM for sparse PCA with deflation (Sigg and Buhmann, ICML 2008).

With the scores y = S w / (w^T w) of the E-step, the M-step's regression of S on y gives
a multiple of S^T S w: cut and normalised, EM is a truncated power iteration. It differs
from TPower in its random starts, in when it stops, and in that it cuts softly: as in
the authors' R package nsprcomp, the weights are then fitted again on the support.
"""

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np

from spca_core.methods.deflation import Found, deflate
from spca_core.methods.power import Rule, best_component, random_starts
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent

# Those of the authors' own code.
RULE = Rule(most_iterations=100, least_change=1e-3, soft=True)
STARTS = 5


def em(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components found so far: each the best of several random starts."""

    def find_component(free: Covariance, seed: np.random.SeedSequence) -> Found:
        starts = random_starts(free.n_words, STARTS + settings.extra_starts, seed)
        return best_component(free, settings.sparsity, RULE, starts, executor)

    return deflate(covariance, settings, find_component)
