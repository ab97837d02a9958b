"""The charts of the plane are drawn from their tables, to one scale both ways."""

import pytest

from spca_core.lessons import plane
from spca_core.lessons.charts.plane import points_and_lines, variance_curve

TABLES = {
    "plane": (plane.projections(100), plane.lines(100, with_best=True)),
    "curve": (plane.variance_by_angle(), plane.captured(100, with_best=True)),
}
CHARTS = {
    "plane": points_and_lines(*TABLES["plane"]).to_dict(),
    "curve": variance_curve(*TABLES["curve"]).to_dict(),
}
each_chart = pytest.mark.parametrize("name", CHARTS)


def channels(layer: dict) -> list[dict]:
    encoding = dict(layer["encoding"])
    tooltip = encoding.pop("tooltip", [])
    return [*encoding.values(), *(tooltip if isinstance(tooltip, list) else [tooltip])]


@each_chart
def test_every_row_of_both_tables_is_drawn(name: str):
    drawn = sorted(len(rows) for rows in CHARTS[name]["datasets"].values())
    assert drawn == sorted(len(table) for table in TABLES[name])


@each_chart
def test_a_layer_names_only_columns_that_its_table_has(name: str):
    chart = CHARTS[name]
    for layer in chart["layer"]:
        columns = set(chart["datasets"][layer["data"]["name"]][0])
        named = {channel["field"] for channel in channels(layer)}
        assert {"x", "y"} <= set(layer["encoding"])
        assert named <= columns


@each_chart
def test_both_axes_say_what_they_measure(name: str):
    for layer in CHARTS[name]["layer"]:
        assert layer["encoding"]["x"]["title"]
        assert layer["encoding"]["y"]["title"]


@each_chart
def test_a_direction_is_told_by_colour_and_by_a_second_sign(name: str):
    second = {"plane": "strokeDash", "curve": "shape"}[name]
    marked = [one for one in CHARTS[name]["layer"] if second in one["encoding"]]
    assert len(marked) == 1
    for channel in ("color", second):
        scale = marked[0]["encoding"][channel]["scale"]
        looks = scale["range"]
        assert len({str(look) for look in looks}) == len(looks) > 1
        assert len(looks) == len(scale["domain"])


def test_the_plane_has_one_scale_both_ways():
    chart = CHARTS["plane"]
    assert chart["width"] == chart["height"]
    assert chart["autosize"]["type"] == "pad"
    for layer in chart["layer"]:
        x, y = layer["encoding"]["x"], layer["encoding"]["y"]
        assert x["scale"]["domain"] == y["scale"]["domain"]
        first, last = x["scale"]["domain"]
        rows = chart["datasets"][layer["data"]["name"]]
        assert all(first <= row[axis] <= last for row in rows for axis in "xy")


@pytest.mark.parametrize("with_best", [False, True])
def test_a_legend_lists_what_is_drawn_and_the_colours_stay(with_best: bool):
    lines, directions = (
        table(100, with_best=with_best) for table in (plane.lines, plane.captured)
    )
    charts = {
        "plane": (points_and_lines(plane.projections(100), lines), lines),
        "curve": (variance_curve(plane.variance_by_angle(), directions), directions),
    }
    for name, (chart, table) in charts.items():
        before, now = (
            next(
                layer["encoding"]["color"]
                for layer in one["layer"]
                if "color" in layer["encoding"]
            )
            for one in (CHARTS[name], chart.to_dict())
        )
        assert now["legend"]["values"] == table["direction"].tolist()
        assert now["scale"] == before["scale"]
