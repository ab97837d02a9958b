"""One method's grid of settings, a cell a run; small multiples are one of it each."""

from collections.abc import Mapping

import altair as alt
import pandas as pd
from altair.typing import ChartType

from spca_core.results.charts.look import INK, numbered, tooltip
from spca_core.results.sweep import LABELS, MEASURES

ROW_HEIGHT, AXIS_HEIGHT = 44, 80  # pixels


def sweep_map(
    table: pd.DataFrame,
    method: str,
    axes: tuple[str, str],
    titles: Mapping[str, str] = MEASURES,
) -> ChartType:
    """Draw one method's runs in `sweep.results`: variance and seconds in each cell.

    The shades are of the variance, and mean the same for all methods of the table.

    axes : the columns that go down and across: as n_components and sparsity
    titles : what the measures are called
    """
    runs, (down, across) = table[table["method"] == method], axes
    places = {axis: LABELS[axis] for axis in axes}
    found = {name: (title, ".5g") for name, title in titles.items()}
    base = alt.Chart(runs, title=method).encode(
        x=alt.X(f"{across}:O", title=LABELS[across]).axis(labelAngle=0),
        y=alt.Y(f"{down}:O", title=LABELS[down]),
        tooltip=tooltip(method="Method", **places, **found),
    )
    captured = table["captured_variance"]
    domain = (float(captured.min()), float(captured.max()))
    times = base.mark_text(color=INK, fontSize=10, dy=9).encode(text="time:N")
    cells = numbered(base, "captured_variance", ".4~g", domain, dy=-6)
    height = ROW_HEIGHT * runs[down].nunique() + AXIS_HEIGHT
    return (cells + times).properties(height=height)
