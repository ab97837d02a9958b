"""Topics in documents: their shares over time, or by group."""

import altair as alt
import pandas as pd

from spca_core.results.charts.look import CHART_HEIGHT, legend, tooltip
from spca_core.results.colours import TOPIC_COLOURS

# Solid, then dashes that differ in rhythm.
DASHES = [
    *([1, 0], [6, 3], [2, 2], [10, 3, 2, 3], [12, 5], [5, 2, 1, 2, 1, 2]),
    *([3, 6], [14, 2], [10, 2, 2, 2, 2, 2], [5, 5, 1, 5]),
]
GROUP_HEIGHT = 14  # pixels for each group,
BAR_HEIGHT = 10  # and for each topic in it
# Streamlit counts the axis with its title, and the legend, as part of the height.
AROUND, LEGEND_HEIGHT = 140, 10  # the latter for each topic
SHARE = "Share of the squares"


def shares_over_time(table: pd.DataFrame) -> alt.Chart:
    """Draw `groups.topic_shares` as one line per topic: its share by year or decade.

    A topic has the colour and dash of its number, whichever others are shown.
    """
    lines = alt.Chart(table, height=CHART_HEIGHT).mark_line(strokeWidth=2)
    years = alt.X("year:Q", title="Year").scale(zero=False, nice=False)
    return lines.transform_calculate(year="parseInt(datum.group)").encode(
        x=years.axis(format="d", tickMinStep=1),
        y=alt.Y("share:Q", title=SHARE).axis(format=".2~%"),
        color=_by_topic(alt.Color, TOPIC_COLOURS, table),
        strokeDash=_by_topic(alt.StrokeDash, DASHES, table),
        tooltip=_tooltip(),
    )


def shares_by_group(table: pd.DataFrame) -> alt.Chart:
    """Draw `groups.topic_shares` as bars in each group, in the order of the topics."""
    n_groups, n_topics = table["group"].nunique(), table["topic"].nunique()
    bars = n_groups * (GROUP_HEIGHT + BAR_HEIGHT * n_topics)
    height = AROUND + LEGEND_HEIGHT * n_topics + bars
    return (
        alt.Chart(table, height=height)
        .mark_bar(cornerRadiusEnd=2)
        .encode(
            x=alt.X("share:Q", title=SHARE).axis(format=".2~%"),
            y=alt.Y("group:N", title=None),
            yOffset=alt.YOffset("name:N", sort=list(table["name"].unique())),
            color=_by_topic(alt.Color, TOPIC_COLOURS, table),
            tooltip=_tooltip(),
        )
    )


def _tooltip() -> list[alt.Tooltip]:
    numbers = {"share": (SHARE, ".2%"), "documents": ("Documents", ",d")}
    return tooltip(group="Group", name="Topic", **numbers)


def _by_topic(channel, looks: list, table: pd.DataFrame):
    """Give every topic the look of its number; no two share both colour and dash."""
    shown = table.drop_duplicates("name")
    numbers = shown["topic"] - 1
    if channel is alt.StrokeDash:  # shifted each round, so that no pair comes back
        numbers += numbers // len(looks)
    own = [looks[number % len(looks)] for number in numbers]
    scale = alt.Scale(domain=list(shown["name"]), range=own)
    return channel("name:N", scale=scale, legend=legend(symbolSize=160))
