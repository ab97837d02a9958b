"""Topics on a map, by how often they occur together."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from spca_core.results.figure import Figure, late
from spca_core.results.topics.coverage import topic_npmi

NAME = np.array([0.25, 0.15])  # of the map: a name's width, and height with a circle


def topic_map(has_topic: np.ndarray) -> pd.DataFrame:
    """Return one row per topic: topic, x, y, documents (that have it).

    Topics that often occur together are near each other: their distance is 1 less
    their NPMI, or 1 if that is negative, as well as a plane allows (classical
    multidimensional scaling); then some are moved up, until their names can be read.
    One or two topics are on a line.
    """
    # Imported late: it takes a second.
    from sklearn.manifold import (
        ClassicalMDS,  # pyrefly: ignore[missing-module-attribute]
    )

    n_topics = has_topic.shape[1]
    places = np.zeros((n_topics, 2))
    if n_topics > 2:
        scaling = ClassicalMDS(n_components=2, metric="precomputed")
        places = scaling.fit_transform(distances(has_topic))
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
            "documents": has_topic.sum(axis=0),
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


def distances(has_topic: np.ndarray) -> np.ndarray:
    distances = 1.0 - np.clip(topic_npmi(has_topic), 0.0, 1.0)
    np.fill_diagonal(distances, 0.0)
    return distances


def topic_map_figure(table: pd.DataFrame, colours: Sequence[str], ink: str) -> Figure:
    """Return topics as bubbles, the larger the more documents; a click selects `topic`.

    table   : from `topic_map`, with names
    colours : one for each topic
    """
    listed = ", ".join(f"{row.name} {row.documents:,}" for row in table.itertuples())
    return Figure(
        name="map_of_topics",
        title="Map of topics: the larger, the more documents",
        table=table,
        text=f"Map of topics, with the number of documents about each: {listed}.",
        draw=late("topics.charts:topic_map", colours=colours, ink=ink),
    )
