"""Points C of the k-th power of a net of the sphere, for the paper's method.

Only one of c and -c is in the net, and only one order of the columns of C is tried: the
others give the same candidate.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement, islice
from math import ceil, sqrt

import numpy as np

from spca_core.formatting import LARGEST

MAX_NET = 1_000_000  # of a net that is kept in memory
BATCH = 200  # points C in a batch: about 20 ms of matching


def half_net(rank: int, radius: float) -> np.ndarray:
    """Return unit vectors (n_points, rank), one within `radius` of u or -u for any u.

    They are the centres of equal cells on the faces x_i = 1 of the cube [-1, 1]^rank,
    projected to the sphere. Any u or -u, scaled, is on such a face, within `radius` of
    a centre. Neither is inside the ball, and projecting to it increases no distance.
    """
    n_cells = _cells_per_side(rank, radius)
    cells = np.indices((n_cells,) * (rank - 1))
    grid = (2 * cells.reshape(rank - 1, n_cells ** (rank - 1)).T + 1) / n_cells - 1
    faces = [np.insert(grid, axis, 1.0, axis=1) for axis in range(rank)]
    points = np.vstack(faces)
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def half_net_size(rank: int, radius: float) -> int:
    """Return how many points `half_net` has, without making them; capped."""
    return capped_product(rank, _cells_per_side(rank, radius), rank - 1)


def _cells_per_side(rank: int, radius: float) -> int:
    """Return how many cells make half a cell's diagonal at most `radius`."""
    return max(ceil(sqrt(rank - 1) / radius), 1)


def power_size(n_points: int, n_components: int) -> int:
    """Return the number of multisets of `n_components` points; capped."""
    return capped_choices(n_points + n_components - 1, n_components)


def power(net: np.ndarray, n_components: int) -> Iterator[np.ndarray]:
    """Yield every multiset of points once, in batches (n, n_components, rank)."""
    indices = combinations_with_replacement(range(len(net)), n_components)
    while batch := list(islice(indices, BATCH)):
        yield net[np.array(batch)]


def random_points(
    seed: np.random.SeedSequence, n_points: int, n_components: int, rank: int
) -> Iterator[np.ndarray]:
    """Yield `n_points` random points C in batches, every row uniform on the sphere."""
    rng = np.random.default_rng(seed)
    for first in range(0, n_points, BATCH):
        size = min(BATCH, n_points - first)
        normals = rng.standard_normal((size, n_components, rank))
        yield normals / np.linalg.norm(normals, axis=2, keepdims=True)


def capped_product(factor: int, base: int, exponent: int) -> int:
    """Return factor * base^exponent, at most LARGEST."""
    return min(factor * base**exponent, LARGEST)


def capped_choices(n: int, k: int) -> int:
    """Return how many ways there are to choose k of n, at most LARGEST."""
    choices = 1
    for i in range(min(k, n - k)):
        # Each step gives a whole number, at least the one before.
        choices = choices * (n - i) // (i + 1)
        if choices >= LARGEST:
            return LARGEST
    return choices
