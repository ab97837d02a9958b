"""Words in no topic that would fit one best."""

import numpy as np
import pandas as pd

from spca_core.errors import check_whole_number
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import greatest_eigenvalues
from spca_core.topics import Topics

MAX_STEPS = 20_000_000  # per word: exchanges tried times s^3, the cost of an eigenvalue
MIN_LOSS = 1e-9  # of a topic's variance


def near_misses(topics: Topics, topic: int, max_words: int = 10) -> pd.DataFrame:
    """Return one row per word in no topic, those that would cost the topic least first.

    Columns: word, replaces (the topic's word that it would best replace), variance_lost
    (by the topic) and share_lost (of the topic's variance). A negative loss is a gain:
    a search need not find the optimum.
    """
    check_whole_number("topic", topic, 1, len(topics))
    names, covariance = topics.about.words, topics.covariance
    support, loading = topics.supports[topic - 1], topics.loadings[topic - 1]
    vector = np.zeros(covariance.n_words)
    vector[support] = loading
    pulls = abs(covariance.products(vector))
    pulls[topics.supports.ravel()] = -1.0
    n_unused = covariance.n_words - topics.supports.size
    words = np.argsort(-pulls, kind="stable")[: min(2 * max_words, n_unused)]
    members, left = cheapest_exchanges(covariance, support, words)
    variance = topics.variances[topic - 1]
    table = pd.DataFrame(
        {
            "word": [names[word] for word in words],
            "replaces": [names[member] for member in members],
            "variance_lost": variance - left,
            "share_lost": (variance - left) / (variance or 1.0),
        }
    )
    in_order = table.sort_values("variance_lost", kind="stable", ignore_index=True)
    return in_order.head(max_words)


def gain_by_near_misses(nearly: pd.DataFrame) -> str:
    """Say what a negative loss in `near_misses` means, if there is one."""
    if not (nearly["share_lost"] < -MIN_LOSS).any():
        return ""
    return (
        "Where the loss is negative, the topic would capture more with that word: the "
        "search ended before it found this. More effort or the joint search may find "
        "it."
    )


def cheapest_exchanges(
    covariance: Covariance, support: np.ndarray, words: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the member that each word would best replace, and the variance after that.

    The variance is the greatest eigenvalue of A on the new support, in the units of the
    data. If a support is too long to try every member, only the last are tried.

    support : (sparsity,), heaviest word first
    words   : (n_words,), none in the support; members and variances have this shape
    """
    sparsity = len(support)
    places = np.arange(sparsity)[-max(1, MAX_STEPS // sparsity**3) :]
    tried = np.arange(len(places))
    block = covariance.block(np.append(support, words))
    # One row per exchange: the members' places, one replaced by the newcomer's.
    rows = np.tile(np.arange(sparsity), (len(places), 1))
    members, variances = np.empty(len(words), dtype=np.int64), np.empty(len(words))
    for i in range(len(words)):
        rows[tried, places] = sparsity + i
        left = greatest_eigenvalues(block, rows)
        members[i], variances[i] = support[places[left.argmax()]], left.max()
    return members, covariance.in_units(np.maximum(variances, 0.0))
