"""The paper in one figure: directions, projections, matching and what they capture.

Every choice of two topics is a row, with all that depends on it alone: the browser only
takes the greatest for the directions under the pointer.
"""

from itertools import combinations

import altair as alt
import numpy as np
import pandas as pd

from spca_core.lessons import eight_words as example
from spca_core.lessons.eight_words import HALF_CIRCLE, SPARSITY, WORDS
from spca_core.lessons.pointer import PRESS, move, under_pointer
from spca_core.results.colours import COLOURS
from spca_core.results.look import LIMIT_COLOUR, Picture
from spca_core.steps.ascent import MIN_GAIN

TOPICS = ("First topic", "Second topic")
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
TURNS = {
    "first_angle": 20.0,
    "second_angle": 100.0,
    "c1": "=cos(first_angle * PI / 180)",
    "s1": "=sin(first_angle * PI / 180)",
    "c2": "=cos(second_angle * PI / 180)",
    "s2": "=sin(second_angle * PI / 180)",
}
# Of a row of the table `every_choice`: the squares matched to each topic, and the value
# x^T V V^T x for x = V[I] c / ||V[I] c||.
_SQUARES = [
    f"datum.xx{j}*c{j}*c{j} + 2*datum.xy{j}*c{j}*s{j} + datum.yy{j}*s{j}*s{j}"
    for j in (1, 2)
]
_VALUES = [
    f"(pow(datum.xx{j}*c{j} + datum.xy{j}*s{j}, 2)"
    f" + pow(datum.xy{j}*c{j} + datum.yy{j}*s{j}, 2)) / datum.squares{j}"
    for j in (1, 2)
]
_POINTER = "atan2(max(0, invert('y', y())), invert('x', x())) * 180 / PI"
_APART = "min(abs({0} - {1}), 180 - abs({0} - {1}))"  # of two directions, in degrees


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


def every_choice() -> pd.DataFrame:
    """One row per choice of two topics of two words.

    words, x, y          : of the four words: their places, and their rows of V
    first_topic, second_topic : the words as text
    xx1, xy1, yy1        : V[I]^T V[I] of the first topic; xx2, xy2, yy2 of the second
    steps, firsts, seconds, values : the ascent from directions that give this choice:
        step 1 and on, before them a place for those directions; the angles go on beyond
        half a circle rather than jump
    """
    supports = _supports()
    points = example.best_directions(supports)
    matched = [example.candidate(point[None]) for point in points]
    values = np.array([value for value, _ in matched])
    places = {_key(words): row for row, words in enumerate(supports)}
    following = [places[_key(words)] for _, words in matched]
    angles = example.degrees(points)
    moments = _moments(supports).round(6)
    rows = []
    for row, words in enumerate(supports):
        steps = _steps(row, following, values)
        firsts, seconds = np.unwrap(angles[steps], axis=0, period=HALF_CIRCLE).T
        places_of_words = words.ravel()
        before = [0, *range(len(steps))]
        rows.append(
            {
                "words": places_of_words.tolist(),
                "x": example.FACTOR[places_of_words, 0].tolist(),
                "y": example.FACTOR[places_of_words, 1].tolist(),
                **example.words_as_text(words),
                **dict(zip(("xx1", "xy1", "yy1"), moments[row, 0], strict=True)),
                **dict(zip(("xx2", "xy2", "yy2"), moments[row, 1], strict=True)),
                "steps": list(range(len(before))),
                "firsts": firsts[before].round(3).tolist(),
                "seconds": seconds[before].round(3).tolist(),
                "values": values[steps][before].round(6).tolist(),
            }
        )
    return pd.DataFrame(rows)


def _steps(row: int, following: list[int], values: np.ndarray) -> list[int]:
    """Return the choices of the ascent from one on: it ends when a step gains little.

    The value of a choice's own point is that of the words matched there.
    """
    steps = [row]
    while values[following[steps[-1]]] > values[steps[-1]] * (1 + MIN_GAIN):
        steps.append(following[steps[-1]])
    return steps


def _supports() -> np.ndarray:
    """Return all choices of topics, (n_choices, n_topics, sparsity)."""
    pairs = list(combinations(range(len(WORDS)), SPARSITY))
    return np.array([(a, b) for a in pairs for b in pairs if not {*a} & {*b}])


def _moments(supports: np.ndarray) -> np.ndarray:
    """Return xx, xy, yy of V[I]^T V[I] for each topic, (n_choices, n_topics, 3)."""
    x, y = np.moveaxis(example.FACTOR[supports], -1, 0)
    return np.stack([x * x, x * y, y * y]).sum(axis=-1).transpose(1, 2, 0)


def _key(words: np.ndarray) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(sorted(topic)) for topic in words.tolist())


def chosen(choices: pd.DataFrame, *columns: str) -> alt.Chart:
    """Return a chart of one row: the choice of greatest squares for both angles.

    columns : of the table `every_choice` that are needed besides the sums
    """
    moments = [f"{name}{j}" for j in (1, 2) for name in ("xx", "xy", "yy")]
    chart = alt.Chart(choices[[*moments, *columns]]).transform_calculate(
        squares1=_SQUARES[0], squares2=_SQUARES[1]
    )
    chart = chart.transform_calculate(squares="datum.squares1 + datum.squares2")
    first = alt.SortField("squares", order="descending")
    chart = chart.transform_window(order="row_number()", sort=[first])
    chart = chart.transform_filter("datum.order == 1")
    return chart.transform_calculate(captured=" + ".join(_VALUES))


def plane(arrows: pd.DataFrame) -> Picture:
    """Draw the words as arrows, and both directions, which the pointer turns."""
    x = alt.X("x:Q", title=None).scale(domain=[-REACH, REACH], nice=False)
    y = alt.Y("y:Q", title=None).scale(domain=[BELOW, REACH], nice=False)
    plain = alt.Axis(labels=False, ticks=False, grid=False, domain=False)
    words = alt.Chart(arrows)
    lines = words.mark_rule(color=LIMIT_COLOUR, strokeWidth=1.5).encode(
        x=x.axis(plain), y=y.axis(plain), x2=alt.X2Datum(0), y2=alt.Y2Datum(0)
    )
    heads = words.mark_point(
        filled=True, shape="triangle", size=60, color=LIMIT_COLOUR, opacity=1
    ).encode(x=x, y=y, angle=alt.Angle("tip:Q", scale=None))
    names = [
        words.transform_filter(alt.datum.side == side)
        .mark_text(fontSize=12, align=align, dx=dx)
        .encode(x=x, y=y, text="word:N")
        for side, align, dx in (("left", "right", -8), ("right", "left", 8))
    ]
    turned = alt.Chart(_topics()).transform_calculate(
        cx="datum.number == 1 ? c1 : c2", cy="datum.number == 1 ? s1 : s2"
    )
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    through = turned.transform_calculate(bx="-datum.cx", by="-datum.cy").mark_rule(
        strokeWidth=2.5, clip=True
    )
    directions = through.encode(x="bx:Q", y="by:Q", x2="cx:Q", y2="cy:Q", color=colour)
    handles = turned.mark_point(filled=True, size=260, opacity=1).encode(
        x="cx:Q", y="cy:Q", color=colour
    )
    labels = turned.mark_text(fontWeight="bold", color="white", fontSize=11).encode(
        x="cx:Q", y="cy:Q", text="label:N"
    )
    heads = heads.transform_calculate(tip="90 - atan2(datum.y, datum.x) * 180 / PI")
    chart = alt.layer(lines, heads, *names, directions, handles, labels)
    near = f"{_APART.format('bearing', 'first_angle')} <= " + _APART.format(
        "bearing", "second_angle"
    )
    return under_pointer(
        chart.properties(width=PLANE_WIDTH, height=PLANE_HEIGHT),
        # Vega moves them in this order: which direction is nearer comes first.
        {"bearing": 0.0, "turns_first": True, **TURNS},
        move("bearing", f"round({_POINTER})", of="first_angle"),
        move("turns_first", near, PRESS, of="first_angle"),
        move("first_angle", "turns_first ? bearing : first_angle"),
        move("second_angle", "turns_first ? second_angle : bearing"),
    )


def slots(arrows: pd.DataFrame, choices: pd.DataFrame) -> Picture:
    """Draw the squared projections as edges to slots, the matched ones in colour."""
    x = alt.XDatum(0, scale=WIDE, axis=None)
    y = alt.Y("place:Q", scale=DOWN, axis=None)
    ends = {"x": x, "y": y, "x2": alt.X2Datum(1), "y2": alt.Y2("slot:Q")}
    thick = alt.StrokeWidth("square:Q", scale=THICKNESS, legend=None)
    slot = [{"slot": slot, "number": 1 + i // N_SLOTS} for i, slot in enumerate(SLOTS)]
    every = alt.Chart(arrows.merge(pd.DataFrame(slot), how="cross"))
    edges = _squared(every).mark_rule(color=LIMIT_COLOUR, opacity=0.4)
    taken = _taken(choices).mark_rule(opacity=0.9)
    colour = alt.Color("topic:N", scale=COLOUR, legend=None)
    words = alt.Chart(arrows).mark_text(align="right", dx=-6, fontSize=12)
    places = alt.Chart(pd.DataFrame(slot)).transform_calculate(
        topic=f"datum.number == 1 ? '{TOPICS[0]}' : '{TOPICS[1]}'"
    )
    at_slot = {
        "x": alt.XDatum(1, scale=WIDE, axis=None),
        "y": alt.Y("slot:Q", scale=DOWN, axis=None),
        "color": colour,
    }
    dots = places.mark_point(filled=True, size=110, opacity=1)
    topics = alt.Chart(_topics()).mark_text(align="left", dx=10, fontSize=12)
    chart = alt.layer(
        edges.encode(**ends, strokeWidth=thick),
        taken.encode(**ends, strokeWidth=thick, color=colour),
        words.encode(x=x, y=y, text="word:N"),
        dots.encode(**at_slot),
        topics.encode(
            **{**at_slot, "y": alt.Y("middle:Q", scale=DOWN, axis=None)}, text="label:N"
        ),
    )
    return under_pointer(chart.properties(height=210), TURNS)


def _topics() -> pd.DataFrame:
    """One row per topic: its number, name, label, and its place beside the slots."""
    middles = [sum(SLOTS[:N_SLOTS]) / N_SLOTS, sum(SLOTS[N_SLOTS:]) / N_SLOTS]
    labels = ["c1", "c2"]
    columns = {"number": [1, 2], "topic": TOPICS, "label": labels, "middle": middles}
    return pd.DataFrame(columns)


def _squared(chart: alt.Chart) -> alt.Chart:
    """Project words on the direction of a topic, by their columns x, y and number."""
    first, second = "datum.x*c1 + datum.y*s1", "datum.x*c2 + datum.y*s2"
    chart = chart.transform_calculate(
        projection=f"datum.number == 1 ? {first} : {second}"
    )
    return chart.transform_calculate(square="datum.projection * datum.projection")


def _taken(choices: pd.DataFrame) -> alt.Chart:
    """Return one row per matched word: its place, its slot, its topic, its square."""
    rows = chosen(choices, "words", "x", "y").transform_calculate(
        slot=str(SLOTS), number="[1, 1, 2, 2]"
    )
    rows = rows.transform_flatten(
        ["words", "x", "y", "slot", "number"], ["place", "x", "y", "slot", "number"]
    )
    topic = f"datum.number == 1 ? '{TOPICS[0]}' : '{TOPICS[1]}'"
    return _squared(rows).transform_calculate(topic=topic)
