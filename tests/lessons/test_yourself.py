"""The matching by hand: baselines and prices are those of the matching."""

import numpy as np

from spca_core.lessons import yourself
from spca_core.lessons.matching import (
    EXAMPLE,
    SPARSITY,
    TOPICS,
    WORDS,
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


def test_a_choice_is_told_by_its_words_and_their_weight():
    account = yourself.account(EXAMPLE, "10200200")
    assert account["words"].tolist() == ["tax", "war, trade"]
    assert account["weight"].tolist() == [EXAMPLE[0, 0], EXAMPLE[1, [2, 5]].sum()]


def test_there_is_an_edge_for_every_topic_and_word():
    edges = yourself.edges(EXAMPLE)
    assert len(edges) == len(TOPICS) * len(WORDS)
    by_topic = edges.pivot(index="number", columns="place", values="weight")
    np.testing.assert_array_equal(by_topic, EXAMPLE)
