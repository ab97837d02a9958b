"""The matching by hand: your own choice of edges, greedy and the best, and prices.

A choice is a text with a digit for each word: 0 for no topic, or the topic's number.
"""

import numpy as np
import pandas as pd

from spca_core.lessons.matching import (
    TOPICS,
    WORDS,
    every_edge,
    one_after_another,
    trace,
)

GREEDY, MATCHING = "One after another", "The matching"
# What the columns of the tables are called on screen.
LABELS = {
    "topic": "Topic",
    "words": "Words",
    "weight": "Weight",
    "term": "What",
    "value": "Weight",
}
TEXT = (
    "Two topics joined to eight words by weighted edges to choose; bars of the totals."
)


def baselines(weights: np.ndarray) -> pd.DataFrame:
    """One row per way to compare with: term, value."""
    values = [one_after_another(weights), trace(weights)[-1].total]
    return pd.DataFrame({"term": [GREEDY, MATCHING], "value": values})


def hints(weights: np.ndarray) -> pd.DataFrame:
    """One row per topic and word that gains most from it: what is above the price.

    columns : topic, word, place, topic_place, hint and price, as text

    At these prices every topic's best words are those of the best choice.
    """
    prices = np.array(trace(weights)[-1].prices)
    gains = weights - prices[:, None]
    table = every_edge(weights).assign(
        gain=gains.ravel(),
        most=np.tile(gains.max(axis=0), len(TOPICS)),
        price=np.repeat([f"price {price:.0f}" for price in prices], len(WORDS)),
    )
    gained = (table["gain"] == table["most"]) & (table["gain"] >= 0)
    hint = table["gain"].map("{:+.0f}".format).where(gained, "")
    return table.assign(hint=hint).drop(columns=["gain", "most"])


def account(weights: np.ndarray, choice: str) -> pd.DataFrame:
    """One row per topic: its words in your choice, and their total weight."""
    chosen = [[digit == str(i + 1) for digit in choice] for i in range(len(TOPICS))]
    return pd.DataFrame(
        {
            "topic": TOPICS,
            "words": [", ".join(np.array(WORDS)[words]) for words in chosen],
            "weight": [
                row[words].sum() for row, words in zip(weights, chosen, strict=True)
            ],
        }
    )
