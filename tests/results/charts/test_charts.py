"""Charts: valid, of the right kind, and drawn from columns that the table has."""

from collections.abc import Iterator
from functools import partial

import altair as alt
import numpy as np
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.proof import verdict
from spca_core.results import curves, one_topic, topics
from spca_core.results.charts.curves import LIMIT_NAME, curve_chart, size_bars
from spca_core.results.charts.topics import (
    all_topics,
    together_heat_map,
    topic_bars,
    topic_variances,
)
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

CORPUS = planted_corpus(0, 3, 4)
FOUND = [
    solve(CORPUS, 3, 4, method=method, candidates=50, effort="quick")
    for method in METHODS
]
WORDS = topics.topic_words(CORPUS, FOUND[0])
FIRST_TOPIC = WORDS[WORDS["topic"] == 1]
LABELS = topics.variance_labels(FOUND[0].settings)
CUMULATIVE = curves.bands(curves.cumulative(FOUND))
TOTALS = curves.bands(curves.totals(FOUND))

DRAWN = {
    "topic_bars": (topic_bars, FIRST_TOPIC, "bar"),
    "topic_variances": (
        partial(topic_variances, labels=LABELS),
        topics.topics(FOUND[0]),
        "bar",
    ),
    "curve_chart": (curve_chart, CUMULATIVE, "area"),
    "size_bars": (size_bars, TOTALS, "bar"),
}
each_chart = pytest.mark.parametrize(
    ("draw", "table", "mark"), DRAWN.values(), ids=DRAWN
)


def fields(part: object) -> Iterator[str]:
    """Every column that a part of a chart's encoding names, sorting included."""
    if isinstance(part, dict):
        if "field" in part:
            yield part["field"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from fields(inner)


def first_layer(chart: dict) -> dict:
    return chart.get("layer", [chart])[0]


def looks(chart: alt.LayerChart, channel: str) -> dict[str, str]:
    """Return what each method looks like in a channel."""
    layers = (layer["encoding"] for layer in chart.to_dict()["layer"])
    scale = next(one[channel]["scale"] for one in layers if channel in one)
    return dict(zip(scale["domain"], scale["range"], strict=True))


@each_chart
def test_a_chart_is_valid_and_has_a_row_of_data_a_row_of_the_table(draw, table, mark):
    chart = draw(table).to_dict()
    rows = max(chart["datasets"].values(), key=len)
    assert len(rows) == len(table) > 0
    assert first_layer(chart)["mark"]["type"] == mark


@each_chart
def test_a_chart_names_only_columns_that_its_table_has(draw, table, mark):
    named = set(fields(first_layer(draw(table).to_dict())["encoding"]))
    assert len(named) >= 3
    assert named <= set(table.columns)


@each_chart
def test_every_number_on_an_axis_has_a_title_or_no_axis(draw, table, mark):
    encoding = first_layer(draw(table).to_dict())["encoding"]
    for channel in ("x", "y"):
        axis = encoding[channel].get("axis", {})
        quantity = encoding[channel]["type"] == "quantitative"
        assert not quantity or axis is None or encoding[channel]["title"]


def test_a_method_has_the_same_colour_in_every_chart_whichever_others_are_there():
    drawn = [
        curve_chart(curves.bands(curves.cumulative(found)))
        for found in (FOUND, FOUND[1:], FOUND[2:])
    ] + [size_bars(curves.bands(curves.totals(found))) for found in (FOUND, FOUND[1:2])]
    first, *others = [looks(chart, "color") for chart in drawn]
    assert all(other.items() <= first.items() for other in others)
    n = len(FOUND)
    assert [len(other) for other in others] == [n - 1, n - 2, n, 1]  # those there
    assert first.keys() == {method.label for method in METHODS.values()}
    assert len(set(first.values())) == len(METHODS)


def test_methods_are_told_apart_without_colour_too():
    chart = curve_chart(CUMULATIVE)
    shapes = looks(chart, "shape")
    assert shapes.keys() == looks(chart, "color").keys()
    assert len(set(shapes.values())) == len(METHODS)


def test_the_bars_of_a_topic_have_one_scale_and_the_heaviest_word_on_top():
    encoding = first_layer(topic_bars(FIRST_TOPIC).to_dict())["encoding"]
    assert encoding["x"]["scale"]["domain"] == [0, 1]
    assert encoding["y"]["sort"] is None  # as the rows come
    assert FIRST_TOPIC["magnitude"].is_monotonic_decreasing
    assert FIRST_TOPIC["magnitude"].between(0, 1).all()


def test_a_topic_has_its_own_colour_in_every_picture_of_it():
    pictures = [topic_bars(WORDS), topic_variances(topics.topics(FOUND[0]), LABELS)]
    scales = [first_layer(one.to_dict())["encoding"]["color"] for one in pictures]
    assert scales[0] == scales[1]
    assert scales[0]["field"] == "topic"


def test_words_are_large_and_in_the_ink_of_the_page():
    axis = first_layer(topic_bars(FIRST_TOPIC).to_dict())["encoding"]["y"]["axis"]
    assert axis["labelFontSize"] >= 14
    assert axis["labelColor"] == "currentColor"


def test_a_negative_loading_is_paler_and_has_a_minus_sign():
    bars, signs = topic_bars(FIRST_TOPIC).to_dict()["layer"]
    assert signs["encoding"]["text"]["field"] == "sign"
    assert signs["transform"] == [{"filter": "(datum.loading < 0)"}]
    assert bars["encoding"]["opacity"]["condition"]["value"] < 1


def test_all_topics_stand_in_one_picture_under_their_names():
    pictures = all_topics(WORDS.assign(name="<b>" + WORDS["name"])).to_dict()["concat"]
    assert [picture["title"] for picture in pictures] == [
        f"<b>Topic {topic}" for topic in (1, 2, 3)
    ]


def test_words_together_are_drawn_on_one_scale_in_the_order_of_their_rank():
    covariance = Covariance.of(CORPUS, centred=True)
    pairs = one_topic.together(CORPUS, covariance, FOUND[0], 1)
    encoding = together_heat_map(pairs).to_dict()["encoding"]
    words = FIRST_TOPIC["word"].tolist()
    assert encoding["x"]["sort"] == encoding["y"]["sort"] == words
    assert encoding["color"]["scale"]["domain"] == [-1, 1]


def test_limits_are_short_lines_over_any_chart_by_number_of_topics():
    limits = verdict.limits([], FOUND)
    for draw, table in ((curve_chart, CUMULATIVE), (size_bars, TOTALS)):
        *_, lines, name = draw(table, limits=limits).to_dict()["layer"]
        assert name["mark"]["text"] == LIMIT_NAME
        assert lines["mark"]["shape"] == "stroke"
        assert set(fields(lines["encoding"])) <= set(limits.columns)
        assert draw(table, limits=limits.head(0)).to_dict() == draw(table).to_dict()


def test_a_topic_of_more_words_is_drawn_taller():
    short = topic_bars(FIRST_TOPIC.head(2)).to_dict()["height"]
    assert topic_bars(FIRST_TOPIC).to_dict()["height"] == 2 * short


def test_each_word_adds_as_much_to_the_height_of_the_picture_of_words_together():
    pairs = one_topic.together(CORPUS, Covariance.of(CORPUS, centred=True), FOUND[0], 1)
    words = FIRST_TOPIC["word"].tolist()
    heights = [
        together_heat_map(pairs[pairs["word"].isin(words[:n])]).to_dict()["height"]
        for n in range(1, len(words) + 1)
    ]
    assert len(set(np.diff(heights))) == 1
    assert heights[-1] > heights[0] > 2 * (heights[1] - heights[0])
