"""A topic looked at closely: near misses, words together, and what has changed.

Topics count from 1, as on screen.
"""

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import Solution
from spca_core.results.exchange import cheapest_exchanges
from spca_core.results.pairing import Topics, difference, partners, words_of_topics

MOST_TOGETHER = 40  # words: what a heat map can name


def near_misses(
    corpus: Corpus,
    covariance: Covariance,
    solution: Solution,
    topic: int,
    most: int = 10,
) -> pd.DataFrame:
    """One row a word in no topic, that which would cost this topic least first.

    word, the member that it replaces at least cost, the variance that the topic loses
    by this exchange, and its share of the topic's. It is less than zero if the topic
    would gain: a search promises no optimum.

    raises : InputError if there is no such topic
    """
    _check_topic(solution, topic)
    support, loading = solution.supports[topic - 1], solution.loadings[topic - 1]
    pulls = abs(covariance.product(support, loading))
    pulls[solution.supports.ravel()] = -1.0
    n_unused = covariance.n_words - solution.supports.size
    words = np.argsort(-pulls, kind="stable")[: min(2 * most, n_unused)]
    members, left = cheapest_exchanges(covariance, support, words)
    variance = solution.variances[topic - 1]
    lost = variance - left
    cheapest = np.argsort(lost, kind="stable")[:most]
    return pd.DataFrame(
        {
            "word": [corpus.words[word] for word in words[cheapest]],
            "replaces": [corpus.words[member] for member in members[cheapest]],
            "variance_lost": lost[cheapest],
            "share_lost": lost[cheapest] / (variance or 1.0),
        }
    )


def _check_topic(solution: Solution, topic: int) -> None:
    n_topics = len(solution.supports)
    if not 1 <= topic <= n_topics:
        raise InputError(f"There is no topic {topic}; choose one from 1 to {n_topics}.")


def together(
    corpus: Corpus, covariance: Covariance, solution: Solution, topic: int
) -> pd.DataFrame:
    """One row a pair of the topic's words, in order of rank: word, other, similarity.

    A_ij / sqrt(A_ii A_jj): centred, the correlation; raw, the cosine of the two
    columns. It is zero where a word does not vary. Only the heaviest 40 words count.

    raises : InputError if there is no such topic
    """
    _check_topic(solution, topic)
    support = solution.supports[topic - 1, :MOST_TOGETHER]
    block = covariance.block(support)
    scale = np.sqrt(np.maximum(np.diag(block), 0.0))
    scales = np.outer(scale, scale)
    similarity = np.where(scales > 0, block / np.where(scales > 0, scales, 1.0), 0.0)
    words = np.array([corpus.words[word] for word in support], dtype=object)
    return pd.DataFrame(
        {
            "word": np.repeat(words, len(words)),
            "other": np.tile(words, len(words)),
            "similarity": np.clip(similarity, -1.0, 1.0).ravel(),
        }
    )


def changes(
    corpus_before: Corpus, before: Solution, corpus_after: Corpus, after: Solution
) -> pd.DataFrame:
    """One row a topic, paired by the words they share: what it kept, lost and gained.

    The corpora may have different columns: words are compared by name. A topic without
    a partner has no number and no variance on the other side.
    """
    old = words_of_topics(corpus_before, before)
    new = words_of_topics(corpus_after, after)
    partner = partners(new, old)
    gone = sorted(set(range(len(old))) - set(partner.values()))
    rows = [
        *((partner.get(topic), topic) for topic in range(len(new))),
        *((topic, None) for topic in gone),
    ]
    table = pd.DataFrame(
        [
            {
                "topic_before": _number(i),
                "topic_after": _number(j),
                **difference(_at(old, i), _at(new, j)),
                "variance_before": np.nan if i is None else before.variances[i],
                "variance_after": np.nan if j is None else after.variances[j],
            }
            for i, j in rows
        ]
    )
    return table.astype({"topic_before": "Int64", "topic_after": "Int64"})


def recovered(
    corpus: Corpus, solution: Solution, truth: tuple[tuple[str, ...], ...]
) -> pd.DataFrame:
    """One row a planted topic, beside the found one with which it shares most words.

    planted and recovered are numbers of words; missing and wrong are the words.
    """
    found = words_of_topics(corpus, solution)
    partner = partners(truth, found)
    rows = []
    for topic, planted in enumerate(truth):
        place = partner.get(topic)
        compared = difference(planted, _at(found, place))
        rows.append(
            {
                "planted_topic": topic + 1,
                "found_topic": _number(place),
                "planted": len(planted),
                "recovered": len(set(planted) & set(_at(found, place))),
                "missing": compared["lost"],
                "wrong": compared["gained"],
            }
        )
    return pd.DataFrame(rows).astype({"found_topic": "Int64"})


def _at(topics: Topics, place: int | None) -> tuple[str, ...]:
    """Return the words of a topic; a topic that is not there has none."""
    return () if place is None else topics[place]


def _number(place: int | None) -> object:
    return pd.NA if place is None else place + 1
