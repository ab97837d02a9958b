"""Varimax: the leading eigenvectors, rotated towards sparse ones and matched.

They span the best subspace, but their words overlap; an orthogonal rotation of them
spans the same. Varimax seeks the one whose squared loadings vary most. Factor analysis
does so before it drops small loadings (Kaiser, Psychometrika 23, 1958); here the
matching assigns the words, and the loadings are refitted on them. Nothing proves that
this gives the best disjoint supports, but it is a good start. The criterion has many
optima, so factor analysis often begins at random rotations too; here restarts do.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial

import numpy as np

from spca_core.methods.baselines.rounding import best_so_far, first_rotation
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.spectrum import Spectrum, leading_spectrum
from spca_core.running.in_turn import in_order, on_worker
from spca_core.running.stopping import stopping_point
from spca_core.steps.matching import match_supports

# Exponents of the eigenvalues that scale the vectors: neither is always better.
POWERS = 0.0, 0.5
MAX_ROTATIONS = 60
MIN_STEP = 1e-4  # relative, of the criterion; a smaller gain ends the rotation


@best_so_far
def varimax(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[np.ndarray]:
    """Yield the better of two rotations' supports; only a restart uses the seed."""
    spectrum = on_worker(executor, leading_spectrum, covariance, settings.n_components)
    rotated = partial(
        rotated_supports, spectrum, settings.sparsity, first_rotation(settings)
    )
    return in_order(executor, rotated, POWERS)


def rotated_supports(
    spectrum: Spectrum, sparsity: int, first: np.ndarray, power: float
) -> np.ndarray:
    """Match the squares of V lambda^power, rotated.

    V holds the leading eigenvectors of the covariance, lambda their eigenvalues.

    first : the rotation to begin at, (k, k)
    """
    values, vectors = spectrum
    return match_supports(rotate((vectors * values**power) @ first).T ** 2, sparsity)


def rotate(loadings: np.ndarray) -> np.ndarray:
    """Return the loadings, (n_words, n_components), rotated by varimax (gamma = 1).

    Every step is the polar factor of the criterion's gradient.
    """
    rotated, reached = loadings, 0.0
    for _ in range(MAX_ROTATIONS):
        stopping_point()
        spread = rotated * (rotated**2 - (rotated**2).mean(axis=0))
        left, values, right = np.linalg.svd(loadings.T @ spread)
        rotated = loadings @ (left @ right)
        if values.sum() <= reached * (1.0 + MIN_STEP):
            break
        reached = values.sum()
    return rotated
