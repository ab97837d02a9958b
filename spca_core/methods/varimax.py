"""Varimax: the leading eigenvectors, rotated towards sparse ones and matched.

Factor analysis does so before it drops small loadings (Kaiser 1958); here the matching
assigns the words, and the loadings are refitted on them.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial

import numpy as np

from spca_core.corpus.in_turn import in_order, on_worker
from spca_core.methods.rivals.rounding import best_so_far
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent
from spca_core.problem.spectrum import Spectrum, leading_spectrum
from spca_core.steps.matching import match_supports
from spca_core.steps.rotation import rotate

# Of the eigenvalues that scale the rotated vectors: neither is always better.
POWERS = 0.0, 0.5


def varimax(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the better of two rotations' supports; the seed is not used."""
    words = covariance.words_by_variance
    # The order of the words in the corpus must not matter.
    ordered = covariance.restricted(words)
    spectrum = on_worker(executor, leading_spectrum, ordered, settings.n_components)
    rotated = partial(rotated_supports, spectrum, settings.sparsity)
    found = in_order(executor, rotated, POWERS)
    yield from best_so_far(covariance, (words[supports] for supports in found))


def rotated_supports(spectrum: Spectrum, sparsity: int, power: float) -> np.ndarray:
    """Match the squares of V lambda^power, rotated.

    V has the leading eigenvectors of the covariance, lambda their eigenvalues.
    """
    values, vectors = spectrum
    return match_supports(rotate(vectors * values**power).T ** 2, sparsity)
