"""The net over two directions: its points, its guarantee, and the ascent.

A value is what the topics matched to two directions capture: see net_example.py.
"""

from itertools import product

import numpy as np
import pandas as pd

from spca_core.errors import check_number
from spca_core.lessons import net_example as example
from spca_core.lessons.net_example import HALF_CIRCLE, N_TOPICS, RANK, SPARSITY, optimum
from spca_core.problem.guarantee import NetSearch
from spca_core.problem.settings import Settings
from spca_core.steps.ascent import MIN_GAIN
from spca_core.steps.net import half_net, half_net_size, in_figures, power, power_size

USUAL_SIZE = (4, 8)  # rank and number of topics of a search on a real corpus
CELLS_PER_SIDE = 36
MAX_DRAWN = 1_000  # pairs of the net; more would hide what is beneath
NET_POINT, BEST_POINT = "Pair of the net", "Best of the net"
START, END = "Start of the ascent", "End of the ascent"
MARKS = (NET_POINT, BEST_POINT, START, END)
# The same for every picture: a change of text would redraw all of it.
TEXT_OF_MAP = (
    "Heat map of what two topics capture, by their angles, with the net's pairs and "
    "the ascent; their values are in the tables beside it."
)
PICK = "picked"  # the selection that a click on the picture makes
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


def net_marks(epsilon: float) -> pd.DataFrame:
    """One row per pair of directions in the net, then the best: angles, value, kind.

    Each pair is listed once, smaller angle first: both orders give the same topics.
    If there are more than MAX_DRAWN pairs, only the best has a row.
    """
    batches = list(power(half_net(RANK, _checked(epsilon) / 2), N_TOPICS))
    table = _valued(_best_pair(batches)).assign(kind=BEST_POINT)
    if sum(map(len, batches)) <= MAX_DRAWN:
        pairs = _valued(np.vstack(batches)).assign(kind=NET_POINT)
        table = pd.concat([pairs, table], ignore_index=True)
    table[ANGLES] = np.sort(table[ANGLES].to_numpy(), axis=1)
    return table


def climb(first_angle: float, second_angle: float) -> pd.DataFrame:
    """One row per step of the joint ascent from these angles: angles, value, topics.

    It alternates X from C by the matching and C from X, as in ascent.py. The value
    never falls, and the ascent ends when a step gains nothing.
    """
    for angle in (first_angle, second_angle):
        check_number("angle", angle, 0.0, HALF_CIRCLE)
    points = example.directions(np.array([[first_angle, second_angle]]))
    reached = -1.0
    rows: list[pd.DataFrame] = []
    while True:
        value, supports = example.candidate(points)
        if value <= reached * (1 + MIN_GAIN):
            return pd.concat(rows, ignore_index=True)
        rows.append(_valued(points).assign(step=len(rows), **example.topics(supports)))
        points, reached = example.turned(points[0], supports)[None], value


def track(path: pd.DataFrame) -> pd.DataFrame:
    """One row per step of each copy of a path, to draw as lines: across, up.

    A path that leaves the picture on one side comes back on the other, so it is copied
    on all sides.
    """
    straight = np.unwrap(path[ANGLES].to_numpy(), axis=0, period=HALF_CIRCLE)
    copies: list[pd.DataFrame] = []
    for shift in product((-HALF_CIRCLE, 0.0, HALF_CIRCLE), repeat=2):
        across, up = (straight + shift).T
        copies.append(path.assign(copy=len(copies), across=across, up=up))
    return pd.concat(copies, ignore_index=True)


def marks(net: pd.DataFrame, path: pd.DataFrame) -> pd.DataFrame:
    """One row per mark on the picture: the net's, and both ends of the ascent."""
    ends = path.iloc[[0, -1]].assign(kind=[START, END])
    return pd.concat([net, ends[net.columns]], ignore_index=True)


def promises(epsilon: float, net: pd.DataFrame, path: pd.DataFrame) -> pd.DataFrame:
    """One row per value found or proven: term, value, share of the optimum.

    net, path : from `net_marks` and `climb`
    """
    best = net.loc[net["kind"] == BEST_POINT, "value"].iloc[0]
    proven = _exhausted(epsilon, best).proven
    rows = [
        ("The best possible", optimum()),
        ("The end of your ascent", path["value"].iloc[-1]),
        ("The best pair of the net", best),
        ("Proven by angles: at least", (proven["sharper_ratio"] or 0.0) * optimum()),
        ("Proven in the paper: 1 - epsilon", (proven["ratio"] or 0.0) * optimum()),
    ]
    table = pd.DataFrame(rows, columns=["term", "value"])
    return table.assign(share=table["value"] / optimum())


def counts(epsilon: float) -> pd.DataFrame:
    """One row per search: its name and the size of its net, as text."""
    rows = []
    for rank, n_topics in ((RANK, N_TOPICS), USUAL_SIZE):
        n_points = half_net_size(rank, _checked(epsilon) / 2)
        n_candidates = power_size(n_points, n_topics)
        search = f"Rank {rank}, {n_topics} topics"
        rows.append((search, in_figures(n_points), in_figures(n_candidates)))
    return pd.DataFrame(rows, columns=["search", "n_points", "n_candidates"])


def _exhausted(epsilon: float, value: float) -> NetSearch:
    """Return what is proven if the whole net was tried and `value` is its best."""
    n_points = half_net_size(RANK, _checked(epsilon) / 2)
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


def _checked(epsilon: float) -> float:
    return Settings(n_components=N_TOPICS, sparsity=SPARSITY, epsilon=epsilon).epsilon
