"""The paper in one figure: directions, projections, matching and what they capture.

Every choice of two topics is a row, with all that depends on it alone: the browser only
takes the greatest for the directions under the pointer.
"""

from itertools import combinations

import numpy as np
import pandas as pd

from spca_core.lessons import eight_words as example
from spca_core.lessons.eight_words import HALF_CIRCLE, SPARSITY, WORDS
from spca_core.steps.ascent import MIN_GAIN

TOPICS = ("First topic", "Second topic")
SQUARES, CAPTURED, OPTIMUM = "Squares matched", "Captured", "Best possible"
TOTALS = (SQUARES, CAPTURED, OPTIMUM)
# What the columns of the tables are called on screen.
LABELS = {
    "word": "Word",
    "first": "First: W",
    "first_square": "W²",
    "second": "Second: W",
    "second_square": "W² ",
    "topic": "Topic",
    "term": "What",
    "value": "Value",
    "share": "Share of the best",
}
TEXT = (
    "Eight word arrows and two directions; edges from words to the slots of two topics "
    "by squared projections; all numbers; sums; a map of what all angles capture."
)


def arrows() -> pd.DataFrame:
    """One row per word: word, its place in the list, and its row of V: x, y."""
    table = pd.DataFrame(example.FACTOR, columns=["x", "y"])
    return table.assign(word=WORDS, place=range(len(WORDS)))


def numbers(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per word: its projections on both directions, their squares, its topic.

    first_angle, second_angle : of the directions, in degrees from 0 to 180
    """
    first, second = example.projected(first_angle, second_angle).T
    _, supports = _matched(first_angle, second_angle)
    topic = np.full(len(WORDS), "", dtype=object)
    topic[supports] = np.array(TOPICS, dtype=object)[:, None]
    return pd.DataFrame(
        {
            "word": WORDS,
            "first": first,
            "first_square": first**2,
            "second": second,
            "second_square": second**2,
            "topic": topic,
        }
    )


def totals(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per sum: the squares of the matched words, what they capture, the best.

    columns : term, value, share (of the best possible)
    """
    captured, supports = _matched(first_angle, second_angle)
    squares = example.projected(first_angle, second_angle).T ** 2
    matched = np.take_along_axis(squares, supports, axis=1).sum()
    table = pd.DataFrame(
        {"term": TOTALS, "value": [matched, captured, example.optimum()]}
    )
    return table.assign(share=table["value"] / example.optimum())


def every_choice() -> pd.DataFrame:
    """One row per choice of two topics of two words.

    words, x, y          : of the four words: their places, and their rows of V
    first_topic, second_topic : the words as text
    xx1, xy1, yy1        : V[I]^T V[I] of the first topic; xx2, xy2, yy2 of the second
    steps, firsts, seconds, values : the ascent from directions that give this choice:
        step 1 and on, before them a place for those directions; the angles go on beyond
        half a circle rather than jump
    """
    supports = _supports()
    points = example.turned(supports)
    matched = [example.candidate(point[None]) for point in points]
    values = np.array([value for value, _ in matched])
    places = {_key(words): row for row, words in enumerate(supports)}
    following = [places[_key(words)] for _, words in matched]
    angles = example.degrees(points)
    moments = _moments(supports).round(6)
    rows = []
    for row, words in enumerate(supports):
        steps = _steps(row, following, values)
        firsts, seconds = np.unwrap(angles[steps], axis=0, period=HALF_CIRCLE).T
        places_of_words = words.ravel()
        before = [0, *range(len(steps))]
        rows.append(
            {
                "words": places_of_words.tolist(),
                "x": example.FACTOR[places_of_words, 0].tolist(),
                "y": example.FACTOR[places_of_words, 1].tolist(),
                **example.named(words),
                **dict(zip(("xx1", "xy1", "yy1"), moments[row, 0], strict=True)),
                **dict(zip(("xx2", "xy2", "yy2"), moments[row, 1], strict=True)),
                "steps": list(range(len(before))),
                "firsts": firsts[before].round(3).tolist(),
                "seconds": seconds[before].round(3).tolist(),
                "values": values[steps][before].round(6).tolist(),
            }
        )
    return pd.DataFrame(rows)


def _steps(row: int, following: list[int], values: np.ndarray) -> list[int]:
    """Return the choices of the ascent from one on: it ends when a step gains little.

    The value of a choice's own point is that of the words matched there.
    """
    steps = [row]
    while values[following[steps[-1]]] > values[steps[-1]] * (1 + MIN_GAIN):
        steps.append(following[steps[-1]])
    return steps


def _supports() -> np.ndarray:
    """Return all choices of topics, (n_choices, n_topics, sparsity)."""
    pairs = list(combinations(range(len(WORDS)), SPARSITY))
    return np.array([(a, b) for a in pairs for b in pairs if not {*a} & {*b}])


def _moments(supports: np.ndarray) -> np.ndarray:
    """Return xx, xy, yy of V[I]^T V[I] for each topic, (n_choices, n_topics, 3)."""
    x, y = np.moveaxis(example.FACTOR[supports], -1, 0)
    return np.stack([x * x, x * y, y * y]).sum(axis=-1).transpose(1, 2, 0)


def _key(words: np.ndarray) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(topic)) for topic in words.tolist())


def _matched(first_angle: float, second_angle: float) -> tuple[float, np.ndarray]:
    angles = np.array([[first_angle, second_angle]])
    return example.candidate(example.directions(angles))
