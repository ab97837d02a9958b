"""Varimax: the leading eigenvectors, rotated towards sparse ones and matched.

It is what factor analysis does before small loadings are dropped (Kaiser 1958), with
the matching to share out the words, and loadings fitted again to the words chosen.
"""

from collections.abc import Iterator
from concurrent.futures import Executor

import numpy as np

from spca_core.methods.rivals.rounding import best_so_far
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Incumbent
from spca_core.problem.spectrum import Spectrum, leading_spectrum
from spca_core.steps.matching import match_supports
from spca_core.steps.rotation import rotate

# Of the eigenvalues, in what is rotated: neither is always the better.
POWERS = 0.0, 0.5


def varimax(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Incumbent]:
    """Yield the better of two rotations' supports; the seed plays no part."""
    words = covariance.words_by_variance
    # So that the order of the words in the corpus does not matter.
    ordered = covariance.restricted(words)
    spectrum = executor.submit(
        leading_spectrum, ordered, settings.n_components
    ).result()
    tasks = (
        executor.submit(rotated_supports, spectrum, settings.sparsity, power)
        for power in POWERS
    )
    yield from best_so_far(covariance, (words[task.result()] for task in tasks))


def rotated_supports(spectrum: Spectrum, sparsity: int, power: float) -> np.ndarray:
    """Match the squares of V lambda^power, rotated.

    V are the leading eigenvectors of the covariance, lambda their eigenvalues.
    """
    values, vectors = spectrum
    return match_supports(rotate(vectors * values**power).T ** 2, sparsity)
