"""Tidy tables of the matching's frames, for the picture and the numbers."""

import numpy as np
import pandas as pd

from spca_core.lessons.matching_example import TOPICS, WORDS, one_after_another
from spca_core.lessons.matching_steps import Frame

HAS, TAKES, GIVES, FREE = "has", "can take", "hands on", "does not have"
LEFT, RIGHT = 0.0, 1.0  # the side of the picture: topics, words
TOPIC_PLACES = (1.5, 5.5)  # spaced evenly beside the words
FREE_WORD = "Free"  # the owner of a word that no topic has
# What the columns of the tables are called on screen.
LABELS = {
    "topic": "Topic",
    "words": "Its words",
    "weight": "Their weight",
    "price": "Price of a word",
    "term": "What",
    "value": "Weight",
}


def edges(weights: np.ndarray, frame: Frame) -> pd.DataFrame:
    """One row per topic and word: topic, word, weight, state, topic_place, word_place.

    A place is the distance from the top of the picture; words are 1 apart.
    """
    rows = [
        (topic, word, weights[i, j], _state(frame, i, j), TOPIC_PLACES[i], j)
        for i, topic in enumerate(TOPICS)
        for j, word in enumerate(WORDS)
    ]
    columns = ["topic", "word", "weight", "state", "topic_place", "word_place"]
    return pd.DataFrame(rows, columns=columns)


def nodes(frame: Frame) -> pd.DataFrame:
    """One row per topic or word: label, side, owner, place.

    The second line of a topic's label is its price.
    """
    owners = [*TOPICS, FREE_WORD]
    topics = [
        (f"{topic}\nprice {price:.0f}", LEFT, topic, place)
        for topic, price, place in zip(TOPICS, frame.prices, TOPIC_PLACES, strict=True)
    ]
    words = [
        (word, RIGHT, owners[frame.owner[column]], float(column))
        for column, word in enumerate(WORDS)
    ]
    return pd.DataFrame(topics + words, columns=["label", "side", "owner", "place"])


def topics(weights: np.ndarray, frame: Frame) -> pd.DataFrame:
    """One row per topic: topic, its words, their total weight, its price."""
    owner = np.array(frame.owner)
    return pd.DataFrame(
        {
            "topic": TOPICS,
            "words": [_listed(owner == topic) for topic in range(len(TOPICS))],
            "weight": [row[owner == topic].sum() for topic, row in enumerate(weights)],
            "price": frame.prices,
        }
    )


def account(weights: np.ndarray, frame: Frame) -> pd.DataFrame:
    """One row per sum: the total so far, the limit, and the greedy total."""
    rows = [
        ("Total so far", frame.total),
        ("Limit by these prices", frame.limit),
        ("One topic after another, in the end", one_after_another(weights)),
    ]
    return pd.DataFrame(rows, columns=["term", "value"])


def text(edges: pd.DataFrame) -> str:
    """Describe the picture: which words each topic has, can take or hands on."""
    said = ["Two topics joined to eight words."]
    for topic, own in edges.groupby("topic"):
        parts = [
            f"{state} {', '.join(own.loc[own['state'] == state, 'word'])}"
            for state in (HAS, TAKES, GIVES)
            if (own["state"] == state).any()
        ]
        said.append(f"{topic} {', '.join(parts) or 'has no word'}.")
    return " ".join(said)


def _state(frame: Frame, topic: int, word: int) -> str:
    """Return what a topic does with a word."""
    if any(one.word == word and one.giver == topic for one in frame.path):
        return GIVES
    if frame.owner[word] == topic:
        return HAS
    if any(one.word == word and one.receiver == topic for one in frame.path):
        return TAKES
    return FREE


def _listed(chosen: np.ndarray) -> str:
    return ", ".join(WORDS[word] for word in np.flatnonzero(chosen))
