"""Topics of two results side by side, matched to share the most words."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
import pandas as pd

from spca_core.formatting import counted
from spca_core.problem.solution import Solution
from spca_core.results.topics.words import WordLists
from spca_core.topics import Topics

Aligned = TypeVar("Aligned", bound=Solution)


class Matched(NamedTuple):
    """As many pairs of topics as possible: their places, and how many words they share.

    By ascending first; each (min(n_topics, n_others),).
    """

    first: np.ndarray
    second: np.ndarray
    shared: np.ndarray


def match_topics(
    topics: Iterable[Iterable[Any]], others: Iterable[Iterable[Any]]
) -> Matched:
    """Pair topics so that the pairs share the most words in all.

    topics, others : the words of each, or their numbers
    """
    # Imported late: it takes a third of a second, and the first page does not need it.
    from scipy.optimize import linear_sum_assignment

    ours, theirs = ([{*words} for words in lists] for lists in (topics, others))
    shared = np.array([[len(one & other) for other in theirs] for one in ours])
    first, second = linear_sum_assignment(shared, maximize=True)
    return Matched(first, second, shared[first, second])


def align(solution: Aligned, reference: Solution) -> Aligned:
    """Reorder the components so that they share the most words with the reference's.

    Unmatched components come last. If there are fewer than in the reference, match only
    its first ones.
    """
    n_components = len(solution.supports)
    partners = match_topics(reference.supports[:n_components], solution.supports).second
    unmatched = np.setdiff1d(np.arange(n_components), partners)
    order = np.append(partners, unmatched)
    return replace(
        solution,
        supports=solution.supports[order],
        loadings=solution.loadings[order],
        variances=solution.variances[order],
    )


def followed(before: WordLists, after: WordLists) -> dict[int, int]:
    """Return the place of each topic's successor: the topic that it is matched with.

    A topic that shares no word with its partner has no successor.
    """
    matched = zip(*map(np.ndarray.tolist, match_topics(before, after)), strict=True)
    return {old: new for old, new, shared in matched if shared}


def compare_topics(first: Topics, second: Topics) -> pd.DataFrame:
    """Return one row per pair of topics that share words, and per topic of one alone.

    Columns: first, second (names, or empty), shared (how many words), in_both,
    only_first, only_second (words). Words are compared by name, as the corpora may have
    different columns.
    """
    names, ours = [*first.names, ""], [*first.words(), ()]
    other_names, theirs = [*second.names, ""], [*second.words(), ()]
    pairs = followed(first.words(), second.words())
    alone = sorted({*range(len(second))} - {*pairs.values()})
    places = [(place, pairs.get(place, -1)) for place in range(len(first))]
    rows = []
    for i, j in [*places, *((-1, j) for j in alone)]:
        both = [word for word in theirs[j] if word in ours[i]]
        words = both, _without(ours[i], both), _without(theirs[j], both)
        rows.append((names[i], other_names[j], len(both), *map(", ".join, words)))
    columns = ["first", "second", "shared", "in_both", "only_first", "only_second"]
    return pd.DataFrame(rows, columns=columns).sort_values(
        "shared", ascending=False, kind="stable", ignore_index=True
    )


def describe_changes(compared: pd.DataFrame) -> list[str]:
    """Return a sentence for each topic whose words have changed.

    compared : from `compare_topics`, of the topics before and now
    """
    lines = []
    for row in compared.itertuples():
        gained = f"gained {row.only_second}" * bool(row.only_second)
        lost = f"lost {row.only_first}" * bool(row.only_first)
        if not row.second:
            lines.append(f"{row.first} is gone: {row.only_first}.")
        elif not row.first:
            lines.append(f"{row.second} is new: {row.only_second}.")
        elif gained or lost:
            parts = " and ".join(filter(None, [gained, lost]))
            lines.append(f"{row.second} {parts}.")
    return lines


def summarise_changes(lines: Sequence[str]) -> str:
    """Say how many topics have changed."""
    if not lines:
        return "no topic changed"
    return f"{counted(len(lines), 'topics')} changed"


def recovered_topics(topics: Topics, truth: WordLists) -> pd.DataFrame:
    """Return one row per planted topic, with the found topic that it is matched with.

    `planted` and `recovered` count words; `missing` and `wrong` list them.
    """
    found = topics.words()
    first, second, _ = match_topics(truth, found)
    partners = dict(zip(first.tolist(), second.tolist(), strict=True))
    places = [partners.get(topic) for topic in range(len(truth))]
    pairs = [
        (planted, () if place is None else found[place])
        for planted, place in zip(truth, places, strict=True)
    ]
    return pd.DataFrame(
        {
            "planted_topic": np.arange(1, len(truth) + 1),
            "found_topic": pd.Series(places, dtype="Int64") + 1,
            "planted": [len(planted) for planted, _ in pairs],
            "recovered": [len({*planted} & {*words}) for planted, words in pairs],
            "missing": [", ".join(_without(*pair)) for pair in pairs],
            "wrong": [", ".join(_without(*reversed(pair))) for pair in pairs],
        }
    )


def _without(words: Sequence[str], others: Collection[str]) -> list[str]:
    return [word for word in words if word not in others]
