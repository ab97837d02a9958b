"""The weights of the eight words for two topics, and their form in a link."""

import re

import numpy as np
import pandas as pd

from spca_core.errors import InputError
from spca_core.lessons import eight_words
from spca_core.lessons.eight_words import N_TOPICS, SPARSITY, WORDS
from spca_core.steps.matching import match_supports

TOPICS = ("Topic 1", "Topic 2")
NOBODY = N_TOPICS
MAX_WEIGHT = 99
# The squared projections of the eight words, in hundredths. Both topics want *tax*.
ANGLES = (20.0, 100.0)
EXAMPLE = (100 * eight_words.projected(*ANGLES) ** 2).round().T


def check(weights: np.ndarray) -> None:
    """Raise InputError unless the weights can be written in the address."""
    shape = (len(TOPICS), len(WORDS))
    if np.shape(weights) != shape:
        raise InputError(
            f"The weights have shape {np.shape(weights)}; they need {shape}: "
            "a row per topic and a column per word."
        )
    allowed = np.isin(weights, np.arange(MAX_WEIGHT + 1))
    if not allowed.all():
        wrong = np.asarray(weights)[~allowed][0]
        raise InputError(
            f"A weight is {wrong:g}; it must be a whole number from 0 to {MAX_WEIGHT}."
        )


def read_weights(text: str) -> np.ndarray:
    """Return the weights (2, 8) in a link's text; an empty text gives the example."""
    if not text:
        return EXAMPLE.copy()
    if not re.fullmatch(r"\d{1,2}(,\d{1,2}){15}", text):
        raise InputError(
            f"{text!r} is not a list of 16 whole numbers from 0 to {MAX_WEIGHT}, "
            "separated by commas."
        )
    return np.array(text.split(","), dtype=float).reshape(len(TOPICS), len(WORDS))


def write_weights(weights: np.ndarray) -> str:
    """Return weights (2, 8) as a link's text, which is empty for the example."""
    check(weights)
    if np.array_equal(weights, EXAMPLE):
        return ""
    return ",".join(f"{weight:.0f}" for weight in np.ravel(weights))


def one_after_another(weights: np.ndarray) -> float:
    """Return the total if the first topic chooses its best words before the second."""
    total, free = 0.0, np.arange(weights.shape[1])
    for own in weights:
        taken = match_supports(own[None, free], SPARSITY)[0]
        total += own[free[taken]].sum()
        free = np.delete(free, taken)
    return float(total)


def weight_table(weights: np.ndarray) -> pd.DataFrame:
    """One row per word: word, then its weight for each topic, from weights (2, 8)."""
    columns = dict(zip(TOPICS, weights.astype(int), strict=True))
    return pd.DataFrame({"word": WORDS, **columns})


def of_table(table: pd.DataFrame) -> np.ndarray:
    """Return the weights (2, 8) of an edited `weight_table`."""
    return table[list(TOPICS)].to_numpy(dtype=float).T
