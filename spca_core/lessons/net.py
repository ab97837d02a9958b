"""The net over two directions: its points, its guarantee, and the ascent, on one map.

A value is what the topics matched to two directions capture: see eight_words.py.
"""

from functools import lru_cache
from itertools import product
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from spca_core.formatting import counted, in_figures, percent
from spca_core.lessons import eight_words as example
from spca_core.lessons.bars import named_bars
from spca_core.lessons.clicks import clickable
from spca_core.lessons.eight_words import HALF_CIRCLE, N_TOPICS, RANK, optimum
from spca_core.lessons.figure import matched, matched_squares
from spca_core.lessons.tasks import MultipleChoice, Target, Values
from spca_core.results.colours import COLOURS
from spca_core.results.style import (
    INK,
    LIGHT,
    LIMIT_COLOUR,
    SHAPES,
    Picture,
    legend,
)
from spca_core.steps.ascent import MIN_GAIN
from spca_core.steps.net import half_net, half_net_size, power, power_size

REAL_SIZE = (4, 8)  # rank and number of topics of a search on a real corpus
CELLS_PER_SIDE = 36
NET_POINT, BEST_POINT = "Pair of the net", "Best of the net"
START, END = "Start of the ascent", "End of the ascent"
MARKS = (NET_POINT, BEST_POINT, START, END)
SQUARES, CAPTURED, OPTIMUM = "Squares matched", "Captured", "The best possible"
ASCENT, OF_NET = "After the ascent", "The best of the net"
PROVEN = "Proven in the paper"
TERMS = (SQUARES, CAPTURED, ASCENT, OF_NET, PROVEN, OPTIMUM)
ANGLES = ["first_angle", "second_angle"]
# What the columns of the tables are called on screen.
LABELS = {
    "term": "What",
    "value": "Captures",
    "share": "Share of the best",
    "search": "Search",
    "n_points": "Directions in the net",
    "n_candidates": "Combinations to try",
    "step": "Step",
    "first_angle": "First angle",
    "second_angle": "Second angle",
    "first_topic": "First topic",
    "second_topic": "Second topic",
}
# A little more than half, or the page would show through the seams.
HALF_CELL = 1.1 * HALF_CIRCLE / CELLS_PER_SIDE / 2
# The marks lie on the heat map, whose colours are the same in every theme.
LOOKS = {
    NET_POINT: (INK, SHAPES[0], 20),
    BEST_POINT: (COLOURS[3], SHAPES[3], 260),
    START: (COLOURS[1], SHAPES[1], 150),
    END: (COLOURS[1], SHAPES[2], 150),
}
OF_TERMS = (*(COLOURS[0],) * 2, COLOURS[1], COLOURS[3], COLOURS[2], LIMIT_COLOUR)
COLOUR_OF_TERM = dict(zip(TERMS, OF_TERMS, strict=True))
CONTRAST = 4  # an exponent: most values are near the greatest
SCALE = alt.Scale(domain=[0, HALF_CIRCLE], nice=False)


def landscape() -> pd.DataFrame:
    """One row per cell of the picture: the two angles at its centre, and the value."""
    centres = (np.arange(CELLS_PER_SIDE) + 0.5) * HALF_CIRCLE / CELLS_PER_SIDE
    return _valued(example.directions(np.array(list(product(centres, centres)))))


@lru_cache(maxsize=128)
def net(epsilon: float) -> dict[str, Any]:
    """Return the best pair of a net: first, second (the smaller angle first), best."""
    best = _best_pair(list(power(half_net(RANK, epsilon / 2), N_TOPICS)))
    first, second = np.sort(example.degrees(best[0]))
    return {"first": first, "second": second, "best": example.candidate(best)[0]}


@lru_cache(maxsize=128)
def ascent_steps(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per step of the joint ascent from these angles: angles, value, topics.

    It alternates X from C by the matching and C from X, as in ascent.py. The value
    never falls, and the ascent ends when a step gains nothing.
    """
    points = example.directions(np.array([[first_angle, second_angle]]))
    reached = -1.0
    rows: list[pd.DataFrame] = []
    while True:
        value, supports = example.candidate(points)
        if value <= reached * (1 + MIN_GAIN):
            return pd.concat(rows, ignore_index=True)
        rows.append(
            _valued(points).assign(step=len(rows), **example.words_as_text(supports))
        )
        points, reached = example.best_directions(supports)[None], value


def reached(first_angle: float, second_angle: float, epsilon: float) -> pd.DataFrame:
    """One row per value: term, value, share of the optimum.

    The words matched to two angles, and the ascent from there; the net; the optimum.
    """
    path = ascent_steps(first_angle, second_angle)
    values = [
        matched_squares(first_angle, second_angle),
        path["value"].iloc[0],
        path["value"].iloc[-1],
        net(epsilon)["best"],
        (1 - epsilon) * optimum(),
        optimum(),
    ]
    table = pd.DataFrame({"term": TERMS, "value": values})
    return table.assign(share=table["value"] / optimum())


def counts(epsilon: float) -> pd.DataFrame:
    """One row per search: its name and the size of its net, as text."""
    rows = []
    for rank, n_topics in ((RANK, N_TOPICS), REAL_SIZE):
        n_points = half_net_size(rank, epsilon / 2)
        n_candidates = power_size(n_points, n_topics)
        search = f"Rank {rank}, {counted(n_topics, 'topics')}"
        rows.append((search, in_figures(n_points), in_figures(n_candidates)))
    return pd.DataFrame(rows, columns=["search", "n_points", "n_candidates"])


def _best_pair(batches: list[np.ndarray]) -> np.ndarray:
    """Return the point (1, n_topics, rank) of greatest value."""
    best = max(batches, key=lambda batch: example.candidate(batch)[0])
    return max(np.split(best, len(best)), key=lambda point: example.candidate(point)[0])


def _valued(points: np.ndarray) -> pd.DataFrame:
    """One row per point of points (n, n_topics, rank): its angles and its value."""
    values = [example.candidate(point)[0] for point in np.split(points, len(points))]
    return pd.DataFrame(example.degrees(points), columns=ANGLES).assign(value=values)


def pairs_of_net(epsilon: float) -> pd.DataFrame:
    """One row per pair of the net's directions, each once: across, up (angles)."""
    angles = np.sort(example.degrees(half_net(RANK, epsilon / 2)))
    rows = [(one, other) for one in angles for other in angles if one <= other]
    return pd.DataFrame(rows, columns=["across", "up"])


def path_on_map(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per step of the ascent and copy of its path: across, up, step, copy.

    A path that leaves the map on one side comes back on the other, so it is copied on
    all sides.
    """
    steps = ascent_steps(first_angle, second_angle)
    there = np.unwrap(steps[ANGLES].to_numpy(), axis=0, period=HALF_CIRCLE)
    start = [first_angle, second_angle]
    there = np.vstack([start, there + _nearest_turn(start, there[0])])
    table = pd.DataFrame(there, columns=["across", "up"])
    table["step"] = np.arange(len(table))
    shifts = product((-HALF_CIRCLE, 0.0, HALF_CIRCLE), repeat=2)
    return pd.concat(
        [
            table.assign(across=table["across"] + x, up=table["up"] + y, copy=copy)
            for copy, (x, y) in enumerate(shifts)
        ],
        ignore_index=True,
    )


def _nearest_turn(start: list[float], first: np.ndarray) -> np.ndarray:
    """Return the half turns that bring the first step nearest to the start."""
    return HALF_CIRCLE * np.round((np.array(start) - first) / HALF_CIRCLE)


def marks_on_map(
    first_angle: float, second_angle: float, epsilon: float
) -> pd.DataFrame:
    """One row for the net's best, and for each end of the ascent: kind, across, up."""
    best, end = net(epsilon), ascent_steps(first_angle, second_angle).iloc[-1]
    rows = [
        (BEST_POINT, best["first"], best["second"]),
        (START, first_angle, second_angle),
        (END, *end[ANGLES]),
    ]
    return pd.DataFrame(rows, columns=["kind", "across", "up"])


def net_map(
    landscape: pd.DataFrame,
    first_angle: float,
    second_angle: float,
    epsilon: float,
    height: int,
) -> Picture:
    """Draw the net's pairs, its best, and the ascent from the angles on the map."""
    path = alt.Chart(path_on_map(first_angle, second_angle))
    line = path.mark_line(clip=True, color=COLOURS[1], strokeWidth=2.5)
    steps = path.mark_point(filled=True, clip=True, color=COLOURS[1], size=50)
    cells = alt.Chart(landscape).mark_point(opacity=0).encode(**_at(*ANGLES))
    marks = marks_on_map(first_angle, second_angle, epsilon)
    return alt.layer(
        _cells(landscape),
        _marks(pairs_of_net(epsilon).assign(kind=NET_POINT)),
        line.encode(
            **_at("across", "up"),
            detail=alt.Detail("copy:N"),
            order=alt.Order("step:Q"),
        ),
        steps.encode(**_at("across", "up")),
        _marks(marks),
        clickable(cells, *ANGLES),
        height=height,
    )


def net_bars(first_angle: float, second_angle: float, epsilon: float) -> Picture:
    """Draw what is matched, captured, reached and proven as bars."""
    table = reached(first_angle, second_angle, epsilon)
    table["text"] = table["value"].map("{:.3f}".format)
    x = alt.X("value:Q", axis=None).scale(domain=[0, optimum() * 1.2], nice=False)
    return named_bars(table, x, "term", COLOUR_OF_TERM, height=190)


def _marks(table: pd.DataFrame) -> alt.Chart:
    marks = alt.Chart(table).mark_point(
        filled=True, opacity=1, stroke=LIGHT, strokeWidth=1
    )
    channels = [
        channel(
            "kind:N",
            sort=None,
            scale=alt.Scale(domain=MARKS, range=[LOOKS[mark][i] for mark in MARKS]),
            legend=legend(),
        )
        for i, channel in enumerate((alt.Fill, alt.Shape, alt.Size))
    ]
    return marks.encode(*channels, **_at("across", "up"))


def _cells(landscape: pd.DataFrame) -> alt.Chart:
    table = landscape.assign(
        left=landscape["first_angle"] - HALF_CELL,
        right=landscape["first_angle"] + HALF_CELL,
        lower=landscape["second_angle"] - HALF_CELL,
        upper=landscape["second_angle"] + HALF_CELL,
    )
    colour = alt.Color("value:Q", legend=None)
    return (
        alt.Chart(table)
        .mark_rect(clip=True)
        .encode(
            **_at("left", "lower"),
            x2=alt.X2("right:Q"),
            y2=alt.Y2("upper:Q"),
            color=colour.scale(
                scheme="blues", type="pow", exponent=CONTRAST, zero=False
            ),
        )
    )


def _at(across: str, up: str) -> dict[str, Any]:
    axis = alt.Axis(values=list(range(0, 181, 45)))
    x = alt.X(f"{across}:Q", title="First angle (degrees)", scale=SCALE, axis=axis)
    y = alt.Y(f"{up}:Q", title="Second angle (degrees)", scale=SCALE, axis=axis)
    return {"x": x, "y": y}


BEST, LOWEST = 0.995, 2.5  # a share of the best possible; a value


def _help_with_best(values: Values) -> str:
    captured, _ = matched(*(values[name] for name in ANGLES))
    share = captured / optimum()
    if share >= BEST:
        return ""
    if share > 0.95:
        return f"{percent(share, 1)} of the best: nearly. War and army belong together."
    return f"{percent(share, 1)} of the best. On the map, look for the darkest region."


def _help_with_lowest(values: Values) -> str:
    end = ascent_steps(*(values[name] for name in ANGLES))["value"].iloc[-1]
    if end < LOWEST:
        return ""
    return f"It ends at {end:.3f}. Start where the map is light, or in a small region."


PROVEN_HERE = 0.9  # the share of the best that epsilon 0.1 proves


def _help_with_epsilon(values: Values) -> str:
    proven = 1 - values["net_epsilon"]
    if proven < PROVEN_HERE - 1e-9:
        return (
            f"This net proves {percent(proven, 0)} of the best possible. Make epsilon "
            "smaller: the net gets finer."
        )
    return ""


TASKS = (
    MultipleChoice(
        name="net",
        question=(
            "The net tries pairs of directions in every region. What does the paper "
            "prove of its best pair, for epsilon 0.5? The map appears once you have "
            "answered."
        ),
        hints={
            "It is the best possible": "A better pair may lie between the net's "
            "points.",
            "It reaches at least half of the best possible": "",
            "Nothing, it may be poor": "Some point of the net is near the best pair, "
            "wherever that is.",
        },
        why=(
            "At least 1 - epsilon of the best possible (Theorem 1): some point of the "
            "net is within epsilon / 2 of the best directions, wherever they are."
        ),
    ),
    Target(
        name="epsilon",
        question="Make the net so fine that it proves 90 % of the best possible.",
        why=(
            "Epsilon 0.1. The net reached nearly all long before: what is proven is "
            "less than what is found. At rank 4 with 8 topics such a net is far too "
            "large to be tried: see All numbers."
        ),
        help=_help_with_epsilon,
    ),
    MultipleChoice(
        name="ascent",
        question="The ascent only ever goes up. Where does it end?",
        hints={
            "Always at the best possible": "Try starts in several regions of the map.",
            "At the top of the hill on which it starts": "",
            "At the net's best pair": "The ascent does not know the net.",
        },
        why=(
            "Many starts end on a lower peak, so the joint search starts often. The "
            "net cannot miss the best by more than is proven."
        ),
    ),
    Target(
        name="turn",
        question="Turn both directions until they capture the best possible.",
        why=(
            "*tax, money* and *war, army*, at about 50 and 147 degrees. Each topic's "
            "direction lies among its own words: no turn of it helps them."
        ),
        help=_help_with_best,
    ),
    Target(
        name="lowest",
        question="Find a start whose ascent ends below 2.5.",
        why=(
            "2.486 is the lowest peak: here no small change helps, though the topics "
            "are far from the best. A start decides, so one is not enough."
        ),
        help=_help_with_lowest,
    ),
)
