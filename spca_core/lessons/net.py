"""The net over two directions: its points, its guarantee, and the ascent.

A value is what the topics matched to two directions capture: see eight_words.py.
"""

from itertools import product
from math import ceil
from typing import Any

import numpy as np
import pandas as pd

from spca_core.formatting import counted, in_figures
from spca_core.lessons import eight_words as example
from spca_core.lessons.eight_words import HALF_CIRCLE, N_TOPICS, RANK, optimum
from spca_core.problem.guarantee import NetSearch
from spca_core.steps.ascent import MIN_GAIN
from spca_core.steps.net import half_net, half_net_size, power, power_size

USUAL_SIZE = (4, 8)  # rank and number of topics of a search on a real corpus
CELLS_PER_SIDE = 36
NET_POINT, BEST_POINT = "Pair of the net", "Best of the net"
START, END = "Start of the ascent", "End of the ascent"
MARKS = (NET_POINT, BEST_POINT, START, END)
TERMS = (
    "The best possible",
    "The end of your ascent",
    "The best pair of the net",
    "Proven by angles",
    "Proven in the paper",
)
TEXT = (
    "Heat map of what two topics capture, by their angles, with the net's pairs and "
    "the ascent; bars of what they reach and what is proven."
)
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


def climb(first_angle: float, second_angle: float) -> pd.DataFrame:
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
        rows.append(_valued(points).assign(step=len(rows), **example.named(supports)))
        points, reached = example.turned(supports)[None], value


def promises(epsilon: float, path: pd.DataFrame) -> pd.DataFrame:
    """One row per value found or proven: term, value, share of the optimum.

    path : from `climb`
    """
    best = net(epsilon)["best"]
    proven = _exhausted(epsilon, best).proven
    values = [
        optimum(),
        path["value"].iloc[-1],
        best,
        (proven["sharper_ratio"] or 0.0) * optimum(),
        (proven["ratio"] or 0.0) * optimum(),
    ]
    table = pd.DataFrame({"term": TERMS, "value": values})
    return table.assign(share=table["value"] / optimum())


def counts(epsilon: float) -> pd.DataFrame:
    """One row per search: its name and the size of its net, as text."""
    rows = []
    for rank, n_topics in ((RANK, N_TOPICS), USUAL_SIZE):
        n_points = half_net_size(rank, epsilon / 2)
        n_candidates = power_size(n_points, n_topics)
        search = f"Rank {rank}, {counted(n_topics, 'topics')}"
        rows.append((search, in_figures(n_points), in_figures(n_candidates)))
    return pd.DataFrame(rows, columns=["search", "n_points", "n_candidates"])


def _exhausted(epsilon: float, value: float) -> NetSearch:
    """Return what is proven if the whole net was tried and `value` is its best."""
    n_points = half_net_size(RANK, epsilon / 2)
    return NetSearch(
        epsilon=epsilon,
        n_points=n_points,
        n_candidates=power_size(n_points, N_TOPICS),
        exhausted=True,
        sketch_value=value,
        missed=0.0,  # the sketch is exact
    )


def _best_pair(batches: list[np.ndarray]) -> np.ndarray:
    """Return the point (1, n_topics, rank) of greatest value."""
    best = max(batches, key=lambda batch: example.candidate(batch)[0])
    return max(np.split(best, len(best)), key=lambda point: example.candidate(point)[0])


def _valued(points: np.ndarray) -> pd.DataFrame:
    """One row per point of points (n, n_topics, rank): its angles and its value."""
    values = [example.candidate(point)[0] for point in np.split(points, len(points))]
    return pd.DataFrame(example.degrees(points), columns=ANGLES).assign(value=values)
