"""Maps of topics and documents, and the tree of topics."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts.look import by_topic, tooltip

HEIGHT = 520  # pixels
ROW = 26  # pixels of a topic in the tree
# An element for each of 20,000 points would take seconds.
ON_CANVAS = {"embedOptions": {"renderer": "canvas"}}
LABEL: dict[str, Any] = {"fontSize": 13, "fontWeight": "bold"}


def topic_bubbles(topics: pd.DataFrame, colours: Sequence[str], ink: str) -> ChartType:
    """Draw `maps.topic_map`, with names, as bubbles; a click selects `topic`."""
    base = _placed(topics)
    bubbles = base.mark_circle(opacity=0.85).encode(
        size=alt.Size("documents:Q", legend=None).scale(range=[150, 3500], zero=True),
        color=by_topic(colours),
        tooltip=tooltip(name="Topic", documents=("Documents", ",d")),
    )
    picked = alt.selection_point("topic", fields=["topic"], on="click", empty=False)
    names = base.mark_text(color=ink, dy=30, **LABEL).encode(text="name:N")
    return (bubbles.add_params(picked) + names).properties(height=HEIGHT)


def document_points(
    documents: pd.DataFrame, colours: Sequence[str], grey: str
) -> alt.Chart:
    """Draw `maps.document_map`, with titles, as points.

    A click selects `document`, a drawn rectangle `box`.
    """
    picked = alt.selection_point("document", fields=["document"], on="click")
    box = alt.selection_interval("box", encodings=["x", "y"])
    points = _placed(documents, HEIGHT).mark_circle(size=14, opacity=0.6)
    return (
        points.encode(
            color=by_topic(colours, grey),
            tooltip=tooltip(title="Document", name="Topic"),
        )
        .add_params(picked, box)
        .properties(usermeta=ON_CANVAS)
    )


def tree_lines(
    tree: pd.DataFrame, colours: Sequence[str], ink: str, grey: str
) -> ChartType:
    """Draw `maps.topic_tree`, with names: where lines meet, topics are merged."""
    lines, leaves = tree[tree["line"] >= 0], tree[tree["line"] < 0]
    y = alt.Y("y:Q", axis=None).scale(zero=False, reverse=True, padding=12)
    x = alt.X("x:Q", title="1 - NPMI at which topics merge")
    x = x.scale(reverse=True, domain=[0, 1], padding=4)
    drawn = alt.Chart(lines).mark_line(color=grey, strokeWidth=2)
    base = alt.Chart(leaves).encode(x=x, y=y)
    names = base.mark_text(align="left", dx=12, color=ink, fontSize=13)
    return alt.layer(
        drawn.encode(x=x, y=y, detail="line:N", order="step:Q"),
        base.mark_circle(size=90, opacity=1).encode(color=by_topic(colours)),
        names.encode(text="name:N"),
    ).properties(height=ROW * len(leaves) + 60, padding={"right": 200})


def _placed(table: pd.DataFrame, height: int = HEIGHT) -> alt.Chart:
    place = {"axis": None, "scale": alt.Scale(zero=False, nice=False, padding=45)}
    chart = alt.Chart(table, height=height)
    return chart.encode(x=alt.X("x:Q", **place), y=alt.Y("y:Q", **place))
