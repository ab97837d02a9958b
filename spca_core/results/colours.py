"""The colours of charts, and of the text beside them."""

# Colour-blind people can tell them apart, on both themes; shapes are a second cue.
COLOURS = [
    *("#2f7fd1", "#d9702b", "#1f9d7a", "#c2559d", "#a8890c", "#7d7d86"),
    *("#6a40e8", "#bb1a3a", "#0f8ea8", "#873c96"),
]
METHOD_COLOURS = [*COLOURS, "#4c7a12", "#e4627a"]  # the last for any other method
# A topic has the colour of its number on every page. After the first ten come lighter
# shades of them, then darker ones.
TOPIC_COLOURS = [
    *COLOURS,
    *("#79aee6", "#eda072", "#5fc4a4", "#de8fc1", "#cdb04a", "#a9a9b2"),
    *("#a48cf2", "#e4627a", "#5cbdd0", "#b87cc6"),
    *("#1f5fa3", "#a9511a", "#14735a", "#953a76", "#7c6506", "#5c5c66"),
    *("#4f2fc0", "#8f1029", "#0a697d", "#6a2c78"),
]


def colour_of(topic: int) -> str:
    """Return the colour of a topic, counted from 1; after the last, they repeat."""
    return TOPIC_COLOURS[(topic - 1) % len(TOPIC_COLOURS)]
