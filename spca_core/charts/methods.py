"""How methods look in every chart, and how a click singles one out."""

import altair as alt
import pandas as pd

from spca_core.settings import METHOD_LABELS

FADED = 0.1  # what is left of the methods that are not isolated


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
