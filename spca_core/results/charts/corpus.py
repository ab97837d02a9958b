"""A corpus: how its words vary, how long its documents are, its eigenvalues."""

import altair as alt
import pandas as pd

from spca_core.results.charts.look import CHART_HEIGHT, COLOURS


def variance_by_rank(table: pd.DataFrame) -> alt.Chart:
    """Draw each word's variance against its rank, both on log scales."""
    return (
        alt.Chart(table, height=CHART_HEIGHT)
        .mark_line(color=COLOURS[0], point=alt.OverlayMarkDef(size=25, filled=True))
        .encode(
            x=alt.X("rank:Q", title="Rank by variance", scale=alt.Scale(type="log")),
            y=alt.Y("variance:Q", title="Variance", scale=alt.Scale(type="log")),
            tooltip=[
                alt.Tooltip("word:N", title="Word"),
                alt.Tooltip("rank:Q", title="Rank", format=",d"),
                alt.Tooltip("variance:Q", title="Variance", format=".4g"),
            ],
        )
    )


def document_lengths(table: pd.DataFrame) -> alt.Chart:
    """Draw how many documents have each length: a bar from one length to the next."""
    return (
        alt.Chart(table, height=CHART_HEIGHT)
        .mark_bar(color=COLOURS[0], binSpacing=1)
        .encode(
            x=alt.X(
                "from:Q",
                title="Sum of a document's numbers",
                bin="binned",
            ),
            x2="to:Q",
            y=alt.Y("documents:Q", title="Documents", axis=alt.Axis(format=",d")),
            tooltip=[
                alt.Tooltip("from:Q", title="From", format=",.10~g"),
                alt.Tooltip("to:Q", title="To below", format=",.10~g"),
                alt.Tooltip("documents:Q", title="Documents", format=",d"),
            ],
        )
    )


def scree(table: pd.DataFrame) -> alt.Chart:
    """Draw the eigenvalues of A, greatest first."""
    return (
        alt.Chart(table, height=CHART_HEIGHT)
        .mark_line(color=COLOURS[0], point=alt.OverlayMarkDef(size=60, filled=True))
        .encode(
            x=alt.X(
                "number:Q", title="Eigenvalue", axis=alt.Axis(format="d", tickMinStep=1)
            ),
            y=alt.Y("eigenvalue:Q", title="Size"),
            tooltip=[
                alt.Tooltip("number:Q", title="Eigenvalue"),
                alt.Tooltip("eigenvalue:Q", title="Size", format=".4g"),
                alt.Tooltip("share:Q", title="Share of all variance", format=".2%"),
                alt.Tooltip(
                    "cumulative_share:Q", title="With those before", format=".2%"
                ),
            ],
        )
    )
