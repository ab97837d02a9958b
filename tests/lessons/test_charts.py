"""Every picture of Learn is valid, and shows the numbers of its tables."""

import re
from typing import Any

import pytest
import vl_convert

from spca_core.formatting import percent
from spca_core.lessons import (
    dense,
    figure,
    four_words,
    matching,
    net,
    noise,
    one_at_a_time,
    own_sentences,
    plane,
)
from spca_core.lessons.clicks import CLICK
from spca_core.lessons.matching import EXAMPLE
from tests.oracles import random_corpus

pytestmark = pytest.mark.slow
PRICES = (0.5, 3, 6, 1.5)
OWN = "10200210"


def of_ways() -> dict[str, Any]:
    matrices = four_words.matrices(PRICES)
    return {
        "plane, points": plane.point_chart(20, with_best=True),
        "plane, curve": plane.curve(20, with_best=True),
        "plane, bars": plane.variance_bars(20),
        "one at a time, matrix": one_at_a_time.matrix_of(0.1, 0.2, "One at a time"),
        "one at a time, totals": one_at_a_time.topic_totals(0.1, 0.2),
        "one at a time, ratio": one_at_a_time.ratio_curve(0.1, 0.2),
        "four words, limits": four_words.limit_bars(PRICES, with_best=True),
        **{title: four_words.draw_matrix(title, of) for title, of in matrices.items()},
    }


def of_nets() -> dict[str, Any]:
    return {
        "net, map": net.net_map(net.landscape(), 171, 3, 0.5, 100),
        "net, bars": net.net_bars(171, 3, 0.5),
        "figure, plane": figure.plane(20, 100),
        "figure, slots": figure.slots(20, 100),
    }


def of_components() -> dict[str, Any]:
    corpus = random_corpus(0, 80, 12)
    whole, sparse = dense.dense_component(corpus), dense.sparse_component(corpus, 4)
    sizes = dense.variance_by_size(whole, [sparse])
    return {
        "dense, words": dense.word_chart(dense.sparse_words(corpus, sparse), 12),
        "dense, sizes": dense.size_chart(sizes, dense.both(whole, sparse)),
        "own sentences": own_sentences.draw(own_sentences.find(own_sentences.EXAMPLE)),
    }


def of_matchings() -> dict[str, Any]:
    frame, shuffles = matching.example()[8], noise.searches(5, 1, 3)
    draw = matching.draw_edges
    return {
        "noise, table": noise.draw_table(shuffles[-1]),
        "noise, strip": noise.draw_strip(shuffles),
        "noise, strip of one": noise.draw_strip(shuffles[:1]),
        "matching, own": draw(EXAMPLE, OWN, None, with_prices=False),
        "matching, step": draw(EXAMPLE, OWN, frame, with_prices=False),
        "matching, prices": draw(EXAMPLE, OWN, None, with_prices=True),
        "matching, totals": matching.draw_totals(matching.totals(EXAMPLE, OWN)),
    }


@pytest.fixture(scope="module")
def charts() -> dict[str, dict]:
    """Every picture as its specification, which was held against the schema."""
    every = of_ways() | of_nets() | of_components() | of_matchings()
    return {name: chart.to_dict() for name, chart in every.items()}


@pytest.fixture(scope="module")
def written(charts):
    """Return a function that returns all that is written in a picture."""

    def texts(name: str) -> list[str]:
        svg = vl_convert.vegalite_to_svg({**charts[name], "width": 300})
        return re.findall(r">([^<>]+)</text>", svg)

    return texts


def test_a_picture_encodes_columns_that_its_data_have(charts):
    for name, chart in charts.items():
        for layer in chart.get("layer", [chart]):
            rows = chart["datasets"][layer.get("data", chart.get("data"))["name"]]
            encoding = dict(layer["encoding"])
            channels = [*encoding.pop("tooltip", []), *encoding.values()]
            fields = {channel["field"] for channel in channels if "field" in channel}
            assert fields <= set(rows[0]), name


def test_pictures_to_click_have_one_selection_and_no_formula_of_their_own(charts):
    clicked = {
        name
        for name, chart in charts.items()
        if any(param["name"] == CLICK for param in chart.get("params", []))
    }
    assert clicked >= {"plane, points", "net, map", "matching, own"}
    for name, chart in charts.items():
        assert "calculate" not in str(chart), f"{name}: each formula is in Python"


def test_the_numbers_beside_bars_are_those_of_the_tables(written):
    values = net.reached(171, 3, 0.5)["value"]
    assert {f"{value:.3f}" for value in values} <= set(written("net, bars"))
    for row in plane.captured(20, with_best=False).itertuples():
        assert f"{row.variance:.3f}, {percent(row.share, 0)}" in written("plane, bars")
    limit = f"{four_words.proven_limit(PRICES):.2f}"
    assert limit in written("four words, limits")
    ratio = f"{one_at_a_time.ratio(0.1, 0.2):.2f}"
    assert ratio in written("one at a time, ratio")
    weight = matching.chosen_topics(EXAMPLE, OWN)["weight"].sum()
    assert f"{weight:.0f} with 4 words" in written("matching, totals")
    prices = matching.example()[8].prices
    assert [f"price {price:.0f}" for price in prices] == [
        text for text in written("matching, step") if text.startswith("price")
    ]
