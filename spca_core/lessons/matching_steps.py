"""The matching on eight words, step by step: paths, prices, and the limit they prove.

The steps are those of `transport.fill_up`, with prices that first leave all words free.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from spca_core.lessons import matching_example as example
from spca_core.lessons.matching_example import NOBODY, SPARSITY, TOPICS, WORDS
from spca_core.results.topics import MINUS
from spca_core.steps.ownership import Ownership, unowned, weigh_free_words
from spca_core.steps.transport import hand_along, next_path

PROVEN = (
    "All places are filled. The total, {:.0f}, has reached the limit that the prices "
    "prove: no choice of words is heavier."
)


class Handover(NamedTuple):
    """A word passed between two owners: each is a topic's index or NOBODY."""

    word: int
    giver: int
    receiver: int


class Frame(NamedTuple):
    """The state that one picture shows.

    path   : the words about to be passed on, or just passed, the free word first; in
             the first frame, what each topic would take if it were alone
    prices : what one more word would bring to each topic, along its best path
    """

    happened: str  # in one sentence
    owner: tuple[int, ...]  # of each word: a topic's index or NOBODY
    path: tuple[Handover, ...]
    prices: tuple[float, ...]
    total: float  # weight of the words that topics have
    limit: float  # proven by the prices: no choice of words is heavier


def trace(weights: np.ndarray) -> tuple[Frame, ...]:
    """Match the words by weights (2, 8), with a frame before and after each path."""
    example.check(weights)
    return tuple(_frames(np.asarray(weights, dtype=float)))


def drawn_after(weights: np.ndarray) -> np.ndarray:
    """Draw new weights (2, 8), seeded by these."""
    rng = np.random.default_rng(weights.astype(int).ravel())
    return rng.integers(0, example.MAX_WEIGHT + 1, weights.shape).astype(float)


def limit(weights: np.ndarray, prices: np.ndarray) -> float:
    """Return an upper bound on any choice of words, for prices >= 0 (weak duality).

    A place costs its topic's price. A word earns its weight above that price, for the
    topic that gains most. A choice is worth at most all costs plus all earnings.
    """
    earned = np.maximum((weights - prices[:, None]).max(axis=0), 0.0)
    return float(SPARSITY * prices.sum() + earned.sum())


def _frames(weights: np.ndarray) -> Iterator[Frame]:
    ownership = unowned(np.vstack([weights, np.zeros(len(WORDS))]))
    # At these prices no topic gains from a word, so the first path is the best of all.
    ownership.prices[:NOBODY] = weights.max()
    for topic in range(NOBODY):
        weigh_free_words(ownership, topic)
    wanted = np.argsort(-weights, axis=1, kind="stable")[:, :SPARSITY]
    yield _frame(_wishes(wanted), ownership, _wanted(wanted), weights.max(axis=1))
    for _ in range(SPARSITY * len(TOPICS)):
        prices = _prices(ownership.gains)
        receiver, before = next_path(ownership, NOBODY, SPARSITY)
        path = _path(ownership, before, receiver)
        yield _frame(_found(weights, path), ownership, path, prices)
        hand_along(ownership, before, NOBODY, receiver)
        yield _frame(_done(path), ownership, path, prices)
    proven = PROVEN.format(_total(ownership))
    yield _frame(proven, ownership, (), _prices(ownership.gains))


def _prices(gains: np.ndarray) -> np.ndarray:
    """Return what one more word, free or handed on, brings to each topic."""
    free = gains[NOBODY, :NOBODY]
    handed_on = free[::-1] + gains[[1, 0], [0, 1]]
    return np.maximum(free, handed_on)


def _frame(
    happened: str, ownership: Ownership, path: tuple[Handover, ...], prices: np.ndarray
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


def _wanted(words: np.ndarray) -> tuple[Handover, ...]:
    pairs = np.ndenumerate(words)
    return tuple(Handover(int(word), NOBODY, topic) for (topic, _), word in pairs)


def _wishes(words: np.ndarray) -> str:
    wishes = [[WORDS[word] for word in own] for own in words]
    contested = [word for word in wishes[0] if word in wishes[1]]
    alone = "; ".join(
        f"{topic} would take {' and '.join(words)}"
        for topic, words in zip(TOPICS, wishes, strict=True)
    )
    both = f"Both want {' and '.join(contested)}" if contested else ""
    return f"Each alone: {alone}. {both or 'No word is wanted twice'}."


def _found(weights: np.ndarray, path: tuple[Handover, ...]) -> str:
    free, *others = path
    gain = weights[free.receiver, free.word]
    said = f"{TOPICS[free.receiver]} can take {WORDS[free.word]} (+{gain:.0f})"
    for word, giver, receiver in others:
        lost, won = weights[giver, word], weights[receiver, word]
        gain += won - lost
        said += f" and hand {WORDS[word]} on to {TOPICS[receiver]}"
        said += f" ({MINUS}{lost:.0f} + {won:.0f})"
    return f"The best path: {said}, {gain:.0f} more in all."


def _done(path: tuple[Handover, ...]) -> str:
    free, *others = path
    said = f"{TOPICS[free.receiver]} takes {WORDS[free.word]}"
    for word, _, receiver in others:
        said += f" and hands {WORDS[word]} on to {TOPICS[receiver]}"
    return f"{said}."
