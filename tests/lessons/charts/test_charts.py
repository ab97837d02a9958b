"""Every picture of Learn is valid; those under the pointer show the tables' numbers.

What the browser computes is drawn here by the same Vega, and read from the picture.
"""

import re
from typing import Any

import pytest
import vl_convert

from spca_core.lessons import (
    by_hand,
    cost,
    dense,
    figure,
    four_words,
    matching,
    net,
    one_at_a_time,
    plane,
    yourself,
)
from spca_core.lessons.charts import by_hand as by_hand_charts
from spca_core.lessons.charts import cost as cost_charts
from spca_core.lessons.charts import dense as dense_charts
from spca_core.lessons.charts import figure as figure_charts
from spca_core.lessons.charts import four_words as four_words_charts
from spca_core.lessons.charts import matching as matching_charts
from spca_core.lessons.charts import net as net_charts
from spca_core.lessons.charts import one_at_a_time as one_at_a_time_charts
from spca_core.lessons.charts import plane as plane_charts
from spca_core.lessons.charts import yourself as yourself_charts
from spca_core.lessons.eight_words import optimum
from spca_core.lessons.matching import EXAMPLE
from tests.lessons.test_by_hand import CHALLENGE, FIRST, SECOND
from tests.lessons.test_cost import made_cases
from tests.lessons.test_dense import CORPUS, SPARSE, WHOLE

FRAMES = matching.trace(EXAMPLE)
ARROWS, CHOICES, NETS = figure.arrows(), figure.every_choice(), net.nets()
MAP, ANGLES, BEST = net.landscape(), plane.variance_by_angle(), plane.best()
ENTRIES, CASES = one_at_a_time.entries(), made_cases()
BARS = by_hand.bars(CHALLENGE, by_hand.score(CHALLENGE, FIRST, SECOND))
BY_RANK = dense.loadings_by_rank(WHOLE, dense.kept_words(CORPUS, WHOLE, SPARSE[2]))
CURVE = dense.variance_by_size(WHOLE, SPARSE)
BOTH = dense.both(WHOLE, SPARSE[2])
EDGES, BASELINES = matching.every_edge(EXAMPLE), yourself.baselines(EXAMPLE)


def matching_picture(number: int) -> Any:
    frame = FRAMES[number]
    edges = matching.edges(EXAMPLE, frame)
    return matching_charts.picture(edges, matching.nodes(frame))


CHARTS = {
    "plane, points": plane_charts.points(plane.points(), BEST),
    "plane, curve": plane_charts.curve(ANGLES, BEST),
    "plane, bars": plane_charts.bars(ANGLES),
    "dense, ranks": dense_charts.loadings_by_rank(BY_RANK),
    "dense, sizes": dense_charts.variance_by_size(CURVE, BOTH),
    "one at a time, matrix": one_at_a_time_charts.matrix_of(
        ENTRIES, one_at_a_time.APART
    ),
    "one at a time, totals": one_at_a_time_charts.topic_totals(one_at_a_time.sums()),
    "one at a time, ratio": one_at_a_time_charts.ratio_curve(
        one_at_a_time.ratio_by_sum()
    ),
    **{f"matching, {n}": matching_picture(n) for n in range(len(FRAMES))},
    "net, map": net_charts.net_map(MAP, CHOICES, NETS, 100),
    "net, bars": net_charts.net_bars(CHOICES, NETS, optimum()),
    "four words, limits": four_words_charts.limit_bars(
        four_words.fixed_limits(), four_words.best_total()
    ),
    "four words, matrix": four_words_charts.matrix("T", "T"),
    "by hand": by_hand_charts.challenge_bars(BARS),
    "figure, plane": figure_charts.plane(ARROWS),
    "figure, slots": figure_charts.slots(ARROWS, CHOICES),
    "figure, numbers": figure_charts.numbers(ARROWS, CHOICES),
    "figure, totals": figure_charts.totals(CHOICES, optimum()),
    "figure, map": net_charts.dot_map(MAP, 100),
    "yourself, edges": yourself_charts.edges(EDGES, yourself.hints(EXAMPLE)),
    "yourself, totals": yourself_charts.totals(EDGES, BASELINES),
    "cost": cost_charts.cost_bars(CASES),
    "promises": cost_charts.promise_bars(CASES),
}
UNDER_POINTER = [
    name for name, chart in CHARTS.items() if isinstance(chart.usermeta, dict)
]


def made_by(transforms: list[dict]) -> set[str]:
    """Return the columns that transforms add to those of the data."""
    names = set()
    for transform in transforms:
        for part in (transform, *transform.get("aggregate", [])):
            name = part.get("as", part.get("flatten", []))
            names |= {name} if isinstance(name, str) else set(name)
        names |= {part["as"] for part in transform.get("window", [])}
    return names


@pytest.mark.parametrize("name", CHARTS)
def test_a_picture_is_valid_and_encodes_columns_that_its_data_have(name: str):
    chart = CHARTS[name].to_dict()  # held against the schema
    layers = chart.get("layer", [chart])
    for layer in layers:
        rows = chart["datasets"][layer.get("data", chart.get("data"))["name"]]
        columns = set(rows[0]) | made_by(layer.get("transform", []))
        encoding = dict(layer["encoding"])
        channels = [*encoding.pop("tooltip", []), *encoding.values()]
        fields = {channel["field"] for channel in channels if "field" in channel}
        assert fields
        assert fields <= columns
        for scale in [part.get("scale") or {} for part in encoding.values()]:
            if isinstance(scale.get("domain"), list) and "type" not in scale:
                assert len(scale.get("range", scale["domain"])) == len(scale["domain"])
    for axis in ("x", "y"):
        places = [layer["encoding"].get(axis, {}) for layer in layers]
        places = [place for place in places if "field" in place]
        # Titled, or without a title on purpose.
        assert not places or any({"title", "axis"} & set(place) for place in places)


@pytest.mark.parametrize("name", UNDER_POINTER)
def test_what_moves_a_picture_is_one_of_its_parameters(name: str):
    chart = CHARTS[name].to_dict()
    parameters = {parameter["name"] for parameter in chart["params"]}
    for move in chart["usermeta"]["moves"]:
        assert {move["name"], move["of"]} <= parameters


def test_a_click_on_a_line_gives_a_word_and_one_on_a_word_passes_it_on():
    chart = CHARTS["yourself, edges"].to_dict()
    for move in chart["usermeta"]["moves"]:
        layer = int(re.fullmatch(r"@layer_(\d+)_marks:click", move["events"])[1])
        is_line = chart["layer"][layer]["mark"]["type"] == "rule"
        assert is_line == (move["update"] == yourself_charts.ON_EDGE)


def scales(channel: str, layer: dict) -> dict:
    return layer["encoding"][channel]["scale"]


def test_what_differs_is_told_apart_by_two_signs():
    _, used, marks, *_ = CHARTS["matching, 0"].to_dict()["layer"]
    _, words = CHARTS["dense, ranks"].to_dict()["layer"]
    for layer, channels in (
        (used, ("strokeDash",)),
        (marks, ("color", "shape")),
        (words, ("color", "shape", "size")),
    ):
        for channel in channels:
            looks = list(map(str, scales(channel, layer)["range"]))
            assert (
                len(set(looks)) == len(looks) == len(scales(channel, layer)["domain"])
            )


def test_every_line_of_the_matching_is_drawn_once_and_as_thick_in_every_frame():
    thickness = set()
    for number in range(len(FRAMES)):
        chart = CHARTS[f"matching, {number}"].to_dict()
        unused, used, *_ = chart["layer"]
        lines = [chart["datasets"][layer["data"]["name"]] for layer in (unused, used)]
        assert sum(map(len, lines)) == EXAMPLE.size
        assert {line["state"] for line in lines[0]} <= {matching.FREE}
        assert matching.FREE not in {line["state"] for line in lines[1]}
        thickness.add(str(scales("strokeWidth", used)))
    assert len(thickness) == 1


def test_the_line_is_the_curve_the_mark_the_chosen_and_the_dashes_the_dense_one():
    chart = CHARTS["dense, sizes"].to_dict()
    layers = {layer["mark"]["type"]: layer for layer in chart["layer"]}
    rows = {
        mark: chart["datasets"][one["data"]["name"]] for mark, one in layers.items()
    }
    assert len(rows["line"]) == len(CURVE)
    assert [row["n_words"] for row in rows["point"]] == [4]
    assert [row["variance"] for row in rows["rule"]] == [WHOLE.variance]
    assert layers["rule"]["mark"]["strokeDash"]
    assert "x" not in layers["rule"]["encoding"]  # from edge to edge


def test_the_bars_by_hand_are_in_the_order_of_their_table():
    encoding = CHARTS["by hand"].to_dict()["encoding"]
    assert encoding["y"]["sort"] is None
    assert scales("color", CHARTS["by hand"].to_dict())["domain"] == [*BARS["whose"]]


def texts(name: str, **values: Any) -> list[str]:
    """Draw a picture with these values, and return all that is written in it."""
    spec = CHARTS[name].to_dict()
    spec.pop("usermeta")
    assert values.keys() <= {parameter["name"] for parameter in spec["params"]}
    for parameter in spec["params"]:
        if parameter["name"] in values:
            parameter["value"] = values[parameter["name"]]
    svg = vl_convert.vegalite_to_svg({"width": 300, **spec})
    return [
        text.replace("\u2212", "-") for text in re.findall(r">([^<>]+)</text>", svg)
    ]


TURNED = pytest.mark.parametrize(("first", "second"), [(20, 100), (52, 147), (171, 3)])


@TURNED
def test_the_figure_shows_every_projection_its_square_and_the_sums(first, second):
    angles = {"first_angle": first, "second_angle": second}
    written = texts("figure, numbers", **angles)
    for row in figure.numbers(first, second).itertuples():
        assert f"{row.first:.2f}\u00b2 = {row.first_square:.2f}" in written
        assert f"{row.second:.2f}\u00b2 = {row.second_square:.2f}" in written
    sums = {f"{value:.2f}" for value in figure.totals(first, second)["value"]}
    assert sums <= set(texts("figure, totals", **angles))


@TURNED
@pytest.mark.parametrize("epsilon", [0.1, 0.5])
def test_the_net_shows_what_is_reached_and_proven(first, second, epsilon):
    angles = {"first_angle": first, "second_angle": second}
    promises = net.promises(epsilon, net.climb(first, second))["value"]
    written = texts("net, bars", **angles, net_epsilon=epsilon)
    assert {f"{value:.3f}" for value in promises} <= set(written)


@pytest.mark.parametrize("angle", [0, 35, 180])
def test_the_plane_shows_the_variance_along_and_across(angle):
    written = texts("plane, bars", angle=angle)
    for row in plane.captured(angle, with_best=False).itertuples():
        assert f"{row.variance:.3f}, {row.share:.0%}" in written


@pytest.mark.parametrize(("eps", "delta"), [(0.1, 0.1), (0.5, 0.5), (0.33, 0.0)])
def test_one_at_a_time_shows_both_totals_and_their_ratio(eps, delta):
    totals = one_at_a_time.topics(eps, delta).groupby("way")["variance"].sum()
    apart, together = (totals[way] for way in one_at_a_time.WAYS)
    written = texts("one at a time, totals", eps=eps, delta=delta)
    assert {f"{apart:.2f}", f"{together:.2f}"} <= set(written)
    ratio = texts("one at a time, ratio", eps=eps, delta=delta)
    assert f"{together / apart:.2f}" in ratio


@pytest.mark.parametrize(
    "prices", [(0, 0, 0, 0), (4, 4, 1, 1), (6, 6, 6, 6), (0.5, 3, 6, 1.5), (1, 0, 2, 0)]
)
def test_the_limit_of_any_prices_is_that_of_the_eigenvalues(prices):
    at = {f"price{i}": price for i, price in enumerate(prices, start=1)}
    written = texts("four words, limits", **at)
    assert f"{four_words.limit(prices):.2f}" in written


@pytest.mark.parametrize(
    ("choice", "total"),
    [("10200210", "{:.0f} with 4 words"), ("11100000", "too many for a topic: 3")],
)
def test_a_choice_of_edges_is_added_up_or_refused(choice, total):
    weight = yourself.account(EXAMPLE, choice)["weight"].sum()
    assert total.format(weight) in " ".join(texts("yourself, totals", own=choice))


@pytest.mark.parametrize(
    ("rank", "k", "epsilon"), [(4, 8, 0.2), (1, 1, 0.99), (2, 3, 0.5)]
)
def test_the_cost_and_the_guarantee_are_those_of_the_tables(rank, k, epsilon):
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
