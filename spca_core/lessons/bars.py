"""Horizontal bars with a text at the end of each."""

from collections.abc import Mapping

import altair as alt
import pandas as pd

from spca_core.results.style import Picture


def named_bars(
    table: pd.DataFrame,
    x: alt.X,
    y: str,
    colours: Mapping[str, str],
    *,
    height: int,
) -> Picture:
    """Draw a bar a row, in the order of the colours, with its `text` at its end.

    y       : the column of the bars' names
    colours : of the names
    """
    names = alt.Y(f"{y}:N", sort=[*colours], title=None).axis(labelOverlap=False)
    base = alt.Chart(table).encode(x=x, y=names)
    colour = alt.Color(f"{y}:N", legend=None)
    colour = colour.scale(domain=[*colours], range=[*colours.values()])
    bars = base.mark_bar(cornerRadiusEnd=2).encode(color=colour)
    texts = base.mark_text(align="left", dx=4).encode(text=alt.Text("text:N"))
    return alt.layer(bars, texts, height=height)
