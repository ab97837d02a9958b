"""Every picture of Learn is valid; those under the pointer show the tables' numbers.

What the browser computes is drawn here by the same Vega, and read from the picture.
"""

import re
from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import vl_convert

from spca_core.lessons import (
    cost,
    dense,
    figure,
    four_words,
    matching,
    net,
    noise,
    one_at_a_time,
    plane,
)
from spca_core.lessons.eight_words import WORDS, optimum
from spca_core.lessons.matching import EXAMPLE
from tests.lessons.test_cost import made_cases
from tests.oracles import random_corpus

pytestmark = pytest.mark.slow
CASES = made_cases()
SHUFFLES = noise.searches(5, 1, 3)
Written = Callable[..., list[str]]


def of_ways() -> dict[str, Any]:
    best, angles = plane.best(), plane.variance_by_angle()
    limits, total = four_words.fixed_limits(), four_words.best_total()
    entries, ratios = one_at_a_time.entries(), one_at_a_time.ratio_by_sum()
    matrix = one_at_a_time.matrix_of(entries, one_at_a_time.APART)
    sums = one_at_a_time.topic_totals(one_at_a_time.sums())
    return {
        "plane, points": plane.point_chart(plane.centred_points(), best),
        "plane, curve": plane.curve(angles, best),
        "plane, bars": plane.variance_bars(angles),
        "one at a time, matrix": matrix,
        "one at a time, totals": sums,
        "one at a time, ratio": one_at_a_time.ratio_curve(ratios),
        "four words, limits": four_words.limit_bars(limits, total),
        "four words, matrix": four_words.draw_matrix("T", "T"),
        "cost": cost.cost_bars(CASES),
        "promises": cost.promise_bars(CASES),
    }


def of_nets() -> dict[str, Any]:
    arrows, choices, nets = figure.arrows(), figure.every_choice(), net.nets()
    landscape = net.landscape()
    return {
        "net, map": net.net_map(landscape, choices, nets, 100),
        "net, bars": net.net_bars(choices, nets, optimum()),
        "figure, plane": figure.plane(arrows),
        "figure, slots": figure.slots(arrows, choices),
    }


def of_components() -> dict[str, Any]:
    corpus = random_corpus(0, 80, 12)
    whole, sparse = dense.dense_component(corpus), dense.sparse_component(corpus, 4)
    kept = dense.sparse_words(corpus, whole, sparse)
    sizes = dense.variance_by_size(whole, [sparse])
    return {
        "dense, ranks": dense.rank_chart(dense.loadings_by_rank(whole, kept)),
        "dense, sizes": dense.size_chart(sizes, dense.both(whole, sparse)),
    }


def of_matchings() -> dict[str, Any]:
    edges, baselines = matching.every_edge(EXAMPLE), matching.baselines(EXAMPLE)
    return {
        "noise, table": noise.draw_table(SHUFFLES[-1]),
        "noise, strip": noise.draw_strip(SHUFFLES),
        "noise, strip of one": noise.draw_strip(SHUFFLES[:1]),
        "matching, edges": matching.draw_edges(EXAMPLE),
        "matching, totals": matching.draw_totals(edges, baselines),
    }


@pytest.fixture(scope="module")
def charts() -> dict[str, dict]:
    """Every picture as its specification, which was held against the schema."""
    every = of_ways() | of_nets() | of_components() | of_matchings()
    return {name: chart.to_dict() for name, chart in every.items()}


def made_by(transforms: list[dict]) -> set[str]:
    """Return the columns that transforms add to those of the data."""
    names = set()
    for transform in transforms:
        for part in (transform, *transform.get("aggregate", [])):
            name = part.get("as", part.get("flatten", []))
            names |= {name} if isinstance(name, str) else set(name)
        names |= {part["as"] for part in transform.get("window", [])}
    return names


def test_a_picture_encodes_columns_that_its_data_have_on_titled_axes(charts):
    for name, chart in charts.items():
        layers = chart.get("layer", [chart])
        for layer in layers:
            rows = chart["datasets"][layer.get("data", chart.get("data"))["name"]]
            columns = set(rows[0]) | made_by(layer.get("transform", []))
            encoding = dict(layer["encoding"])
            channels = [*encoding.pop("tooltip", []), *encoding.values()]
            fields = {channel["field"] for channel in channels if "field" in channel}
            assert fields, name
            assert fields <= columns, name
            for scale in [part.get("scale") or {} for part in encoding.values()]:
                if isinstance(scale.get("domain"), list) and "type" not in scale:
                    looks = list(map(str, scale.get("range", scale["domain"])))
                    assert len(looks) == len(scale["domain"]), name
        for axis in ("x", "y"):
            places = [layer["encoding"].get(axis, {}) for layer in layers]
            places = [place for place in places if "field" in place]
            # Titled, or without a title on purpose.
            titled = any({"title", "axis"} & set(place) for place in places)
            assert titled or not places, name


def test_what_moves_a_picture_is_one_of_its_parameters(charts):
    moved = [chart for chart in charts.values() if "moves" in chart.get("usermeta", {})]
    assert moved
    for chart in moved:
        parameters = {parameter["name"] for parameter in chart["params"]}
        for move in chart["usermeta"]["moves"]:
            assert {move["name"], move["of"]} <= parameters


def test_a_click_on_a_line_gives_a_word_and_one_on_a_word_passes_it_on(charts):
    chart = charts["matching, edges"]
    given = [one for one in chart["usermeta"]["moves"] if one["name"] == "own"]
    for move in given:
        layer = int(re.fullmatch(r"@layer_(\d+)_marks:click", move["events"])[1])
        is_line = chart["layer"][layer]["mark"]["type"] == "rule"
        assert is_line == (move["update"] == matching.ON_EDGE)


@pytest.fixture
def texts(charts) -> Written:
    """Return a function that draws a picture and returns all that is written in it."""

    def written(name: str, **values: Any) -> list[str]:
        spec = {**charts[name], "width": 300}
        spec.pop("usermeta")
        assert values.keys() <= {parameter["name"] for parameter in spec["params"]}
        spec["params"] = [
            {**each, "value": values[each["name"]]} if each["name"] in values else each
            for each in spec["params"]
        ]
        svg = vl_convert.vegalite_to_svg(spec)
        found = re.findall(r">([^<>]+)</text>", svg)
        return [text.replace("\u2212", "-") for text in found]

    return written


def test_no_word_at_an_arrow_collides_with_another_or_with_an_arrow(charts):
    spec = dict(charts["figure, plane"])
    spec.pop("usermeta")
    svg = vl_convert.vegalite_to_svg(spec)
    found = re.findall(
        r'text-anchor="(start|end)" transform="translate\(([-\d.]+),([-\d.]+)\)"[^>]*>'
        r"([a-z]+)</text>",
        svg,
    )
    assert {word for *_, word in found} == set(WORDS)
    tips = figure.arrows().set_index("word")
    across = (tips["x"] + figure.REACH) / (2 * figure.REACH) * figure.PLANE_WIDTH
    height = figure.REACH - figure.BELOW
    down = (figure.REACH - tips["y"]) / height * figure.PLANE_HEIGHT
    origin = figure.PLANE_WIDTH / 2, figure.REACH / height * figure.PLANE_HEIGHT
    boxes = []
    for anchor, x, baseline, word in found:
        width = 6.0 * len(word)  # of letters of 12 pixels
        left, bottom = float(x) - width * (anchor == "end"), float(baseline)
        for along in np.linspace(0, 1, 100):
            at_x = origin[0] + along * (across - origin[0])
            at_y = origin[1] + along * (down - origin[1])
            crosses = at_x.between(left, left + width) & at_y.between(
                bottom - 8, bottom
            )
            assert not crosses.any(), (word, crosses[crosses].index)
        boxes.append((left, left + width, bottom))
    for (left, right, y), (other_left, other_right, other_y) in combinations(boxes, 2):
        assert right <= other_left or other_right <= left or abs(y - other_y) >= 11


TURNED = pytest.mark.parametrize(
    ("first", "second", "epsilon"), [(20, 100, 0.1), (171, 3, 0.5)]
)


@TURNED
def test_the_figure_shows_the_numbers_of_its_table(texts, first, second, epsilon):
    angles = {"first_angle": first, "second_angle": second}
    reached = net.reached(first, second, epsilon)["value"]
    written = texts("net, bars", **angles, net_epsilon=epsilon)
    assert {f"{value:.3f}" for value in reached} <= set(written)


@pytest.mark.parametrize("angle", [0, 35])
def test_the_plane_shows_the_variance_along_and_across(texts, angle):
    written = texts("plane, bars", angle=angle)
    for row in plane.captured(angle, with_best=False).itertuples():
        assert f"{row.variance:.3f}, {row.share:.0%}" in written


@pytest.mark.parametrize(("eps", "delta"), [(0.5, 0.5), (0.33, 0.0)])
def test_one_at_a_time_shows_both_totals_and_their_ratio(texts, eps, delta):
    totals = one_at_a_time.topics_by_way(eps, delta).groupby("way")["variance"].sum()
    apart, together = (totals[way] for way in one_at_a_time.WAYS)
    written = texts("one at a time, totals", eps=eps, delta=delta)
    assert {f"{apart:.2f}", f"{together:.2f}"} <= set(written)
    ratio = texts("one at a time, ratio", eps=eps, delta=delta)
    assert f"{together / apart:.2f}" in ratio


@pytest.mark.parametrize("prices", [(0, 0, 0, 0), (6, 6, 6, 6), (0.5, 3, 6, 1.5)])
def test_the_limit_of_any_prices_is_that_of_the_eigenvalues(texts, prices):
    at = {f"price{i}": price for i, price in enumerate(prices, start=1)}
    written = texts("four words, limits", **at)
    assert f"{four_words.proven_limit(prices):.2f}" in written


@pytest.mark.parametrize(
    ("choice", "total"),
    [("10200210", "{:.0f} with 4 words"), ("11100000", "too many for a topic: 3")],
)
def test_a_choice_of_edges_is_added_up_or_refused(texts, choice, total):
    weight = matching.chosen_topics(EXAMPLE, choice)["weight"].sum()
    assert total.format(weight) in " ".join(texts("matching, totals", own=choice))


@pytest.mark.parametrize("step", [1, 8, 10])
def test_each_step_of_the_matching_shows_its_prices(texts, step):
    written = texts("matching, edges", step=step)
    prices = matching.example()[step - 1].prices
    assert [f"price {price:.0f}" for price in prices] == [
        text for text in written if text.startswith("price")
    ]


@pytest.mark.parametrize(("rank", "k", "epsilon"), [(4, 8, 0.2), (1, 1, 0.99)])
def test_the_cost_and_the_guarantee_are_those_of_the_tables(texts, rank, k, epsilon):
    at = {"cost_rank": rank, "cost_topics": k, "cost_epsilon": epsilon}
    shares = cost.promises(CASES, rank, k, epsilon)["share"]
    assert {f"{share:.0%}" for share in shares} <= set(texts("promises", **at))
    times = [text for text in texts("cost", **at) if text.startswith("= ")]
    for seconds in cost.searches(CASES, rank, k, epsilon)["seconds"]:
        years = seconds / 31_557_600
        if seconds < 60:
            assert any(time.endswith("seconds here") for time in times)
        elif years > 1e8:
            assert f"= 10^{len(str(int(years))) - 1} years here" in times
