"""Every method on KOS (8, 15), raw: variance, share of the best known, seconds."""

from spca_core.solve import solve
from tests.benchmarks.kos import read_kos

BEST_KNOWN = 62.90285
RUNS = [
    *({"method": "joint", "seed": seed} for seed in range(5)),
    *({"method": "joint", "effort": "thorough", "seed": seed} for seed in range(2)),
    {"method": "bipartite", "rank": 5, "candidates": 10_000},
    {"method": "tpower"},
]


def main() -> None:
    kos = read_kos()
    for method in ("joint", "bipartite"):  # compiles
        solve(kos, 2, 3, method=method, effort="quick", candidates=10)
    for options in RUNS:
        solution = solve(kos, 8, 15, **options)
        best = solution.trace[-1]
        print(
            f"{solution.captured_variance:9.5f}  "
            f"{solution.captured_variance / BEST_KNOWN:8.4%}  "
            f"{solution.seconds:6.2f} s, best after {best.seconds:5.2f} s  {options}"
        )


if __name__ == "__main__":
    main()
