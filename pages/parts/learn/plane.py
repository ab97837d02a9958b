"""What a component is: a direction among points in the plane, and its variance."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared.state import choices
from spca_core.lessons import plane

WIDGETS = ("angle", "best_direction")


def _show() -> None:
    """Show the points with the chosen direction, and the variance by angle."""
    pointer.draw_pictures(_pictures(), WIDGETS, plane.describe_pictures())


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    angles, best = plane.variance_by_angle(), plane.best()
    return [
        [plane.point_chart(plane.centred_points(), best)],
        [plane.curve(angles, best), plane.variance_bars(angles)],
    ]


def _numbers() -> None:
    """Show the variance along the directions as a table."""
    with_best = choices.value("best_direction")
    directions = plane.captured(choices.value("angle"), with_best=with_best)
    numbers_table(directions, plane.LABELS)


CHAPTER = Chapter(
    title="What a component is",
    about=(
        "Each point is a document that uses two words more or less often than usual. "
        "**Turn the direction**: every point is projected onto that line, along a thin "
        "segment. The further the projections spread, the more variance the direction "
        "*captures*. The direction that captures most is the first **component**. Find "
        "it, then compare it with the best (dashed)."
    ),
    question=(
        "How much do a direction and the one across it, at right angles, capture "
        "together? What does that say about the direction that captures least?"
    ),
    answer=(
        "Always 5, all the variance there is: the square of each point's distance from "
        "the centre is shared out between the two (Pythagoras). So the direction that "
        "captures least, 1, lies across the best, which captures 4. Capturing most and "
        "leaving least are the same: the best line has the least sum of squared "
        "segments."
    ),
    for_teachers=(
        "Let pupils turn the line until they think it best before they show the best: "
        "near the top the curve is flat, so a few degrees cost little. Then let them "
        "look for the two angles that capture half of all, 2.5, and explain why there "
        "are two. At an angle *t* from the best, the variance is 4 cos² *t* + sin² *t*."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Corpus", "under Pictures"),
)
