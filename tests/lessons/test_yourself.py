"""The matching by hand: baselines and prices are those of the matching."""

from spca_core.lessons import yourself
from spca_core.lessons.matching import (
    EXAMPLE,
    SPARSITY,
    drawn_after,
    trace,
)


def test_the_greedy_total_is_below_that_of_the_matching():
    values = yourself.baselines(EXAMPLE)["value"].tolist()
    assert values == [228, 235]


def test_the_gains_beside_the_words_and_the_prices_add_up_to_the_best_total():
    for weights in (EXAMPLE, drawn_after(EXAMPLE)):
        hints = yourself.hints(weights)
        gains = hints[hints["hint"] != ""].drop_duplicates("word")["hint"].astype(float)
        prices = hints.groupby("topic")["price"].first().str.removeprefix("price ")
        best = trace(weights)[-1].total
        assert SPARSITY * prices.astype(float).sum() + gains.sum() == best


def test_a_choice_is_described_by_its_words_and_their_weight():
    account = yourself.chosen_topics(EXAMPLE, "10200200")
    assert account["words"].tolist() == ["tax", "war, trade"]
    assert account["weight"].tolist() == [EXAMPLE[0, 0], EXAMPLE[1, [2, 5]].sum()]
