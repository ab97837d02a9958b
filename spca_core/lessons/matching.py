"""The matching of eight words to two topics: by hand, then path by path, with prices.

The steps are those of `transport.fill_up`, with prices that first leave all words free.
A choice by hand is a text with a digit for each word: 0 for no topic, or the topic's
number.
"""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

import altair as alt
import numpy as np
import pandas as pd

from spca_core.formatting import counted
from spca_core.lessons import eight_words
from spca_core.lessons.bars import named_bars
from spca_core.lessons.clicks import clickable
from spca_core.lessons.eight_words import N_TOPICS, SPARSITY, WORDS
from spca_core.lessons.tasks import MultipleChoice, Number, Target, Values
from spca_core.results.colours import COLOURS
from spca_core.results.style import LIMIT_COLOUR, Picture
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
TOPIC_PLACES = (1.5, 5.5)  # spaced evenly beside the words
BEST_TOTAL = 235  # of the example
YOURS, GREEDY, MATCHING = "Yours", "One after another", "The matching"
# What the columns of the tables are called on screen.
LABELS = {
    "topic": "Topic",
    "words": "Its words",
    "weight": "Their weight",
    "price": "Price of a word",
    "term": "What",
    "value": "Weight",
}
TEXT = (
    "Two topics joined to eight words by weighted edges to choose; bars of the totals."
)
PROVEN = (
    "All places are filled. The total, {:.0f}, has reached the limit that the prices "
    "prove: no choice of words is heavier."
)
STATES = [HAS, TAKES, GIVES]
DASHES = alt.Scale(domain=STATES, range=[[1, 0], [8, 5], [2, 4]])
COLOUR = alt.Scale(domain=TOPICS, range=COLOURS[: len(TOPICS)])
ACROSS = alt.Scale(domain=[-0.4, 1.6], nice=False)
DOWN = alt.Scale(domain=[-0.6, 7.6], reverse=True, nice=False)
THICKNESS = alt.Scale(domain=[0, MAX_WEIGHT], range=[0.5, 12], nice=False)


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


@cache
def example() -> tuple[Frame, ...]:
    return trace(EXAMPLE)


def trace(weights: np.ndarray) -> tuple[Frame, ...]:
    """Match the words by weights (2, 8), with a frame before and after each path."""
    return tuple(_frames(weights))


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
    """One row per edge that a topic has, can take or hands on in a frame.

    columns : those of `every_edge`, and state
    """
    states = [_state(frame, *edge) for edge in np.ndindex(weights.shape)]
    table = every_edge(weights).assign(state=states)
    return table[table["state"] != FREE]


def edges_of_choice(weights: np.ndarray, choice: str) -> pd.DataFrame:
    """One row per edge that a choice by hand has, with the columns of a frame's."""
    table = every_edge(weights).assign(state=HAS)
    return table[table["number"] == [choice[place] for place in table["place"]]]


def toggled(choice: str, place: int, number: str) -> str:
    """Return a choice by hand after a click on the edge of a word to a topic."""
    taken = "0" if choice[place] == number else number
    return choice[:place] + taken + choice[place + 1 :]


def prices_of_frame(frame: Frame) -> pd.DataFrame:
    """One row per topic: topic, its place, its price as text."""
    rows = [
        (topic, place, f"price {price:.0f}")
        for topic, place, price in zip(TOPICS, TOPIC_PLACES, frame.prices, strict=True)
    ]
    return pd.DataFrame(rows, columns=["topic", "topic_place", "price"])


def totals(weights: np.ndarray, choice: str) -> pd.DataFrame:
    """One row per way: term, value and text, of a choice by hand and of `baselines`."""
    chosen = chosen_topics(weights, choice)
    sizes = [choice.count(str(number + 1)) for number in range(len(TOPICS))]
    total = chosen["weight"].sum()
    text = f"{total:.0f} with {counted(sum(sizes), 'words')}"
    if max(sizes) > SPARSITY:
        text = f"too many for a topic: {counted(max(sizes), 'words')}, not {SPARSITY}"
    mine = pd.DataFrame([{"term": YOURS, "value": total, "text": text}])
    others = baselines(weights)
    others = others.assign(text=others["value"].map("{:.0f}".format))
    return pd.concat([mine, others], ignore_index=True)


def baselines(weights: np.ndarray) -> pd.DataFrame:
    """One row per way to compare a choice by hand with: term, value."""
    values = [one_after_another(weights), trace(weights)[-1].total]
    return pd.DataFrame({"term": [GREEDY, MATCHING], "value": values})


def gains(weights: np.ndarray) -> pd.DataFrame:
    """One row per word that gains from the last prices: what is above the price.

    columns : those of `every_edge`, for the topic that gains most, and gain
    """
    prices = np.array(trace(weights)[-1].prices)
    above = weights - prices[:, None]
    table = every_edge(weights).assign(gain=above.ravel())
    most = np.tile(above.max(axis=0), len(TOPICS))
    return table[(table["gain"] == most) & (table["gain"] >= 0)]


def chosen_topics(weights: np.ndarray, choice: str) -> pd.DataFrame:
    """One row per topic: its words in a choice by hand, and their total weight."""
    chosen = [_chosen(choice, topic) for topic in range(len(TOPICS))]
    return pd.DataFrame(
        {
            "topic": TOPICS,
            "words": [_listed(words) for words in chosen],
            "weight": [
                row[words].sum() for row, words in zip(weights, chosen, strict=True)
            ],
        }
    )


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


def _chosen(choice: str, topic: int) -> np.ndarray:
    return np.array([digit == str(topic + 1) for digit in choice])


def draw_edges(
    weights: np.ndarray, choice: str, frame: Frame | None, *, with_prices: bool
) -> Picture:
    """Draw the edges, those of a choice by hand or of a frame in colour.

    frame       : what is watched, in the place of the choice
    with_prices : the last prices and the gains are the hint
    """
    y = alt.Y("place:Q", scale=DOWN, axis=None)
    at_topic = {
        "x": alt.XDatum(0, scale=ACROSS, axis=None),
        "y": alt.Y("topic_place:Q", scale=DOWN, axis=None),
    }
    ends = {**at_topic, "x2": alt.X2Datum(1), "y2": alt.Y2("place:Q")}
    at_word = {"x": alt.XDatum(1, scale=ACROSS, axis=None), "y": y}
    thick = alt.StrokeWidth("weight:Q", scale=THICKNESS, legend=None)
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    table = every_edge(weights)
    taken = (
        edges_of_frame(weights, frame) if frame else edges_of_choice(weights, choice)
    )
    lines, words = alt.Chart(table), alt.Chart(table[table["number"] == "1"])
    topics = alt.Chart(table[table["place"] == 0])
    layers = [
        lines.mark_rule(color=LIMIT_COLOUR, opacity=0.4).encode(
            **ends, strokeWidth=thick
        ),
        alt.Chart(taken)
        .mark_rule()
        .encode(
            **ends,
            strokeWidth=thick,
            color=colour,
            strokeDash=alt.StrokeDash("state:N", scale=DASHES, legend=None),
        ),
        words.mark_point(filled=True, size=150, opacity=1, color=LIMIT_COLOUR).encode(
            **at_word
        ),
        words.mark_text(align="left", dx=10, fontSize=13).encode(
            **at_word, text=alt.Text("word:N")
        ),
        topics.mark_point(filled=True, size=200, opacity=1).encode(
            **at_topic, color=colour
        ),
        topics.mark_text(align="right", dx=-12, fontSize=13).encode(
            **at_topic, text=alt.Text("topic:N")
        ),
        *(_weights(lines, number, y) for number in (1, 2)),
    ]
    priced = trace(weights)[-1] if with_prices else frame
    if with_prices:
        layers.append(
            alt.Chart(gains(weights))
            .mark_text(align="left", fontWeight="bold", dx=91)
            .encode(**at_word, text=alt.Text("gain:Q", format="+.0f"), color=colour)
        )
    if priced:
        layers.append(
            alt.Chart(prices_of_frame(priced))
            .mark_text(align="right", dx=-12, dy=18)
            .encode(**at_topic, text=alt.Text("price:N"))
        )
    # Along the edges, so that a click near one chooses it.
    spots = alt.Chart(spots_of_edges(weights)).mark_point(opacity=0, size=90)
    spots = spots.encode(
        x=alt.X("across:Q", scale=ACROSS, axis=None),
        y=alt.Y("down:Q", scale=DOWN, axis=None),
    )
    layers.append(clickable(spots, "place", "number"))
    return alt.layer(*layers, height=330)


def spots_of_edges(weights: np.ndarray) -> pd.DataFrame:
    """One row per edge and spot along it, where it can be clicked: across, down."""
    along = pd.DataFrame({"across": np.linspace(0.3, 0.95, 10)})
    table = every_edge(weights).merge(along, how="cross")
    down = table["topic_place"] * (1 - table["across"]) + (
        table["place"] * table["across"]
    )
    return table.assign(down=down)[["place", "number", "across", "down"]]


def _weights(lines: alt.Chart, number: int, y: alt.Y) -> alt.Chart:
    """Write the weights of a topic in a column beside the words."""
    rows = lines.transform_filter(f"datum.number == '{number}'")
    # In pixels, as the words are as wide on a telephone as elsewhere.
    return rows.mark_text(align="right", fontSize=12, dx=46 + 20 * number).encode(
        x=alt.XDatum(1, scale=ACROSS, axis=None),
        y=y,
        text=alt.Text("weight:Q"),
        color=alt.Color("topic:N", scale=COLOUR, legend=None),
    )


def draw_totals(table: pd.DataFrame) -> Picture:
    """Draw the `totals`: a choice by hand beside the ways to compare it with."""
    most = float(table["value"].iloc[1:].max())
    x = alt.X("value:Q", axis=None).scale(domain=[0, most * 1.5], nice=False)
    colours = {YOURS: COLOURS[3], GREEDY: LIMIT_COLOUR, MATCHING: COLOURS[2]}
    return named_bars(table, x, "term", colours, height=90)


def _help_with_best(values: Values) -> str:
    sizes = [values["own"].count(str(topic + 1)) for topic in range(len(TOPICS))]
    total = sum(chosen_topics(EXAMPLE, values["own"])["weight"])
    greedy, best = baselines(EXAMPLE)["value"]
    if max(sizes) > SPARSITY:
        return f"{TOPICS[int(np.argmax(sizes))]} has too many words: take one back."
    if sum(sizes) < SPARSITY * len(TOPICS):
        return f"{sum(sizes)} of 4 places are filled, with a weight of {total:.0f}."
    if total == best:
        return ""
    if total == greedy:
        return f"{greedy:.0f} is what greed reaches. What if Topic 1 gives tax up?"
    return f"{total:.0f}. Which word of a topic weighs little, and could be replaced?"


def _help_with_limit(total: float) -> str:
    places = SPARSITY * sum(example()[-1].prices)
    if total == places:
        return f"{places:.0f} are the places. Now add the gains beside the words."
    return "Twice the price of each topic, and every gain beside a word."


TASKS = (
    MultipleChoice(
        name="contested",
        question=(
            "*tax* is worth 55 to Topic 1 and 49 to Topic 2. Which topic has it in the "
            "best choice? The steps appear once you have answered."
        ),
        hints={
            "Topic 1": "Topic 1 has a good second choice: trade. What has Topic 2?",
            "Topic 2": "",
            "Neither": "Try: without tax, Topic 2 takes peace, which weighs less.",
        },
        why=(
            "Topic 1 takes trade for 54 instead and loses only 1; Topic 2 gets 49 for "
            "tax, where the best free word would bring it only 41."
        ),
    ),
    Target(
        name="best",
        question=f"Give words to the topics until they weigh {BEST_TOTAL} together.",
        why=(
            "235 is the best: *money, trade* and *tax, navy*. In steps 8 and 9 a "
            "greedy choice is repaired: the topics gain 48, though Topic 1 gives tax "
            "away."
        ),
        help=_help_with_best,
    ),
    Number(
        name="limit",
        question=(
            "Show the prices. What do twice each price and all gains beside the words "
            "add up to?"
        ),
        why=(
            "235 again. A place costs its topic's price; a word is worth what it "
            "weighs above that. No choice is worth more than all places cost and all "
            "words gain: so none is better than yours."
        ),
        right=BEST_TOTAL,
        within=0,
        help=_help_with_limit,
    ),
)
