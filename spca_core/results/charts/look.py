"""What all charts share: colours, shapes, sizes."""

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
