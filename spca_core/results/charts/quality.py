"""The quality of methods as points, and of numbers of topics as curves."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.corpus.weighting import WEIGHTINGS
from spca_core.results.charts import look
from spca_core.results.charts.methods import by_method
from spca_core.results.colours import COLOURS, METHOD_COLOURS
from spca_core.results.number_of_topics import MEASURES
from spca_core.results.quality_table import HEADINGS

CURVE_HEIGHT = 200  # pixels


def quality_scatter(table: pd.DataFrame, across: str) -> alt.Chart:
    """Draw `quality_table`: coherence held out against what is covered, or seconds.

    Colours are methods and shapes are weightings. Rows that are not known yet are left
    out.

    across : "covered" or "seconds"
    """
    known = table.dropna(subset=["held_out", across])
    logarithmic = alt.Scale(type="log", nice=False, padding=15)
    kind = logarithmic if across == "seconds" else alt.Scale(zero=True)
    marks = alt.Axis(format=".6~g" if across == "seconds" else "%", grid=False)
    formats = {
        "held_out": ".3f",
        "covered": ".0%",
        "stability": ".0%",
        "seconds": ".3~g",
    }
    numbers = {name: (HEADINGS[name], shown) for name, shown in formats.items()}
    return (
        alt.Chart(known)
        .mark_point(size=120, filled=True, opacity=1)
        .encode(
            x=alt.X(f"{across}:Q", title=HEADINGS[across], scale=kind, axis=marks),
            y=alt.Y("held_out:Q", title=HEADINGS["held_out"]),
            color=by_method(alt.Color, METHOD_COLOURS, known),
            shape=_by_weighting(known),
            tooltip=look.tooltip(method="Method", weighting="Weighting", **numbers),
        )
        .properties(height=look.CHART_HEIGHT)
    )


def _by_weighting(table: pd.DataFrame) -> alt.Shape:
    """Give every weighting the same shape in every chart."""
    shapes = dict(zip(WEIGHTINGS.values(), look.SHAPES, strict=False))
    shown = [name for name in shapes if name in set(table["weighting"])]
    scale = alt.Scale(domain=shown, range=[shapes[name] for name in shown])
    grey = dict.fromkeys(("symbolFillColor", "symbolStrokeColor"), look.LIMIT_COLOUR)
    return alt.Shape("weighting:N", scale=scale, legend=look.legend("bottom", **grey))


def number_curve(
    table: pd.DataFrame, measure: str, suggested: int | None = None
) -> ChartType:
    """Draw a measure of `by_number_of_topics` as a curve, with a standard deviation.

    A click on a point chooses its number of topics, by the parameter "number".

    measure   : a name in MEASURES
    suggested : marked by a line, if there is one
    """
    chosen = alt.selection_point(name="number", fields=["n_components"], nearest=True)
    value = {measure: (MEASURES[measure], ".3f")}
    base = alt.Chart(table).encode(
        x=alt.X("n_components:Q", title="Topics", axis=alt.Axis(tickMinStep=1)),
        y=alt.Y(f"{measure}:Q", title=None),  # the page shows it above
        tooltip=look.tooltip(n_components="Topics", **value),
    )
    band = base.mark_errorband(color=COLOURS[0], opacity=0.2).encode(
        yError=f"{measure}_spread:Q"
    )
    line = base.mark_line(color=COLOURS[0])
    points = base.mark_point(color=COLOURS[0], filled=True, size=60, opacity=1)
    mark = (
        alt.Chart(table[table["n_components"] == suggested])
        .mark_rule(color=COLOURS[1], strokeDash=[4, 4])
        .encode(x="n_components:Q")
    )
    return (band + line + mark + points.add_params(chosen)).properties(
        height=CURVE_HEIGHT
    )
