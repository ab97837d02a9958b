"""Which documents have which words, and by them which topics."""

from typing import Any

import numpy as np

from spca_core.corpus.blocks import Blocks
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.stored import Numbers

ENOUGH = 2  # words


def have_topics(
    counts: Numbers, topics: np.ndarray, members: np.ndarray | None = None
) -> np.ndarray:
    """Return which documents have which topics, (n_documents, k).

    If word w is c_i(w) times in document i, and I are the s words of a topic, document
    i has it if

        |{w in I : c_i(w) != 0}| >= min(2, s).

    One word of several does not show the topic. A document with two has a pair of
    words, and `quality.coherence` counts pairs too.

    counts : (n_documents, n_words)
    topics : (k, s), which may share words
    members : (k, s), which of these are words of I; all by default

    This is the support of a set of words that need not all be there: Yang, Fayyad and
    Bradley, "Efficient discovery of error-tolerant frequent itemsets in high
    dimensions", KDD 2001.
    """
    members = np.ones(topics.shape) if members is None else members
    enough = np.minimum(ENOUGH, members.sum(axis=1))
    return words_of_topics_in(counts, topics, members) >= enough


def words_of_topics_in(
    counts: Numbers, topics: np.ndarray, members: np.ndarray | float = 1.0
) -> np.ndarray:
    """Count the words of each topic that each document has, (n_documents, k).

    members : as for `have_topics`
    """
    weights = np.broadcast_to(members, topics.shape).astype(float)
    if isinstance(counts, np.ndarray):
        return _count_words(counts, topics, weights)
    return np.concatenate(list(Blocks.of(counts).each(_count_words, topics, weights)))


def _count_words(rows: Matrix, topics: np.ndarray, weights: np.ndarray) -> np.ndarray:
    words, places = np.unique(topics, return_inverse=True)
    of_topic = np.zeros((len(words), len(topics)))
    np.put_along_axis(of_topic, places.reshape(topics.shape).T, weights.T, axis=0)
    return (presence(rows, words) @ of_topic).astype(np.int32)


def presence(counts: Matrix, words: np.ndarray) -> Matrix:
    """Return 1 where a document has a word, else 0: (n_documents, len(words))."""
    present: Any = counts[:, words] != 0
    return present.astype(np.float64)
