"""Points C of the net that the paper's method tries: here, sampled at random."""

import numpy as np


def random_directions(
    rng: np.random.Generator, n_points: int, n_components: int, rank: int
) -> np.ndarray:
    """Return (n_points, n_components, rank): every row uniform on the unit sphere."""
    normals = rng.standard_normal((n_points, n_components, rank))
    return normals / np.linalg.norm(normals, axis=2, keepdims=True)
