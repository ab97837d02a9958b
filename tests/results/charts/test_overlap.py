"""The map of overlaps: a numbered cell for every two solvers."""

import pytest

from spca_core.results import overlap
from spca_core.results.charts.comparison import overlap_map
from spca_core.results.runs import run_names
from tests.made_runs import made_runs

RUNS = made_runs(("tpower", "joint", "em"), 1)
TABLE = overlap.overlaps(RUNS)


@pytest.mark.parametrize("measure", overlap.MEASURES)
def test_every_pair_has_a_cell_shaded_by_the_number_that_is_in_it(measure: str):
    chart = overlap_map(TABLE, measure).to_dict()
    cells, numbers = chart["layer"]
    (rows,) = chart["datasets"].values()
    assert len(rows) == len(RUNS) ** 2
    assert cells["mark"]["type"] == "rect"
    assert numbers["mark"]["type"] == "text"
    assert cells["encoding"]["color"]["field"] == measure
    assert numbers["encoding"]["text"]["field"] == measure
    assert cells["encoding"]["color"]["scale"]["domain"] == [0, 1]


def test_both_axes_have_the_solvers_in_their_order():
    for layer in overlap_map(TABLE, "words").to_dict()["layer"]:
        for axis in ("x", "y"):
            assert layer["encoding"][axis]["sort"] == run_names(RUNS)


def test_the_map_is_higher_with_more_solvers():
    fewer = overlap.overlaps(RUNS[:2])
    heights = [overlap_map(table, "words").height for table in (fewer, TABLE)]
    assert heights[0] < heights[1]
    assert heights[0] > 2 * (heights[1] - heights[0]), "room for the labels"


def contrast(first: str, second: str) -> float:
    """The contrast of two colours as WCAG 2 defines it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [
            part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
            for part in parts
        ]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    dark, light = sorted([luminance(first), luminance(second)])
    return (light + 0.05) / (dark + 0.05)


def test_the_number_can_be_read_on_the_lightest_and_the_darkest_cell():
    cells, numbers = overlap_map(TABLE, "words").to_dict()["layer"]
    ink = numbers["mark"]["color"]
    for shade in cells["encoding"]["color"]["scale"]["range"]:
        assert contrast(ink, shade) >= 4.5, "WCAG 2, level AA"
