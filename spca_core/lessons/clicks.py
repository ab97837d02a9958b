"""What a click on a chart chooses: a row, by Altair's own selection."""

import altair as alt

CLICK = "click"


def clickable(chart: alt.Chart, *fields: str) -> alt.Chart:
    """Let a click choose the nearest of a layer's marks by these fields."""
    chosen = alt.selection_point(
        name=CLICK, fields=list(fields), on="click", nearest=True, toggle=False
    )
    return chart.add_params(chosen)
