"""The colours of charts, and of the text beside them."""

from collections.abc import Sequence

# Colour-blind people can tell them apart, on both themes; shapes are a second cue.
COLOURS = ["#2f7fd1", "#d9702b", "#1f9d7a", "#c2559d"]
# The colours of the topics in their order. Each has a contrast of at least 3 with its
# ground. They are nine hues in three tones, so that beyond eight
# topics a number stands beside the colour. None is grey, which is no topic's.
TOPIC_COLOURS = {
    "light": [
        *("#2a7acc", "#c25b08", "#048969", "#bd5098", "#917607"),
        *("#7c5bfe", "#d93e52", "#0b849c", "#a65ab6"),
        *("#04559a", "#893e04", "#066049", "#922772", "#665203"),
        *("#5d2bd5", "#aa032f", "#015c6e", "#7e348d"),
        *("#4694e8", "#de7430", "#29a380", "#d96ab2", "#ad8e18"),
        *("#907fff", "#f75b6a", "#2c9eb8", "#c173d1"),
    ],
    "dark": [
        *("#519ff4", "#ea7f3d", "#39ae8a", "#e575bd", "#b89929"),
        *("#9a8efd", "#fd6c78", "#3ba9c3", "#cd7edd"),
        *("#9bc9fd", "#ffb48b", "#69d9b3", "#fdacde", "#e2c25a"),
        *("#c2bffe", "#feb1b2", "#6ad3ee", "#f1adff"),
        *("#2778c9", "#bf5802", "#0b8667", "#ba4e96", "#8e7301"),
        *("#7b57fe", "#d73b50", "#04819a", "#a458b3"),
    ],
}
N_COLOURS = len(TOPIC_COLOURS["light"])
MAX_DISTINCT = 8  # topics: with more, a number stands beside each name
GREY = {"light": "#c3c8cf", "dark": "#4a525d"}  # of what is no topic
INK = {"light": "#1c2530", "dark": "#e6ebf0"}  # of text


def palette(places: Sequence[int], theme: str = "light") -> list[str]:
    """Return the colour of each topic by its place, on a light or dark ground."""
    return [TOPIC_COLOURS[theme][place % N_COLOURS] for place in places]


def as_on_light(colour: str) -> str:
    """Return a colour of a dark page as a light page has it; any other as it is."""
    both = zip(*(_all_colours(theme) for theme in ("dark", "light")), strict=True)
    return dict(both).get(colour, colour)


def _all_colours(theme: str) -> list[str]:
    return [*TOPIC_COLOURS[theme], GREY[theme], INK[theme]]


def css_colours(places: Sequence[int]) -> list[str]:
    """Return the colour of each topic for a page whose ground is light or dark."""
    both = zip(palette(places, "light"), palette(places, "dark"), strict=True)
    return [f"light-dark({light}, {dark})" for light, dark in both]
