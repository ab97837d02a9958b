"""One frame of the race: bars that grow towards the best value at the end."""

import altair as alt
import pandas as pd

from spca_core.results.charts.look import COLOURS, LIMIT_COLOUR
from spca_core.results.charts.methods import by_method

ROW_HEIGHT, AXIS_HEIGHT, LABEL_WIDTH = 30, 90, 150  # pixels
LABELS = alt.Axis(labelLimit=LABEL_WIDTH, labelOverlap=False)
FINISHED, ON_BAR = "\N{CHECK MARK}", "#ffffff"  # a bar's colour is no theme's


def race_bars(table: pd.DataFrame) -> alt.LayerChart:
    """Draw the rows of one frame of `race.replay`, in the same order in all frames.

    The axis ends in all of them where the winner does.
    """
    order = table["run"].tolist()
    base = alt.Chart(table).encode(
        y=alt.Y("run:N", title=None, sort=order, axis=LABELS),
        tooltip=[
            alt.Tooltip("run:N", title="Run"),
            alt.Tooltip("value:Q", title="Captured variance", format=".5g"),
            alt.Tooltip("rank:Q", title="Place"),
            alt.Tooltip("seconds:Q", title="Seconds", format=".3g"),
            alt.Tooltip("finished:N", title="Finished"),
        ],
    )
    x = alt.X(
        "value:Q",
        title="Captured variance so far",
        scale=alt.Scale(domain=[0.0, table["winner"].iloc[0]], nice=False),
    )
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        x=x,
        # Their names are beside the bars.
        color=by_method(alt.Color, COLOURS, table).legend(None),
    )
    marks = base.transform_filter("datum.finished").mark_text(
        text=FINISHED, align="right", dx=-4, color=ON_BAR, fontSize=15
    )
    winner = (
        alt.Chart(table.head(1))
        .mark_rule(color=LIMIT_COLOUR, strokeDash=[6, 4], strokeWidth=2)
        .encode(x="winner:Q")
    )
    height = ROW_HEIGHT * len(order) + AXIS_HEIGHT
    return (bars + marks.encode(x="value:Q") + winner).properties(height=height)
