"""The charts of a corpus, its words and its documents' lengths."""

import altair as alt
import pandas as pd

from spca_core.results import style
from spca_core.results.colours import COLOURS


def scree(table: pd.DataFrame, title: str) -> alt.Chart:
    return _line_with_points(table, 60).encode(
        x=alt.X("number:Q", title="Eigenvalue").axis(format="d", tickMinStep=1),
        y=alt.Y("eigenvalue:Q", title=title),
        tooltip=style.tooltip(
            number="Eigenvalue",
            eigenvalue=(title, ".4g"),
            share=("Share of all variance", ".2%"),
            cumulative_share=("Cumulative share", ".2%"),
        ),
    )


def variance_by_rank(table: pd.DataFrame, title: str) -> alt.Chart:
    return _line_with_points(table, 25).encode(
        x=alt.X("rank:Q", title="Rank by variance").scale(type="log"),
        y=alt.Y("variance:Q", title=title).scale(type="log"),
        tooltip=style.tooltip(
            word="Word", rank=("Rank", ",d"), variance=(title, ".4g")
        ),
    )


def _line_with_points(table: pd.DataFrame, size: int) -> alt.Chart:
    """Return a line with a point of this size, in square pixels, for each row."""
    points = alt.OverlayMarkDef(size=size, filled=True)
    chart = alt.Chart(table, height=style.CHART_HEIGHT)
    return chart.mark_line(color=COLOURS[0], point=points)


def lengths(table: pd.DataFrame) -> alt.Chart:
    bars = alt.Chart(table, height=style.CHART_HEIGHT).mark_bar(
        color=COLOURS[0], binSpacing=1
    )
    ends = {"from": ("From", ",.10~g"), "to": ("To below", ",.10~g")}
    return bars.encode(
        x=alt.X("from:Q", title="Words per document", bin="binned"),
        x2="to:Q",
        y=alt.Y("documents:Q", title="Documents").axis(format=",d"),
        tooltip=style.tooltip(**ends, documents=("Documents", ",d")),
    )
