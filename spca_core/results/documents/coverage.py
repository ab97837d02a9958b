"""Which documents have which topics: those with two or more of its words.

It is `has_topic`, (n_documents, n_topics), True or False. Documents that the run left
out as copies are counted like the others. A topic of one word needs only that.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.matrix import Matrix, dense
from spca_core.formatting import percent
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.topics.quality import EPSILON, presence

ENOUGH = 2  # words


def documents_with_topics(corpus: Corpus, solution: Solution) -> np.ndarray:
    """Return which documents have which topics."""
    n_topics, sparsity = solution.supports.shape
    has = documents_with(corpus, solution.supports.ravel())
    n_words = has.reshape(-1, n_topics, sparsity).sum(axis=2)
    return n_words >= min(ENOUGH, sparsity)


def documents_with(corpus: Corpus, words: np.ndarray) -> np.ndarray:
    """Return which documents have which words, (n_documents, len(words))."""
    counts = Covariance(corpus.with_copies.observations, centred=False)
    return np.concatenate(list(counts.by_block(_has, words)))


def _has(rows: Matrix, words: np.ndarray) -> np.ndarray:
    return dense(presence(rows, words)).astype(bool)


def describe_coverage(has_topic: np.ndarray, kind: Kind) -> str:
    """Say in how many documents there is a topic."""
    share = percent(has_topic.any(axis=1).mean())
    return f"{share} of the {kind.documents} contain two words of a topic."


def topic_npmi(has_topic: np.ndarray) -> np.ndarray:
    """Return the NPMI of each pair of topics over the documents, (n_topics, n_topics).

    It is 1 for topics that are always in the same documents, 0 for independent ones, -1
    for topics that never are, and 0 for a topic that no document has.
    """
    those = has_topic.astype(np.float64)
    both = those.T @ those / len(has_topic)
    alone = both.diagonal()
    expected = np.outer(alone, alone)
    known = (expected > 0) & (both < 1)
    lifts = np.log((both + EPSILON) / np.where(known, expected, 1.0))
    return np.where(known, lifts / -np.log(both + EPSILON), 0.0)


class Neighbour(NamedTuple):
    """A topic that occurs together with another, and how many documents have both."""

    topic: int
    documents: int


def nearest_topics(has_topic: np.ndarray, topic: int, most: int = 3) -> list[Neighbour]:
    """Return the topics that occur together with another, the most so first.

    topic : counted from 1
    """
    alike = topic_npmi(has_topic)[topic - 1]
    alike[topic - 1] = 0.0
    both = (has_topic & has_topic[:, [topic - 1]]).sum(axis=0)
    order = np.argsort(-alike, kind="stable")[:most].tolist()
    return [
        Neighbour(other + 1, int(both[other])) for other in order if alike[other] > 0
    ]


def uncovered(has_topic: np.ndarray) -> np.ndarray:
    """Return the documents, from 1, that have no topic."""
    return np.flatnonzero(~has_topic.any(axis=1)) + 1


def leading_of_group(
    has_topic: np.ndarray,
    scored: np.ndarray,
    topic: int,
    groups: Sequence[str],
    group: str,
) -> np.ndarray:
    """Return the documents, from 1, of a group that have a topic, most first.

    topic  : counted from 1
    scored : from `documents.scores`
    groups : one for each document
    """
    in_group = np.array(groups, dtype=object) == group
    documents = np.flatnonzero(has_topic[:, topic - 1] & in_group)
    order = np.argsort(-(scored[documents, topic - 1] ** 2), kind="stable")
    return documents[order] + 1
