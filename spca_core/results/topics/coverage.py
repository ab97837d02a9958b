"""Which documents have which topics, and which of these is the main topic of each.

`has_topic`, (n_documents, n_topics), is True where a document has a topic. Copies
that the run left out are documents like the others.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.groupings import in_group
from spca_core.corpus.occurrence import have_topics
from spca_core.corpus.stored import Numbers
from spca_core.formatting import percent
from spca_core.results.topics.chance import with_chance
from spca_core.results.topics.quality import coherence, evenness, npmi
from spca_core.results.topics.variances import variance_by_topic
from spca_core.topics import Topics

N_NEAREST = 3  # topics beside another
NONE = 0  # the main topic of a document that has none
DEFINITION = (
    "A document has a topic if it contains at least two of its words (or its only "
    "word). Its main topic is the one whose words weigh most in the document. Words "
    "whose loadings have another sign than the heaviest word's go against the topic, "
    "and do not count."
)


def documents_with_topics(topics: Topics) -> np.ndarray:
    """Return which documents have which topics; InputError if there are none."""
    corpus = topics.require_corpus()
    corpus.check_has_documents()
    counts = corpus.with_copies.observations
    return have_topics(counts, topics.supports, topics.with_heaviest)


def quality_by_topic(topics: Topics) -> pd.DataFrame:
    """Return one row per topic: how good its words are for a reader; as `quality`."""
    captured, corpus = variance_by_topic(topics), topics.require_corpus()
    by_documents: dict[str, Any] = {}
    if corpus.kind.has_documents:
        has_topic = documents_with_topics(topics)
        are_words = corpus.kind.weighting != "counts"
        by_documents = {
            "coherence": coherence(corpus.observations, topics.supports)
            if are_words
            else np.nan,
            "documents": has_topic.sum(axis=0),
            "coverage": has_topic.mean(axis=0),
        }
    judged = captured[["topic"]].assign(
        name=topics.names,
        **by_documents,
        evenness=evenness(topics.loadings),
        variance=captured["variance"],
        share=captured["share"],
    )
    return with_chance(judged, topics.chance)


def covered(counts: Numbers, topics: np.ndarray) -> float:
    """Return the share of documents that have some topic; as for `have_topics`.

    A few rare topics can be very coherent and say nothing of most documents.
    """
    return float(have_topics(counts, topics).any(axis=1).mean())


def documents_with(corpus: Corpus, words: np.ndarray) -> np.ndarray:
    """Return which documents have which words, (n_documents, len(words))."""
    return have_topics(corpus.with_copies.observations, words[:, None])


def main_topics(has_topic: np.ndarray, shares: np.ndarray) -> np.ndarray:
    """Return each document's main topic, from 1, or `NONE`: (n_documents,).

    Of the topics that it has, this is the one with the greatest share; of equal
    ones the first.

    shares : (n_documents, n_topics), from `scores.topics_in_documents`
    """
    greatest = np.where(has_topic, shares, -1.0).argmax(axis=1)
    return np.where(has_topic.any(axis=1), greatest + 1, NONE)


def describe_coverage(has_topic: np.ndarray, kind: Kind) -> str:
    """Say how many documents have a topic."""
    return f"{percent(has_topic.any(axis=1).mean())} of {kind.documents} have a topic."


def topic_npmi(has_topic: np.ndarray) -> np.ndarray:
    """Return the NPMI of each pair of topics over the documents, (n_topics, n_topics).

    It is 1 for topics that are always in the same documents, 0 for independent ones, -1
    for topics that never are, and 0 for a topic that no document has.
    """
    those = has_topic.astype(np.float64)
    return npmi(those.T @ those / len(has_topic))


class Neighbour(NamedTuple):
    """A topic that occurs together with another, and how many documents have both."""

    topic: int
    documents: int


def nearest_topics(has_topic: np.ndarray, topic: int) -> list[Neighbour]:
    """Return the topics that occur together with another, the most so first.

    topic : counted from 1
    """
    alike = topic_npmi(has_topic)[topic - 1]
    alike[topic - 1] = 0.0
    both = (has_topic & has_topic[:, [topic - 1]]).sum(axis=0)
    order = np.argsort(-alike, kind="stable")[:N_NEAREST].tolist()
    return [
        Neighbour(other + 1, int(both[other])) for other in order if alike[other] > 0
    ]


def uncovered(has_topic: np.ndarray) -> np.ndarray:
    """Return the documents, from 1, that have no topic."""
    return np.flatnonzero(~has_topic.any(axis=1)) + 1


def leading(
    has_topic: np.ndarray,
    scored: np.ndarray,
    topic: int,
    groups: Sequence[str] = (),
    group: str = "",
) -> np.ndarray:
    """Return the documents, from 1, that have a topic, those with most of it first.

    topic  : counted from 1
    scored : from `scores.scores`
    groups : those of each document, where only those of `group` are wanted
    """
    wanted = has_topic[:, topic - 1]
    if group:
        wanted = wanted & in_group(groups, group)
    documents = np.flatnonzero(wanted)
    order = np.argsort(-(scored[documents, topic - 1] ** 2), kind="stable")
    return documents[order] + 1
