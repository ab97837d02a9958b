"""Points of the net are near every direction, and each is tried once."""

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, sqrt

import numpy as np
from scipy.spatial import cKDTree

from spca_core.formatting import LARGEST
from spca_core.steps.net import (
    capped_choices,
    capped_product,
    half_net,
    half_net_size,
    power,
    power_size,
    random_points,
)
from tests.fuzz import in_one_test

RANKS = [2, 3, 4, 5]
RADII = [0.25, 0.3, 0.5, 1.0]
# Of a norm or a product of up to five terms of at most 1.
ROUNDING = 1e-14


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=-1, keepdims=True)


def farthest(directions: np.ndarray, net: np.ndarray) -> float:
    """Return how far the worst direction is from the nearest point or its negative."""
    distances, _ = cKDTree(np.vstack([net, -net])).query(directions)
    return float(np.max(distances))


@in_one_test("radius", RADII)
@in_one_test("rank", [1, *RANKS])
def test_every_direction_is_near_a_point_or_its_negative(rank: int, radius: float):
    net = half_net(rank, radius)
    rng = np.random.default_rng(rank)
    assert farthest(unit(rng.standard_normal((2_000, rank))), net) <= radius


@in_one_test("radius", RADII)
@in_one_test("rank", RANKS)
def test_so_are_the_corners_of_the_cells_which_are_the_farthest(
    rank: int, radius: float
):
    net = half_net(rank, radius)
    n_cells = round((len(net) / rank) ** (1 / (rank - 1)))
    corners = np.linspace(-1, 1, n_cells + 1)
    face = np.array(list(product([1.0], *[corners] * (rank - 1))))
    directions = unit(np.vstack([np.roll(face, axis, axis=1) for axis in range(rank)]))
    assert farthest(directions, net) <= radius + ROUNDING


@in_one_test("radius", [0.07, *RADII, 1.9])
@in_one_test("rank", [1, 2, 3, 4])
def test_the_size_is_computed_without_making_the_net(rank: int, radius: float):
    assert half_net(rank, radius).shape == (half_net_size(rank, radius), rank)


@in_one_test("n_components", [1, 2, 3, 4])
@in_one_test("n_points", [1, 2, 5, 9])
def test_every_multiset_of_points_comes_once(n_points: int, n_components: int):
    net = unit(np.random.default_rng(0).standard_normal((n_points, 3)))
    names = {point.tobytes(): name for name, point in enumerate(net)}
    tried = Counter(
        tuple(sorted(names[column.tobytes()] for column in C))
        for batch in power(net, n_components)
        for C in batch
    )
    every = combinations_with_replacement(range(n_points), n_components)
    assert tried == Counter(every)
    assert tried.total() == power_size(n_points, n_components)


def drawn(seed: int, n_points: int, n_components: int, rank: int) -> np.ndarray:
    batches = random_points(np.random.SeedSequence(seed), n_points, n_components, rank)
    return np.concatenate(list(batches))


@in_one_test("rank", [1, 2, 5])
def test_random_points_are_uniform_on_the_sphere_and_independent(rank: int):
    """Of a uniform u: E u = 0, E u u^T = I / r, and odd moments vanish.

    The variance of u_i^2 is 2 (r - 1) / (r^2 (r + 2)), that of u_i u_j 1 / (r (r + 2)),
    and of independent u, w that of u_i w_j is 1 / r^2. 5 standard errors each.
    """
    n = 20_000
    u, w = drawn(0, n, 2, rank).transpose(1, 0, 2)
    np.testing.assert_allclose(np.linalg.norm(u, axis=1), 1, rtol=ROUNDING)
    np.testing.assert_allclose(np.linalg.norm(w, axis=1), 1, rtol=ROUNDING)
    assert (abs(u.mean(axis=0)) <= 5 * sqrt(1 / rank / n)).all()
    spread = np.full((rank, rank), sqrt(1 / (rank * (rank + 2)) / n))
    np.fill_diagonal(spread, sqrt(2 * (rank - 1) / (rank**2 * (rank + 2)) / n))
    second = u.T @ u / n
    assert (abs(second - np.eye(rank) / rank) <= 5 * spread + ROUNDING * n).all()
    assert (abs(u.T @ w / n) <= 5 / rank / sqrt(n)).all()


def test_counts_that_may_be_too_large_to_list_are_exact_up_to_a_cap():
    for n, k in product((5, 24, 10**40), (0, 1, 2, 5)):
        assert capped_choices(n, k) == min(comb(n, k), LARGEST)
    assert capped_choices(10**1000, 1000) == LARGEST  # a number of a million digits
    assert capped_product(3, 2, 10) == 3 * 2**10
    assert capped_product(3, 44, 499) == LARGEST
