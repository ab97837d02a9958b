"""How methods look in every chart, and how a click hides one or singles it out."""

import altair as alt
import pandas as pd

from spca_core.problem.method import METHODS, built_in
from spca_core.results.charts import look

LABELS = [METHODS[name].label for name in built_in()]


def chosen(table: pd.DataFrame) -> alt.Parameter:
    """Let the legend choose methods: a click toggles one, Shift shows it alone."""
    return alt.selection_point(
        name="chosen",
        fields=["method"],
        bind="legend",
        value=[{"method": label} for label in _labels(table)],
        toggle="!event.shiftKey",
        clear=False,
        empty=False,
    )


def by_method(channel, values: list, table: pd.DataFrame, *, legend: bool = True):
    """Give every method the same look in every chart, whichever methods it shows.

    values : one for each of our methods, and the last for any other
    """
    *ours, other = values
    looks = dict(zip(LABELS, ours, strict=True))
    shown = _labels(table)
    scale = alt.Scale(domain=shown, range=[looks.get(label, other) for label in shown])
    # The legend's symbols are opaque; bands are not.
    symbols = look.legend(symbolSize=120, symbolOpacity=1) if legend else None
    return channel("method:N", scale=scale, legend=symbols)


def _labels(table: pd.DataFrame) -> list[str]:
    """Return the methods of a table, in the order of all charts, others last."""
    there = dict.fromkeys(table["method"])
    ours = [name for name in LABELS if name in there]
    return [*ours, *(name for name in there if name not in LABELS)]
