"""What all charts share: colours, shapes, sizes, heat maps with numbers."""

import altair as alt

# Told apart by colour-blind eyes and on both themes; shape is a second sign.
COLOURS = [
    *("#2f7fd1", "#d9702b", "#1f9d7a", "#c2559d", "#a8890c", "#7d7d86"),
    *("#6a40e8", "#bb1a3a", "#0f8ea8"),
]
SHAPES = [
    *("circle", "square", "triangle-up", "diamond", "cross", "triangle-down"),
    *("triangle-right", "triangle-left", "arrow"),
]
LIMIT_COLOUR = "#8a8f98"  # seen on both themes, and no method's
CHART_HEIGHT = 360  # pixels


# All light enough for dark figures, which so can be read on both themes.
LIGHT, DARKER, INK = "#e6f0fb", "#86b5ea", "#16202b"


def numbered(
    base: alt.Chart,
    field: str,
    number_format: str,
    domain: tuple[float, float],
    dy: int = 0,
) -> alt.LayerChart:
    """Draw a rectangle for each cell of a chart that has x and y, its number in it.

    dy : pixels that the number stands below the middle
    """
    rectangles = base.mark_rect().encode(
        color=alt.Color(
            f"{field}:Q",
            scale=alt.Scale(domain=domain, range=[LIGHT, DARKER]),
            legend=None,
        )
    )
    numbers = base.mark_text(color=INK, fontSize=12, dy=dy).encode(
        text=alt.Text(f"{field}:Q", format=number_format)
    )
    return rectangles + numbers
