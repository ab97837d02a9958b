"""Curves: medians and bands of the runs by size, on any scale, and of their traces."""

from dataclasses import replace
from statistics import median

import numpy as np
import pandas as pd
import pytest

from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.comparison import curves
from spca_core.results.comparison.runs import method_label
from tests.made_runs import made_run, made_runs

COMPARED = ("joint", "tpower")
RUNS = made_runs(COMPARED, 7)
TABLE = curves.cumulative(RUNS)
LIMITS = pd.DataFrame(
    {"n_components": [1, 3], "upper_bound": [40.0, 100.0], "proof": "certificate"}
)


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
    assert curves.bands(
        curves.on_scale(curves.total_per_run([stopped]), scale, LIMITS)
    ).empty


def test_the_median_is_the_middle_run_and_the_band_lies_about_it():
    bands = curves.bands(TABLE)
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
    table = curves.on_scale(measured, "relative", LIMITS)
    for n_components, runs in table.groupby("n_components"):
        absolute = TABLE.loc[TABLE["n_components"] == n_components, "value"]
        assert runs["value"].max() == 1
        shares = (absolute / absolute.max()).tolist()
        assert runs["value"].tolist() == pytest.approx(shares)
    nothing = curves.on_scale(TABLE.assign(value=0.0), "relative", LIMITS)
    assert (nothing["value"] == 0).all(), "no share of nothing"


def test_the_gap_is_what_is_left_of_the_limit_and_rows_without_one_are_dropped():
    table = curves.on_scale(TABLE, "gap", LIMITS)
    assert set(table["n_components"]) == set(LIMITS["n_components"])
    bounds = dict(LIMITS[["n_components", "upper_bound"]].to_numpy())
    for row in table.itertuples():
        value, bound = TABLE.at[row.Index, "value"], bounds[row.n_components]
        assert value + row.value * bound == pytest.approx(bound)
    rounded = LIMITS.assign(upper_bound=TABLE["value"].max() * (1 - 1e-12))
    assert (curves.on_scale(TABLE, "gap", rounded)["value"] >= 0).all(), "never below 0"
    assert curves.on_scale(TABLE, "gap", LIMITS.iloc[:0]).empty


def test_a_scale_and_an_axis_that_there_are_not_are_refused_by_name():
    with pytest.raises(InputError, match=r"absolute, relative, gap; got 'cubic'"):
        curves.on_scale(TABLE, "cubic", LIMITS)
    with pytest.raises(InputError, match=r"along must be one of .*; got 'hours'"):
        curves.bands(curves.improvements(RUNS), "hours")


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
    table = pd.DataFrame({"candidates": places, "value": np.array(values, float)})
    kept = curves.bands(table.assign(method="joint", seed=0), "candidates")
    assert dict(zip(kept["candidates"], kept["median"], strict=True)) == expected


def test_a_logarithmic_axis_gets_positive_numbers_only():
    table = pd.DataFrame(
        {"median": [0.0, 0.5, 0.2], "low": [0.0, 0.0, 0.2], "high": [0.1, 0.7, 0.3]}
    )
    shown = curves.above_zero(table)
    assert shown["median"].tolist() == [0.5, 0.2]
    assert (shown["low"] > 0).all()
    assert (shown["low"] <= shown["median"]).all()
    assert np.isfinite(np.log(shown)).all(axis=None)


@pytest.mark.parametrize("logarithmic", [False, True])
def test_names_are_apart_in_their_order_within_the_picture(logarithmic: bool):
    ends = [1.0, 1.001, 1.002, 5.0, 9.999, 10.0]
    table = pd.DataFrame({"method": list("abcdef"), "median": ends})
    table = table.assign(low=ends, high=ends)
    axis = curves.domain(table, logarithmic)
    placed = curves.end_labels(table, axis, logarithmic)["label"].to_numpy()
    low, high = axis
    scale = np.log if logarithmic else np.asarray
    gaps = np.diff(scale(placed)) / (scale(high) - scale(low))
    assert (gaps > curves.LINE_HEIGHT * (1 - 1e-9)).all()
    assert placed.max() <= high * (1 + 1e-9)
    assert placed[3] == pytest.approx(5.0), "what has room stays at its end"


def test_an_axis_shows_what_is_drawn_and_little_more():
    table = pd.DataFrame({"low": [22.0, 30.0], "high": [25.0, 143.0]})
    for logarithmic in (False, True):
        low, high = curves.domain(table, logarithmic)
        assert 14 < low < 22
        assert 143 < high < 160
    assert curves.domain(table, False, pd.Series([200.0]))[1] > 200


def test_only_limits_near_the_highest_curve_of_their_size_are_in_sight():
    bands = curves.bands(TABLE)
    highest = bands.groupby("n_components")["high"].max()
    limits = pd.DataFrame({"n_components": highest.index, "proof": "certificate"})
    for share, seen in ((1.0, True), (1.4, True), (1.6, False), (9.0, False)):
        shown = curves.limits_in_sight(
            limits.assign(upper_bound=share * highest.to_numpy()), bands
        )
        assert len(shown) == len(limits) * seen


FIELDS = {"seconds": "processor_seconds", "candidates": "candidates"}
each_axis = pytest.mark.parametrize("along", curves.AXES)


def value_at(run: Solution, along: str, x: float) -> float:
    """What a run had found by x, looked up point by point."""
    name = FIELDS[along]
    found = [p.captured_variance for p in run.trace if getattr(p, name) <= x]
    return run.captured_variance if x >= getattr(run, name) else found[-1]


@each_axis
def test_of_one_run_each_step_has_its_value_and_of_several_their_quantiles(along):
    run = made_run(n_points=50)
    band = curves.bands(curves.improvements([run]), along)
    assert band[along].tolist() == [
        *(getattr(point, FIELDS[along]) for point in run.trace),
        getattr(run, FIELDS[along]),
    ]
    values = [point.captured_variance for point in run.trace]
    assert band["median"].tolist() == [*values, values[-1]]
    assert (band["low"] == band["high"]).all()
    bands = curves.bands(curves.improvements(RUNS), along)
    for row in bands.itertuples():
        runs = [run for run in RUNS if method_label(run) == row.method]
        values = [value_at(run, along, getattr(row, along)) for run in runs]
        expected = np.quantile(values, [0.5, 0.2, 0.8])
        assert [row.median, row.low, row.high] == pytest.approx(expected.tolist())
        assert row.n_seeds == len(runs)


@each_axis
def test_a_curve_goes_from_the_last_first_value_to_the_last_end(along: str):
    bands = curves.bands(curves.improvements(RUNS), along)
    for method, curve in bands.groupby("method"):
        runs = [run for run in RUNS if method_label(run) == method]
        first = max(getattr(run.trace[0], FIELDS[along]) for run in runs)
        last = max(getattr(run, FIELDS[along]) for run in runs)
        assert (curve[along].iloc[0], curve[along].iloc[-1]) == (first, last)
        assert curve[along].is_monotonic_increasing


def test_a_long_curve_is_thinned_but_keeps_its_ends_and_its_values():
    runs = made_runs(("em",), 5, n_points=curves.MAX_STEPS)
    points = curves.improvements(runs)
    band = curves.bands(points, "seconds")
    assert len(band) == curves.MAX_STEPS < points["seconds"].nunique()
    assert band["seconds"].iloc[-1] == points["seconds"].max()
    values = [[value_at(run, "seconds", x) for x in band["seconds"]] for run in runs]
    expected = np.median(values, axis=0)
    assert band["median"].tolist() == pytest.approx(expected.tolist())


def with_parts(run: Solution, n_parts: int) -> Solution:
    """The run as of a method that takes one topic after another at first."""
    parts = [
        point._replace(n_components=min(place, 3)) if place <= n_parts else point
        for place, point in enumerate(run.trace, start=1)
    ]
    return replace(run, trace=tuple(parts))


@each_axis
def test_a_curve_begins_when_all_topics_are_there_and_before_that_is_no_result(along):
    runs = [with_parts(run, 2) for run in made_runs(("tpower",), 3)]
    points = curves.improvements([*runs, *made_runs(("joint",), 3)])
    whole = curves.bands(points[points["whole"]], along)
    begun = curves.incomplete_bands(points, along)
    label_of = method_label(runs[0])
    first = max(getattr(run.trace[2], FIELDS[along]) for run in runs)
    assert whole[whole["method"] == label_of][along].iloc[0] == first
    assert set(begun["method"]) == {label_of}
    assert begun[along].min() == max(
        getattr(run.trace[0], FIELDS[along]) for run in runs
    )
    assert begun[along].max() == first
    nothing = curves.improvements(made_runs(("joint",), 2))
    assert curves.incomplete_bands(nothing, along).empty


@pytest.mark.parametrize("along", [curves.SIZES, *curves.AXES])
@pytest.mark.parametrize("n_seeds", [1, 2, 5, 6])
def test_few_seeds_are_shown_one_by_one_and_have_no_band(along: str, n_seeds: int):
    runs = [*made_runs(("em",), n_seeds), made_run("tpower")]
    make = curves.improvements if along in curves.AXES else curves.cumulative
    table = make(runs)
    bands, seeds = curves.bands(table, along), curves.few_seeds(table, along)
    of_em = bands[bands["method"] == "EM sPCA"]
    is_shown = 1 < n_seeds < 6
    assert (of_em["low"] < of_em["high"]).any() == (n_seeds >= 6)
    assert set(seeds["method"]) == ({"EM sPCA"} if is_shown else set())
    if is_shown:
        whole = seeds[seeds["n_components"] == 3]
        assert sorted(whole["value"]) == pytest.approx(
            sorted(run.captured_variance for run in runs[:-1])
        )
        assert len(seeds) == n_seeds * (1 if along in curves.AXES else 3)
    said = curves.about_seeds(n_seeds)
    assert ("circle" in said) == is_shown
    assert ("percentile" in said) == (n_seeds >= 6)
