"""The topics of two solutions side by side, paired to share the most words."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pandas as pd

from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted
from spca_core.problem.solution import Solution
from spca_core.results.topics.words import WordLists, words_of_topics


def pair(shared: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Pair as many topics as possible so that the pairs share the most words.

    shared  : (n_first, n_second)
    returns : first and second, (min(n_first, n_second),), by ascending first
    """
    # Imported late: it takes a third of a second, and the first page does not need it.
    from scipy.optimize import linear_sum_assignment

    return linear_sum_assignment(shared, maximize=True)


def shared_words(topics: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Count the words that each pair of topics shares, (n_topics, n_others).

    topics, others : (..., sparsity) word indices, one row per topic
    """
    return (topics[:, None, :, None] == others[:, None, :]).sum(axis=(2, 3))


def align(solution: Solution, reference: Solution) -> Solution:
    """Reorder the components so that they share the most words with the reference's.

    Unmatched components come last. If there are fewer than in the reference, match only
    its first ones.
    """
    n_components = len(solution.supports)
    _, partners = pair(
        shared_words(reference.supports, solution.supports)[:n_components]
    )
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
    """Return one row per topic: the words it kept, lost and gained.

    Words are compared by name, because the corpora may have different columns. A topic
    without a partner has no number and no variance on the other side.
    """
    old = words_of_topics(corpus_before, before)
    new = words_of_topics(corpus_after, after)
    partners = _partners(new, old)
    gone = set(range(len(old))) - set(partners.values())
    places = [
        *((partners.get(topic), topic) for topic in range(len(new))),
        *((topic, None) for topic in sorted(gone)),
    ]
    topics = pd.DataFrame(
        places, columns=["topic_before", "topic_after"], dtype="Int64"
    )
    words = [_difference(_at(old, i), _at(new, j)) for i, j in places]
    return pd.concat([topics + 1, pd.DataFrame(words)], axis=1).assign(
        variance_before=topics["topic_before"].map(dict(enumerate(before.variances))),
        variance_after=topics["topic_after"].map(dict(enumerate(after.variances))),
    )


def describe_changes(
    changes: pd.DataFrame, names: Sequence[str], names_before: Sequence[str]
) -> list[str]:
    """Return a sentence for each topic whose words have changed.

    changes : from `changes`
    names   : of the topics now
    """
    lines = []
    for row in changes.to_dict("records"):
        parts = [f"{how} {row[how]}" for how in ("gained", "lost") if row[how]]
        if not row["kept"]:  # the two are no pair
            if not pd.isna(before := row["topic_before"]):
                lines.append(f"{names_before[before - 1]} is gone: {row['lost']}.")
            if not pd.isna(after := row["topic_after"]):
                lines.append(f"{names[after - 1]} is new: {row['gained']}.")
        elif parts:
            lines.append(f"{names[row['topic_after'] - 1]} {' and '.join(parts)}.")
    return lines


def summarise_changes(lines: Sequence[str]) -> str:
    """Say how many topics have changed."""
    if not lines:
        return "no topic changed"
    return f"{counted(len(lines), 'topics')} changed"


def recovered_topics(
    corpus: Corpus, solution: Solution, truth: WordLists
) -> pd.DataFrame:
    """Return one row per planted topic, with the found topic that it is paired with.

    `planted` and `recovered` count words; `missing` and `wrong` list them.
    """
    topics = words_of_topics(corpus, solution)
    partners = _partners(truth, topics)
    places = [partners.get(topic) for topic in range(len(truth))]
    pairs = [
        (planted, _at(topics, place))
        for planted, place in zip(truth, places, strict=True)
    ]
    compared = [_difference(planted, words) for planted, words in pairs]
    return pd.DataFrame(
        {
            "planted_topic": np.arange(1, len(truth) + 1),
            "found_topic": pd.Series(places, dtype="Int64") + 1,
            "planted": [len(planted) for planted, _ in pairs],
            "recovered": [len({*planted} & {*words}) for planted, words in pairs],
            "missing": [difference["lost"] for difference in compared],
            "wrong": [difference["gained"] for difference in compared],
        }
    )


def followed(before: WordLists, after: WordLists) -> dict[int, int]:
    """Return the place of each topic's successor: the topic that it is paired with.

    A topic that shares no word with its partner has no successor.
    """
    return {
        old: new
        for old, new in _partners(before, after).items()
        if {*before[old]} & {*after[new]}
    }


def _partners(topics: WordLists, others: WordLists) -> dict[int, int]:
    shared = [[len({*a} & {*b}) for b in others] for a in topics]
    first, second = pair(np.array(shared))
    return dict(zip(first.tolist(), second.tolist(), strict=True))


def _at(topics: WordLists, place: int | None) -> tuple[str, ...]:
    return () if place is None else topics[place]


def _difference(before: tuple[str, ...], after: tuple[str, ...]) -> dict[str, str]:
    """Return the words kept, lost and gained, separated by commas."""
    return {
        "kept": ", ".join(word for word in after if word in before),
        "lost": ", ".join(word for word in before if word not in after),
        "gained": ", ".join(word for word in after if word not in before),
    }
