"""The matching on eight words, step by step: paths, prices, and the limit they prove.

The steps are those of `transport.fill_up`, from prices so high that all words are free.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from spca_core.lessons.matching_example import (
    MOST_WEIGHT,
    NOBODY,
    SPARSITY,
    TOPICS,
    WORDS,
    check,
)
from spca_core.results.topics import MINUS
from spca_core.steps.ownership import Ownership, unowned, weigh_free_words
from spca_core.steps.transport import hand_along, next_path


class Handover(NamedTuple):
    """A word that goes from one owner to another: a topic by its place, or NOBODY."""

    word: int
    giver: int
    receiver: int


class Frame(NamedTuple):
    """What one picture shows.

    happened : in one sentence
    owner    : (8,) who has each word: a topic, or NOBODY
    path     : what is about to change hands, or just did, the free word first; in the
               first frame what each topic would take if it were alone
    prices   : (2,) what one word more would bring to each topic, by its best path
    total    : of the weights of the words that topics have
    limit    : no choice of words at all is heavier, as the prices prove
    """

    happened: str
    owner: tuple[int, ...]
    path: tuple[Handover, ...]
    prices: tuple[float, ...]
    total: float
    limit: float


def trace(weights: np.ndarray) -> tuple[Frame, ...]:
    """Match the words, and return a frame before and after each path.

    weights : (2, 8), whole numbers from 0 to 99
    raises  : InputError if they are not
    """
    check(weights)
    return tuple(_frames(np.asarray(weights, dtype=float)))


def drawn_after(weights: np.ndarray) -> np.ndarray:
    """Draw other weights (2, 8) until a topic hands a word on when they are matched.

    Always the same after the same ones.
    """
    rng = np.random.default_rng(weights.astype(int).ravel())
    while True:
        drawn = rng.integers(0, MOST_WEIGHT + 1, weights.shape).astype(float)
        if any(one.giver != NOBODY for frame in trace(drawn) for one in frame.path):
            return drawn


def limit(weights: np.ndarray, prices: np.ndarray) -> float:
    """Return what no choice of words can exceed (weak duality), for any prices >= 0.

    A place costs its topic's price, and a word earns what it is worth above that to the
    topic that gains most: any choice is worth what its places cost and its words earn.
    """
    earned = np.maximum((weights - prices[:, None]).max(axis=0), 0.0)
    return float(SPARSITY * prices.sum() + earned.sum())


def _frames(weights: np.ndarray) -> Iterator[Frame]:
    ownership = unowned(np.vstack([weights, np.zeros(len(WORDS))]))
    # Nobody gains from any word, and the first path is the best of all topics'.
    ownership.prices[:NOBODY] = weights.max()
    for topic in range(NOBODY):
        weigh_free_words(ownership, topic)
    order = np.argsort(-weights, axis=1, kind="stable")
    yield _frame(_wishes(order), ownership, _wanted(order), weights.max(axis=1))
    for _ in range(SPARSITY * len(TOPICS)):
        prices = _prices(ownership.gains)
        receiver, before = next_path(ownership, NOBODY, SPARSITY)
        path = _path(ownership, before, receiver)
        yield _frame(_found(weights, path), ownership, path, prices)
        hand_along(ownership, before, NOBODY, receiver)
        yield _frame(_done(path), ownership, path, prices)
    yield _frame(_proven(_total(ownership)), ownership, (), _prices(ownership.gains))


def _prices(gains: np.ndarray) -> np.ndarray:
    """Return what one word more brings to each topic, free or from the other topic."""
    free = gains[NOBODY, :NOBODY]
    handed_on = free[::-1] + gains[[1, 0], [0, 1]]
    return np.maximum(free, handed_on)


def _frame(
    happened: str,
    ownership: Ownership,
    path: tuple[Handover, ...],
    prices: np.ndarray,
) -> Frame:
    return Frame(
        happened,
        tuple(ownership.owner.tolist()),
        path,
        tuple(prices.tolist()),
        _total(ownership),
        limit(ownership.weights[:NOBODY], prices),
    )


def _total(ownership: Ownership) -> float:
    return float(ownership.weights[ownership.owner, np.arange(len(WORDS))].sum())


def _path(
    ownership: Ownership, before: np.ndarray, receiver: int
) -> tuple[Handover, ...]:
    path: tuple[Handover, ...] = ()
    while receiver != NOBODY:
        giver = int(before[receiver])
        word = int(ownership.movers[giver, receiver])
        path = (Handover(word, giver, int(receiver)), *path)
        receiver = giver
    return path


def _wanted(order: np.ndarray) -> tuple[Handover, ...]:
    return tuple(
        Handover(int(word), NOBODY, topic)
        for topic, own in enumerate(order)
        for word in own[:SPARSITY]
    )


def _wishes(order: np.ndarray) -> str:
    wishes = [[WORDS[word] for word in own[:SPARSITY]] for own in order]
    contested = [word for word in wishes[0] if word in wishes[1]]
    alone = "; ".join(
        f"{topic} would take {' and '.join(words)}"
        for topic, words in zip(TOPICS, wishes, strict=True)
    )
    if not contested:
        return f"Each alone: {alone}. No word is wanted twice."
    return f"Each alone: {alone}. Both want {' and '.join(contested)}."


def _found(weights: np.ndarray, path: tuple[Handover, ...]) -> str:
    free, *others = path
    gain = weights[free.receiver, free.word]
    said = f"{TOPICS[free.receiver]} can take {WORDS[free.word]} (+{gain:.0f})"
    for word, giver, receiver in others:
        lost, won = weights[giver, word], weights[receiver, word]
        gain += won - lost
        said += (
            f" and hand {WORDS[word]} on to {TOPICS[receiver]} "
            f"({MINUS}{lost:.0f} + {won:.0f})"
        )
    return f"The best path: {said}, {gain:.0f} more in all."


def _done(path: tuple[Handover, ...]) -> str:
    free, *others = path
    said = f"{TOPICS[free.receiver]} takes {WORDS[free.word]}"
    for word, _, receiver in others:
        said += f" and hands {WORDS[word]} on to {TOPICS[receiver]}"
    return f"{said}."


def _proven(total: float) -> str:
    return (
        f"All places are filled. The total, {total:.0f}, has reached the limit that "
        "the prices prove: no choice of words is heavier."
    )
