"""One contract for all figures of results, and what single ones promise besides."""

from collections.abc import Iterator
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pandas as pd
import pytest

from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.results.colours import palette
from spca_core.results.comparison import charts as drawing
from spca_core.results.comparison import (
    curves,
    number_of_topics,
    overlap,
)
from spca_core.results.comparison.curve_figures import bar_figure, curve_figure
from spca_core.results.corpus.lengths import document_lengths, lengths_figure
from spca_core.results.corpus.scree import scree, scree_figure
from spca_core.results.corpus.variance_by_rank import (
    variance_by_rank,
    variance_by_rank_figure,
)
from spca_core.results.documents import contexts
from spca_core.results.documents.concordance import find
from spca_core.results.documents.document_map import document_map, document_map_figure
from spca_core.results.documents.new_documents import score_new, scoring_of
from spca_core.results.documents.scores import topics_in_documents
from spca_core.results.documents.share_figures import (
    share_heat_map,
    shares_over_time,
    small_multiples,
)
from spca_core.results.documents.shares import topic_shares
from spca_core.results.figure import Figure
from spca_core.results.files.pictures import to_inline_svg
from spca_core.results.style import LIMIT_COLOUR
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.results.topics.near_misses import near_misses
from spca_core.results.topics.relevance import relevance_figure, relevant_words
from spca_core.results.topics.similarity import similarity_figure, word_similarities
from spca_core.results.topics.topic_map import topic_map, topic_map_figure
from spca_core.results.topics.variances import variance_by_topic, variances_figure
from spca_core.results.topics.words import topic_words, words_figure
from tests.made_runs import made_runs
from tests.oracles import planted_corpus, random_corpus
from tests.oracles import solve_counts as solve

COLOURS = palette([4, 0, 2])
RUNS = made_runs(("joint", "em"), 5)
SIZES = curves.quantile_bands(curves.cumulative(RUNS))
TRACES = {"seconds": curves.quantile_bands(curves.improvements(RUNS), "seconds")}
SEEDS = curves.few_seeds(curves.cumulative(made_runs(("em",), 3)))
LIMITS = pd.DataFrame(
    {"n_components": [3], "upper_bound": [99.0], "proof": "certificate"}
)
PUBLISHED = pd.DataFrame({"method": ["EM sPCA"], "n_components": [3], "value": [500.0]})
# What a click on a chart selects.
SELECTED = {
    "over time": {"cell"},
    "shares": {"cell"},
    "bubbles": {"topic"},
    "points": {"document"},
    "relevance": {"word"},
    "number by quality": {"number"},
    "bars": {"chosen"},
    "curves, relative": {"chosen"},
    "by seconds": {"chosen"},
    "few seeds": {"chosen"},
}


def of_topics() -> dict[str, Figure]:
    corpus = planted_corpus(0, 3, 4)
    found = solve(corpus, 3, 4, effort="quick")
    has_topic = documents_with_topics(found)
    groups = [f"{1790 + 10 * (number % 4)}s" for number in range(corpus.n_documents)]
    shares = topic_shares(has_topic, groups)
    over_time = topic_shares(has_topic, groups, "decade")
    places = topic_map(has_topic).assign(name=["a", "b", "c"])
    known = topics_in_documents(found)
    points = document_map(known, places).assign(name="a", title="t")
    nearly = near_misses(found, 1)
    relevant = relevant_words(found, 1, has_topic, nearly)
    words = topic_words(found)
    alike = word_similarities(found, 1)
    of_word = contexts.word_by_time(find(corpus, corpus.words[0]), groups, "decade")
    return {
        "all topics": words_figure(words.assign(name="<b>" + words["name"])),
        "topic variances": variances_figure(
            variance_by_topic(found).assign(name=["a", "b", "c"]), found.settings
        ),
        "relevance": relevance_figure(relevant, "a", COLOURS[0], "grey"),
        "words together": similarity_figure(alike, 1, "a"),
        "over time": shares_over_time(over_time, "decade", 2, COLOURS, "grey"),
        "small multiples": small_multiples(over_time, "decade", COLOURS),
        "shares": share_heat_map(shares, "party"),
        "a word over time": contexts.word_over_time(of_word, "decade", "grey"),
        "bubbles": topic_map_figure(places, COLOURS, "black"),
        "points": document_map_figure(points, "documents", COLOURS, "grey"),
        "new documents": score_new(found, scoring_of(found), corpus).figure(COLOURS),
    }


def of_runs() -> dict[str, Figure]:
    totals = curves.quantile_bands(curves.total_per_run(RUNS))
    drawn = {"limits": LIMITS, "published": PUBLISHED}
    return {
        "bars": bar_figure(totals, "a", **drawn),
        **{
            f"curves, {scale}": curve_figure(SIZES, "a", scale, **drawn)
            for scale in curves.SCALES
        },
        **{
            f"by {along}": curve_figure(table, "a", along=along)
            for along, table in TRACES.items()
        },
        "few seeds": curve_figure(SIZES, "a", seeds=SEEDS),
        "bars of few seeds": bar_figure(totals, "a", seeds=SEEDS),
        "by rank": curve_figure(
            curves.quantile_bands(curves.by_rank(RUNS), "rank"), "a", along="rank"
        ),
    }


def of_measures() -> dict[str, Figure]:
    numbers = pd.DataFrame({key: [0.1, 0.3, 0.2] for key in number_of_topics.HEADINGS})
    numbers["n_components"] = [2, 3, 4]
    return {
        f"number by {name}": number_of_topics.number_figure(numbers, name, 3)
        for name in number_of_topics.FIGURES
    }


def of_grids() -> dict[str, Figure]:
    overlaps = overlap.word_overlaps(made_runs(("tpower", "joint", "em"), 1))
    return {"overlap": overlap.overlap_figure(overlaps, "words")}


def of_corpora() -> dict[str, Figure]:
    corpus = random_corpus(0, 60, 40)
    spectrum = scree(Covariance.of(corpus, centred=False), 10)
    by_rank = variance_by_rank(corpus, Settings())
    return {
        "words by rank": variance_by_rank_figure(by_rank, "counts"),
        "lengths": lengths_figure(document_lengths(corpus)),
        "scree": scree_figure(spectrum, "counts"),
    }


@pytest.fixture(scope="module")
def figures() -> dict[str, Figure]:
    return of_topics() | of_runs() | of_measures() | of_grids() | of_corpora()


@pytest.fixture(scope="module")
def charts(figures: dict[str, Figure]) -> dict[str, Any]:
    return {name: figure.chart() for name, figure in figures.items()}


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


def titles(parts: list[dict], channel: str) -> list[str | None]:
    """What the axes of a channel are called; None for one that needs no title."""
    found: list[str | None] = []
    for encoding in (part["encoding"].get(channel, {}) for part in parts):
        axis = encoding.get("axis", {})
        given = [encoding, axis or {}]
        found += [one["title"] for one in given if "title" in one]
        found += [None] if axis is None else []
    return found


def rows_of(chart: Any) -> list[dict]:
    """The rows of a chart's largest table."""
    return max(chart.to_dict()["datasets"].values(), key=len)


def layers_of(chart: Any) -> list[dict]:
    drawn = chart.to_dict()
    return drawn.get("layer", [drawn])


@pytest.mark.slow
def test_a_chart_is_valid_has_titled_axes_and_names_only_columns_of_its_tables(charts):
    for name, chart in charts.items():
        drawn = chart.to_dict()  # raises where it is not as Altair's schema says
        parts = list(drawn_parts(drawn))
        named = set()
        for part, data in parts:
            rows = drawn["datasets"][data]
            columns = set(fields(part["encoding"]))
            assert rows, name
            assert columns <= set(rows[0]), name
            named |= columns
        assert len(named) >= 3, name
        for channel in ("x", "y"):
            axes = titles([part for part, _ in parts], channel)
            assert axes, (name, channel)
            assert not any("_" in title for title in axes if title), "a column's name"


def test_a_figure_says_what_it_shows_and_names_columns_that_are_there(figures):
    for name, figure in figures.items():
        assert figure.text.endswith("."), name
        assert figure.title, name
        assert not figure.title.endswith("."), name
        assert set(figure.variances) <= set(figure.table), name
    for name in ("words by rank", "lengths", "scree"):
        figure = figures[name]
        empty = figure.draw(figure.table.head(0)).to_dict()
        assert empty["mark"], "of no rows it is still a chart"


@pytest.mark.slow
def test_a_chart_is_drawn_without_a_warning(figures, capfd):
    for name, figure in figures.items():
        svg = to_inline_svg(figure, "part-")
        assert len(list(ElementTree.fromstring(svg).iter())) > 5, name
        assert "NaN" not in svg, name
        assert "Infinity" not in svg, name
        assert capfd.readouterr().err == "", name


def test_a_click_on_a_chart_selects(charts):
    for name, expected in SELECTED.items():
        drawn = charts[name].to_dict()
        parts = [drawn, *(part for part, _ in drawn_parts(drawn))]
        selected = {each["name"] for part in parts for each in part.get("params", [])}
        assert selected == expected, name


def test_the_bars_of_a_topic_have_one_scale_and_a_negative_loading_a_minus_sign(charts):
    named = charts["all topics"].to_dict()["concat"]
    bars, signs = named[0]["layer"]
    assert bars["encoding"]["x"]["scale"]["domain"] == [0, 1]
    assert bars["encoding"]["y"]["sort"] is None  # as the rows come
    assert signs["encoding"]["text"]["field"] == "sign"
    assert signs["transform"] == [{"filter": "(datum.loading < 0)"}]
    assert [part["title"] for part in named] == [f"<b>word_{n}" for n in (10, 6, 2)]
    variances, bubbles = (
        layers_of(charts[n])[0] for n in ("topic variances", "bubbles")
    )
    first, second, third = (
        part["encoding"]["color"]["scale"] for part in (bars, variances, bubbles)
    )
    assert first == second
    assert third == {"domain": [0, 1, 2, 3], "range": [LIMIT_COLOUR, *COLOURS]}


@pytest.mark.slow
def test_the_band_goes_from_low_to_high_about_the_median_on_an_axis_that_holds_them():
    for chart in (
        drawing.curves(SIZES),
        drawing.curves(TRACES["seconds"], along="seconds"),
    ):
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
    bars, band = layers_of(drawing.bars(SIZES))
    assert bars["encoding"]["y"]["scale"]["domain"][0] == 0


def test_in_print_every_topics_line_has_its_name_beside_its_end(figures):
    figure = figures["over time"]
    lines, named = layers_of(figure.picture())
    assert lines["encoding"]["color"] == named["encoding"]["color"]
    assert named["encoding"]["text"]["field"] == "name"
    rows = figure.picture().to_dict()["datasets"][named["data"]["name"]]
    assert {row["name"] for row in rows} == set(figure.table["name"])
    low, high = lines["encoding"]["y"]["scale"]["domain"]
    places = sorted(row["place"] for row in rows)
    assert low <= places[0]
    assert places[-1] <= high
    assert min(np.diff(places)) > 0.04 * (high - low), "none is on another"
