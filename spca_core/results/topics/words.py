"""The words of topics, with their loadings."""

from collections.abc import Collection, Mapping, Sequence

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution
from spca_core.results.topics.naming import topic_names

FAINT = 0.1  # of the loading of a topic's heaviest word
PLUS, MINUS = "+", "\N{MINUS SIGN}"
WordLists = Sequence[tuple[str, ...]]


def words_of_topics(corpus: Corpus, solution: Solution) -> WordLists:
    """Return the words of each topic, heaviest first."""
    return [tuple(corpus.words[i] for i in support) for support in solution.supports]


def topic_words(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> pd.DataFrame:
    """Return one row per word of a topic: its rank, loading, sign, magnitude, weight.

    topic and rank count from 1; the weight is the squared loading, so a topic's weights
    add up to 1. The last column is faint, as in `are_faint`.
    """
    n_topics, sparsity = solution.supports.shape
    loadings = solution.loadings.ravel()
    return pd.DataFrame(
        {
            "topic": np.repeat(np.arange(1, n_topics + 1), sparsity),
            "name": np.repeat(topic_names(corpus, solution, names), sparsity),
            "rank": np.tile(np.arange(1, sparsity + 1), n_topics),
            "word": [corpus.words[word] for word in solution.supports.ravel()],
            "loading": loadings,
            "sign": np.where(loadings < 0, MINUS, PLUS),
            "magnitude": abs(loadings),
            "weight": loadings**2,
            "faint": are_faint(solution).ravel(),
        }
    )


def are_faint(solution: Solution) -> np.ndarray:
    """Return which words hardly belong to their topic: (n_components, sparsity).

    Their loading is zero, or less than a tenth of the heaviest word's.
    """
    sizes = abs(solution.loadings)
    return (sizes == 0) | (sizes < FAINT * sizes.max(axis=1, keepdims=True))


def words_to_keep(
    corpus: Corpus,
    solution: Solution,
    names: Mapping[str, str] = {},
    notes: Mapping[str, str] = {},
) -> pd.DataFrame:
    """Return `topic_words` without what the loadings tell too, and with notes if any.

    notes : as for `with_notes`
    """
    table = topic_words(corpus, solution, names).drop(columns=["sign", "faint"])
    return with_notes(table, notes) if notes else table


def with_notes(table: pd.DataFrame, notes: Mapping[str, str]) -> pd.DataFrame:
    """Add notes to a table that has a column of topics.

    notes : by the topics' numbers "1", "2", ...
    """
    return table.assign(note=[notes.get(str(topic), "") for topic in table["topic"]])


def word_columns(
    corpus: Corpus,
    solution: Solution,
    names: Mapping[str, str] = {},
    aside: Collection[int] = (),
) -> pd.DataFrame:
    """Return words with one row per rank and one column per topic, heaviest first.

    aside : topics, from 1, that are left out
    """
    words = topic_words(corpus, solution)
    words = words[~words["topic"].isin(aside)]
    wide = words.pivot(index="rank", columns="topic", values="word")
    called = enumerate(topic_names(corpus, solution, names), start=1)
    wide.columns = pd.Index([name for topic, name in called if topic not in aside])
    return wide.rename_axis(index="Rank")


def topic_lists(
    corpus: Corpus, solution: Solution, names: Mapping[str, str] = {}
) -> pd.DataFrame:
    """Return one row per topic: topic, name, and its words as text, heaviest first."""
    called = topic_names(corpus, solution, names)
    return list_topics(called, words_of_topics(corpus, solution))


def list_topics(names: Sequence[str], topics: WordLists) -> pd.DataFrame:
    """Return one row per topic of these words, with the columns of `topic_lists`."""
    words = [", ".join(topic) for topic in topics]
    numbers = np.arange(1, len(words) + 1)
    return pd.DataFrame({"topic": numbers, "name": names, "words": words})
