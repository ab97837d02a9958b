"""The paper in one figure: directions, projections, matching and what they capture."""

import altair as alt
import numpy as np
import pandas as pd

from spca_core.lessons import eight_words as example
from spca_core.lessons.eight_words import WORDS
from spca_core.results.colours import COLOURS
from spca_core.results.style import LIMIT_COLOUR, Picture

TOPICS, LABELS_OF_TOPICS = ("First topic", "Second topic"), ("c1", "c2")
# What the columns of the tables are called on screen.
LABELS = {
    "word": "Word",
    "first": "First: W",
    "first_square": "W²",
    "second": "Second: W",
    "second_square": "W² ",
    "topic": "Topic",
}
TEXT = (
    "Eight word arrows and two directions; edges from words to the slots of two topics "
    "by squared projections; a map of what all angles capture, with the net's pairs "
    "and the ascent; bars of what they reach and what is proven."
)
TOPIC_COLOURS = [COLOURS[0], COLOURS[1]]
COLOUR = alt.Scale(domain=TOPICS, range=TOPIC_COLOURS)
REACH = 1.05  # of the plane, in the units of V
PLANE_WIDTH, PLANE_HEIGHT = 262, 150  # pixels: right angles look right
BELOW = REACH * (1 - 2 * PLANE_HEIGHT / PLANE_WIDTH)
LEFTMOST_TO_THE_RIGHT = 0.3
SLOTS = [0.5, 1.9, 5.1, 6.5]  # places of the slots beside eight words
N_SLOTS = 2  # of a topic
THICKNESS = alt.Scale(domain=[0, 1], range=[0.2, 12], nice=False)
WIDE = alt.Scale(domain=[-0.42, 1.3], nice=False)
DOWN = alt.Scale(domain=[-0.6, 7.6], reverse=True, nice=False)


def arrows() -> pd.DataFrame:
    """One row per word: word, its place in the list, its row of V: x, y, and side.

    A word is written on that side of its arrow's tip, where no other arrow passes.
    """
    table = pd.DataFrame(example.FACTOR, columns=["x", "y"])
    side = np.where(table["x"] > LEFTMOST_TO_THE_RIGHT, "right", "left")
    return table.assign(word=WORDS, place=range(len(WORDS)), side=side)


def projections(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per word: its projections on both directions, their squares, its topic.

    first_angle, second_angle : of the directions, in degrees from 0 to 180
    """
    first, second = example.projected(first_angle, second_angle).T
    _, supports = matched(first_angle, second_angle)
    topic = np.full(len(WORDS), "", dtype=object)
    topic[supports] = np.array(TOPICS, dtype=object)[:, None]
    return pd.DataFrame(
        {
            "word": WORDS,
            "first": first,
            "first_square": first**2,
            "second": second,
            "second_square": second**2,
            "topic": topic,
        }
    )


def matched_squares(first_angle: float, second_angle: float) -> float:
    """Return the sum of the squared projections of the matched words."""
    _, supports = matched(first_angle, second_angle)
    squares = example.projected(first_angle, second_angle).T ** 2
    return float(np.take_along_axis(squares, supports, axis=1).sum())


def matched(first_angle: float, second_angle: float) -> tuple[float, np.ndarray]:
    """Return what the words matched to two directions capture, and the words."""
    angles = np.array([[first_angle, second_angle]])
    return example.candidate(example.directions(angles))


def turned(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per direction: topic, label, its tip x, y and the other end x2, y2."""
    (tips,) = example.directions(np.array([[first_angle, second_angle]]))
    table = pd.DataFrame({"topic": TOPICS, "label": LABELS_OF_TOPICS})
    return table.assign(x=tips[:, 0], y=tips[:, 1], x2=-tips[:, 0], y2=-tips[:, 1])


def edges(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per word and slot: place, slot, topic, square, taken (if matched)."""
    _, supports = matched(first_angle, second_angle)
    squares = example.projected(first_angle, second_angle) ** 2
    rows = [
        (place, slot, TOPICS[topic], squares[place, topic], taken == place)
        for place in range(len(WORDS))
        for topic, of_topic in enumerate(np.sort(supports, axis=1))
        for slot, taken in zip(
            SLOTS[N_SLOTS * topic : N_SLOTS * (topic + 1)], of_topic, strict=True
        )
    ]
    return pd.DataFrame(rows, columns=["place", "slot", "topic", "square", "taken"])


def plane(first_angle: float, second_angle: float) -> Picture:
    """Draw the words as arrows, and both directions."""
    x = alt.X("x:Q", title=None).scale(domain=[-REACH, REACH], nice=False)
    y = alt.Y("y:Q", title=None).scale(domain=[BELOW, REACH], nice=False)
    plain = alt.Axis(labels=False, ticks=False, grid=False, domain=False)
    table = arrows()
    table["tip"] = 90 - np.degrees(np.arctan2(table["y"], table["x"]))
    words = alt.Chart(table)
    lines = words.mark_rule(color=LIMIT_COLOUR, strokeWidth=1.5).encode(
        x=x.axis(plain), y=y.axis(plain), x2=alt.X2Datum(0), y2=alt.Y2Datum(0)
    )
    heads = words.mark_point(
        filled=True, shape="triangle", size=60, color=LIMIT_COLOUR, opacity=1
    ).encode(x=x, y=y, angle=alt.Angle("tip:Q", scale=None))
    names = [
        alt.Chart(table[table["side"] == side])
        .mark_text(fontSize=12, align=align, dx=dx)
        .encode(x=x, y=y, text=alt.Text("word:N"))
        for side, align, dx in (("left", "right", -8), ("right", "left", 8))
    ]
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    both = alt.Chart(turned(first_angle, second_angle))
    directions = both.mark_rule(strokeWidth=2.5, clip=True).encode(
        x=x, y=y, x2=alt.X2("x2:Q"), y2=alt.Y2("y2:Q"), color=colour
    )
    handles = both.mark_point(filled=True, size=260, opacity=1).encode(
        x=x, y=y, color=colour
    )
    labels = both.mark_text(fontWeight="bold", color="white", fontSize=11).encode(
        x=x, y=y, text=alt.Text("label:N")
    )
    layers = lines, heads, *names, directions, handles, labels
    return alt.layer(*layers, width=PLANE_WIDTH, height=PLANE_HEIGHT)


def slots(first_angle: float, second_angle: float) -> Picture:
    """Draw the squared projections as edges to slots, the matched ones in colour."""
    x = alt.XDatum(0, scale=WIDE, axis=None)
    ends = {
        "x": x,
        "y": alt.Y("place:Q", scale=DOWN, axis=None),
        "x2": alt.X2Datum(1),
        "y2": alt.Y2("slot:Q"),
        "strokeWidth": alt.StrokeWidth("square:Q", scale=THICKNESS, legend=None),
    }
    table = edges(first_angle, second_angle)
    every, taken = alt.Chart(table), alt.Chart(table[table["taken"]])
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    words = alt.Chart(arrows()).mark_text(align="right", dx=-6, fontSize=12)
    at_slot = {"x": alt.XDatum(1, scale=WIDE, axis=None), "color": colour}
    places = alt.Chart(table.drop_duplicates("slot"))
    middles = table.groupby("topic", as_index=False)["slot"].mean()
    named = alt.Chart(middles.assign(label=LABELS_OF_TOPICS))
    return alt.layer(
        every.mark_rule(color=LIMIT_COLOUR, opacity=0.4).encode(**ends),
        taken.mark_rule(opacity=0.9).encode(**ends, color=colour),
        words.encode(x=x, y=ends["y"], text=alt.Text("word:N")),
        places.mark_point(filled=True, size=110, opacity=1).encode(
            **at_slot, y=alt.Y("slot:Q", scale=DOWN, axis=None)
        ),
        named.mark_text(align="left", dx=10, fontSize=12).encode(
            **at_slot,
            y=alt.Y("slot:Q", scale=DOWN, axis=None),
            text=alt.Text("label:N"),
        ),
        height=210,
    )
