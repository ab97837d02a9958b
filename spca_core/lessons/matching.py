"""The matching of eight words to two topics, step by step: paths, prices, the limit.

The steps are those of `transport.fill_up`, with prices that first leave all words free.
"""

from collections.abc import Iterator
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd
from altair.typing import ChartType

from spca_core.errors import InputError
from spca_core.lessons import eight_words
from spca_core.lessons.eight_words import N_TOPICS, SPARSITY, WORDS
from spca_core.results import look
from spca_core.results.colours import COLOURS
from spca_core.results.look import LIMIT_COLOUR, SHAPES
from spca_core.results.topics.words import MINUS
from spca_core.steps.matching import match_supports
from spca_core.steps.ownership import Ownership, unowned, weigh_free_words
from spca_core.steps.transport import hand_along, next_path

TOPICS = ("Topic 1", "Topic 2")
NOBODY = N_TOPICS
MAX_WEIGHT = 99
# The squared projections of the eight words, in hundredths. Both topics want *tax*.
ANGLES = (20.0, 100.0)
EXAMPLE = (100 * eight_words.projected(*ANGLES) ** 2).round().T
HAS, TAKES, GIVES, FREE = "has", "can take", "hands on", "does not have"
LEFT, RIGHT = 0.0, 1.0  # the side of the picture: topics, words
TOPIC_PLACES = (1.5, 5.5)  # spaced evenly beside the words
FREE_WORD = "Free"  # the owner of a word that no topic has
# What the columns of the tables are called on screen.
LABELS = {
    "topic": "Topic",
    "words": "Its words",
    "weight": "Their weight",
    "price": "Price of a word",
    "term": "What",
    "value": "Weight",
}
PROVEN = (
    "All places are filled. The total, {:.0f}, has reached the limit that the prices "
    "prove: no choice of words is heavier."
)
STATES = [HAS, TAKES, GIVES]
DASHES = [[1, 0], [8, 5], [2, 4]]
OWNERS = [*TOPICS, FREE_WORD]
COLOUR = alt.Scale(domain=OWNERS, range=[*COLOURS[: len(TOPICS)], LIMIT_COLOUR])
SHAPE = alt.Scale(domain=OWNERS, range=[*SHAPES[: len(TOPICS)], "diamond"])
SIDE = alt.Scale(domain=[-0.4, 1.35], nice=False)  # leaves room for the labels
DOWN = alt.Scale(domain=[-0.5, len(WORDS) - 0.5], reverse=True, nice=False)
FAINT, CLEAR = [0.3, 2.0], [1.5, 8.0]  # pixels: lines of weight 0 and of the greatest
HEIGHT = 310  # pixels
ABOUT = "Topics left, words right; a thicker line weighs more"


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
    return tuple(_frames(weights))


def read_weights(text: str) -> np.ndarray:
    """Return the weights (2, 8) in a link's text; an empty text gives the example."""
    if not text:
        return EXAMPLE
    return np.array(text.split(","), dtype=float).reshape(EXAMPLE.shape)


def write_weights(weights: np.ndarray) -> str:
    """Return weights (2, 8) as a link's text, which is empty for the example."""
    allowed = np.isin(weights, np.arange(MAX_WEIGHT + 1))
    if not allowed.all():
        raise InputError(
            f"A weight is {weights[~allowed][0]:g}; it must be a whole number from 0 "
            f"to {MAX_WEIGHT}."
        )
    if np.array_equal(weights, EXAMPLE):
        return ""
    return ",".join(f"{weight:.0f}" for weight in np.ravel(weights))


def drawn_after(weights: np.ndarray) -> np.ndarray:
    """Draw new weights (2, 8), seeded by these."""
    rng = np.random.default_rng(weights.astype(int).ravel())
    return rng.integers(0, MAX_WEIGHT + 1, weights.shape).astype(float)


def weight_table(weights: np.ndarray) -> pd.DataFrame:
    """One row per word: word, then its weight for each topic, from weights (2, 8)."""
    columns = dict(zip(TOPICS, weights.astype(int), strict=True))
    return pd.DataFrame({"word": WORDS, **columns})


def of_table(table: pd.DataFrame) -> np.ndarray:
    """Return the weights (2, 8) of an edited `weight_table`."""
    # Copied in C's order: for another, the kernels would be compiled again.
    return table[list(TOPICS)].to_numpy(dtype=float).T.copy()


def one_after_another(weights: np.ndarray) -> float:
    """Return the total if the first topic chooses its best words before the second."""
    total, free = 0.0, np.arange(weights.shape[1])
    for of_topic in weights:
        taken = match_supports(of_topic[None, free], SPARSITY)[0]
        total += of_topic[free[taken]].sum()
        free = np.delete(free, taken)
    return float(total)


def limit_of_prices(weights: np.ndarray, prices: np.ndarray) -> float:
    """Return an upper bound on any choice of words, for prices >= 0 (weak duality).

    A place costs its topic's price. A word earns its weight above that price, for the
    topic that gains most. A choice is worth at most all costs plus all earnings.
    """
    earned = np.maximum((weights - prices[:, None]).max(axis=0), 0.0)
    return float(SPARSITY * prices.sum() + earned.sum())


def every_edge(weights: np.ndarray) -> pd.DataFrame:
    """One row per topic and word: topic, its number, word, weight, and both places.

    A place is the distance from the top of the picture; words are 1 apart.
    """
    rows = [
        (topic, str(i + 1), word, int(weights[i, j]), j, TOPIC_PLACES[i])
        for i, topic in enumerate(TOPICS)
        for j, word in enumerate(WORDS)
    ]
    columns = ["topic", "number", "word", "weight", "place", "topic_place"]
    return pd.DataFrame(rows, columns=columns)


def edges_of_frame(weights: np.ndarray, frame: Frame) -> pd.DataFrame:
    """One row per edge, as in `every_edge`, with its state in the frame."""
    states = [_state(frame, *edge) for edge in np.ndindex(weights.shape)]
    return every_edge(weights).assign(state=states)


def nodes(frame: Frame) -> pd.DataFrame:
    """One row per topic or word: label, side, owner, place.

    The second line of a topic's label is its price.
    """
    owners = [*TOPICS, FREE_WORD]
    topics = [
        (f"{topic}\nprice {price:.0f}", LEFT, topic, place)
        for topic, price, place in zip(TOPICS, frame.prices, TOPIC_PLACES, strict=True)
    ]
    words = [
        (word, RIGHT, owners[frame.owner[column]], float(column))
        for column, word in enumerate(WORDS)
    ]
    return pd.DataFrame(topics + words, columns=["label", "side", "owner", "place"])


def topics_of_frame(weights: np.ndarray, frame: Frame) -> pd.DataFrame:
    """One row per topic: topic, its words, their total weight, its price."""
    owner = np.array(frame.owner)
    return pd.DataFrame(
        {
            "topic": TOPICS,
            "words": [_listed(owner == topic) for topic in range(len(TOPICS))],
            "weight": [row[owner == topic].sum() for topic, row in enumerate(weights)],
            "price": frame.prices,
        }
    )


def totals_of_frame(weights: np.ndarray, frame: Frame) -> pd.DataFrame:
    """One row per sum: the total so far, the limit, and the greedy total."""
    rows = [
        ("Total so far", frame.total),
        ("Limit by these prices", frame.limit),
        ("One topic after another, in the end", one_after_another(weights)),
    ]
    return pd.DataFrame(rows, columns=["term", "value"])


def describe_frame(edges: pd.DataFrame) -> str:
    """Describe the picture: which words each topic has, can take or hands on."""
    sentences = ["Two topics joined to eight words."]
    for topic, rows in edges.groupby("topic"):
        parts = [
            f"{state} {', '.join(rows.loc[rows['state'] == state, 'word'])}"
            for state in (HAS, TAKES, GIVES)
            if (rows["state"] == state).any()
        ]
        sentences.append(f"{topic} {', '.join(parts) or 'has no word'}.")
    return " ".join(sentences)


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
        yield _frame(_best_path(weights, path), ownership, path, prices)
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
        limit_of_prices(ownership.weights[:NOBODY], prices),
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
    wishes = [[WORDS[word] for word in of_topic] for of_topic in words]
    contested = [word for word in wishes[0] if word in wishes[1]]
    alone = "; ".join(
        f"{topic} would take {' and '.join(words)}"
        for topic, words in zip(TOPICS, wishes, strict=True)
    )
    both = f"Both want {' and '.join(contested)}" if contested else ""
    return f"Each alone: {alone}. {both or 'No word is wanted twice'}."


def _best_path(weights: np.ndarray, path: tuple[Handover, ...]) -> str:
    free, *others = path
    gain = weights[free.receiver, free.word]
    changes = f"{TOPICS[free.receiver]} can take {WORDS[free.word]} (+{gain:.0f})"
    for word, giver, receiver in others:
        lost, won = weights[giver, word], weights[receiver, word]
        gain += won - lost
        changes += f" and hand {WORDS[word]} on to {TOPICS[receiver]}"
        changes += f" ({MINUS}{lost:.0f} + {won:.0f})"
    return f"The best path: {changes}, {gain:.0f} more in all."


def _done(path: tuple[Handover, ...]) -> str:
    free, *others = path
    sentence = f"{TOPICS[free.receiver]} takes {WORDS[free.word]}"
    for word, _, receiver in others:
        sentence += f" and hands {WORDS[word]} on to {TOPICS[receiver]}"
    return f"{sentence}."


def _state(frame: Frame, topic: int, word: int) -> str:
    """Return what a topic does with a word."""
    if any((step.word, step.giver) == (word, topic) for step in frame.path):
        return GIVES
    if frame.owner[word] == topic:
        return HAS
    if any((step.word, step.receiver) == (word, topic) for step in frame.path):
        return TAKES
    return FREE


def _listed(chosen: np.ndarray) -> str:
    return ", ".join(WORDS[word] for word in np.flatnonzero(chosen))


def picture(edges: pd.DataFrame, nodes: pd.DataFrame) -> ChartType:
    """Draw the tables `edges_of_frame` and `nodes` of a frame."""
    is_free = edges["state"] == FREE
    dashes = alt.StrokeDash("state:N", title="A topic").legend(
        orient="top", columns=3, symbolStrokeColor=LIMIT_COLOUR, symbolSize=600
    )
    unused = _lines(edges[is_free], FAINT).encode(color=alt.value(LIMIT_COLOUR))
    used = _lines(edges[~is_free], CLEAR).encode(
        color=alt.Color("topic:N", scale=COLOUR, legend=None),
        strokeDash=dashes.scale(domain=STATES, range=DASHES),
    )
    title = alt.TitleParams(ABOUT, fontSize=12, fontWeight="normal", anchor="start")
    # One flat list: layers of layers would take twice as long.
    return alt.layer(
        unused, used, *_marks(nodes), height=HEIGHT, title=title
    ).resolve_scale(strokeWidth="independent")


def _lines(edges: pd.DataFrame, thickness: list[float]) -> alt.Chart:
    weights = alt.StrokeWidth("weight:Q", legend=None)
    shown = look.tooltip(topic="Topic", word="Word", weight="Weight", state="The topic")
    lines = alt.Chart(edges).mark_rule()
    return lines.encode(
        x=alt.X(datum=LEFT, type="quantitative", scale=SIDE, axis=None),
        x2=alt.X2(datum=RIGHT),
        y=alt.Y("topic_place:Q", scale=DOWN, axis=None),
        y2="place:Q",
        # The same scale in all frames.
        strokeWidth=weights.scale(domain=[0, MAX_WEIGHT], range=thickness),
        tooltip=shown,
    )


def _marks(nodes: pd.DataFrame) -> list[alt.Chart]:
    """Draw the points, with the labels of each side outside."""
    base = alt.Chart(nodes).encode(
        x=alt.X("side:Q", scale=SIDE, axis=None),
        y=alt.Y("place:Q", scale=DOWN, axis=None),
        color=alt.Color("owner:N", scale=COLOUR, legend=None),
        tooltip=look.tooltip(label="Name", owner="Whose"),
    )
    points = base.mark_point(filled=True, size=160, opacity=1).encode(
        shape=alt.Shape("owner:N", scale=SHAPE, legend=None)
    )
    labels = base.encode(text="label:N")
    left = labels.transform_filter(alt.datum.side == LEFT).mark_text(
        align="right", dx=-12, fontSize=14, lineBreak="\n"
    )
    right = labels.transform_filter(alt.datum.side == RIGHT).mark_text(
        align="left", dx=12, fontSize=14
    )
    return [points, left, right]
