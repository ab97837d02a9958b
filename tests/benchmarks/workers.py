"""Two workers against one, in pairs: the ratio of times, and whether answers agree."""

import statistics
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from tests.benchmarks.data import read_published
from tests.oracles import solve_counts as solve

PAIRS = 5
WANTED = 1.7
RUNS = {
    "perturbation starts": {"method": "joint", "effort": "thorough"},
    "candidates": {"method": "bipartite", "candidates": 20_000},
    "restarts": {"method": "em", "extra_starts": 35},
}


def main() -> None:
    kos = read_published("KOS")
    for name, options in RUNS.items():
        timed(kos, 2, options)  # compiles
        ratios, same = [], True
        for _ in range(PAIRS):
            one, two = timed(kos, 1, options), timed(kos, 2, options)
            ratios.append(one.seconds / two.seconds)
            same &= np.array_equal(one.supports, two.supports)
        ratio = statistics.median(ratios)
        print(
            f"{name:20s} {one.seconds:5.2f} s / {two.seconds:5.2f} s = {ratio:.2f} "
            f"({min(ratios):.2f} to {max(ratios):.2f}, wanted {WANTED}), "
            f"{'same answer' if same else 'ANOTHER ANSWER'}"
        )


def timed(corpus: Corpus, n_workers: int, options: dict) -> Solution:
    """Run on KOS (8, 15) with so many workers."""
    with ThreadPoolExecutor(n_workers) as executor:
        return solve(corpus, 8, 15, executor=executor, **options)


if __name__ == "__main__":
    main()
