"""Eigenvectors rotated towards sparse ones: varimax (Kaiser, Psychometrika 23, 1958).

The leading eigenvectors span the best subspace, but their words overlap; an orthogonal
rotation of them spans the same. Varimax seeks the one whose squared loadings vary most.
Nothing proves that this gives the best disjoint supports, but it is a good start.
"""

import numpy as np

from spca_core.corpus.stopping import stopping_point

MAX_ROTATIONS = 60
MIN_GAIN = 1e-4  # relative, of the criterion in a step; less ends the rotation


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
        if values.sum() <= reached * (1.0 + MIN_GAIN):
            break
        reached = values.sum()
    return rotated
