"""Several methods: the paper's two kinds of figure."""

import altair as alt
import pandas as pd

from spca_core.charts.look import CHART_HEIGHT, COLOURS, SHAPES
from spca_core.settings import METHOD_LABELS

FADED = 0.1  # what is left of the methods that are not isolated


def cumulative_lines(table: pd.DataFrame) -> alt.Chart:
    """Draw the paper's line figure: a line of cumulative variance a method."""
    isolated = isolating()
    return (
        alt.Chart(table, height=CHART_HEIGHT)
        .mark_line(point=alt.OverlayMarkDef(size=60, filled=True))
        .encode(
            x=alt.X("component:O", title="Topics", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("cumulative_variance:Q", title="Cumulative variance"),
            color=by_method(alt.Color, COLOURS, table),
            shape=by_method(alt.Shape, SHAPES, table),
            opacity=faded_unless(isolated),
            tooltip=[
                alt.Tooltip("method:N", title="Method"),
                alt.Tooltip("component:O", title="Topics"),
                alt.Tooltip(
                    "cumulative_variance:Q", title="Cumulative variance", format=".5g"
                ),
            ],
        )
        .add_params(isolated)
    )


def total_bars(table: pd.DataFrame) -> alt.Chart:
    """Draw the paper's bar figure: the total for every number of components."""
    isolated = isolating()
    return (
        alt.Chart(table, height=CHART_HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("n_components:O", title="Topics", axis=alt.Axis(labelAngle=0)),
            xOffset=alt.XOffset("method:N", sort=list(METHOD_LABELS.values())),
            y=alt.Y("captured_variance:Q", title="Captured variance"),
            color=by_method(alt.Color, COLOURS, table),
            opacity=faded_unless(isolated),
            tooltip=[
                alt.Tooltip("method:N", title="Method"),
                alt.Tooltip("n_components:O", title="Topics"),
                alt.Tooltip(
                    "captured_variance:Q", title="Captured variance", format=".5g"
                ),
                alt.Tooltip("seconds:Q", title="Seconds", format=".2f"),
            ],
        )
        .add_params(isolated)
    )


def isolating() -> alt.Parameter:
    """Select methods by a click on the legend; shift-click adds, a double one ends."""
    return alt.selection_point(name="isolated", fields=["method"], bind="legend")


def faded_unless(isolated: alt.Parameter, shown: float = 1.0):
    """Return an opacity: that shown of the isolated methods, next to none of others."""
    return alt.when(isolated).then(alt.value(shown)).otherwise(alt.value(FADED * shown))


def by_method(channel, values: list, table: pd.DataFrame):
    """Give every method the same look in every chart, whichever methods are there."""
    looks = dict(zip(METHOD_LABELS.values(), values, strict=True))
    shown = [label for label in looks if label in set(table["method"])]
    return channel(
        "method:N",
        scale=alt.Scale(domain=shown, range=[looks[label] for label in shown]),
        # Two columns: more would be cut off on a telephone. Its symbols are not faint,
        # as bands are.
        legend=alt.Legend(
            title=None, orient="top", columns=2, symbolSize=120, symbolOpacity=1
        ),
    )
