"""Topics are told apart by colour and by dash or order, however many there are."""

import pandas as pd
import pytest

from spca_core.results.charts.documents import (
    BAR_HEIGHT,
    shares_by_group,
    shares_over_time,
)
from spca_core.results.colours import TOPIC_COLOURS, colour_of
from spca_core.results.groups import topic_shares
from tests.oracles import planted_corpus
from tests.oracles import solve_counts as solve

CORPUS = planted_corpus(0, 3, 4)
GROUPS = [f"{1790 + 10 * (document % 4)}s" for document in range(CORPUS.n_documents)]
SHARES = topic_shares(CORPUS, solve(CORPUS, 3, 4, effort="quick"), GROUPS)
each_chart = pytest.mark.parametrize(
    ("draw", "mark"), [(shares_over_time, "line"), (shares_by_group, "bar")]
)


def of_topics(*numbers: int) -> pd.DataFrame:
    names = [f"Topic {number}" for number in numbers]
    table = pd.DataFrame({"topic": numbers, "name": names, "share": 0.1})
    return table.assign(group="1790", documents=5)


def looks(table: pd.DataFrame, channel: str) -> dict:
    """Return what each topic looks like in a channel."""
    scale = shares_over_time(table).to_dict()["encoding"][channel]["scale"]
    return dict(zip(scale["domain"], scale["range"], strict=True))


@each_chart
def test_a_chart_has_a_row_of_data_a_row_of_its_table(draw, mark):
    chart = draw(SHARES).to_dict()
    (rows,) = chart["datasets"].values()
    assert len(rows) == len(SHARES) == 12
    assert chart["mark"]["type"] == mark


@each_chart
def test_a_chart_names_only_columns_that_its_table_has(draw, mark):
    chart = draw(SHARES).to_dict()
    encoding = dict(chart["encoding"])
    named = {part["field"] for part in (*encoding.pop("tooltip"), *encoding.values())}
    made = {step["as"] for step in chart.get("transform", [])}
    assert {"share", "name", "group", "documents"} <= named
    assert named <= set(SHARES.columns) | made


def test_years_and_decades_lie_on_an_axis_of_time():
    chart = shares_over_time(SHARES).to_dict()
    assert chart["transform"] == [{"calculate": "parseInt(datum.group)", "as": "year"}]
    assert chart["encoding"]["x"]["type"] == "quantitative"
    assert chart["encoding"]["x"]["scale"]["zero"] is False


def test_up_to_thirty_six_topics_no_two_have_the_same_colour_and_dash():
    every = of_topics(*range(1, 37))
    colours, dashes = looks(every, "color"), looks(every, "strokeDash")
    pairs = {(colours[name], *dashes[name]) for name in every["name"]}
    assert len(pairs) == 36
    assert len(set(colours.values())) == len(TOPIC_COLOURS)
    first = [tuple(dashes[f"Topic {number}"]) for number in range(1, 11)]
    assert len(set(first)) == 10  # told apart without colour too


@pytest.mark.parametrize("channel", ["color", "strokeDash"])
def test_a_topic_looks_the_same_whichever_others_are_there(channel):
    every = looks(of_topics(*range(1, 10)), channel)
    assert looks(of_topics(2, 8), channel).items() <= every.items()


def test_the_bars_of_a_group_are_in_the_order_of_the_topics():
    encoding = shares_by_group(of_topics(1, 2, 10)).to_dict()["encoding"]
    assert encoding["yOffset"]["sort"] == ["Topic 1", "Topic 2", "Topic 10"]


def test_more_groups_and_topics_make_the_bars_no_thinner():
    height = shares_by_group(SHARES).to_dict()["height"]
    two_groups = SHARES[SHARES["group"] < "1810"]
    n_others = SHARES["group"].nunique() - 2
    fewer = height - shares_by_group(two_groups).to_dict()["height"]
    assert fewer >= n_others * BAR_HEIGHT * SHARES["topic"].nunique()
    one_topic = SHARES[SHARES["topic"] == 1]
    assert shares_by_group(one_topic).to_dict()["height"] < height


def test_a_topic_has_the_colour_of_its_number_as_on_every_page():
    drawn = looks(of_topics(1, 4, 31), "color")
    assert drawn == {f"Topic {one}": colour_of(one) for one in (1, 4, 31)}
    assert drawn["Topic 1"] == drawn["Topic 31"] == TOPIC_COLOURS[0]
