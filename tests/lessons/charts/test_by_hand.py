"""The bars of what was chosen by hand, of the best, and of the limit."""

from spca_core.lessons import by_hand
from spca_core.lessons.charts.by_hand import challenge_bars
from tests.lessons.test_by_hand import CHALLENGE, FIRST, SECOND

TABLE = by_hand.bars(CHALLENGE, by_hand.score(CHALLENGE, FIRST, SECOND))


def fields(encoding: dict) -> set[str]:
    """Return the columns that the channels and the tooltip name."""
    parts = [*encoding["tooltip"], *encoding.values()]
    return {part["field"] for part in parts if "field" in part}


def test_there_is_a_bar_a_row_in_the_order_of_the_table():
    chart = challenge_bars(TABLE).to_dict()
    (rows,) = chart["datasets"].values()
    assert [row["whose"] for row in rows] == TABLE["whose"].tolist()
    assert chart["mark"]["type"] == "bar"
    assert chart["encoding"]["y"]["sort"] is None
    assert chart["encoding"]["x"]["title"]


def test_it_names_only_columns_that_the_table_has():
    encoding = challenge_bars(TABLE).to_dict()["encoding"]
    assert fields(encoding) == set(TABLE.columns)


def test_each_bar_has_a_colour_of_its_own():
    scale = challenge_bars(TABLE).to_dict()["encoding"]["color"]["scale"]
    assert scale["domain"] == TABLE["whose"].tolist()
    assert len(set(scale["range"])) == len(TABLE)


def test_more_bars_are_drawn_higher():
    assert challenge_bars(TABLE).height == 3 * challenge_bars(TABLE.head(1)).height
