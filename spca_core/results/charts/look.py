"""What all charts share: colours, shapes, sizes, tooltips, legends."""

from collections.abc import Sequence
from typing import Any

import altair as alt

from spca_core.results.colours import COLOURS, palette

SHAPES = [
    *("circle", "square", "triangle-up", "diamond", "cross", "triangle-down"),
    *("triangle-right", "triangle-left", "arrow", "wedge"),
    # A star with five points, and a hexagon.
    "M0,-1L.24,-.32L.95,-.31L.38,.12L.59,.81L0,.4L-.59,.81L-.38,.12L-.95,-.31L-.24,-.32Z",
    "M-.5,-.87L.5,-.87L1,0L.5,.87L-.5,.87L-1,0Z",
]
LIMIT_COLOUR = "#8a8f98"  # visible on both themes, and not a method's colour
MAX_TOPICS = 30
CHART_HEIGHT = 360  # pixels
NARROW = "width < 500"  # pixels, as a Vega expression
LIGHT, INK = "#e6f0fb", "#16202b"  # dark on light: legible on both themes
DASHED: dict[str, Any] = {"strokeDash": [6, 4], "strokeWidth": 2}
HERE: dict[str, Any] = {
    "filled": True,
    "color": COLOURS[1],
    "shape": SHAPES[3],
    "size": 140,
    "opacity": 1,
}


def tooltip(**columns: str | tuple[str, str]) -> list[alt.Tooltip]:
    """Return tooltips by column: a title, or for numbers a pair of title and format."""
    return [
        alt.Tooltip(f"{name}:N", title=shown)
        if isinstance(shown, str)
        else alt.Tooltip(f"{name}:Q", title=shown[0], format=shown[1])
        for name, shown in columns.items()
    ]


def without_empty_names(chart: Any) -> Any:
    """Keep rules from a screen reader: a group of none would have no name."""
    return chart.configure_rule(aria=False)


def by_topic(colours: Sequence[str] = (), grey: str = LIMIT_COLOUR) -> alt.Color:
    """Colour each topic by its number, in the column `topic`, without a legend.

    colours : one for each topic, or else those of a light ground in their order
    grey    : of what has topic 0, which is none
    """
    known = [grey, *(colours or palette(range(MAX_TOPICS)))]
    scale = alt.Scale(domain=list(range(len(known))), range=known)
    return alt.Color("topic:N", scale=scale, legend=None)


def legend(orient: Any = "top", **more: Any) -> alt.Legend:
    """Return a legend; on a phone, two above a chart or three columns do not fit."""
    columns, limit = alt.expr(f"{NARROW} ? 2 : 4"), alt.expr(f"{NARROW} ? 120 : 0")
    return alt.Legend(
        title=None, orient=orient, columns=columns, labelLimit=limit, **more
    )
