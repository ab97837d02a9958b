"""Performance profiles of methods over many corpora, as steps."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts import look
from spca_core.results.charts.methods import by_method
from spca_core.results.colours import METHOD_COLOURS
from spca_core.results.profiles import AXES, HEADINGS, NEAR


def profile_steps(table: pd.DataFrame, measure: str) -> ChartType:
    """Draw `profiles.profile`: the higher and the further left, the better."""
    is_time = measure in NEAR
    scale = alt.Scale(type="log", nice=False) if is_time else alt.Scale(zero=True)
    written = "~g" if is_time else ".3~%"
    across = alt.X("cost:Q", title=AXES[measure], scale=scale)
    up = alt.Y("share:Q", title=HEADINGS["share"], scale=alt.Scale(domain=[0, 1]))
    return (
        alt.Chart(table)
        .mark_line(interpolate="step-after", strokeWidth=3, point=True)
        .encode(
            x=across.axis(format=written),
            y=up.axis(format="%"),
            color=by_method(alt.Color, METHOD_COLOURS, table),
            tooltip=look.tooltip(
                method="Method",
                cost=(AXES[measure], ".3~g" if is_time else ".2%"),
                share=(HEADINGS["share"], ".0%"),
            ),
        )
        .properties(height=look.CHART_HEIGHT)
    )
