"""One method's grid of settings, a cell a run; small multiples are one of it each."""

import altair as alt
import pandas as pd

from spca_core.results.charts.look import INK, numbered
from spca_core.results.sweep import LABELS, MEASURES

ROW_HEIGHT, AXIS_HEIGHT = 44, 80  # pixels


def sweep_map(
    table: pd.DataFrame, method: str, axes: tuple[str, str]
) -> alt.LayerChart:
    """Draw one method's runs in `sweep.results`: variance and seconds in each cell.

    The shades are of the variance, and mean the same for all methods of the table.

    axes : the columns that go down and across: as n_components and sparsity
    """
    runs, (down, across) = table[table["method"] == method], axes
    base = alt.Chart(runs, title=method).encode(
        x=alt.X(f"{across}:O", title=LABELS[across], axis=alt.Axis(labelAngle=0)),
        y=alt.Y(f"{down}:O", title=LABELS[down]),
        tooltip=[
            alt.Tooltip("method:N", title="Method"),
            *(alt.Tooltip(f"{axis}:O", title=LABELS[axis]) for axis in axes),
            *(
                alt.Tooltip(f"{name}:Q", title=title, format=".5g")
                for name, title in MEASURES.items()
            ),
        ],
    )
    captured = table["captured_variance"]
    domain = (float(captured.min()), float(captured.max()))
    height = ROW_HEIGHT * runs[down].nunique() + AXIS_HEIGHT
    times = base.mark_text(color=INK, fontSize=10, dy=9).encode(text="time:N")
    cells = numbered(base, "captured_variance", ".4~g", domain, dy=-6)
    return (cells + times).properties(height=height)
