"""The tree of topics that are merged by how often they occur together."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
import pandas as pd

from spca_core.results.figure import Figure
from spca_core.results.topics.topic_map import distances


def topic_tree(has_topic: np.ndarray) -> pd.DataFrame:
    """Return the lines of a tree that merges topics which occur together.

    One row per point of a line: line, step, x (1 less the NPMI at which topics merge,
    as their mean over all pairs), y (the place from the top). The topics themselves
    are rows of line -1: topic and y.
    """
    from scipy.cluster.hierarchy import dendrogram, linkage
    from scipy.spatial.distance import squareform

    merged = linkage(squareform(distances(has_topic), checks=False), "average")
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


def topic_tree_figure(
    table: pd.DataFrame, colours: Sequence[str], ink: str, grey: str
) -> Figure:
    """Return the tree of topics: where lines meet, topics are merged.

    table   : from `topic_tree`, with names
    colours : one for each topic
    """
    return Figure(
        name="tree_of_topics",
        title="Tree of topics",
        table=table,
        text="Tree of topics that are merged by how often they occur together.",
        draw=partial(_draw, colours=colours, ink=ink, grey=grey),
    )


def _draw(tree: pd.DataFrame, colours: Sequence[str], ink: str, grey: str) -> Any:
    import altair as alt

    from spca_core.results import look

    lines, leaves = tree[tree["line"] >= 0], tree[tree["line"] < 0]
    y = alt.Y("y:Q", axis=None).scale(zero=False, reverse=True, padding=12)
    x = alt.X("x:Q", title="1 - NPMI at which topics merge")
    x = x.scale(reverse=True, domain=[0, 1], padding=4)
    drawn = alt.Chart(lines).mark_line(color=grey, strokeWidth=2)
    base = alt.Chart(leaves).encode(x=x, y=y)
    names = base.mark_text(align="left", dx=12, color=ink, fontSize=13)
    return alt.layer(
        drawn.encode(x=x, y=y, detail="line:N", order="step:Q"),
        base.mark_circle(size=90, opacity=1).encode(color=look.by_topic(colours)),
        names.encode(text="name:N"),
    ).properties(height=look.ROW_HEIGHT * len(leaves) + 60, padding={"right": 200})
