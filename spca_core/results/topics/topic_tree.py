"""The tree of topics that are merged by how often they occur together."""

from typing import Any

import numpy as np
import pandas as pd

from spca_core.results.topics.topic_map import distances


def topic_tree(carried: np.ndarray) -> pd.DataFrame:
    """Return the lines of a tree that merges topics which occur together.

    One row per point of a line: line, step, x (1 less the NPMI at which topics merge,
    as their mean over all pairs), y (the place from the top). The topics themselves
    are rows of line -1: topic and y.
    """
    from scipy.cluster.hierarchy import dendrogram, linkage
    from scipy.spatial.distance import squareform

    merged = linkage(squareform(distances(carried), checks=False), "average")
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
