"""Differences seed by seed: against the best method, with an interval, and counted."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binomtest

from spca_core.problem.solution import Solution
from spca_core.results.comparison import paired
from tests.fuzz import slowly
from tests.made_runs import made_run


def runs_of(method: str, values: list[float]) -> list[Solution]:
    return [
        replace(made_run(method, seed), variances=np.array([value, 0.0, 0.0]))
        for seed, value in enumerate(values)
    ]


JOINT, EM, TPOWER = [10.0, 20.0, 30.0], [9.0, 20.0, 33.0], [19.0]
RUNS = [*runs_of("joint", JOINT), *runs_of("em", EM), *runs_of("tpower", TPOWER)]
TABLE = paired.paired_differences(RUNS)


def test_runs_are_paired_by_seed_and_one_without_chance_with_the_median():
    assert paired.best_method(RUNS) == "Joint search"
    assert TABLE["difference"].tolist() == pytest.approx([-0.1, 0.0, 0.1, -0.05])
    assert TABLE["method"].tolist() == ["EM sPCA"] * 3 + ["TPower"]


def test_wins_ties_and_losses_are_counted():
    table = paired.summary_of_differences(TABLE).set_index("method")
    em, tpower = table.loc["EM sPCA"], table.loc["TPower"]
    assert list(em[["wins", "ties", "losses", "n_runs"]]) == [1, 1, 1, 3]
    assert em["median"] == 0.0
    assert (tpower["n_runs"], tpower["losses"]) == (1, 1)


def summary_of(gaps: np.ndarray) -> pd.Series:
    table = {"method": "EM sPCA", "seed": range(len(gaps)), "difference": gaps}
    return paired.summary_of_differences(pd.DataFrame(table)).iloc[0]


@pytest.mark.parametrize("n_seeds", range(1, 30))
def test_an_interval_holds_just_the_medians_that_the_sign_test_does_not_reject(
    n_seeds: int,
):
    gaps = np.random.default_rng(n_seeds).standard_normal(n_seeds)
    found = summary_of(gaps)
    ranked = np.sort(gaps)
    between = (ranked[1:] + ranked[:-1]) / 2
    kept = [
        here
        for here in (ranked[0] - 1, *between, ranked[-1] + 1)
        if binomtest(int((gaps < here).sum()), n_seeds).pvalue > 0.05
    ]
    # Of fewer than six, no median can be rejected, however far away.
    is_told = min(kept) > ranked[0]
    assert is_told == (n_seeds >= 6) == (not np.isnan(found["low"]))
    if is_told:
        assert found["low"] == ranked[ranked < min(kept)].max()
        assert found["high"] == ranked[ranked > max(kept)].min()


# Draws of differences, and their true median: even, skewed, with ties.
DRAWN = {
    "normal": (lambda rng, n: rng.normal(0.01, 0.01, n), 0.01),
    "skewed": (lambda rng, n: rng.exponential(1.0, n), np.log(2.0)),
    "ties": (lambda rng, n: rng.choice([-0.1, 0.0, 0.0, 0.2], n), 0.0),
}


@pytest.mark.parametrize("n_seeds", [7, *map(slowly, (6, 10, 20))])
@pytest.mark.parametrize("name", ["skewed", slowly("normal"), slowly("ties")])
def test_an_interval_of_95_percent_misses_the_median_at_most_as_often_as_it_says(
    name: str, n_seeds: int
):
    draw, middle = DRAWN[name]
    rng, missed, times = np.random.default_rng(0), 0, 400
    for _ in range(times):
        found = summary_of(draw(rng, n_seeds))
        missed += not found["low"] <= middle <= found["high"]
    # Four standard deviations above one in twenty; the bootstrap missed one in nine.
    assert missed <= times * 0.05 + 4 * np.sqrt(times * 0.05 * 0.95)


def test_too_few_seeds_for_an_interval_are_explained():
    few, enough = (
        paired.about_intervals(summary_of(np.arange(n)).to_frame().T) for n in (5, 6)
    )
    assert "interval that holds" not in few
    assert "at least 95 %" in enough


@pytest.mark.parametrize("best", ["joint", "star_greedy"])
def test_a_method_without_chance_is_one_run_whatever_its_seeds(best: str):
    values = [10.0, 20.0, 30.0, 20.0, 20.0, 20.0, 40.0]
    of_best = runs_of(best, values if best == "joint" else [20.0] * 7)
    table = paired.paired_differences([*of_best, *runs_of("tpower", [19.0] * 7)])
    assert table["difference"].tolist() == pytest.approx([-0.05])
    row = paired.summary_of_differences(table).iloc[0]
    assert row["n_runs"] == 1
    assert np.isnan(row["low"])


def test_against_a_best_method_without_chance_each_seed_of_another_counts():
    em = [9.0, 18.0, 19.0, 17.0, 16.0, 15.0, 19.0]
    table = paired.paired_differences(
        [*runs_of("tpower", [20.0] * 7), *runs_of("em", em)]
    )
    assert table["difference"].tolist() == pytest.approx(np.array(em) / 20 - 1)
    assert not paired.summary_of_differences(table)["low"].isna().any()


def test_alone_a_method_has_nothing_to_differ_from():
    assert paired.paired_differences(runs_of("joint", JOINT)).empty
    assert "only Joint search has one" in paired.too_few(runs_of("joint", JOINT))
    assert "none has one" in paired.too_few([])
    assert not paired.too_few(RUNS)
