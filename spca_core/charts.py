"""Tidy table -> Altair chart: nothing is computed here, only drawn."""

import altair as alt
import pandas as pd

from spca_core.settings import METHOD_LABELS

# Told apart by colour-blind eyes and on both themes; shape is a second sign.
COLOURS = ["#2f7fd1", "#d9702b", "#1f9d7a", "#c2559d", "#a8890c", "#7d7d86"]
SHAPES = ["circle", "square", "triangle-up", "diamond", "cross", "triangle-down"]
LIMIT_COLOUR = "#8a8f98"  # seen on both themes, and no method's
WORD_HEIGHT = 20  # pixels
LABEL_WIDTH = 100  # pixels; a longer word is cut off
CHART_HEIGHT = 360


def topic_bars(words: pd.DataFrame) -> alt.Chart:
    """Draw one topic's words, heaviest on top, each with a bar of its loading."""
    return (
        alt.Chart(words, height=WORD_HEIGHT * len(words), padding=0)
        .mark_bar(color=COLOURS[0], cornerRadiusEnd=2)
        .encode(
            x=alt.X("magnitude:Q", axis=None, scale=alt.Scale(domain=[0, 1])),
            y=alt.Y(
                "word:N",
                sort=alt.SortField("rank"),
                axis=alt.Axis(
                    title=None,
                    domain=False,
                    ticks=False,
                    labelLimit=LABEL_WIDTH,
                    labelOverlap=False,
                    labelFlush=False,
                    labelBound=False,
                    minExtent=LABEL_WIDTH,
                ),
            ),
            tooltip=[
                alt.Tooltip("word:N", title="Word"),
                alt.Tooltip("loading:Q", title="Loading", format="+.3f"),
                alt.Tooltip("weight:Q", title="Loading squared", format=".1%"),
            ],
        )
    )


def topic_variances(topics: pd.DataFrame) -> alt.Chart:
    """Draw each topic's variance as a bar."""
    return (
        alt.Chart(topics, height=CHART_HEIGHT)
        .mark_bar(color=COLOURS[0], cornerRadiusEnd=2)
        .encode(
            x=alt.X("topic:O", title="Topic", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("variance:Q", title="Variance"),
            tooltip=[
                alt.Tooltip("topic:O", title="Topic"),
                alt.Tooltip("variance:Q", title="Variance", format=".4g"),
                alt.Tooltip("share:Q", title="Share of the captured", format=".1%"),
            ],
        )
    )


def cumulative_lines(table: pd.DataFrame) -> alt.Chart:
    """Draw the paper's line figure: a line of cumulative variance a method."""
    return (
        alt.Chart(table, height=CHART_HEIGHT)
        .mark_line(point=alt.OverlayMarkDef(size=60, filled=True))
        .encode(
            x=alt.X("component:O", title="Topics", axis=alt.Axis(labelAngle=0)),
            y=alt.Y("cumulative_variance:Q", title="Cumulative variance"),
            color=_by_method(alt.Color, COLOURS, table),
            shape=_by_method(alt.Shape, SHAPES, table),
            tooltip=[
                alt.Tooltip("method:N", title="Method"),
                alt.Tooltip("component:O", title="Topics"),
                alt.Tooltip(
                    "cumulative_variance:Q", title="Cumulative variance", format=".5g"
                ),
            ],
        )
    )


def total_bars(table: pd.DataFrame) -> alt.Chart:
    """Draw the paper's bar figure: the total for every number of components."""
    return (
        alt.Chart(table, height=CHART_HEIGHT)
        .mark_bar()
        .encode(
            x=alt.X("n_components:O", title="Topics", axis=alt.Axis(labelAngle=0)),
            xOffset=alt.XOffset("method:N", sort=list(METHOD_LABELS.values())),
            y=alt.Y("captured_variance:Q", title="Captured variance"),
            color=_by_method(alt.Color, COLOURS, table),
            tooltip=[
                alt.Tooltip("method:N", title="Method"),
                alt.Tooltip("n_components:O", title="Topics"),
                alt.Tooltip(
                    "captured_variance:Q", title="Captured variance", format=".5g"
                ),
                alt.Tooltip("seconds:Q", title="Seconds", format=".2f"),
            ],
        )
    )


def with_limits(chart: alt.Chart, limits: pd.DataFrame) -> alt.Chart | alt.LayerChart:
    """Draw a dashed line of proven limits over a chart by number of topics."""
    if limits.empty:
        return chart
    line = (
        alt.Chart(limits)
        .mark_line(
            color=LIMIT_COLOUR,
            strokeDash=[6, 4],
            point=alt.OverlayMarkDef(
                shape="stroke", size=400, strokeWidth=2, color=LIMIT_COLOUR
            ),
        )
        .encode(
            x=alt.X("n_components:O", title="Topics"),
            y=alt.Y("upper_bound:Q"),
            tooltip=[
                alt.Tooltip("n_components:O", title="Topics"),
                alt.Tooltip("upper_bound:Q", title="Proven limit", format=".5g"),
                alt.Tooltip("proof:N", title="By"),
            ],
        )
    )
    return (chart + line).properties(height=CHART_HEIGHT)


def limit_by_price(table: pd.DataFrame) -> alt.LayerChart:
    """Draw how the limit depends on the price of a word, and the best total beneath."""
    base = alt.Chart(table)
    x = alt.X("price:Q", title="Price of each word")
    y = alt.Y("limit:Q", title="Limit", scale=alt.Scale(zero=False))
    tooltip = [
        alt.Tooltip("price:Q", title="Price of each word"),
        alt.Tooltip("limit:Q", title="Limit", format=".5g"),
        alt.Tooltip("best:Q", title="Best total", format=".5g"),
    ]
    line = base.mark_line(color=COLOURS[0]).encode(x=x, y=y, tooltip=tooltip)
    here = base.transform_filter("datum.chosen").mark_point(
        color=COLOURS[1], size=140, filled=True, opacity=1
    )
    best = base.mark_line(color=LIMIT_COLOUR, strokeDash=[6, 4]).encode(x=x, y="best:Q")
    chart = best + line + here.encode(x=x, y=y, tooltip=tooltip)
    return chart.properties(height=CHART_HEIGHT)


def _by_method(channel, values: list, table: pd.DataFrame):
    """Give every method the same look in every chart, whichever methods are there."""
    looks = dict(zip(METHOD_LABELS.values(), values, strict=True))
    shown = [label for label in looks if label in set(table["method"])]
    return channel(
        "method:N",
        scale=alt.Scale(domain=shown, range=[looks[label] for label in shown]),
        # Two columns: more would be cut off on a telephone.
        legend=alt.Legend(title=None, orient="top", columns=2, symbolSize=120),
    )
