"""A corpus: how its words vary, how long its documents are, its eigenvalues."""

import altair as alt
import pandas as pd

from spca_core.results.colours import COLOURS
from spca_core.results.look import CHART_HEIGHT, tooltip


def variance_by_rank(table: pd.DataFrame, title: str = "Variance") -> alt.Chart:
    """Draw each word's variance against its rank, both on log scales.

    title : what the variance is called
    """
    return _line(table, 25).encode(
        x=alt.X("rank:Q", title="Rank by variance").scale(type="log"),
        y=alt.Y("variance:Q", title=title).scale(type="log"),
        tooltip=tooltip(word="Word", rank=("Rank", ",d"), variance=(title, ".4g")),
    )


def document_lengths(table: pd.DataFrame) -> alt.Chart:
    """Draw how many documents have each length: a bar from one length to the next."""
    bars = alt.Chart(table, height=CHART_HEIGHT).mark_bar(
        color=COLOURS[0], binSpacing=1
    )
    ends = {"from": ("From", ",.10~g"), "to": ("To below", ",.10~g")}
    return bars.encode(
        x=alt.X("from:Q", title="Sum of a document's numbers", bin="binned"),
        x2="to:Q",
        y=alt.Y("documents:Q", title="Documents").axis(format=",d"),
        tooltip=tooltip(**ends, documents=("Documents", ",d")),
    )


def scree(table: pd.DataFrame, title: str = "Size") -> alt.Chart:
    """Draw the eigenvalues of A, greatest first.

    title : what their size is called
    """
    return _line(table, 60).encode(
        x=alt.X("number:Q", title="Eigenvalue").axis(format="d", tickMinStep=1),
        y=alt.Y("eigenvalue:Q", title=title),
        tooltip=tooltip(
            number="Eigenvalue",
            eigenvalue=(title, ".4g"),
            share=("Share of all variance", ".2%"),
            cumulative_share=("With those before", ".2%"),
        ),
    )


def _line(table: pd.DataFrame, size: int) -> alt.Chart:
    points = alt.OverlayMarkDef(size=size, filled=True)
    chart = alt.Chart(table, height=CHART_HEIGHT)
    return chart.mark_line(color=COLOURS[0], point=points)
