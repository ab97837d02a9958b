"""Curves over seeds: line and band of one look, and a legend that hides."""

import altair as alt
import pandas as pd
import pytest

from spca_core.problem.method import METHODS
from spca_core.results import curves
from spca_core.results.charts.curves import curve_chart, size_bars
from spca_core.results.charts.look import LIMIT_COLOUR
from tests.made_runs import made_runs

COMPARED = ("joint", "em")
TABLE = curves.bands(curves.cumulative(made_runs(COMPARED, 5)))
LIMITS = pd.DataFrame(
    {"n_components": [3], "upper_bound": [99.0], "proof": "certificate"}
)


def layers_of(chart: alt.LayerChart) -> list[dict]:
    return chart.to_dict()["layer"]


def test_the_band_goes_from_low_to_high_and_the_line_is_the_median():
    band, line, *_ = layers_of(curve_chart(TABLE))
    assert band["mark"]["type"] == "area"
    assert band["encoding"]["y"]["field"] == "low"
    assert band["encoding"]["y2"]["field"] == "high"
    assert line["encoding"]["y"]["field"] == "median"


@pytest.mark.parametrize("draw", [curve_chart, size_bars])
def test_the_legend_chooses_the_methods_of_which_all_is_drawn(draw):
    chart = draw(TABLE).to_dict()
    (parameter,) = chart["params"]
    assert parameter["bind"] == "legend"
    assert parameter["select"]["fields"] == ["method"]
    at_first = [one["method"] for one in parameter["value"]]
    assert at_first == [METHODS[method].label for method in COMPARED]
    for layer in chart["layer"]:
        (only,) = layer["transform"]
        assert only == {"filter": {"param": parameter["name"], "empty": False}}


def test_line_and_band_have_one_colour_and_the_line_a_shape_as_second_sign():
    band, line, marks, _ = layers_of(curve_chart(TABLE))
    assert band["encoding"]["color"] == line["encoding"]["color"]
    scale = marks["encoding"]["shape"]["scale"]
    assert scale["domain"] == [METHODS[method].label for method in COMPARED]
    assert len(set(scale["range"])) == len(COMPARED)


@pytest.mark.parametrize("scale", curves.SCALES)
def test_the_axis_is_called_after_its_scale_and_need_not_begin_at_zero(scale: str):
    for layer in layers_of(curve_chart(TABLE, scale)):
        axis = layer["encoding"]["y"]
        assert axis["title"] == curves.SCALES[scale]
        low, high = axis["scale"]["domain"]
        assert low < TABLE["low"].min()
        assert high > TABLE["high"].max()
        assert ("%" in axis["axis"]["format"]) is (scale != "absolute")


def test_on_a_logarithmic_axis_stands_nothing_that_is_not_positive():
    zeros = TABLE.assign(low=0.0)
    zeros.loc[0, "median"] = 0.0
    chart = curve_chart(zeros, "gap", logarithmic_y=True).to_dict()
    rows = max(chart["datasets"].values(), key=len)
    assert len(rows) == len(TABLE) - 1
    assert min(row["low"] for row in rows) > 0
    assert all(
        layer["encoding"]["y"]["scale"]["type"] == "log" for layer in chart["layer"]
    )


def test_limits_may_be_laid_over_it():
    chart = curve_chart(TABLE, limits=LIMITS).to_dict()
    assert "upper_bound" in str(chart)
    assert [parameter["name"] for parameter in chart["params"]] == ["chosen"]


def test_it_names_only_columns_of_the_table():
    band, line, *_ = layers_of(curve_chart(TABLE))
    fields = [part["field"] for part in line["encoding"]["tooltip"]]
    fields += [band["encoding"][axis]["field"] for axis in ("x", "y", "y2", "color")]
    assert set(fields) <= set(TABLE)


def test_bars_begin_at_zero_and_each_has_a_line_for_its_band():
    bars, band = layers_of(size_bars(TABLE))
    assert bars["encoding"]["y"]["field"] == "median"
    assert bars["encoding"]["y"]["scale"]["domain"][0] == 0
    assert (band["encoding"]["y"]["field"], band["encoding"]["y2"]["field"]) == (
        "low",
        "high",
    )
    assert bars["encoding"]["xOffset"] == band["encoding"]["xOffset"]


@pytest.mark.parametrize("draw", [size_bars, curve_chart])
def test_sizes_without_a_value_keep_their_place_on_the_axis(draw):
    table = TABLE[TABLE["n_components"] == 3]
    for layer in layers_of(draw(table))[:2]:
        assert layer["encoding"]["x"]["scale"] == {"domain": [1, 2, 3]}


def test_a_logarithm_of_bars_shows_no_zeros():
    table = TABLE.assign(median=[0.0, *TABLE["median"][1:]])
    chart = size_bars(table, "gap", logarithmic=True).to_dict()
    (rows,) = chart["datasets"].values()
    assert len(rows) == len(TABLE) - 1
    assert chart["layer"][0]["encoding"]["y"]["scale"]["type"] == "log"


def test_every_curve_has_its_name_at_its_end_in_its_colour():
    *_, names = layers_of(curve_chart(TABLE))
    chart = curve_chart(TABLE, legend=False).to_dict()
    assert names["encoding"]["text"]["field"] == "method"
    assert names["encoding"]["x"] == {"value": "width"}
    assert chart["padding"]["right"] > 50, "room for it"
    assert all(one["encoding"]["color"]["legend"] is None for one in chart["layer"])


def test_a_limit_has_its_name_and_what_is_published_a_cross():
    published = pd.DataFrame(
        {"method": ["EM sPCA"], "n_components": [3], "value": [500.0]}
    )
    for draw in (curve_chart, size_bars):
        layers = layers_of(draw(TABLE, limits=LIMITS, published=published))
        assert "proven limit" in [layer["mark"].get("text") for layer in layers]
        assert layers[-1]["encoding"]["y"]["field"] == "value"
        assert layers[0]["encoding"]["y"]["scale"]["domain"][1] > 500


def test_what_fewer_topics_capture_is_grey_and_does_not_stretch_the_axis():
    grey = TABLE.assign(seconds=1.0, median=-9.0)
    table = TABLE.assign(seconds=TABLE["n_components"] * 1.0)
    first, *_ = layers_of(curve_chart(table, along="seconds", beginnings=grey))
    assert first["mark"]["color"] == LIMIT_COLOUR
    assert first["mark"]["clip"]
    assert first["encoding"]["y"]["scale"]["domain"][0] > -9
