"""The net over two directions: its points, its guarantee, and the ascent, on one map.

A value is what the topics matched to two directions capture: see eight_words.py.
"""

from itertools import product
from math import ceil
from typing import Any

import altair as alt
import numpy as np
import pandas as pd

from spca_core.formatting import counted, in_figures
from spca_core.lessons import eight_words as example
from spca_core.lessons.eight_words import HALF_CIRCLE, N_TOPICS, RANK, optimum
from spca_core.lessons.figure import TURNS, chosen, matched, matched_squares
from spca_core.lessons.pointer import move, named_bars, under_pointer
from spca_core.lessons.tasks import MultipleChoice, Target, Values
from spca_core.results.colours import COLOURS
from spca_core.results.look import (
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
EPSILONS = (0.1, 0.99)  # of the chapter: of the finest net and the coarsest
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
NET = {**TURNS, "net_epsilon": 0.5, "n_cells": "=ceil(2 / net_epsilon)"}
DRAGGED = [
    move(name, f"round(clamp(invert('{axis}', {axis}()), 0, {HALF_CIRCLE:.0f}))")
    for name, axis in (("first_angle", "x"), ("second_angle", "y"))
]


def landscape() -> pd.DataFrame:
    """One row per cell of the picture: the two angles at its centre, and the value."""
    centres = (np.arange(CELLS_PER_SIDE) + 0.5) * HALF_CIRCLE / CELLS_PER_SIDE
    return _valued(example.directions(np.array(list(product(centres, centres)))))


def nets() -> pd.DataFrame:
    """One row per net that an epsilon of the chapter gives, coarsest first.

    columns : cells (on each side of the square: the epsilon's 2 / epsilon, rounded up),
              angles and again (of its directions, twice), and its best pair: first,
              second (the smaller angle first), best (what it captures)
    """
    coarsest, finest = (ceil(2 / end) for end in reversed(EPSILONS))
    rows = [net(2 / n_cells) for n_cells in range(coarsest, finest + 1)]
    return pd.DataFrame(rows)


def net(epsilon: float) -> dict[str, Any]:
    """Return the row of `nets` for an epsilon."""
    points = half_net(RANK, epsilon / 2)
    best = _best_pair(list(power(points, N_TOPICS)))
    angles = np.sort(example.degrees(points))
    first, second = np.sort(example.degrees(best[0]))
    return {
        "cells": ceil(2 / epsilon),
        "angles": angles.tolist(),
        "again": angles.tolist(),
        "first": first,
        "second": second,
        "best": example.candidate(best)[0],
    }


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


def net_map(
    landscape: pd.DataFrame, choices: pd.DataFrame, nets: pd.DataFrame, height: int
) -> Picture:
    """Draw the net's pairs, its best, and the ascent from the pointer on the map."""
    path = _path(choices)
    line = path.mark_line(clip=True, color=COLOURS[1], strokeWidth=2.5)
    steps = path.mark_point(filled=True, clip=True, color=COLOURS[1], size=50)
    net = _net(nets)
    pairs = net.transform_flatten(["angles"], ["across"]).transform_flatten(
        ["again"], ["up"]
    )
    chart = alt.layer(
        _cells(landscape),
        _marks(pairs.transform_filter("datum.across <= datum.up"), NET_POINT),
        line.encode(**_at("across", "up"), detail="copy:N", order="step:Q"),
        steps.encode(**_at("across", "up")),
        _marks(
            net.transform_calculate(across="datum.first", up="datum.second"), BEST_POINT
        ),
        _marks(_ends(path, "datum.step == 0"), START),
        _marks(_ends(path, "datum.step == datum.last"), END),
    )
    return under_pointer(chart.properties(height=height), NET, *DRAGGED)


def net_bars(choices: pd.DataFrame, nets: pd.DataFrame, optimum: float) -> Picture:
    """Draw what is matched, captured, reached and proven as bars."""
    here = chosen(choices, "values").transform_calculate(
        **{
            SQUARES: "datum.squares",
            CAPTURED: "datum.captured",
            ASCENT: "max(datum.captured, datum.values[length(datum.values) - 1])",
        }
    )
    rest = _net(nets).transform_calculate(
        **{
            OF_NET: "datum.best",
            PROVEN: f"(1 - net_epsilon) * {optimum}",
            OPTIMUM: f"{optimum}",
        }
    )
    x = alt.X("value:Q", axis=None).scale(domain=[0, optimum * 1.2], nice=False)
    text = alt.Text("value:Q", format=".3f")
    bars = [
        layer
        for rows, terms in ((here, TERMS[:3]), (rest, TERMS[3:]))
        for layer in named_bars(
            rows.transform_fold([*terms], as_=["term", "value"]),
            x,
            "term",
            COLOUR_OF_TERM,
            text,
        )
    ]
    return under_pointer(alt.layer(*bars).properties(height=130), NET)


def _net(nets: pd.DataFrame) -> alt.Chart:
    return alt.Chart(nets).transform_filter("datum.cells == n_cells")


def _path(choices: pd.DataFrame) -> alt.Chart:
    """Return the steps of the ascent from the pointer, copied on all sides.

    A path that leaves the picture on one side comes back on the other.
    """
    rows = chosen(choices, "steps", "firsts", "seconds").transform_calculate(
        first="datum.firsts[0]",
        second="datum.seconds[0]",
        last="length(datum.firsts) - 1",
    )
    rows = rows.transform_flatten(["steps", "firsts", "seconds"], ["step", "to", "on"])
    rows = rows.transform_calculate(copy="sequence(9)").transform_flatten(["copy"])
    way = "((({0} - {1}) % 180 + 270) % 180 - 90)"  # the shorter way round
    first = way.format("datum.first", "first_angle")
    second = way.format("datum.second", "second_angle")
    return rows.transform_calculate(
        across=f"first_angle + (datum.copy % 3 - 1) * 180 + (datum.step == 0 ? 0 : "
        f"{first} + datum.to - datum.first)",
        up=f"second_angle + (floor(datum.copy / 3) - 1) * 180 + (datum.step == 0 ? 0 : "
        f"{second} + datum.on - datum.second)",
    )


def _ends(path: alt.Chart, which: str) -> alt.Chart:
    inside = (
        "datum.across >= 0 && datum.across <= 180 && datum.up >= 0 && datum.up <= 180"
    )
    return path.transform_filter(f"{which} && {inside}")


def _marks(rows: alt.Chart, kind: str) -> alt.Chart:
    marks = rows.transform_calculate(kind=f"'{kind}'").mark_point(
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
    cells = alt.Chart(landscape).mark_rect(clip=True)
    colour = alt.Color("value:Q", legend=None)
    return cells.transform_calculate(
        left=alt.datum.first_angle - HALF_CELL,
        right=alt.datum.first_angle + HALF_CELL,
        lower=alt.datum.second_angle - HALF_CELL,
        upper=alt.datum.second_angle + HALF_CELL,
    ).encode(
        **_at("left", "lower"),
        x2="right:Q",
        y2="upper:Q",
        color=colour.scale(scheme="blues", type="pow", exponent=CONTRAST, zero=False),
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
        return f"{share:.1%} of the best: nearly. War and army belong together."
    return f"{share:.1%} of the best. On the map, look for the darkest region."


def _help_with_lowest(values: Values) -> str:
    end = ascent_steps(*(values[name] for name in ANGLES))["value"].iloc[-1]
    if end < LOWEST:
        return ""
    return f"It ends at {end:.3f}. Start where the map is light, or in a small region."


TASKS = (
    MultipleChoice(
        name="ascent",
        question=(
            "The ascent only ever goes up. Does it always end at the best possible? "
            "The map appears once you have answered."
        ),
        hints={
            "Yes": "Yours ends at 2.609. Compare it with the best possible.",
            "No": "",
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
