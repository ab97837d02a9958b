"""The topics of two answers side by side, paired so that they share the most words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd
from scipy.optimize import linear_sum_assignment

from spca_core.corpus.corpus import Corpus
from spca_core.problem.solution import Solution

Topics = Sequence[tuple[str, ...]]


def pair(shared: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pair as many topics as possible so that the pairs share the most words.

    Parameters
    ----------
    shared : ndarray of shape (n_first, n_second)
        How many words each topic shares with each of the other answer.

    Returns
    -------
    first, second : ndarrays of shape (min(n_first, n_second),)
        The pairs, by ascending `first`.
    """
    return linear_sum_assignment(shared, maximize=True)


def shared_words(first: Solution, second: Solution) -> np.ndarray:
    """Count the words that each pair of components shares, (n_first, n_second)."""
    pairs = first.supports[:, None, :, None] == second.supports[:, None, :]
    return pairs.sum(axis=(2, 3))


def align(solution: Solution, reference: Solution) -> Solution:
    """Reorder the components so that they share the most words with the reference's.

    Unmatched components come last. If there are fewer, match only the reference's
    first.
    """
    n_components = len(solution.supports)
    _, partners = pair(shared_words(reference, solution)[:n_components])
    unmatched = np.setdiff1d(np.arange(n_components), partners)
    order = np.append(partners, unmatched)
    return replace(
        solution,
        supports=solution.supports[order],
        loadings=solution.loadings[order],
        variances=solution.variances[order],
    )


def changes(
    corpus_before: Corpus, before: Solution, corpus_after: Corpus, after: Solution
) -> pd.DataFrame:
    """One row a topic: the words that it kept, lost and gained.

    Words are compared by name, as the corpora may have different columns. A topic
    without a partner has no number and no variance on the other side.
    """
    old, new = _words(corpus_before, before), _words(corpus_after, after)
    partners = _partners(new, old)
    gone = sorted(set(range(len(old))) - set(partners.values()))
    rows = [
        *((partners.get(topic), topic) for topic in range(len(new))),
        *((topic, None) for topic in gone),
    ]
    table = pd.DataFrame(
        [
            {
                "topic_before": _number(i),
                "topic_after": _number(j),
                **_difference(_at(old, i), _at(new, j)),
                "variance_before": np.nan if i is None else before.variances[i],
                "variance_after": np.nan if j is None else after.variances[j],
            }
            for i, j in rows
        ]
    )
    return table.astype({"topic_before": "Int64", "topic_after": "Int64"})


def recovered(corpus: Corpus, solution: Solution, truth: Topics) -> pd.DataFrame:
    """One row a planted topic, beside the found one that it is paired with.

    planted and recovered are numbers of words; missing and wrong are the words.
    """
    found = _words(corpus, solution)
    partners = _partners(truth, found)
    rows = []
    for topic, planted in enumerate(truth):
        words = _at(found, partners.get(topic))
        compared = _difference(planted, words)
        rows.append(
            {
                "planted_topic": topic + 1,
                "found_topic": _number(partners.get(topic)),
                "planted": len(planted),
                "recovered": len({*planted} & {*words}),
                "missing": compared["lost"],
                "wrong": compared["gained"],
            }
        )
    return pd.DataFrame(rows).astype({"found_topic": "Int64"})


def _words(corpus: Corpus, solution: Solution) -> Topics:
    """Return the words of each topic, heaviest first."""
    return [tuple(corpus.words[i] for i in support) for support in solution.supports]


def _partners(topics: Topics, others: Topics) -> dict[int, int]:
    shared = [[len({*a} & {*b}) for b in others] for a in topics]
    first, second = pair(np.array(shared))
    return dict(zip(first.tolist(), second.tolist(), strict=True))


def _number(place: int | None) -> object:
    return pd.NA if place is None else place + 1


def _at(topics: Topics, place: int | None) -> tuple[str, ...]:
    """Return the words of a topic; a topic that is missing has none."""
    return () if place is None else topics[place]


def _difference(before: tuple[str, ...], after: tuple[str, ...]) -> dict[str, str]:
    """Return the words kept, lost and gained, with commas between them."""
    return {
        "kept": ", ".join(word for word in after if word in before),
        "lost": ", ".join(word for word in before if word not in after),
        "gained": ", ".join(word for word in after if word not in before),
    }
