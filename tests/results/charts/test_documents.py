"""Topics over time and by group: what charts draw, and what a click on them selects."""

import pytest

from spca_core.problem.covariance import covariance_of
from spca_core.results import maps
from spca_core.results.carried import carried_topics
from spca_core.results.charts import documents, topics
from spca_core.results.charts import maps as map_charts
from spca_core.results.colours import palette
from spca_core.results.documents import scores, squared_lengths
from spca_core.results.groups import topic_shares
from spca_core.results.one_topic import near_misses, relevant_words
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

CORPUS = planted_corpus(0, 3, 4)
GROUPS = [f"{1790 + 10 * (document % 4)}s" for document in range(CORPUS.n_documents)]
FOUND = solve(CORPUS, 3, 4, effort="quick")
CARRIED = carried_topics(CORPUS, FOUND)
SHARES = topic_shares(CARRIED, GROUPS)
COLOURS = palette([4, 0, 2])
PLACES = maps.topic_map(CARRIED).assign(name=["a", "b", "c"])
POINTS = maps.document_map(
    CARRIED, scores(CORPUS, FOUND), squared_lengths(CORPUS, FOUND), PLACES
)
WORDS = relevant_words(
    CORPUS,
    FOUND,
    1,
    CARRIED,
    near_misses(CORPUS, covariance_of(CORPUS, FOUND.settings), FOUND, 1),
)
CHARTS = {
    "over time": documents.shares_over_time(SHARES, 2, COLOURS, "grey"),
    "small": documents.small_multiples(SHARES, COLOURS),
    "heat map": documents.share_heat_map(SHARES),
    "bubbles": map_charts.topic_bubbles(PLACES, COLOURS, "black"),
    "points": map_charts.document_points(
        POINTS.assign(name="a", title="t"), COLOURS, "grey"
    ),
    "tree": map_charts.tree_lines(
        maps.topic_tree(CARRIED).assign(name="a"), COLOURS, "black", "grey"
    ),
    "relevance": topics.relevance_bars(WORDS, COLOURS[0], "grey"),
}


def parts(chart: dict) -> list[dict]:
    return [
        chart,
        *chart.get("layer", []),
        *([chart["spec"]] if "spec" in chart else []),
    ]


@pytest.mark.parametrize("name", CHARTS)
def test_a_chart_names_only_columns_that_its_tables_have(name):
    chart = CHARTS[name].to_dict()
    columns = {
        key for rows in chart["datasets"].values() for row in rows for key in row
    }
    for part in parts(chart):
        for channel in part.get("encoding", {}).values():
            for one in channel if isinstance(channel, list) else [channel]:
                assert one.get("field") is None or one["field"] in columns


@pytest.mark.parametrize(
    ("name", "selected"),
    [
        ("over time", {"cell"}),
        ("heat map", {"cell"}),
        ("bubbles", {"topic"}),
        ("points", {"document", "box"}),
        ("relevance", {"word"}),
    ],
)
def test_a_click_on_a_chart_selects(name, selected):
    chart = CHARTS[name].to_dict()
    params = [param for part in parts(chart) for param in part.get("params", [])]
    assert {param["name"] for param in params} == selected


def test_each_topic_has_the_colour_that_is_its_own():
    scale = CHARTS["bubbles"].to_dict()["layer"][0]["encoding"]["color"]["scale"]
    assert dict(zip(scale["domain"][1:], scale["range"][1:], strict=True)) == dict(
        enumerate(COLOURS, start=1)
    )
