"""The bars of the limits on four words: stacked, on one scale, under a dashed line."""

from spca_core.lessons import four_words
from spca_core.lessons.charts.four_words import limit_bars

TABLE = four_words.limits((2.0, 1.0, 1.0, 0.5))
CHART = limit_bars(TABLE).to_dict()


def test_it_names_only_columns_that_its_table_has():
    for layer in CHART["layer"]:
        channels = layer["encoding"].values()
        named = {one["field"] for one in channels if "field" in one}
        assert named <= set(TABLE.columns)


def test_the_terms_are_stacked_and_the_numbers_stand_at_the_limits():
    bars, _, numbers = CHART["layer"]
    assert bars["mark"]["type"] == "bar"
    assert bars["encoding"]["y"]["stack"] == "zero"
    assert bars["encoding"]["color"]["scale"]["domain"] == list(four_words.TERMS)
    assert numbers["encoding"]["y"]["field"] == "limit"
    assert numbers["encoding"]["text"]["field"] == "limit"


def test_what_the_best_topics_capture_is_a_dashed_line():
    _, best, _ = CHART["layer"]
    assert best["mark"]["type"] == "rule"
    assert best["mark"]["strokeDash"]
    assert best["encoding"]["y"]["field"] == "best"


def test_every_limit_has_its_bar_in_the_order_of_the_table():
    bars = CHART["layer"][0]
    order = list(TABLE["prices"].drop_duplicates())
    assert bars["encoding"]["x"]["sort"] == order
