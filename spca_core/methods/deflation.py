"""Components one at a time: the words already used are removed before the next."""

from collections.abc import Callable, Iterator

import numpy as np

from spca_core.covariance import Covariance
from spca_core.settings import Settings
from spca_core.solution import Incumbent

# Given A, the indices of the words still free and s: the support of one component,
# and how many candidates were weighed for it.
FindSupport = Callable[[Covariance, np.ndarray, int], tuple[np.ndarray, int]]


def deflate(
    covariance: Covariance, settings: Settings, find_support: FindSupport
) -> Iterator[Incumbent]:
    """Yield the components so far, each found on the words that the others left."""
    supports = np.empty((0, settings.sparsity), dtype=np.int64)
    free = np.arange(covariance.n_words)
    candidates = 0
    for _ in range(settings.n_components):
        support, tried = find_support(covariance, free, settings.sparsity)
        supports = np.vstack([supports, support])
        free = np.setdiff1d(free, support)
        candidates += tried
        yield Incumbent(supports, candidates)
