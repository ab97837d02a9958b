"""The matching by hand: your own choice of edges, greedy and the best, and prices.

A choice is a text with a digit for each word: 0 for no topic, or the topic's number.
"""

import altair as alt
import numpy as np
import pandas as pd

from spca_core.lessons.matching import (
    MAX_WEIGHT,
    SPARSITY,
    TOPICS,
    WORDS,
    every_edge,
    one_after_another,
    trace,
)
from spca_core.lessons.pointer import move, named_bars, under_pointer
from spca_core.results.colours import COLOURS
from spca_core.results.look import LIMIT_COLOUR, Picture

GREEDY, MATCHING = "One after another", "The matching"
# What the columns of the tables are called on screen.
LABELS = {
    "topic": "Topic",
    "words": "Words",
    "weight": "Weight",
    "term": "What",
    "value": "Weight",
}
TEXT = (
    "Two topics joined to eight words by weighted edges to choose; bars of the totals."
)
COLOUR = alt.Scale(domain=TOPICS, range=COLOURS[: len(TOPICS)])
ACROSS = alt.Scale(domain=[-0.4, 1.6], nice=False)
DOWN = alt.Scale(domain=[-0.6, 7.6], reverse=True, nice=False)
THICKNESS = alt.Scale(domain=[0, MAX_WEIGHT], range=[0.5, 12], nice=False)
OWN = {"own": "00000000", "own_prices": False}
YOURS = "Yours"
MINE = "substring(own, datum.place, datum.place + 1) == datum.number"
TAKEN = "substring(own, 0, datum.place) + {} + substring(own, datum.place + 1, 8)"
NOW = "substring(own, datum.place, datum.place + 1)"
ON_EDGE = TAKEN.format(f"({NOW} == datum.number ? '0' : datum.number)")
ON_WORD = TAKEN.format(f"({NOW} == '0' ? '1' : {NOW} == '1' ? '2' : '0')")


def baselines(weights: np.ndarray) -> pd.DataFrame:
    """One row per way to compare with: term, value."""
    values = [one_after_another(weights), trace(weights)[-1].total]
    return pd.DataFrame({"term": [GREEDY, MATCHING], "value": values})


def hints(weights: np.ndarray) -> pd.DataFrame:
    """One row per topic and word that gains most from it: what is above the price.

    columns : topic, word, place, topic_place, hint and price, as text

    At these prices every topic's best words are those of the best choice.
    """
    prices = np.array(trace(weights)[-1].prices)
    gains = weights - prices[:, None]
    table = every_edge(weights).assign(
        gain=gains.ravel(),
        most=np.tile(gains.max(axis=0), len(TOPICS)),
        price=np.repeat([f"price {price:.0f}" for price in prices], len(WORDS)),
    )
    gained = (table["gain"] == table["most"]) & (table["gain"] >= 0)
    hint = table["gain"].map("{:+.0f}".format).where(gained, "")
    return table.assign(hint=hint).drop(columns=["gain", "most"])


def chosen_topics(weights: np.ndarray, choice: str) -> pd.DataFrame:
    """One row per topic: its words in your choice, and their total weight."""
    chosen = [[digit == str(i + 1) for digit in choice] for i in range(len(TOPICS))]
    return pd.DataFrame(
        {
            "topic": TOPICS,
            "words": [", ".join(np.array(WORDS)[words]) for words in chosen],
            "weight": [
                row[words].sum() for row, words in zip(weights, chosen, strict=True)
            ],
        }
    )


def draw_edges(table: pd.DataFrame, hints: pd.DataFrame) -> Picture:
    """Draw the edges; a click on one, or on a word, gives the word to a topic."""
    y = alt.Y("place:Q", scale=DOWN, axis=None)
    ends = {
        "x": alt.XDatum(0, scale=ACROSS, axis=None),
        "x2": alt.X2Datum(1),
        "y": alt.Y("topic_place:Q", scale=DOWN, axis=None),
        "y2": "place:Q",
    }
    thick = alt.StrokeWidth("weight:Q", scale=THICKNESS, legend=None)
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    lines = alt.Chart(table)
    taken = lines.transform_filter(MINE)
    at_word = {"x": alt.XDatum(1, scale=ACROSS, axis=None), "y": y}
    words = alt.Chart(table.query("number == '1'"))
    topics = alt.Chart(table.query("place == 0"))
    at_topic = {"x": ends["x"], "y": ends["y"]}
    shown = alt.Chart(hints).transform_filter("own_prices")
    chart = alt.layer(
        # Wider than it looks: easier to hit.
        lines.mark_rule(opacity=0, strokeWidth=11).encode(**ends),
        lines.mark_rule(color=LIMIT_COLOUR, opacity=0.4).encode(
            **ends, strokeWidth=thick
        ),
        taken.mark_rule().encode(**ends, strokeWidth=thick, color=colour),
        words.mark_point(filled=True, size=150, opacity=1, color=LIMIT_COLOUR).encode(
            **at_word, description="word:N"
        ),
        words.mark_text(align="left", dx=10, fontSize=13).encode(
            **at_word, text="word:N"
        ),
        topics.mark_point(filled=True, size=200, opacity=1).encode(
            **at_topic, color=colour
        ),
        topics.mark_text(align="right", dx=-12, fontSize=13).encode(
            **at_topic, text="topic:N"
        ),
        *(_weights(lines, number, y) for number in (1, 2)),
        shown.mark_text(align="left", fontWeight="bold").encode(
            x=alt.XDatum(1.38, scale=ACROSS, axis=None),
            y=y,
            text="hint:N",
            color=colour,
        ),
        shown.transform_filter("datum.place == 0")
        .mark_text(align="right", dx=-12, dy=18)
        .encode(**at_topic, text="price:N"),
    )
    moves = [  # of the layers above: three of edges, then the words' points and names
        move("own", update, f"@layer_{layer}_marks:click")
        for layer, update in enumerate([ON_EDGE] * 3 + [ON_WORD] * 2)
    ]
    return under_pointer(chart.properties(height=330), OWN, *moves)


def _weights(lines: alt.Chart, number: int, y: alt.Y) -> alt.Chart:
    """Write the weights of a topic in a column beside the words."""
    rows = lines.transform_filter(f"datum.number == '{number}'")
    return rows.mark_text(align="right", fontSize=12).encode(
        x=alt.XDatum(1.15 + 0.1 * number, scale=ACROSS, axis=None),
        y=y,
        text="weight:Q",
        color=alt.Color("topic:N", scale=COLOUR, legend=None),
    )


def draw_totals(table: pd.DataFrame, baselines: pd.DataFrame) -> Picture:
    """Draw your total beside those of the ways to compare with."""
    mine = alt.Chart(table).transform_calculate(taken=f"{MINE} ? 1 : 0")
    mine = mine.transform_calculate(weight="datum.weight * datum.taken")
    each = mine.transform_aggregate(
        words="sum(taken)", value="sum(weight)", groupby=["topic"]
    )
    both = each.transform_aggregate(
        most="max(words)", words="sum(words)", value="sum(value)"
    )
    many = f"'too many for a topic: ' + datum.most + ' words of {SPARSITY}'"
    fine = "format(datum.value, 'd') + ' with ' + datum.words + ' words'"
    both = both.transform_calculate(
        term=f"'{YOURS}'", text=f"datum.most > {SPARSITY} ? {many} : {fine}"
    )
    others = alt.Chart(baselines).transform_calculate(text="format(datum.value, 'd')")
    most = float(baselines["value"].max())
    x = alt.X("value:Q", axis=None).scale(domain=[0, most * 1.5], nice=False)
    colours = {YOURS: COLOURS[3], GREEDY: LIMIT_COLOUR, MATCHING: COLOURS[2]}
    layers = [
        layer
        for rows in (both, others)
        for layer in named_bars(rows, x, "term", colours, alt.Text("text:N"))
    ]
    return under_pointer(alt.layer(*layers).properties(height=90), OWN)
