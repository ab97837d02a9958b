"""The pictures of a corpus are drawn from columns that their tables have."""

import pytest

from spca_core.problem.covariance import Covariance
from spca_core.results import corpus
from spca_core.results.charts import corpus as charts
from tests.oracles import random_corpus

CORPUS = random_corpus(0, 60, 40)
DRAWN = {
    "variance_by_rank": (
        charts.variance_by_rank,
        corpus.variance_by_rank(CORPUS, centred=False),
        "line",
    ),
    "document_lengths": (
        charts.document_lengths,
        corpus.document_lengths(CORPUS),
        "bar",
    ),
    "scree": (
        charts.scree,
        corpus.scree(Covariance.of(CORPUS, centred=False), 10),
        "line",
    ),
}
each_chart = pytest.mark.parametrize(
    ("draw", "table", "mark"), DRAWN.values(), ids=DRAWN
)


def channels(chart: dict) -> list[dict]:
    encoding = dict(chart["encoding"])
    return [*encoding.pop("tooltip"), *encoding.values()]


@each_chart
def test_a_chart_has_a_row_of_data_a_row_of_its_table(draw, table, mark):
    chart = draw(table).to_dict()
    (rows,) = chart["datasets"].values()
    assert len(rows) == len(table) > 1
    assert chart["mark"]["type"] == mark


@each_chart
def test_a_chart_names_only_columns_that_its_table_has(draw, table, mark):
    named = {channel["field"] for channel in channels(draw(table).to_dict())}
    assert len(named) >= 3
    assert named <= set(table.columns)


@each_chart
def test_both_axes_say_what_they_measure(draw, table, mark):
    encoding = draw(table).to_dict()["encoding"]
    assert encoding["x"]["title"]
    assert encoding["y"]["title"]


@each_chart
def test_a_chart_of_no_rows_is_still_a_chart(draw, table, mark):
    assert draw(table.head(0)).to_dict()["mark"]["type"] == mark


def test_variances_are_drawn_on_log_scales():
    encoding = charts.variance_by_rank(
        corpus.variance_by_rank(CORPUS, centred=False)
    ).to_dict()["encoding"]
    assert encoding["x"]["scale"]["type"] == encoding["y"]["scale"]["type"] == "log"


def test_a_bar_of_lengths_reaches_from_its_first_to_its_last():
    table = corpus.document_lengths(CORPUS)
    encoding = charts.document_lengths(table).to_dict()["encoding"]
    assert (encoding["x"]["field"], encoding["x2"]["field"]) == ("from", "to")
