"""The charts of one at a time are drawn from columns that their tables have."""

import pandas as pd
import pytest

from spca_core.lessons import one_at_a_time as lesson
from spca_core.lessons.charts.one_at_a_time import matrix_of, ratio_curve, topic_totals
from tests.results.charts.drawn import assert_columns_are_there, rows_of

CELLS = lesson.cells(0.1, 0.2, lesson.APART)
TOPICS = lesson.topics(0.1, 0.2)
RATIOS, HERE = lesson.ratio_by_sum(), lesson.ratio(0.1, 0.2)
CHARTS = {
    "matrix": matrix_of(CELLS).to_dict(),
    "totals": topic_totals(TOPICS).to_dict(),
    "ratio": ratio_curve(RATIOS, HERE).to_dict(),
}
each_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)


def layers(chart: dict) -> list[dict]:
    return chart.get("layer", [chart])


@each_chart
def test_a_layer_names_only_columns_that_its_table_has(chart: dict):
    assert_columns_are_there(chart, layers(chart))


@each_chart
def test_every_number_on_an_axis_has_a_title(chart: dict):
    for layer in layers(chart):
        for axis in ("x", "y"):
            channel = layer["encoding"][axis]
            assert channel["type"] == "nominal" or channel["title"]


def test_the_matrix_has_its_words_in_order_both_ways_and_every_number():
    squares, numbers = layers(CHARTS["matrix"])
    assert len(rows_of(CHARTS["matrix"], squares)) == len(CELLS)
    assert numbers["encoding"]["text"]["field"] == "value"
    for axis in ("x", "y"):
        assert squares["encoding"][axis]["sort"] == list(lesson.WORDS)


@pytest.mark.parametrize("name", ["matrix", "totals"])
def test_a_topic_is_told_by_colour_and_by_its_outline(name: str):
    encoding = layers(CHARTS[name])[0]["encoding"]
    for channel in ("color", "strokeDash"):
        looks = encoding[channel]["scale"]["range"]
        assert len({str(look) for look in looks}) == len(looks) >= 2


def test_a_topic_has_the_same_colour_in_the_matrix_and_in_the_bars():
    matrix, totals = (
        layers(CHARTS[name])[0]["encoding"]["color"]["scale"]
        for name in ("matrix", "totals")
    )
    colours = dict(zip(matrix["domain"], matrix["range"], strict=True))
    for topic, colour in zip(totals["domain"], totals["range"], strict=True):
        assert colours[topic] == colour


def test_the_curve_has_every_ratio_and_one_mark_for_the_sliders():
    curve, mark = layers(CHARTS["ratio"])
    assert len(rows_of(CHARTS["ratio"], curve)) == len(RATIOS)
    (here,) = rows_of(CHARTS["ratio"], mark)
    assert here["ratio"] == HERE["ratio"].item()


@pytest.mark.parametrize(
    ("name", "table"), [("matrix", CELLS), ("totals", TOPICS)], ids=["matrix", "totals"]
)
def test_a_legend_lists_only_what_is_drawn(name: str, table: pd.DataFrame):
    encoding = layers(CHARTS[name])[0]["encoding"]
    for channel in ("color", "stroke", "strokeDash"):  # one legend tells of all
        assert set(encoding[channel]["scale"]["domain"]) == set(table["topic"])
