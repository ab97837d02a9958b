"""One frame of the race: bars that grow towards the best value at the end."""

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts.look import DASHED, LIMIT_COLOUR, tooltip
from spca_core.results.charts.methods import by_method
from spca_core.results.colours import METHOD_COLOURS
from spca_core.results.curves import CAPTURED

ROW_HEIGHT, AXIS_HEIGHT, LABEL_WIDTH = 30, 90, 150  # pixels
FINISHED, ON_BAR = (
    "\N{CHECK MARK}",
    "#ffffff",
)  # a bar's colour is the same in both themes


def race_bars(table: pd.DataFrame, captured: str = CAPTURED) -> ChartType:
    """Draw the rows of one frame of `race.replay`, in the same order in all frames.

    Bars are grey until all topics are there: fewer are no result yet. In all frames the
    axis ends at the winner's final value.

    captured : what the captured variance is called
    """
    order = table["run"].tolist()
    runs = alt.Y("run:N", title=None, sort=order)
    base = alt.Chart().encode(
        y=runs.axis(labelLimit=LABEL_WIDTH, labelOverlap=False),
        tooltip=tooltip(
            run="Run",
            value=(captured, ".5g"),
            rank="Place",
            seconds=("Seconds", ".3g"),
            finished="Finished",
        ),
    )
    x = alt.X("value:Q", title=captured)
    bars = base.mark_bar(cornerRadiusEnd=2).encode(
        x=x.scale(domain=[0.0, table["winner"].iloc[0]], nice=False),
        # No legend: the names are beside the bars.
        color=alt.when("datum.whole")
        .then(by_method(alt.Color, METHOD_COLOURS, table, legend=False))
        .otherwise(alt.value(LIMIT_COLOUR)),
    )
    marks = base.transform_filter("datum.finished").mark_text(
        text=FINISHED, align="right", dx=-4, color=ON_BAR, fontSize=15
    )
    winner = alt.Chart(table.head(1)).mark_rule(color=LIMIT_COLOUR, **DASHED)
    layers = bars, marks.encode(x="value:Q"), winner.encode(x="winner:Q")
    height = ROW_HEIGHT * len(order) + AXIS_HEIGHT
    return alt.layer(*layers, data=table, height=height)
