"""Differences seed by seed: against the best method, with an interval, and counted."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.problem.solution import Solution
from spca_core.results import paired
from tests.made_runs import made_run


def runs_of(method: str, values: list[float]) -> list[Solution]:
    return [
        replace(made_run(method, seed), variances=np.array([value, 0.0, 0.0]))
        for seed, value in enumerate(values)
    ]


JOINT, EM, TPOWER = [10.0, 20.0, 30.0], [9.0, 20.0, 33.0], [19.0]
RUNS = [*runs_of("joint", JOINT), *runs_of("em", EM), *runs_of("tpower", TPOWER)]
TABLE = paired.differences(RUNS)


def test_runs_are_paired_by_seed_and_one_without_chance_with_the_median():
    assert paired.best_method(RUNS) == "Joint search"
    assert TABLE["difference"].tolist() == pytest.approx([-0.1, 0.0, 0.1, -0.05])
    assert TABLE["method"].tolist() == ["EM sPCA"] * 3 + ["TPower"]


def test_wins_ties_and_losses_are_counted_and_the_interval_holds_the_median():
    table = paired.summary(TABLE).set_index("method")
    em, tpower = table.loc["EM sPCA"], table.loc["TPower"]
    assert list(em[["wins", "ties", "losses", "n_runs"]]) == [1, 1, 1, 3]
    assert em["low"] <= em["median"] == 0.0 <= em["high"]
    assert (tpower["n_runs"], tpower["losses"]) == (1, 1)
    assert np.isnan(tpower["low"]), "one run has no interval"


def test_the_interval_holds_the_true_median_in_most_samples():
    rng, inside = np.random.default_rng(0), 0
    for _ in range(60):
        low, high = paired._interval(rng.normal(0.01, 0.01, 20))
        inside += low <= 0.01 <= high
    assert inside >= 50


def test_alone_a_method_has_nothing_to_differ_from():
    assert paired.differences(runs_of("joint", JOINT)).empty
