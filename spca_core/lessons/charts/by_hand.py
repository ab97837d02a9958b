"""Your topics, the best topics and the limit, as bars."""

import altair as alt
import pandas as pd

from spca_core.lessons.by_hand import BEST, LIMIT, YOURS
from spca_core.results.colours import COLOURS
from spca_core.results.look import LIMIT_COLOUR, tooltip

BAR_HEIGHT = 48  # pixels
WHOSE, THEIR_COLOURS = [YOURS, BEST, LIMIT], [COLOURS[1], COLOURS[0], LIMIT_COLOUR]


def challenge_bars(table: pd.DataFrame) -> alt.Chart:
    """Draw the table `bars`: one horizontal bar per row, in its order."""
    numbers = {
        "variance": ("Captured variance", ".4g"),
        "share": ("Share of the best", ".1%"),
    }
    colour = alt.Color("whose:N", legend=None)
    bars = alt.Chart(table, height=BAR_HEIGHT * len(table)).mark_bar(cornerRadiusEnd=2)
    return bars.encode(
        x=alt.X("variance:Q", title="Captured variance of both topics"),
        y=alt.Y("whose:N", title=None, sort=None),
        color=colour.scale(domain=WHOSE, range=THEIR_COLOURS),
        tooltip=tooltip(whose="Whose", **numbers),
    )
