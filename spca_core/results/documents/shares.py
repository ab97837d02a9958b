"""The share of each topic in groups of documents."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.formatting import percent

MIN_GROUP = 20  # documents: in fewer, a share says little


def topic_shares(carried: np.ndarray, groups: Sequence[str]) -> pd.DataFrame:
    """Return one row per group and topic.

    Columns: group, topic, name, share (of the group's documents, those that carry the
    topic), carrying (their number), documents (all of the group), label (the group with
    that number).

    carried : from `carried.carried_topics`
    groups  : one for each document; "" is left out
    """
    # Group by number: names of groups would be compared again and again.
    numbers, names = pd.factorize(np.array(groups, dtype=object), sort=True)
    sums = pd.DataFrame(carried).assign(documents=1).groupby(numbers).sum()
    sums = sums.set_axis(names).drop("", errors="ignore")
    documents = sums.pop("documents")
    n_groups, n_topics = sums.shape
    topics = np.tile(np.arange(1, n_topics + 1), n_groups)
    return pd.DataFrame(
        {
            "group": sums.index.repeat(n_topics),
            "topic": topics,
            "name": [f"Topic {topic}" for topic in topics],
            "share": sums.div(documents, axis=0).to_numpy(dtype=float).ravel(),
            "carrying": sums.to_numpy(dtype=int).ravel(),
            "documents": documents.repeat(n_topics).to_numpy(),
            "label": [
                f"{group} ({n:,})"
                for group, n in documents.items()
                for _ in range(n_topics)
            ],
        }
    )


def smoothed(shares: pd.DataFrame, over: int) -> pd.DataFrame:
    """Return shares by time with the mean over a window of groups, in their order.

    over : how many groups; 1 leaves them as they are
    """
    by_topic = shares.sort_values(["topic", "group"]).groupby("topic")
    sums = [
        by_topic[name].transform(
            lambda counts: counts.rolling(over, 1, center=True).sum()
        )
        for name in ("carrying", "documents")
    ]
    return shares.assign(share=sums[0] / sums[1])


def strongest(shares: pd.DataFrame, topic: int, most: int = 3) -> str:
    """List the groups, of `MIN_GROUP` documents, where a topic's share is greatest.

    topic : counted from 1
    """
    of_topic = shares[(shares["topic"] == topic) & (shares["carrying"] > 0)]
    large = of_topic[of_topic["documents"] >= MIN_GROUP].nlargest(most, "share")
    pairs = zip(large["group"], large["share"], strict=True)
    return ", ".join(f"{group} ({percent(share)})" for group, share in pairs)
