"""Your topics, the best there are, and the limit, as bars."""

import altair as alt
import pandas as pd

from spca_core.lessons.by_hand import BEST, LIMIT, YOURS
from spca_core.results.charts.look import COLOURS, LIMIT_COLOUR

BAR_HEIGHT = 48  # pixels


def challenge_bars(table: pd.DataFrame) -> alt.Chart:
    """Draw the table `bars`: a horizontal bar a row, in its order."""
    return (
        alt.Chart(table)
        .mark_bar(cornerRadiusEnd=2)
        .encode(
            x=alt.X("variance:Q", title="Captured variance of both topics"),
            y=alt.Y("whose:N", title=None, sort=None),
            color=alt.Color(
                "whose:N",
                scale=alt.Scale(
                    domain=[YOURS, BEST, LIMIT],
                    range=[COLOURS[1], COLOURS[0], LIMIT_COLOUR],
                ),
                legend=None,
            ),
            tooltip=[
                alt.Tooltip("whose:N", title="Whose"),
                alt.Tooltip("variance:Q", title="Captured variance", format=".4g"),
                alt.Tooltip("share:Q", title="Share of the best", format=".1%"),
            ],
        )
        .properties(height=BAR_HEIGHT * len(table))
    )
