"""The words of topics, with their loadings."""

from collections.abc import Sequence
from itertools import chain, compress

import numpy as np
import pandas as pd

from spca_core.problem.solution import Solution
from spca_core.results.figure import Figure, late
from spca_core.topics import Topics

FAINT = 0.1  # of the loading of a topic's heaviest word
PLUS, MINUS = "+", "\N{MINUS SIGN}"
PRINTED_WIDTH = 55  # pixels
WordLists = Sequence[tuple[str, ...]]


def words_that_count(topics: Topics) -> WordLists:
    """Return the words by which documents have each topic: those of its sign."""
    listed = zip(topics.words(), topics.with_heaviest, strict=True)
    return [tuple(compress(words, theirs)) for words, theirs in listed]


def written_topics(topics: Topics) -> list[str]:
    """Return the words of each topic as text, those against its heaviest marked."""
    written = []
    for words, theirs in zip(topics.words(), topics.with_heaviest, strict=True):
        text = ", ".join(compress(words, theirs))
        against = ", ".join(compress(words, ~theirs))
        written.append(f"{text}; against: {against}" if against else text)
    return written


def topic_words(topics: Topics) -> pd.DataFrame:
    """Return one row per word of a topic: its rank, loading, sign, magnitude, weight.

    topic and rank count from 1; the weight is the squared loading, so a topic's weights
    add up to 1. The last column is faint, as in `are_faint`.
    """
    n_topics, sparsity = topics.supports.shape
    loadings = topics.loadings.ravel()
    return pd.DataFrame(
        {
            "topic": np.repeat(np.arange(1, n_topics + 1), sparsity),
            "name": np.repeat(topics.names, sparsity),
            "rank": np.tile(np.arange(1, sparsity + 1), n_topics),
            "word": [*chain.from_iterable(topics.words())],
            "loading": loadings,
            "sign": np.where(loadings < 0, MINUS, PLUS),
            "magnitude": abs(loadings),
            "weight": loadings**2,
            "faint": are_faint(topics).ravel(),
        }
    )


def are_faint(solution: Solution) -> np.ndarray:
    """Return which words hardly belong to their topic: (n_components, sparsity).

    Their loading is zero, or less than a tenth of the heaviest word's.
    """
    sizes = abs(solution.loadings)
    return (sizes == 0) | (sizes < FAINT * sizes.max(axis=1, keepdims=True))


def words_to_keep(topics: Topics) -> pd.DataFrame:
    """Return `topic_words` without what the loadings tell too."""
    return topic_words(topics).drop(columns=["sign", "faint"])


def word_columns(topics: Topics) -> pd.DataFrame:
    """Return words with one row per rank and one column per topic, heaviest first."""
    wide = topic_words(topics).pivot(index="rank", columns="topic", values="word")
    wide.columns = pd.Index(topics.names)
    return wide.rename_axis(index="Rank")


def topic_lists(topics: Topics) -> pd.DataFrame:
    """Return one row per topic: topic, name, and its words as text, heaviest first."""
    return list_topics(topics.names, written_topics(topics))


def list_topics(names: Sequence[str], words: Sequence[str]) -> pd.DataFrame:
    """Return one row per topic of these words, with the columns of `topic_lists`."""
    numbers = np.arange(1, len(words) + 1)
    return pd.DataFrame({"topic": numbers, "name": names, "words": words})


def words_figure(words: pd.DataFrame) -> Figure:
    """Return all topics in one picture: a bar for each word, under the topic's name.

    The heaviest word is on top. A negative loading is paler, with a minus sign at the
    bar's end.

    words : from `topic_words`
    """
    sentences = [_describe_words(of_topic) for _, of_topic in words.groupby("topic")]
    return Figure(
        name="topics",
        title="Words of the topics: the longer the bar, the more it counts",
        table=words,
        text=" ".join(sentences),
        draw=late("topics.charts:words"),
        printed=late("topics.charts:words", width=PRINTED_WIDTH),
    )


def _describe_words(words: pd.DataFrame) -> str:
    listed = ", ".join(
        f"{word.word} {word.sign}{word.magnitude:.2f}" for word in words.itertuples()
    )
    return f"{words['name'].iloc[0]}: words and loadings: {listed}."
