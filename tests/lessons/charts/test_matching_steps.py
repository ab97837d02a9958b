"""The picture of the matching: all lines and marks, told apart by two signs."""

import re

import pytest

from spca_core.lessons import matching_tables
from spca_core.lessons.charts.matching_steps import picture
from spca_core.lessons.matching_example import EXAMPLE, TOPICS, WORDS
from spca_core.lessons.matching_steps import trace
from tests.lessons.charts.test_by_hand import fields

FRAMES = trace(EXAMPLE)


def drawn(number: int) -> dict:
    frame = FRAMES[number]
    edges = matching_tables.edges(EXAMPLE, frame)
    return picture(edges, matching_tables.nodes(frame)).to_dict()


@pytest.mark.parametrize("number", range(len(FRAMES)))
def test_every_line_and_every_mark_is_drawn_once(number: int):
    chart = drawn(number)
    unused, used, points, *labels = chart["layer"]
    data = chart["datasets"]
    lines = [data[layer["data"]["name"]] for layer in (unused, used)]
    assert sum(map(len, lines)) == EXAMPLE.size
    states = [{line["state"] for line in these} for these in lines]
    assert states[0] <= {matching_tables.FREE}
    assert matching_tables.FREE not in states[1]
    assert len(data[points["data"]["name"]]) == len(TOPICS) + len(WORDS)
    assert {layer["mark"]["type"] for layer in labels} == {"text"}


@pytest.mark.parametrize("number", range(len(FRAMES)))
def test_it_names_only_columns_that_its_tables_have(number: int):
    chart = drawn(number)
    for layer in chart["layer"]:
        (columns, *_) = map(set, chart["datasets"][layer["data"]["name"]])
        named = fields(layer["encoding"])
        assert named
        assert named <= columns


def test_states_differ_by_dash_and_owners_by_colour_and_shape():
    _, used, points, *_ = drawn(0)["layer"]
    dashes = used["encoding"]["strokeDash"]["scale"]["range"]
    assert len(set(map(tuple, dashes))) == len(dashes)
    for channel in ("color", "shape"):
        looks = points["encoding"][channel]["scale"]["range"]
        assert len(set(looks)) == len(looks)


def test_a_line_of_some_weight_is_as_thick_in_every_frame():
    scales = [drawn(number)["layer"][1]["encoding"]["strokeWidth"] for number in (1, 8)]
    assert scales[0] == scales[1]
    assert scales[0]["scale"]["domain"][1] >= EXAMPLE.max()


def test_a_topic_is_named_left_of_its_mark_and_a_word_right_of_it():
    *_, left, right = drawn(0)["layer"]
    nodes = matching_tables.nodes(FRAMES[0])
    for labels, align, names in (
        (left, "right", [f"{topic}\nprice" for topic in TOPICS]),
        (right, "left", WORDS),
    ):
        assert labels["mark"]["align"] == align
        (only,) = labels["transform"]
        side = float(re.fullmatch(r"\(datum\.side === (.*)\)", only["filter"])[1])
        there = nodes.loc[nodes["side"] == side, "label"]
        assert len(there) == len(names)
        assert all(map(str.startswith, there, names))


def test_every_owner_has_its_look_and_every_mark_a_place_within_the_picture():
    _, _, points, *_ = drawn(0)["layer"]
    for channel in ("color", "shape"):
        scale = points["encoding"][channel]["scale"]
        assert len(scale["range"]) == len(scale["domain"]) == len(TOPICS) + 1
    places = matching_tables.nodes(FRAMES[0])["place"]
    top, bottom = points["encoding"]["y"]["scale"]["domain"]
    assert places.min() - top == bottom - places.max() > 0
