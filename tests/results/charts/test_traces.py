"""Traces: steps, drawn as they were, on axes straight or logarithmic."""

import pytest

from spca_core.results import curves
from spca_core.results.charts.curves import curve_chart
from tests.made_runs import made_runs

RUNS = made_runs(("joint", "em"), 5)
POINTS = curves.points(RUNS)


def table_of(along: str = "seconds"):
    return curves.bands(POINTS, along)


def test_values_are_held_until_the_next_step():
    band, line, ends, _ = curve_chart(table_of(), along="seconds").to_dict()["layer"]
    assert band["mark"]["interpolate"] == line["mark"]["interpolate"] == "step-after"
    assert (band["mark"]["type"], line["mark"]["type"]) == ("area", "line")
    assert {"filter": "datum.last"} in ends["transform"]
    assert len(set(ends["encoding"]["shape"]["scale"]["range"])) == 2


def test_the_legend_chooses_the_methods_of_which_all_is_drawn():
    chart = curve_chart(table_of(), along="seconds").to_dict()
    (parameter,) = chart["params"]
    assert parameter["bind"] == "legend"
    for layer in chart["layer"]:
        only = {"filter": {"param": parameter["name"], "empty": False}}
        assert only in layer["transform"]


@pytest.mark.parametrize("along", curves.AXES)
@pytest.mark.parametrize("scale", curves.SCALES)
def test_both_axes_are_called_after_what_they_show(along: str, scale: str):
    *layers, _ = curve_chart(table_of(along), scale, along).to_dict()["layer"]
    for layer in layers:
        assert layer["encoding"]["x"]["title"] == curves.AXES[along]
        assert layer["encoding"]["y"]["title"] == curves.SCALES[scale]


def test_every_step_is_drawn():
    sets = curve_chart(table_of(), along="seconds").to_dict()["datasets"].values()
    rows = max(sets, key=len)
    assert len(rows) == len(table_of())


@pytest.mark.parametrize("axis", ["x", "y"])
def test_on_a_logarithmic_axis_stands_nothing_that_is_not_positive(axis: str):
    column = {"x": "seconds", "y": "median"}[axis]
    table = table_of()
    table.loc[0, column] = 0.0
    straight = curve_chart(table, along="seconds").to_dict()
    chart = curve_chart(
        table, along="seconds", **{f"logarithmic_{axis}": True}
    ).to_dict()
    before, after = (
        max(one["datasets"].values(), key=len) for one in (straight, chart)
    )
    assert len(after) == len(before) - 1
    assert min(row[column] for row in after) > 0
    for layer in chart["layer"][:3]:
        assert layer["encoding"][axis]["scale"]["type"] == "log"
    assert "log" not in str(straight["layer"])
