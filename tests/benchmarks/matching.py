"""One matching with its scan, on KOS, against scipy's assignment on all words."""

import time

import numpy as np
from scipy.optimize import linear_sum_assignment

from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.steps.matching import project_and_match
from spca_core.steps.net import random_points
from spca_core.steps.sketch import truncated_svd
from tests.benchmarks.data import read_published

N_COMPONENTS, SPARSITY, RANK = 8, 15, 5
N_POINTS = 20


def main() -> None:
    covariance = Covariance.of(read_published("KOS"), centred=False)
    factor = truncated_svd(covariance, Settings(rank=RANK)).factor
    factor = factor[np.argsort(-(factor**2).sum(axis=1))]
    norms = (factor**2).sum(axis=1)
    workspace = np.zeros((N_COMPONENTS + 1, len(factor)))
    seed = np.random.SeedSequence(0)
    (points,) = random_points(seed, N_POINTS, N_COMPONENTS, RANK)
    project_and_match(factor, norms, points[0], SPARSITY, workspace)  # compiles
    ours, theirs = [], []
    for point in points:
        start = time.perf_counter()
        supports = project_and_match(factor, norms, point, SPARSITY, workspace)
        ours.append(time.perf_counter() - start)
        start = time.perf_counter()
        weights = (point @ factor.T) ** 2
        slots = np.repeat(weights, SPARSITY, axis=0)
        rows, words = linear_sum_assignment(slots, maximize=True)
        theirs.append(time.perf_counter() - start)
        total = np.take_along_axis(weights, supports, axis=1).sum()
        assert np.isclose(total, slots[rows, words].sum(), rtol=1e-12)
    print(f"ours    {np.median(ours) * 1e6:9.0f} microseconds")
    print(f"scipy   {np.median(theirs) * 1e6:9.0f} microseconds")
    print(f"ratio   {np.median(theirs) / np.median(ours):9.0f} (wanted: at least 50)")


if __name__ == "__main__":
    main()
