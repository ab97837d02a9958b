"""Curves over seeds: medians and bands of the runs, on any of three scales."""

from dataclasses import replace
from statistics import median

import numpy as np
import pandas as pd
import pytest

from spca_core.errors import InputError
from spca_core.problem.method import METHODS
from spca_core.results import curves
from tests.made_runs import made_run, made_runs

COMPARED = ("joint", "tpower")
RUNS = made_runs(COMPARED, 5)
TABLE = curves.cumulative(RUNS)
LIMITS = pd.DataFrame(
    {"n_components": [1, 3], "upper_bound": [40.0, 100.0], "proof": "certificate"}
)


def test_every_run_has_a_row_a_number_of_its_components():
    assert len(TABLE) == sum(len(run.supports) for run in RUNS)
    for run in RUNS:
        rows = TABLE[
            (TABLE["method"] == METHODS[run.settings.method].label)
            & (TABLE["seed"] == run.settings.seed)
        ]
        sums = [run.variances[:n].sum() for n in rows["n_components"]]
        assert rows["n_components"].tolist() == [1, 2, 3]
        assert rows["value"].tolist() == pytest.approx(sums)


def test_totals_are_of_the_runs_that_have_all_their_components():
    stopped = made_run("em", n_components=3, n_found=2)
    table = curves.totals([*RUNS, stopped, made_run(n_components=2)])
    assert table["n_components"].tolist() == [3] * len(RUNS) + [2]
    values = [run.captured_variance for run in RUNS]
    assert table["value"].tolist()[:-1] == pytest.approx(values)


@pytest.mark.parametrize("scale", curves.SCALES)
def test_as_long_as_no_run_is_whole_there_is_nothing_to_draw(scale: str):
    stopped = made_run("tpower", n_components=3, n_found=1)
    assert curves.bands(curves.scaled(curves.totals([stopped]), scale, LIMITS)).empty


def test_the_median_is_the_middle_run_and_the_band_lies_about_it():
    bands = curves.bands(TABLE)
    assert len(bands) == len(COMPARED) * 3
    for row in bands.itertuples():
        runs = TABLE[
            (TABLE["method"] == row.method)
            & (TABLE["n_components"] == row.n_components)
        ]["value"]
        assert row.median == pytest.approx(median(runs))
        first, second, _, fourth, fifth = sorted(runs)
        assert first < row.low < second
        assert fourth < row.high < fifth
        assert row.n_seeds == 5


def test_one_run_has_no_band():
    bands = curves.bands(curves.cumulative([made_run(seed=4)]))
    assert (bands["low"] == bands["median"]).all()
    assert (bands["high"] == bands["median"]).all()
    assert bands["median"].tolist() == pytest.approx(
        made_run(seed=4).variances.cumsum()
    )


def test_bands_stand_in_the_order_of_the_runs():
    bands = curves.bands(curves.cumulative(RUNS[::-1]))
    labels = [METHODS[method].label for method in COMPARED[::-1]]
    assert bands["method"].drop_duplicates().tolist() == labels


@pytest.mark.parametrize("unit", [1.0, 1e-6])
def test_the_best_of_as_many_components_is_one_and_no_run_is_above(unit: float):
    measured = TABLE.assign(value=TABLE["value"] * unit)
    table = curves.scaled(measured, "relative", LIMITS)
    for n_components, runs in table.groupby("n_components"):
        absolute = TABLE.loc[TABLE["n_components"] == n_components, "value"]
        assert runs["value"].max() == 1
        assert (runs["value"] * absolute.max()).tolist() == pytest.approx(
            absolute.tolist()
        )


def test_the_gap_is_what_is_left_of_the_limit_and_rows_without_one_are_dropped():
    table = curves.scaled(TABLE, "gap", LIMITS)
    assert set(table["n_components"]) == set(LIMITS["n_components"])
    bounds = dict(LIMITS[["n_components", "upper_bound"]].to_numpy())
    for row in table.itertuples():
        value, bound = TABLE.at[row.Index, "value"], bounds[row.n_components]
        assert value + row.value * bound == pytest.approx(bound)


def test_no_gap_is_below_zero_though_rounding_lift_a_value_above_its_limit():
    value = TABLE["value"].max()
    limits = LIMITS.assign(upper_bound=value * (1 - 1e-12))
    assert (curves.scaled(TABLE, "gap", limits)["value"] >= 0).all()


@pytest.mark.parametrize("limits", [LIMITS, LIMITS.iloc[:0]])
def test_absolute_values_stay_as_they_are(limits: pd.DataFrame):
    pd.testing.assert_frame_equal(curves.scaled(TABLE, "absolute", limits), TABLE)


def test_without_limits_there_is_no_gap_to_show():
    table = curves.scaled(TABLE, "gap", LIMITS.iloc[:0])
    assert table.empty
    assert "nothing" in curves.text(curves.bands(table), "gap")


def test_where_a_curve_does_not_change_only_its_ends_are_kept():
    table = pd.DataFrame(
        {
            "method": "joint",
            "seed": 0,
            "candidates": range(1, 9),
            "value": [3.0] * 4 + [4.0] * 4,
        }
    )
    kept = curves.bands(table, "candidates")
    assert kept["candidates"].tolist() == [1, 5, 8]
    assert kept["median"].tolist() == [3, 4, 4]


def test_traces_are_put_on_the_same_scales():
    points = curves.points(RUNS)
    assert curves.scaled(points, "relative", LIMITS)["value"].max() == 1
    gaps = curves.scaled(points, "gap", LIMITS)
    assert gaps["value"].to_numpy() == pytest.approx(
        1 - points["value"].to_numpy() / 100.0
    )


def test_a_scale_that_there_is_not_is_refused_by_name():
    with pytest.raises(InputError, match=r"absolute, relative, gap; got 'cubic'"):
        curves.scaled(TABLE, "cubic", LIMITS)


def test_nothing_captured_is_no_share_of_nothing():
    nothing = curves.scaled(TABLE.assign(value=0.0), "relative", LIMITS)
    assert (nothing["value"] == 0).all()


def test_a_logarithmic_axis_gets_positive_numbers_only():
    table = pd.DataFrame(
        {"median": [0.0, 0.5, 0.2], "low": [0.0, 0.0, 0.2], "high": [0.1, 0.7, 0.3]}
    )
    shown = curves.above_zero(table)
    assert shown["median"].tolist() == [0.5, 0.2]
    assert (shown["low"] > 0).all()
    assert (shown["low"] <= shown["median"]).all()
    assert np.isfinite(np.log(shown)).all(axis=None)


def test_the_methods_that_reach_zero_are_named_once():
    table = curves.bands(TABLE)
    assert curves.text_of_zeros(table) == ""
    assert curves.text_of_zeros(table.assign(median=1e-9)) == ""
    reached = table["method"].iloc[0]
    said = curves.text_of_zeros(table.assign(median=0.0)[table["method"] == reached])
    assert said.count(reached) == 1
    assert set(table["method"]) - {reached}
    assert not any(other in said for other in set(table["method"]) - {reached})


@pytest.mark.parametrize("scale", curves.SCALES)
def test_in_words_every_method_has_its_end(scale: str):
    table = curves.bands(curves.scaled(TABLE, scale, LIMITS))
    said = curves.text(table, scale)
    assert said.startswith(curves.SCALES[scale])
    assert said.count("at 3 topics") == len(COMPARED)
    assert all(METHODS[method].label in said for method in COMPARED)


def test_of_two_values_at_one_place_the_later_holds():
    table = pd.DataFrame(
        {
            "method": "joint",
            "seed": 0,
            "candidates": [1, 1, 2, 4, 4],
            "value": [3.0, 4.0, 5.0, 6.0, 7.0],
        }
    )
    kept = curves.bands(table, "candidates")
    assert kept["median"].tolist() == [4, 5, 7]


@pytest.mark.parametrize(
    ("scale", "said"),
    [
        (
            "absolute",
            "A 0.50000 (0.25000 to 0.75000) at 3 topics; B 0.12500 at 2 topics",
        ),
        ("relative", "A 50.00% (25.00% to 75.00%) at 3 topics; B 12.50% at 2 topics"),
    ],
)
def test_in_words_an_end_has_its_band_if_it_has_one(scale: str, said: str):
    table = pd.DataFrame(
        {
            "method": ["A", "A", "B"],
            "n_components": [2, 3, 2],
            "median": [0.4, 0.5, 0.125],
            "low": [0.4, 0.25, 0.125],
            "high": [0.4, 0.75, 0.125],
        }
    )
    assert curves.text(table, scale).endswith(f": {said}.")


def test_a_sentence_says_who_captures_most_and_what_share_of_it_the_others_do():
    sets = {"joint": [6.0, 8.0, 7.0], "em": [10.0, 9.0, 1.0], "tpower": [9.0]}
    runs = [
        replace(made_run(method, seed), variances=np.array([value]))
        for method, values in sets.items()
        for seed, value in enumerate(values)
    ]
    whole = [replace(run, supports=run.supports[:1]) for run in runs]
    one_each = [
        replace(run, settings=replace(run.settings, n_components=1)) for run in whole
    ]
    assert curves.sentence(one_each) == (
        "EM sPCA captures most here: 9.0000, the median of 3 seeds. Of that, "
        "TPower captures as much, Joint search 77.77 %."
    )
    assert "No run" in curves.sentence([made_run(n_components=3, n_found=1)])


@pytest.mark.parametrize("logarithmic", [False, True])
def test_names_stand_apart_in_their_order_within_the_picture(logarithmic: bool):
    ends = [1.0, 1.001, 1.002, 5.0, 9.999, 10.0]
    table = pd.DataFrame({"method": list("abcdef"), "median": ends})
    table = table.assign(low=ends, high=ends)
    axis = curves.domain(table, logarithmic)
    placed = curves.end_labels(table, axis, logarithmic)["label"].to_numpy()
    low, high = axis
    scale = np.log if logarithmic else np.asarray
    gaps = np.diff(scale(placed)) / (scale(high) - scale(low))
    assert (gaps > curves.LABEL_GAP * (1 - 1e-9)).all()
    assert placed.max() <= high * (1 + 1e-9)
    assert placed[3] == pytest.approx(5.0), "what has room stays at its end"


def test_an_axis_shows_what_is_drawn_and_little_more():
    table = pd.DataFrame({"low": [22.0, 30.0], "high": [25.0, 143.0]})
    for logarithmic in (False, True):
        low, high = curves.domain(table, logarithmic)
        assert 14 < low < 22
        assert 143 < high < 160
    assert curves.domain(table, False, pd.Series([200.0]))[1] > 200
