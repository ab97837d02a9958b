"""The quality of methods as points, and of numbers of topics as curves."""

import altair as alt
import pandas as pd

from spca_core.results.charts.look import CHART_HEIGHT, COLOURS, SHAPES
from spca_core.results.quality import MEASURES

CURVES = ("held_out", "stability", "share")
CURVE_HEIGHT = 140  # pixels
ACROSS = {"seconds": ".2~s", "share": ".1%"}


def quality_scatter(table: pd.DataFrame, across: str) -> alt.Chart:
    """Draw `quality_table`: coherence held out against seconds, or against variance.

    Colours are methods, shapes are weightings; rows that are not known yet are left
    out.

    across : "seconds" or "share"
    """
    known = table.dropna(subset=["held_out", across])
    kind = alt.Scale(type="log") if across == "seconds" else alt.Scale(zero=True)
    marks = alt.Axis(format="~g" if across == "seconds" else "%")
    return (
        alt.Chart(known)
        .mark_point(size=120, filled=True)
        .encode(
            x=alt.X(f"{across}:Q", title=MEASURES[across], scale=kind, axis=marks),
            y=alt.Y("held_out:Q", title=MEASURES["held_out"]),
            color=alt.Color("method:N", title="Method", scale=alt.Scale(range=COLOURS)),
            shape=alt.Shape(
                "weighting:N", title="Weighting", scale=alt.Scale(range=SHAPES)
            ),
            tooltip=[
                alt.Tooltip("method:N", title="Method"),
                alt.Tooltip("weighting:N", title="Weighting"),
                alt.Tooltip("held_out:Q", title=MEASURES["held_out"], format=".3f"),
                alt.Tooltip("stability:Q", title=MEASURES["stability"], format=".0%"),
                alt.Tooltip(f"{across}:Q", title=MEASURES[across], format=".3~g"),
            ],
        )
        .properties(height=CHART_HEIGHT)
    )


def number_curves(
    table: pd.DataFrame, suggested: int | None = None
) -> alt.VConcatChart:
    """Draw `by_number_of_topics`: a curve for each measure, one below the other.

    A click on a point chooses its number of topics, by the parameter "number".

    suggested : marked by a line, if there is one
    """
    chosen = alt.selection_point(name="number", fields=["n_components"], nearest=True)
    curves = [
        _curve(table, measure, suggested).add_params(chosen)
        if measure == "held_out"
        else _curve(table, measure, suggested)
        for measure in CURVES
    ]
    return alt.vconcat(*curves)


def _curve(table: pd.DataFrame, measure: str, suggested: int | None) -> alt.LayerChart:
    base = alt.Chart(table).encode(
        x=alt.X("n_components:Q", title="Topics", axis=alt.Axis(tickMinStep=1)),
        y=alt.Y(f"{measure}:Q", title=MEASURES[measure]),
        tooltip=[
            alt.Tooltip("n_components:Q", title="Topics"),
            alt.Tooltip(f"{measure}:Q", title=MEASURES[measure], format=".3f"),
        ],
    )
    line = base.mark_line(color=COLOURS[0])
    points = base.mark_point(color=COLOURS[0], filled=True, size=60)
    mark = (
        alt.Chart(table[table["n_components"] == suggested])
        .mark_rule(color=COLOURS[1], strokeDash=[4, 4])
        .encode(x="n_components:Q")
    )
    return (line + points + mark).properties(height=CURVE_HEIGHT)
