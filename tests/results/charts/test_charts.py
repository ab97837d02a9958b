"""One contract for all charts of results, and what single ones promise besides."""

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import altair as alt
import numpy as np
import pandas as pd
import pytest

from spca_core.corpus.options import WEIGHTINGS
from spca_core.problem.covariance import Covariance, covariance_of
from spca_core.problem.method import METHODS
from spca_core.results import (
    contexts,
    curves,
    maps,
    number_of_topics,
    one_topic,
    overlap,
    paired,
    profiles,
    race,
    sweep,
    topics,
)
from spca_core.results import corpus as corpus_tables
from spca_core.results.carried import carried_topics
from spca_core.results.charts import comparison, documents
from spca_core.results.charts import corpus as corpus_charts
from spca_core.results.charts import topics as topic_charts
from spca_core.results.charts.curves import LIMIT_NAME, curve_chart, size_bars
from spca_core.results.charts.look import LIMIT_COLOUR
from spca_core.results.colours import palette
from spca_core.results.documents import scores, squared_lengths
from spca_core.results.files.pictures import to_inline_svg
from spca_core.results.groups import topic_shares
from spca_core.results.quality_table import HEADINGS
from spca_core.results.runs import run_names
from tests.made_runs import made_run, made_runs
from tests.oracles import planted_corpus, random_corpus
from tests.oracles import solve_counts as solve

CORPUS, OTHER = planted_corpus(0, 3, 4), random_corpus(0, 60, 40)
FOUND = solve(CORPUS, 3, 4, effort="quick")
COVARIANCE = covariance_of(CORPUS, FOUND.settings)
WORDS = topics.topic_words(CORPUS, FOUND)
FIRST_TOPIC = WORDS[WORDS["topic"] == 1]
LABELS = topics.variance_labels(FOUND.settings)
COLOURS = palette([4, 0, 2])
PAIRS = one_topic.together(CORPUS, COVARIANCE, FOUND, 1)

CARRIED = carried_topics(CORPUS, FOUND)
GROUPS = [f"{1790 + 10 * (document % 4)}s" for document in range(CORPUS.n_documents)]
SHARES = topic_shares(CARRIED, GROUPS)
PLACES = maps.topic_map(CARRIED).assign(name=["a", "b", "c"])
POINTS = maps.document_map(
    CARRIED, scores(CORPUS, FOUND), squared_lengths(CORPUS, FOUND), PLACES
).assign(name="a", title="t")
TREE = maps.topic_tree(CARRIED).assign(name="a")
NEARLY = one_topic.near_misses(CORPUS, COVARIANCE, FOUND, 1)
RELEVANT = one_topic.relevant_words(CORPUS, FOUND, 1, CARRIED, NEARLY)

RUNS = made_runs(("joint", "em"), 5)
TOTALS = curves.bands(curves.totals(RUNS))
SIZES = curves.bands(curves.cumulative(RUNS))
TRACES = {along: curves.bands(curves.points(RUNS), along) for along in curves.AXES}
LIMITS = pd.DataFrame(
    {"n_components": [3], "upper_bound": [99.0], "proof": "certificate"}
)
PUBLISHED = pd.DataFrame({"method": ["EM sPCA"], "n_components": [3], "value": [500.0]})
OVERLAPS = overlap.overlaps(made_runs(("tpower", "joint", "em"), 1))
DIFFERENCES = paired.differences(RUNS)
REPLAY = race.replay(RUNS)
FRAMES = [race.at_frame(REPLAY, frame) for frame in (0, 50, race.N_FRAMES - 1)]
SWEPT = sweep.results(
    [
        made_run(method, n_components=k, sparsity=s, n_words=50)
        for method in ("joint", "em")
        for k in (2, 4)
        for s in (3, 5, 7)
    ]
)
AXES = ("n_components", "sparsity")
QUALITY = pd.DataFrame({key: [0.25, 0.5] for key in HEADINGS}).assign(
    method=["Joint search", "NMF"], weighting="Counts"
)
NUMBERS = pd.DataFrame({key: [0.1, 0.3, 0.2] for key in number_of_topics.HEADINGS})
NUMBERS = NUMBERS.assign(n_components=[2, 3, 4])
COSTS = pd.DataFrame(
    [("a", "EM sPCA", 1, 0.0, 1.0, 2.0, 3.0), ("a", "TPower", 1, 0.1, 4.0, 4.0, 5.0)],
    columns=["problem", "method", "runs", *profiles.MEASURES],
)
RECOVERED = pd.DataFrame(
    {"method": "TPower", "strength": [1.0, 2.0], "median": 0.5, "low": 0.2, "high": 0.9}
)

CHARTS: dict[str, Any] = {
    "topic bars": topic_charts.topic_bars(FIRST_TOPIC),
    "all topics": topic_charts.all_topics(WORDS),
    "topic variances": topic_charts.topic_variances(topics.topics(FOUND), LABELS),
    "relevance": topic_charts.relevance_bars(RELEVANT, COLOURS[0], "grey"),
    "words together": topic_charts.together_heat_map(PAIRS),
    "words by rank": corpus_charts.variance_by_rank(
        corpus_tables.variance_by_rank(OTHER, centred=False)
    ),
    "lengths": corpus_charts.document_lengths(corpus_tables.document_lengths(OTHER)),
    "scree": corpus_charts.scree(
        corpus_tables.scree(Covariance.of(OTHER, centred=False), 10)
    ),
    "over time": documents.shares_over_time(SHARES, 2, COLOURS, "grey"),
    "small multiples": documents.small_multiples(SHARES, COLOURS),
    "shares": documents.share_heat_map(SHARES),
    "a word over time": documents.word_over_time(
        contexts.word_by_group(CORPUS, CORPUS.words[0], GROUPS), "grey"
    ),
    "bubbles": documents.topic_bubbles(PLACES, COLOURS, "black"),
    "points": documents.document_points(POINTS, COLOURS, "grey"),
    "tree": documents.tree_lines(TREE, COLOURS, "black", "grey"),
    "bars": size_bars(TOTALS, limits=LIMITS, published=PUBLISHED),
    "bars of gaps": size_bars(TOTALS, "gap", logarithmic=True),
    **{
        f"curves, {scale}": curve_chart(
            SIZES, scale, limits=LIMITS, published=PUBLISHED
        )
        for scale in curves.SCALES
    },
    **{
        f"by {along}": curve_chart(table, along=along, beginnings=table)
        for along, table in TRACES.items()
    },
    "logarithmic": curve_chart(
        TRACES["seconds"], along="seconds", logarithmic_x=True, logarithmic_y=True
    ),
    "race": comparison.race_bars(FRAMES[1]),
    "differences": comparison.difference_dots(DIFFERENCES, paired.summary(DIFFERENCES)),
    **{
        f"profile, {measure}": comparison.profile_steps(
            profiles.profile(COSTS, measure), measure
        )
        for measure in profiles.MEASURES
    },
    "recovery": comparison.recovery_curves(RECOVERED),
    **{
        f"quality by {across}": comparison.quality_scatter(QUALITY, across)
        for across in ("seconds", "covered")
    },
    **{
        f"number by {measure}": comparison.number_curve(NUMBERS, measure, 3)
        for measure in number_of_topics.MEASURES
    },
    **{
        f"overlap of {measure}": comparison.overlap_map(OVERLAPS, measure)
        for measure in overlap.MEASURES
    },
    "sweep": comparison.sweep_map(SWEPT, "EM sPCA", AXES),
    "sweep of ranks": comparison.sweep_map(SWEPT, "EM sPCA", ("rank", "candidates")),
}
each_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
SELECTED = {
    "over time": {"cell"},
    "shares": {"cell"},
    "bubbles": {"topic"},
    "points": {"document", "box"},
    "relevance": {"word"},
    "number by together": {"number"},
    "bars": {"chosen"},
    "curves, gap": {"chosen"},
    "by seconds": {"chosen"},
}


def drawn_parts(part: dict, data: Any = None) -> Iterator[tuple[dict, Any]]:
    """Every part of a chart that draws, with the name of its data."""
    data = part.get("data", data)
    for name in ("layer", "concat"):
        for inner in part.get(name, []):
            shared = part.get("encoding", {})
            inner = {**inner, "encoding": {**shared, **inner.get("encoding", {})}}
            yield from drawn_parts(inner, data)
    if "spec" in part:
        yield from drawn_parts(part["spec"], data)
    if "mark" in part:
        yield part, data["name"]


def fields(part: Any) -> Iterator[str]:
    """Every column that a part of a chart's encoding names, sorting included."""
    if isinstance(part, dict):
        if "field" in part:
            yield part["field"]
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            yield from fields(inner)


def rows_of(chart: Any) -> list[dict]:
    """The rows of a chart's largest table."""
    return max(chart.to_dict()["datasets"].values(), key=len)


def layers_of(chart: Any) -> list[dict]:
    drawn = chart.to_dict()
    return drawn.get("layer", [drawn])


@each_chart
def test_a_chart_is_valid_and_names_only_columns_that_its_tables_have(chart):
    drawn = chart.to_dict()  # raises where it is not as Altair's schema says
    named = set()
    for part, data in drawn_parts(drawn):
        rows = drawn["datasets"][data]
        assert rows
        own = set(fields(part["encoding"]))
        assert own <= set(rows[0])
        named |= own
    assert len(named) >= 3


@each_chart
def test_every_axis_says_what_it_measures_or_that_it_needs_no_title(chart):
    titles: dict[str, list] = {"x": [], "y": []}
    for part, _ in drawn_parts(chart.to_dict()):
        for channel in titles:
            encoding = part["encoding"].get(channel, {})
            axis = encoding.get("axis", {})
            titles[channel] += [encoding["title"]] if "title" in encoding else []
            titles[channel] += [axis["title"]] if "title" in (axis or {}) else []
            titles[channel] += [None] if axis is None else []
    assert all(titles.values())
    for name in filter(None, [*titles["x"], *titles["y"]]):
        assert "_" not in name, "a column's name"


@each_chart
def test_a_chart_is_drawn_without_a_warning(chart, capfd):
    svg = to_inline_svg(chart, "part-", "what it shows")
    assert len(list(ElementTree.fromstring(svg).iter())) > 5
    assert "NaN" not in svg
    assert "Infinity" not in svg
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", SELECTED)
def test_a_click_on_a_chart_selects(name):
    drawn = CHARTS[name].to_dict()
    parts = [drawn, *(part for part, _ in drawn_parts(drawn))]
    chosen = {param["name"] for part in parts for param in part.get("params", [])}
    assert chosen == SELECTED[name]


@pytest.mark.parametrize("name", ["words by rank", "lengths", "scree"])
def test_a_chart_of_no_rows_is_still_a_chart(name):
    draw = {
        "words by rank": corpus_charts.variance_by_rank,
        "lengths": corpus_charts.document_lengths,
        "scree": corpus_charts.scree,
    }[name]
    empty = pd.DataFrame(rows_of(CHARTS[name])).head(0)
    assert draw(empty).to_dict()["mark"]


def looks(chart: alt.LayerChart, channel: str) -> dict[str, str]:
    """Return what each method looks like in a channel."""
    encodings = (layer["encoding"] for layer in layers_of(chart))
    scale = next(one[channel]["scale"] for one in encodings if channel in one)
    return dict(zip(scale["domain"], scale["range"], strict=True))


def test_a_method_has_one_colour_and_shape_in_every_chart_whichever_others_are_there():
    runs = made_runs(tuple(METHODS), 1)
    drawn = [
        curve_chart(curves.bands(curves.cumulative(some)))
        for some in (runs, runs[1:], runs[2:])
    ]
    bars = [size_bars(curves.bands(curves.totals(some))) for some in (runs, runs[1:2])]
    for channel, charts in {"color": drawn + bars, "shape": drawn}.items():
        first, *others = [looks(chart, channel) for chart in charts]
        assert all(other.items() <= first.items() for other in others)
        assert first.keys() == {method.label for method in METHODS.values()}
        assert len(set(first.values())) == len(METHODS)


def test_each_weighting_has_its_own_shape_whichever_others_are_there():
    tables = [QUALITY.assign(weighting=name) for name in WEIGHTINGS.values()]
    *each, every = [
        comparison.quality_scatter(table, "covered").to_dict()["encoding"]["shape"]
        for table in (*tables, pd.concat(tables))
    ]
    scale = every["scale"]
    shapes = dict(zip(scale["domain"], scale["range"], strict=True))
    assert len(set(shapes.values())) == len(WEIGHTINGS)
    for name, shape in zip(WEIGHTINGS.values(), each, strict=True):
        assert shape["scale"] == {"domain": [name], "range": [shapes[name]]}


def test_a_topic_has_its_own_colour_in_every_picture_of_it():
    scales = [
        layers_of(CHARTS[name])[0]["encoding"]["color"]["scale"]
        for name in ("topic bars", "topic variances", "bubbles")
    ]
    assert scales[0] == scales[1]
    assert scales[2]["range"][1:] == COLOURS
    assert scales[2]["domain"] == [0, 1, 2, 3]


def test_the_bars_of_a_topic_have_one_scale_and_a_negative_loading_a_minus_sign():
    bars, signs = layers_of(CHARTS["topic bars"])
    assert bars["encoding"]["x"]["scale"]["domain"] == [0, 1]
    assert bars["encoding"]["y"]["sort"] is None  # as the rows come
    assert signs["encoding"]["text"]["field"] == "sign"
    assert signs["transform"] == [{"filter": "(datum.loading < 0)"}]
    named = topic_charts.all_topics(WORDS.assign(name="<b>" + WORDS["name"])).to_dict()
    assert [part["title"] for part in named["concat"]] == [
        f"<b>Topic {topic}" for topic in (1, 2, 3)
    ]


def test_each_word_adds_as_much_to_the_height_of_a_picture():
    words = FIRST_TOPIC["word"].tolist()
    few = [PAIRS[PAIRS["word"].isin(words[:n])] for n in range(1, 5)]
    solvers = OVERLAPS["first"].unique()
    heights = {
        "bars": [topic_charts.topic_bars(FIRST_TOPIC.head(n)).height for n in (1, 2)],
        "together": [topic_charts.together_heat_map(one).height for one in few],
        "overlap": [
            comparison.overlap_map(
                OVERLAPS[OVERLAPS["first"].isin(solvers[:n])], "words"
            ).height
            for n in (1, 2, 3)
        ],
    }
    for name, rising in heights.items():
        (step,) = set(np.diff(rising))
        assert step > 0, name
        assert rising[0] >= step, "room for the labels"


@pytest.mark.parametrize("draw", [curve_chart, size_bars])
def test_the_legend_chooses_the_methods_of_which_all_is_drawn(draw):
    chart = draw(TOTALS).to_dict()
    (parameter,) = chart["params"]
    assert parameter["bind"] == "legend"
    assert [one["method"] for one in parameter["value"]] == ["Joint search", "EM sPCA"]
    for layer in chart["layer"]:
        only = {"filter": {"param": parameter["name"], "empty": False}}
        assert only in layer["transform"]


def test_the_band_goes_from_low_to_high_about_the_median_on_an_axis_that_holds_them():
    for chart in (curve_chart(SIZES), curve_chart(TRACES["seconds"], along="seconds")):
        band, line, *_ = layers_of(chart)
        ends = [band["encoding"][axis]["field"] for axis in ("y", "y2")]
        assert ends == ["low", "high"]
        assert line["encoding"]["y"]["field"] == "median"
        assert band["encoding"]["color"] == line["encoding"]["color"]
        low, high = band["encoding"]["y"]["scale"]["domain"]
        values = pd.DataFrame(rows_of(chart))
        assert low < values["low"].min()
        assert high > values["high"].max()
    assert line["mark"]["interpolate"] == "step-after", "a run holds what it found"
    bars, band = layers_of(size_bars(SIZES))
    assert bars["encoding"]["y"]["scale"]["domain"][0] == 0


@pytest.mark.parametrize("draw", [size_bars, curve_chart])
def test_sizes_without_a_value_keep_their_place_on_the_axis(draw):
    for layer in layers_of(draw(SIZES[SIZES["n_components"] == 3]))[:2]:
        assert layer["encoding"]["x"]["scale"] == {"domain": [1, 2, 3]}


@pytest.mark.parametrize("axis", ["x", "y"])
def test_on_a_logarithmic_axis_stands_nothing_that_is_not_positive(axis: str):
    column = {"x": "seconds", "y": "median"}[axis]
    table = TRACES["seconds"].assign(low=0.0)
    table.loc[0, column] = 0.0
    chart = curve_chart(table, along="seconds", **{f"logarithmic_{axis}": True})
    rows = rows_of(chart)
    assert len(rows) == len(table) - 1
    assert min(row[column] for row in rows) > 0
    assert axis == "x" or min(row["low"] for row in rows) > 0
    for layer in layers_of(chart)[:3]:
        assert layer["encoding"][axis]["scale"]["type"] == "log"
    assert "log" not in str(layers_of(curve_chart(table, along="seconds")))
    bars = size_bars(SIZES.assign(median=[0.0, *SIZES["median"][1:]]), logarithmic=True)
    assert len(rows_of(bars)) == len(SIZES) - 1


@pytest.mark.parametrize("draw", [size_bars, curve_chart])
def test_a_limit_has_its_name_and_what_is_published_is_seen(draw):
    layers = layers_of(draw(SIZES, limits=LIMITS, published=PUBLISHED))
    assert LIMIT_NAME in [layer["mark"].get("text") for layer in layers]
    assert layers[-1]["encoding"]["y"]["field"] == "value"
    assert layers[0]["encoding"]["y"]["scale"]["domain"][1] > 500
    empty = draw(SIZES, limits=LIMITS.head(0)).to_dict()
    assert empty == draw(SIZES).to_dict()


def test_every_curve_has_its_name_at_its_end_even_without_a_legend():
    chart = curve_chart(SIZES, legend=False).to_dict()
    *_, names = chart["layer"]
    assert names["encoding"]["text"]["field"] == "method"
    assert names["encoding"]["x"] == {"value": "width"}
    assert chart["padding"]["right"] > 50, "room for it"
    assert all(one["encoding"]["color"]["legend"] is None for one in chart["layer"])


def test_what_fewer_topics_capture_is_grey_and_does_not_stretch_the_axis():
    table = TRACES["seconds"]
    grey = table.assign(median=-9.0)
    first, *_ = layers_of(curve_chart(table, along="seconds", beginnings=grey))
    assert (first["mark"]["color"], first["mark"]["clip"]) == (LIMIT_COLOUR, True)
    assert first["encoding"]["y"]["scale"]["domain"][0] > -9


def test_between_the_frames_of_a_race_only_bars_move_and_only_ended_runs_are_marked():
    first, *others = [comparison.race_bars(frame).to_dict() for frame in FRAMES]
    for chart in others:
        assert chart["height"] == first["height"]
        for layer, same in zip(chart["layer"], first["layer"], strict=True):
            assert layer["encoding"] == same["encoding"]
    bars, marks, _ = first["layer"]
    assert bars["encoding"]["x"]["scale"]["domain"] == [0, REPLAY["winner"].max()]
    assert bars["encoding"]["y"]["sort"] == run_names(RUNS)
    assert marks["transform"] == [{"filter": "datum.finished"}]


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


@pytest.mark.parametrize("name", ["overlap of words", "shares", "sweep"])
def test_the_number_can_be_read_on_the_lightest_and_the_darkest_cell(name):
    cells, numbers, *_ = layers_of(CHARTS[name])
    shaded, written = cells["encoding"]["color"], numbers["encoding"]["text"]
    assert shaded["field"] == written["field"]
    for shade in shaded["scale"]["range"]:
        assert contrast(numbers["mark"]["color"], shade) >= 4.5, "WCAG 2, level AA"


def test_the_shades_of_a_sweep_mean_the_same_for_all_methods():
    captured = SWEPT["captured_variance"]
    for method in SWEPT["method"].unique():
        chart = comparison.sweep_map(SWEPT, method, AXES)
        cells, *_ = layers_of(chart)
        domain = cells["encoding"]["color"]["scale"]["domain"]
        assert domain == [captured.min(), captured.max()]
        assert {row["method"] for row in rows_of(chart)} == {method}
    solvers = OVERLAPS["first"].drop_duplicates().tolist()
    cells, _ = layers_of(CHARTS["overlap of words"])
    assert [cells["encoding"][axis]["sort"] for axis in ("x", "y")] == [solvers] * 2


def test_of_qualities_only_what_is_known_is_drawn_and_a_suggested_number_is_marked():
    partly = QUALITY.assign(held_out=[0.5, np.nan])
    assert len(rows_of(comparison.quality_scatter(partly, "seconds"))) == 1
    drawn = CHARTS["number by share"].to_dict()
    (mark,) = (one for one in drawn["layer"] if one["mark"]["type"] == "rule")
    rows = drawn["datasets"][mark["data"]["name"]]
    assert [row["n_components"] for row in rows] == [3]
