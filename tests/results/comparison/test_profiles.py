"""Profiles: methods held against many corpora, read from experiments' files."""

import numpy as np
import pandas as pd
import pytest

from spca_core.results.comparison import profiles
from spca_core.results.files.experiment import read_experiment, to_experiment
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

COSTS = pd.DataFrame(
    [
        ("a", "EM", 1, 0.0, 1.0, 2.0, np.inf),
        ("a", "TPower", 1, 0.1, 4.0, np.inf, np.inf),
        ("b", "EM", 1, 0.2, 3.0, np.inf, np.inf),
        ("b", "TPower", 1, 0.0, 1.0, 1.0, 5.0),
        ("c", "EM", 1, 0.0, 2.0, 2.0, 2.0),
    ],
    columns=["problem", "method", "runs", *profiles.MEASURES],
)


def slow_share(method: str, measure: str, most: float) -> float:
    """The share of the problems on which a method is within a cost, one by one."""
    solved = 0
    for problem in ("a", "b", "c"):
        of_one = COSTS[COSTS["problem"] == problem].set_index("method")[measure]
        cost = of_one.get(method, np.inf)
        if measure != profiles.CAPTURED:
            cost = cost / of_one.min() if np.isfinite(cost) else np.inf
        solved += bool(cost <= most)
    return solved / 3


@pytest.mark.parametrize("measure", profiles.MEASURES)
def test_a_profile_is_the_share_of_problems_within_each_cost(measure: str):
    table = profiles.profile(COSTS, measure)
    assert set(table["method"]) == {"EM", "TPower"}
    for row in table.itertuples():
        assert row.share == slow_share(row.method, measure, row.cost)
    rising = table.groupby("method")["share"].is_monotonic_increasing
    assert rising.all()


def test_costs_come_from_the_files_alone_and_a_share_never_reached_is_said():
    read = []
    for corpus in (planted_corpus(seed, 3, 4) for seed in (0, 1)):
        runs = [
            solve(corpus, 3, 4, method=method, seed=seed, effort="quick")
            for method in ("joint", "tpower")
            for seed in (0, 1)
        ]
        read.append(read_experiment(to_experiment(corpus, runs).encode()))
    table = profiles.costs(read)
    assert table["problem"].nunique() == 2
    assert table.groupby("problem")[profiles.CAPTURED].min().eq(0.0).all()
    times = table[list(profiles.NEAR)].to_numpy()
    assert (np.diff(times) >= 0).all()
    assert (times > 0).all()
    weak = COSTS[COSTS["to_999"].eq(np.inf)]
    assert set(profiles.readable_costs(weak)[profiles.HEADINGS["to_999"]]) == {"never"}
    assert profiles.costs([]).empty
