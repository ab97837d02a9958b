"""Truncated power method with deflation (Yuan and Zhang, JMLR 14, 2013)."""

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np

from spca_core.methods.deflation import Found, deflate
from spca_core.methods.power import Rule, Start, best_component, random_starts
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent

# Those of the authors' own code, their 1e-6 made relative: the answer must not change
# with the unit of the counts.
RULE = Rule(most_iterations=50, least_change=1e-6)


def tpower(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the components found so far: each from the word of greatest variance.

    Extra starts are random; the best of all is kept.
    """

    def find_component(free: Covariance, seed: np.random.SeedSequence) -> Found:
        heaviest = Start(np.zeros(1, dtype=np.int64), np.ones(1))
        starts = random_starts(free.n_words, settings.extra_starts, seed)
        return best_component(
            free, settings.sparsity, RULE, [heaviest, *starts], executor
        )

    return deflate(covariance, settings, find_component)
