"""Deflation: components one at a time, each on the words that are still unused.

Other deflations in the literature (Hotelling's, projection) change A instead and may
use a word again, so they do not give disjoint supports.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from spca_core.methods.working_set import working_size
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import NO_REMARKS, Candidate, Remarks


class Component(NamedTuple):
    """One component: its words, and the number of candidates tried for it."""

    support: np.ndarray
    candidates: int
    remarks: Remarks = NO_REMARKS


# Takes the unused words, in descending variance, and a seed; the support found holds
# indices into these words.
FindComponent = Callable[[np.ndarray, np.random.SeedSequence], Component]


def deflate(
    covariance: Covariance, settings: Settings, find_component: FindComponent
) -> Iterator[Candidate]:
    """Yield the components so far, each found on the words that earlier ones left.

    The remarks are those on the first component, which is found on the whole of A.
    """
    free, candidates = covariance.words_by_variance, 0
    covariance.gram(free[: working_size(settings)])  # kept: it serves most requests
    supports = np.empty((0, settings.sparsity), dtype=np.int64)
    remarks = NO_REMARKS
    for seed in np.random.SeedSequence(settings.seed).spawn(settings.n_components):
        component = find_component(free, seed)
        supports = np.vstack([supports, free[component.support]])
        free = np.delete(free, component.support)
        candidates += component.candidates
        remarks = remarks if len(supports) > 1 else component.remarks
        yield Candidate(supports, candidates, remarks)
