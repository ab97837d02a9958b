"""Traces: every improvement in its place, and what the seeds have in common."""

from dataclasses import replace

import numpy as np
import pytest

from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results import curves
from spca_core.results.runs import label
from tests.made_runs import made_run, made_runs

RUNS = made_runs(("joint", "tpower"), 5)
FIELDS = {"seconds": "processor_seconds", "candidates": "candidates"}
each_axis = pytest.mark.parametrize("along", curves.AXES)


def value_at(run: Solution, along: str, x: float) -> float:
    """What a run had found by x, looked up point by point."""
    name = FIELDS[along]
    found = [p.captured_variance for p in run.trace if getattr(p, name) <= x]
    return run.captured_variance if x >= getattr(run, name) else found[-1]


def test_every_improvement_and_the_end_have_a_row():
    points = curves.points(RUNS)
    assert len(points) == sum(len(run.trace) + 1 for run in RUNS)
    first = points.head(len(RUNS[0].trace) + 1)
    columns = ["seconds", "candidates", "value"]
    rows = [(row[1], row[2], row[4]) for row in RUNS[0].trace]
    assert first[columns].to_numpy()[:-1].tolist() == [list(row) for row in rows]
    assert first["seconds"].iloc[-1] == RUNS[0].processor_seconds
    assert first["candidates"].iloc[-1] == RUNS[0].candidates


@each_axis
def test_one_run_is_its_own_steps_exactly(along: str):
    run = made_run(n_points=50)
    band = curves.bands(curves.points([run]), along)
    assert band[along].tolist() == [
        *(getattr(point, FIELDS[along]) for point in run.trace),
        getattr(run, FIELDS[along]),
    ]
    values = [point.captured_variance for point in run.trace]
    assert band["median"].tolist() == [*values, values[-1]]
    assert (band["low"] == band["high"]).all()


@each_axis
def test_of_several_runs_each_step_has_their_quantiles(along: str):
    bands = curves.bands(curves.points(RUNS), along)
    for row in bands.itertuples():
        runs = [run for run in RUNS if label(run) == row.method]
        values = [value_at(run, along, getattr(row, along)) for run in runs]
        expected = np.quantile(values, [0.5, 0.2, 0.8])  # of five seeds
        assert [row.median, row.low, row.high] == pytest.approx(expected.tolist())
        assert row.n_seeds == len(runs)


@each_axis
def test_a_method_with_fewer_runs_than_another_has_the_same_curve_beside_it(along: str):
    few, many = made_runs(("tpower",), 1), made_runs(("joint",), 5)
    beside = curves.bands(curves.points([*few, *many]), along)
    for runs in (few, many):
        curve = beside[beside["method"] == label(runs[0])].reset_index(drop=True)
        assert curve.equals(curves.bands(curves.points(runs), along))


@each_axis
def test_a_curve_goes_from_the_last_first_value_to_the_last_end(along: str):
    bands = curves.bands(curves.points(RUNS), along)
    for method, curve in bands.groupby("method"):
        runs = [run for run in RUNS if label(run) == method]
        first = max(getattr(run.trace[0], FIELDS[along]) for run in runs)
        last = max(getattr(run, FIELDS[along]) for run in runs)
        assert (curve[along].iloc[0], curve[along].iloc[-1]) == (first, last)
        assert curve[along].is_monotonic_increasing


def test_steps_on_which_nothing_changes_are_left_out():
    run = made_run()
    idle = [point._replace(captured_variance=7.0) for point in run.trace]
    band = curves.bands(curves.points([replace(run, trace=tuple(idle))]), "seconds")
    assert band["seconds"].tolist() == [
        run.trace[0].processor_seconds,
        run.processor_seconds,
    ]


def test_a_long_curve_is_thinned_but_keeps_its_ends_and_its_values():
    runs = made_runs(("em",), 5, n_points=curves.MAX_STEPS)
    points = curves.points(runs)
    band = curves.bands(points, "seconds")
    assert len(band) == curves.MAX_STEPS < points["seconds"].nunique()
    assert band["seconds"].iloc[-1] == points["seconds"].max()
    held = [value_at(runs[0], "seconds", x) for x in band["seconds"]]
    others = [
        [value_at(run, "seconds", x) for x in band["seconds"]] for run in runs[1:]
    ]
    expected = np.median([held, *others], axis=0)
    assert band["median"].tolist() == pytest.approx(expected.tolist())


def test_a_run_without_a_trace_is_its_end():
    run = replace(made_run(), trace=())
    band = curves.bands(curves.points([run]), "seconds")
    assert band[["seconds", "median"]].to_numpy().tolist() == [
        [run.processor_seconds, run.captured_variance]
    ]


def test_of_no_points_there_is_no_band():
    band = curves.bands(curves.points(RUNS).iloc[:0], "seconds")
    assert band.empty
    assert "nothing" in curves.text(band, "gap", "seconds")


def test_an_axis_that_there_is_not_is_refused_by_name():
    with pytest.raises(InputError, match=r"'hours'.*seconds, candidates"):
        curves.bands(curves.points(RUNS), "hours")


@each_axis
def test_in_words_every_method_has_its_end(along: str):
    said = curves.text(curves.bands(curves.points(RUNS), along), "absolute", along)
    assert said.count(along) == 2 + 1  # once a method, and the axis
    assert all(label(run) in said for run in RUNS)


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
    points = curves.points([*runs, *made_runs(("joint",), 3)])
    whole = curves.bands(points[points["whole"]], along)
    begun = curves.beginnings(points, along)
    label_of = label(runs[0])
    first = max(getattr(run.trace[2], FIELDS[along]) for run in runs)
    assert whole[whole["method"] == label_of][along].iloc[0] == first
    assert set(begun["method"]) == {label_of}
    assert begun[along].min() == max(
        getattr(run.trace[0], FIELDS[along]) for run in runs
    )
    assert begun[along].max() == first
    nothing = curves.points(made_runs(("joint",), 2))
    assert curves.beginnings(nothing, along).empty


def test_of_few_seeds_no_band_is_made_up():
    few = curves.bands(
        curves.points(made_runs(("em",), curves.MIN_BAND - 1)), "seconds"
    )
    assert (few["low"] == few["median"]).all()
    assert (few["high"] == few["median"]).all()
