"""The share of each topic in groups of documents, and over time."""

from collections.abc import Sequence
from statistics import NormalDist

import numpy as np
import pandas as pd

from spca_core.corpus.groupings import (
    BY_TIME,
    every_time,
    groupings,
    memberships,
)
from spca_core.errors import InputError, check_choice
from spca_core.formatting import percent
from spca_core.results.topics.coverage import documents_with_topics
from spca_core.results.topics.naming import with_names
from spca_core.topics import Topics

MIN_GROUP = 10  # documents: in fewer, a share says little
Z = 1.959964  # standard deviations on either side of a mean: 95 % of a normal law


def shares_by(topics: Topics, by: str) -> pd.DataFrame:
    """Return `topic_shares` by a grouping, with the topics' names; as `Topics.shares`.

    raises : InputError if there are no such groups, or no documents
    """
    has_topic = documents_with_topics(topics)
    corpus = topics.require_corpus()
    ways = groupings(corpus)
    if not ways:
        raise InputError(
            f"{corpus.name} has no dates, no years in its titles and no groups. Name "
            "their columns to `load`: date=, groups=."
        )
    check_choice("by", by, ways)
    shares = topic_shares(has_topic, ways[by], by).drop(columns="label")
    return with_names(shares, topics.names)


def topic_shares(
    has_topic: np.ndarray, groups: Sequence[str], by: str = ""
) -> pd.DataFrame:
    """Return one row per group and topic.

    Columns: group, topic, name, share (of the group's documents, those that carry the
    topic), low and high (its 95 % interval), carrying (their number), documents (all of
    the group), label (the group with that number); of times also time, when each
    begins. The share is always carrying / documents.

    A document in several groups counts in each. Times are all from the first to the
    last: one without documents has a row too, and no share.

    has_topic : from `coverage.documents_with_topics`
    groups    : those of each document, from `groupings`; "" is left out
    by        : what the groups are, a key of `groupings.BY_TIME` for times
    """
    members, named = memberships(groups)
    # Group by number: names of groups would be compared again and again.
    numbers, names = pd.factorize(named, sort=True)
    sums = pd.DataFrame(has_topic[members]).assign(documents=1).groupby(numbers).sum()
    sums = sums.set_axis(names).drop("", errors="ignore")
    starts = every_time(sums.index, by) if by in BY_TIME and len(sums) else {}
    if starts:
        sums = sums.reindex(list(starts), fill_value=0)
    documents = sums.pop("documents")
    n_groups, n_topics = sums.shape
    topics = np.tile(np.arange(1, n_topics + 1), n_groups)
    carrying, all_of_it = sums.to_numpy(dtype=int).ravel(), documents.repeat(n_topics)
    low, high = share_interval(carrying, all_of_it.to_numpy())
    table = pd.DataFrame(
        {
            "group": sums.index.repeat(n_topics),
            "topic": topics,
            "name": [f"Topic {topic}" for topic in topics],
            "share": carrying / all_of_it.where(all_of_it > 0).to_numpy(),
            "low": low,
            "high": high,
            "carrying": carrying,
            "documents": all_of_it.to_numpy(),
            "label": [
                f"{group} ({n:,})"
                for group, n in documents.items()
                for _ in range(n_topics)
            ],
        }
    )
    return table.assign(time=table["group"].map(starts)) if starts else table


def share_interval(
    carrying: np.ndarray, documents: np.ndarray, z: float = Z
) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends of the interval of carrying / documents; NaN for none.

    With p the share of n documents, it is all q with |p - q| <= z sqrt(q (1 - q) / n).
    That takes documents as independent: parts of one text are less than that, and
    their interval is wider.

    Wilson, "Probable inference, the law of succession, and statistical inference",
    Journal of the American Statistical Association 22, 1927.
    """
    n = np.where(documents > 0, documents, np.nan)
    p, weight = carrying / n, z**2 / n
    middle = (p + weight / 2) / (1 + weight)
    reach = np.sqrt(p * (1 - p) * weight + weight**2 / 4) / (1 + weight)
    return np.maximum(middle - reach, 0.0), np.minimum(middle + reach, 1.0)


def strongest(shares: pd.DataFrame, topic: int) -> str:
    """List the three groups where a topic's share is greatest, with their intervals.

    Left out are groups of fewer than `MIN_GROUP` documents, and those whose share may
    be no greater than that of all other documents: the intervals overlap, made so wide
    that one of all pairs of a topic and a group stands out by chance in 5 % of corpora.

    topic : counted from 1
    """
    z = NormalDist().inv_cdf(1 - 0.05 / (2 * len(shares)))
    of_topic = shares[shares["topic"] == topic]
    carrying, n = (of_topic[name].to_numpy() for name in ("carrying", "documents"))
    low, _ = share_interval(carrying, n, z)
    _, high = share_interval(carrying.sum() - carrying, n.sum() - n, z)
    stands_out = (low > high) & (of_topic["documents"] >= MIN_GROUP)
    most = of_topic[stands_out].nlargest(3, "share")
    ends = most[["share", "low", "high"]].map(percent, decimals=0)
    return ", ".join(
        f"{group} ({share}, 95 % interval {low} to {high})"
        for group, (share, low, high) in zip(
            most["group"], ends.to_numpy().tolist(), strict=True
        )
    )


def describe_shares(shares: pd.DataFrame, by: str) -> str:
    """Say in which group of `MIN_GROUP` documents each topic's share is greatest."""
    large = shares[shares["documents"] >= MIN_GROUP]
    peaks = large.loc[large.groupby("topic")["share"].idxmax()]
    listed = "; ".join(
        f"{peak['name']} in {peak['group']} ({percent(peak['share'])})"
        for peak in peaks.to_dict("records")
    )
    listed = f"; greatest: {listed}" if listed else ""
    return f"Share of the documents that carry each topic, by {by}{listed}."
