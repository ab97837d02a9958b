"""Components one at a time: the words already used are removed before the next.

Other deflations of the literature (Hotelling's, projection) change A instead and let a
word come again, so they do not give disjoint supports.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import NO_REMARKS, Incumbent, Remarks


class Found(NamedTuple):
    """One component: its words, and how many candidates were weighed for it."""

    support: np.ndarray
    candidates: int
    remarks: Remarks = NO_REMARKS


# Given A of the words still free, best variance first, and a seed.
FindComponent = Callable[[Covariance, np.random.SeedSequence], Found]


def deflate(
    covariance: Covariance, settings: Settings, find_component: FindComponent
) -> Iterator[Incumbent]:
    """Yield the components so far, each found on the words that the others left.

    The remarks are those on the first: it is found on the whole of A.
    """
    free, candidates = covariance.words_by_variance, 0
    supports = np.empty((0, settings.sparsity), dtype=np.int64)
    remarks = NO_REMARKS
    for seed in np.random.SeedSequence(settings.seed).spawn(settings.n_components):
        found = find_component(covariance.restricted(free), seed)
        supports = np.vstack([supports, free[found.support]])
        free = np.delete(free, found.support)
        candidates += found.candidates
        remarks = remarks if len(supports) > 1 else found.remarks
        yield Incumbent(supports, candidates, remarks)
