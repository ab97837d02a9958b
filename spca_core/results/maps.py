"""Maps: topics by how they occur together, documents between topics, and a tree."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from spca_core.results.carried import together

MAX_DRAWN = 20_000  # documents
SPREAD = 0.02  # of the map's width: documents of one topic would hide each other
NAME = np.array([0.25, 0.07])  # of the map: the width and height that a name takes
NONE = 0  # the topic of a document that carries none


def topic_map(carried: np.ndarray) -> pd.DataFrame:
    """Return one row per topic: topic, x, y, documents (that carry it).

    Topics that often occur together are near each other: their distance is 1 less
    their NPMI, or 1 if that is negative, as well as a plane allows (classical
    multidimensional scaling); then some are moved up, until their names can be read.
    One or two topics are on a line.
    """
    # Imported late: it takes a second.
    from sklearn.manifold import (
        ClassicalMDS,  # pyrefly: ignore[missing-module-attribute]
    )

    n_topics = carried.shape[1]
    places = np.zeros((n_topics, 2))
    if n_topics > 2:
        scaling = ClassicalMDS(n_components=2, metric="precomputed")
        places = scaling.fit_transform(_distances(carried))
    elif n_topics == 2:
        places[:, 0] = -0.5, 0.5
    # The signs of a scaling are arbitrary.
    places = places * np.where(places.sum(axis=0) < 0, -1.0, 1.0)
    if n_topics > 2:
        places = _with_room_for_names(places)
    return pd.DataFrame(
        {
            "topic": np.arange(1, n_topics + 1),
            "x": places[:, 0],
            "y": places[:, 1],
            "documents": carried.sum(axis=0),
        }
    )


def _with_room_for_names(places: np.ndarray) -> np.ndarray:
    """Move places up, from the lowest on, until no name covers one that is placed."""
    width, height = NAME * np.ptp(places, axis=0)
    x, y = places.T.copy()
    placed: list[int] = []
    for topic in np.argsort(y, kind="stable"):
        beside = [other for other in placed if abs(x[other] - x[topic]) < width]
        for other in sorted(beside, key=y.__getitem__):
            if abs(y[topic] - y[other]) < height:
                y[topic] = y[other] + height
        placed.append(topic)
    return np.column_stack([x, y])


def document_map(
    carried: np.ndarray,
    scored: np.ndarray,
    lengths: np.ndarray,
    topics: pd.DataFrame,
    seed: int = 0,
) -> pd.DataFrame:
    """Return one row per document drawn: document, x, y, topic, share.

    A document stands between its topics on `topic_map`: the more it has of one, the
    nearer. The topic is the one that it has most of, or `NONE` if it carries none. Each
    is moved a little by chance; of more than `MAX_DRAWN`, a random part is drawn.

    scored  : from `documents.scores`
    lengths : (n_documents,), from `scores.squared_lengths`
    """
    rng = np.random.default_rng(seed)
    drawn = np.arange(len(scored))
    if len(drawn) > MAX_DRAWN:
        drawn = np.sort(rng.choice(len(scored), MAX_DRAWN, replace=False))
    squares = scored[drawn] ** 2
    strongest = squares.argmax(axis=1)
    weights = squares / np.maximum(squares.sum(axis=1), np.finfo(float).tiny)[:, None]
    shares = squares.max(axis=1) / np.where(lengths[drawn] > 0, lengths[drawn], 1.0)
    places = topics[["x", "y"]].to_numpy()
    # By the fourth root, as most documents have little of any topic.
    whole = np.maximum(lengths[drawn], np.finfo(float).tiny)
    reach = np.minimum(squares.sum(axis=1) / whole, 1.0) ** 0.25
    spread = SPREAD * (np.ptp(places, axis=0).max() or 1.0)
    positions = reach[:, None] * (weights @ places)
    positions += rng.normal(scale=spread, size=positions.shape)
    has_any = carried[drawn].any(axis=1)
    table = pd.DataFrame(
        {
            "document": drawn + 1,
            "x": positions[:, 0],
            "y": positions[:, 1],
            "topic": np.where(has_any, strongest + 1, NONE),
            "share": shares,
        }
    )
    # Those that carry none are drawn first, and hide no other.
    return table.sort_values("topic", key=lambda numbers: numbers > NONE, kind="stable")


def inside(table: pd.DataFrame, box: dict[str, Sequence[float]]) -> pd.DataFrame:
    """Return the rows of a map within a rectangle, the greatest shares first.

    box : the ends of x and y, as a selection has them
    """
    within = np.ones(len(table), dtype=bool)
    for axis, ends in box.items():
        within &= table[axis].between(min(ends), max(ends)).to_numpy()
    return table[within].sort_values("share", ascending=False, kind="stable")


def topic_tree(carried: np.ndarray) -> pd.DataFrame:
    """Return the lines of a tree that merges topics which occur together.

    One row per point of a line: line, step, x (1 less the NPMI at which topics merge,
    as their mean over all pairs), y (the place from the top). The topics themselves
    are rows of line -1: topic and y.
    """
    from scipy.cluster.hierarchy import dendrogram, linkage
    from scipy.spatial.distance import squareform

    merged = linkage(squareform(_distances(carried), checks=False), "average")
    tree: Any = dendrogram(merged, no_plot=True)
    rows = [
        (line, step, across, down, 0)
        for line, points in enumerate(zip(tree["dcoord"], tree["icoord"], strict=True))
        for step, (across, down) in enumerate(zip(*points, strict=True))
    ]
    leaves = [
        (-1, 0, 0.0, 5.0 + 10.0 * place, topic + 1)
        for place, topic in enumerate(tree["leaves"])
    ]
    return pd.DataFrame([*rows, *leaves], columns=["line", "step", "x", "y", "topic"])


def _distances(carried: np.ndarray) -> np.ndarray:
    distances = 1.0 - np.clip(together(carried), 0.0, 1.0)
    np.fill_diagonal(distances, 0.0)
    return distances
