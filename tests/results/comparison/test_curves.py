"""Curves: medians and bands of the runs by size, on any scale, and of their traces."""

from dataclasses import replace
from statistics import median

import numpy as np
import pytest

from spca_core.problem.solution import Solution
from spca_core.results.comparison import curves
from spca_core.results.comparison.runs import method_label
from tests.made_runs import made_run, made_runs

COMPARED = ("joint", "tpower")
RUNS = made_runs(COMPARED, 7)
TABLE = curves.cumulative(RUNS)


def test_every_run_has_a_row_a_number_of_its_components():
    assert len(TABLE) == sum(len(run.supports) for run in RUNS)
    of_runs = TABLE.groupby(["method", "seed"])
    for run in RUNS:
        rows = of_runs.get_group((method_label(run), run.settings.seed))
        sums = [run.variances[:n].sum() for n in rows["n_components"]]
        assert rows["n_components"].tolist() == [1, 2, 3]
        assert rows["value"].tolist() == pytest.approx(sums)


def test_totals_are_of_the_runs_that_have_all_their_components():
    stopped = made_run("em", n_components=3, n_found=2)
    table = curves.total_per_run([*RUNS, stopped, made_run(n_components=2)])
    assert table["n_components"].tolist() == [3] * len(RUNS) + [2]
    values = [run.captured_variance for run in RUNS]
    assert table["value"].tolist()[:-1] == pytest.approx(values)


@pytest.mark.parametrize("scale", curves.SCALES)
def test_as_long_as_no_run_is_whole_there_is_nothing_to_draw(scale: str):
    stopped = made_run("tpower", n_components=3, n_found=1)
    assert curves.quantile_bands(
        curves.on_scale(curves.total_per_run([stopped]), scale)
    ).empty


def test_the_median_is_the_middle_run_and_the_band_lies_about_it():
    bands = curves.quantile_bands(TABLE)
    assert len(bands) == len(COMPARED) * 3
    values = TABLE.groupby(["method", "n_components"])["value"]
    for row in bands.itertuples():
        runs = values.get_group((row.method, row.n_components))
        assert row.median == pytest.approx(median(runs))
        ranked = sorted(runs)
        assert ranked[1] < row.low < ranked[2]
        assert ranked[4] < row.high < ranked[5]
        assert row.n_seeds == 7


@pytest.mark.parametrize("unit", [1.0, 1e-6])
def test_the_best_of_as_many_components_is_one_and_no_run_is_above(unit: float):
    measured = TABLE.assign(value=TABLE["value"] * unit)
    table = curves.on_scale(measured, "relative")
    for n_components, runs in table.groupby("n_components"):
        absolute = TABLE.loc[TABLE["n_components"] == n_components, "value"]
        assert runs["value"].max() == 1
        shares = (absolute / absolute.max()).tolist()
        assert runs["value"].tolist() == pytest.approx(shares)
    nothing = curves.on_scale(TABLE.assign(value=0.0), "relative")
    assert (nothing["value"] == 0).all(), "no share of nothing"


def value_at(run: Solution, x: float) -> float:
    """What a run had found after x seconds, looked up point by point."""
    found = [p.captured_variance for p in run.trace if p.processor_seconds <= x]
    return run.captured_variance if x >= run.processor_seconds else found[-1]


def test_of_one_run_each_step_has_its_value_and_of_several_their_quantiles():
    run = made_run(n_points=50)
    band = curves.quantile_bands(curves.improvements([run]), curves.SECONDS)
    assert band["seconds"].tolist() == [
        *(point.processor_seconds for point in run.trace),
        run.processor_seconds,
    ]
    values = [point.captured_variance for point in run.trace]
    assert band["median"].tolist() == [*values, values[-1]]
    assert (band["low"] == band["high"]).all()
    bands = curves.quantile_bands(curves.improvements(RUNS), curves.SECONDS)
    for row in bands.itertuples():
        runs = [run for run in RUNS if method_label(run) == row.method]
        values = [value_at(run, row.seconds) for run in runs]
        expected = np.quantile(values, [0.5, 0.2, 0.8])
        assert [row.median, row.low, row.high] == pytest.approx(expected.tolist())
        assert row.n_seeds == len(runs)


def test_by_rank_a_method_with_a_sketch_has_its_own_rank_and_others_are_the_same():
    ranks = [
        replace(run, settings=replace(run.settings, rank=rank))
        for run, rank in zip(made_runs(("bipartite",), 3), (2, 5, 9), strict=True)
    ]
    table = curves.by_rank([*ranks, made_run("tpower")]).set_index("method")
    assert table.loc["Bipartite (paper)", "rank"].tolist() == [2, 5, 9]
    assert table.loc["Bipartite (paper)", "value"].tolist() == pytest.approx(
        [run.captured_variance for run in ranks]
    )
    assert table.loc["TPower", "rank"].tolist() == list(range(2, 11))
    assert table.loc["TPower", "value"].nunique() == 1
