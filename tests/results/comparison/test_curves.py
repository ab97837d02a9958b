"""Curves: medians and bands of the runs by size, on any scale, and of their traces."""

from dataclasses import replace
from statistics import median

import numpy as np
import pandas as pd
import pytest

from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.comparison import charts, curves
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


def test_a_scale_and_an_axis_that_there_are_not_are_refused_by_name():
    with pytest.raises(InputError, match=r"absolute, relative; got 'cubic'"):
        curves.on_scale(TABLE, "cubic")
    with pytest.raises(InputError, match=r"along must be one of .*; got 'hours'"):
        curves.quantile_bands(curves.improvements(RUNS), "hours")


@pytest.mark.parametrize(
    ("places", "values", "expected"),
    [
        (range(1, 9), [3, 3, 3, 3, 4, 4, 4, 4], {1: 3, 5: 4, 8: 4}),
        ([1, 1, 2, 4, 4], [3, 4, 5, 6, 7], {1: 4, 2: 5, 4: 7}),
    ],
)
def test_of_a_level_its_ends_are_kept_and_of_two_values_at_one_place_the_later(
    places, values, expected
):
    table = pd.DataFrame({"seconds": places, "value": np.array(values, float)})
    kept = curves.quantile_bands(table.assign(method="joint", seed=0), "seconds")
    assert dict(zip(kept["seconds"], kept["median"], strict=True)) == expected


def test_names_are_apart_in_their_order_within_the_picture():
    ends = [1.0, 1.001, 1.002, 5.0, 9.999, 10.0]
    table = pd.DataFrame({"method": list("abcdef"), "median": ends})
    table = table.assign(low=ends, high=ends)
    axis = charts.domain(table)
    placed = charts.end_labels(table, axis)["label"].to_numpy()
    low, high = axis
    gaps = np.diff(placed) / (high - low)
    assert (gaps > charts.LINE_HEIGHT * (1 - 1e-9)).all()
    assert placed.max() <= high * (1 + 1e-9)
    assert placed[3] == pytest.approx(5.0), "what has room stays at its end"


def test_an_axis_shows_what_is_drawn_and_little_more():
    table = pd.DataFrame({"low": [22.0, 30.0], "high": [25.0, 143.0]})
    low, high = charts.domain(table)
    assert 14 < low < 22
    assert 143 < high < 160
    assert charts.domain(table, pd.Series([200.0]))[1] > 200


def test_only_limits_near_the_highest_curve_of_their_size_are_in_sight():
    bands = curves.quantile_bands(TABLE)
    highest = bands.groupby("n_components")["high"].max()
    limits = pd.DataFrame({"n_components": highest.index, "proof": "certificate"})
    for share, seen in ((1.0, True), (1.4, True), (1.6, False), (9.0, False)):
        shown = curves.limits_in_sight(
            limits.assign(upper_bound=share * highest.to_numpy()), bands
        )
        assert len(shown) == len(limits) * seen


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


def test_a_curve_goes_from_the_last_first_value_to_the_last_end():
    bands = curves.quantile_bands(curves.improvements(RUNS), curves.SECONDS)
    for method, curve in bands.groupby("method"):
        runs = [run for run in RUNS if method_label(run) == method]
        first = max(run.trace[0].processor_seconds for run in runs)
        last = max(run.processor_seconds for run in runs)
        assert (curve["seconds"].iloc[0], curve["seconds"].iloc[-1]) == (first, last)
        assert curve["seconds"].is_monotonic_increasing


def test_a_long_curve_is_thinned_but_keeps_its_ends_and_its_values():
    runs = made_runs(("em",), 5, n_points=curves.MAX_STEPS)
    points = curves.improvements(runs)
    band = curves.quantile_bands(points, "seconds")
    assert len(band) == curves.MAX_STEPS < points["seconds"].nunique()
    assert band["seconds"].iloc[-1] == points["seconds"].max()
    values = [[value_at(run, x) for x in band["seconds"]] for run in runs]
    expected = np.median(values, axis=0)
    assert band["median"].tolist() == pytest.approx(expected.tolist())


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


@pytest.mark.parametrize("along", [curves.SIZES, curves.SECONDS])
@pytest.mark.parametrize("n_seeds", [1, 2, 5, 6])
def test_few_seeds_are_shown_one_by_one_and_have_no_band(along: str, n_seeds: int):
    runs = [*made_runs(("em",), n_seeds), made_run("tpower")]
    make = curves.improvements if along == curves.SECONDS else curves.cumulative
    table = make(runs)
    bands, seeds = curves.quantile_bands(table, along), curves.few_seeds(table, along)
    of_em = bands[bands["method"] == "EM sPCA"]
    is_shown = 1 < n_seeds < 6
    assert (of_em["low"] < of_em["high"]).any() == (n_seeds >= 6)
    assert set(seeds["method"]) == ({"EM sPCA"} if is_shown else set())
    if is_shown:
        whole = seeds[seeds["n_components"] == 3]
        assert sorted(whole["value"]) == pytest.approx(
            sorted(run.captured_variance for run in runs[:-1])
        )
        assert len(seeds) == n_seeds * (1 if along == curves.SECONDS else 3)
    said = curves.about_seeds(n_seeds)
    assert ("Circles" in said) == is_shown
    assert ("percentile" in said) == (n_seeds >= 6)
