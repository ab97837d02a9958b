"""The pictures under the pointer show, at any place, the numbers of the core's tables.

What the browser computes is drawn here by the same Vega, and read from the picture.
"""

import re
from typing import Any

import pytest
import vl_convert

from spca_core.lessons import (
    cost,
    figure,
    four_words,
    net,
    one_at_a_time,
    plane,
    yourself,
)
from spca_core.lessons.charts import cost as cost_charts
from spca_core.lessons.charts import figure as figure_charts
from spca_core.lessons.charts import four_words as price_charts
from spca_core.lessons.charts import net as net_charts
from spca_core.lessons.charts import one_at_a_time as one_charts
from spca_core.lessons.charts import plane as plane_charts
from spca_core.lessons.charts import yourself as own_charts
from spca_core.lessons.eight_words import optimum
from spca_core.lessons.matching_example import EXAMPLE
from tests.lessons.test_cost import made_cases

ARROWS, CHOICES, NETS = figure.arrows(), figure.every_choice(), net.nets()
ANGLES = [(20, 100), (52, 147), (171, 3)]


def texts(chart: Any, **values: Any) -> list[str]:
    """Draw a picture with these values, and return all that is written in it."""
    spec = chart.to_dict()  # held against the schema
    spec.pop("usermeta")
    names = [one["name"] for one in spec["params"]]
    assert values.keys() <= set(names)
    for one in spec["params"]:
        one.update({"value": values[one["name"]]} if one["name"] in values else {})
    drawn = vl_convert.vegalite_to_svg({"width": 300, **spec})
    return [
        text.replace("\u2212", "-") for text in re.findall(r">([^<>]+)</text>", drawn)
    ]


@pytest.mark.parametrize(("first", "second"), ANGLES)
def test_the_figure_shows_every_projection_its_square_and_the_sums(first, second):
    at = {"first_angle": first, "second_angle": second}
    said = texts(figure_charts.numbers(ARROWS, CHOICES), **at)
    for row in figure.numbers(first, second).itertuples():
        for number, square in (
            (row.first, row.first_square),
            (row.second, row.second_square),
        ):
            assert f"{number:.2f}\u00b2 = {square:.2f}" in said
    said = texts(figure_charts.totals(CHOICES, optimum()), **at)
    assert {f"{sum:.2f}" for sum in figure.totals(first, second)["value"]} <= set(said)


@pytest.mark.parametrize(("first", "second"), ANGLES)
@pytest.mark.parametrize("epsilon", [0.1, 0.5])
def test_the_net_shows_what_is_reached_and_proven(first, second, epsilon):
    chart = net_charts.net_bars(CHOICES, NETS, optimum())
    at = {"first_angle": first, "second_angle": second, "net_epsilon": epsilon}
    promises = net.promises(epsilon, net.climb(first, second))
    assert {f"{one:.3f}" for one in promises["value"]} <= set(texts(chart, **at))


@pytest.mark.parametrize("angle", [0, 35, 100, 180])
def test_the_plane_shows_the_variance_along_and_across(angle):
    said = texts(plane_charts.bars(plane.variance_by_angle()), angle=angle)
    for row in plane.captured(angle, with_best=False).itertuples():
        assert f"{row.variance:.3f}, {row.share:.0%}" in said


@pytest.mark.parametrize(("eps", "delta"), [(0.1, 0.1), (0.5, 0.5), (0.33, 0.0)])
def test_one_at_a_time_shows_both_totals_and_their_ratio(eps, delta):
    row = one_at_a_time.ratio(eps, delta).iloc[0]
    said = texts(one_charts.topic_totals(one_at_a_time.sums()), eps=eps, delta=delta)
    assert {f"{row['apart']:.2f}", f"{row['together']:.2f}"} <= set(said)
    curve = one_charts.ratio_curve(one_at_a_time.ratio_by_sum())
    assert f"{row['ratio']:.2f}" in texts(curve, eps=eps, delta=delta)


@pytest.mark.parametrize(
    "prices", [(0, 0, 0, 0), (4, 4, 1, 1), (6, 6, 6, 6), (0.5, 3, 6, 1.5), (1, 0, 2, 0)]
)
def test_the_limit_of_any_prices_is_that_of_the_eigenvalues(prices):
    at = {f"price{i}": price for i, price in enumerate(prices, start=1)}
    fixed, best = four_words.fixed_limits(), four_words.best_total()
    said = texts(price_charts.limit_bars(fixed, best), **at)
    assert f"{four_words.limit(prices):.2f}" in said


@pytest.mark.parametrize(("own", "told"), [("10200210", "1"), ("11100000", "many")])
def test_a_choice_of_edges_is_added_up_or_refused(own, told):
    table, baselines = yourself.edges(EXAMPLE), yourself.baselines(EXAMPLE)
    said = " ".join(texts(own_charts.totals(table, baselines), own=own))
    weight = yourself.account(EXAMPLE, own)["weight"].sum()
    expected = (
        f"{weight:.0f} with 4 words" if told == "1" else "too many for a topic: 3"
    )
    assert expected in said


@pytest.mark.parametrize(
    ("rank", "k", "epsilon"), [(4, 8, 0.2), (1, 1, 0.99), (2, 3, 0.5)]
)
def test_the_cost_and_the_guarantee_are_those_of_the_tables(rank, k, epsilon):
    cases = made_cases()
    at = {"cost_rank": rank, "cost_topics": k, "cost_epsilon": epsilon}
    said = texts(cost_charts.promise_bars(cases), **at)
    promises = cost.promises(cases, rank, k, epsilon)
    assert {f"{share:.0%}" for share in promises["share"]} <= set(said)
    said = texts(cost_charts.cost_bars(cases), **at)
    for seconds in cost.searches(cases, rank, k, epsilon)["seconds"]:
        years = seconds / 31_557_600
        if seconds < 60:
            assert any(
                text.startswith("= ") and text.endswith("seconds here") for text in said
            )
        elif years > 1e8:
            assert f"= 10^{len(str(int(years))) - 1} years here" in said
