"""What a component is: a direction among points in the plane, and its variance."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered
from pages.shared.state import choices
from spca_core.lessons import plane

WIDGETS = ("angle", "best_direction")


def _show() -> None:
    """Show the points with the chosen direction, and the variance by angle."""
    shown = 1 + is_answered(plane.TASKS[0])
    pictures, names = _pictures()[:shown], WIDGETS[:shown]
    pointer.draw_pictures(pictures, names, plane.describe_pictures(), plane.TASKS)


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
    minutes=5,
    goal="say what a direction captures, and find the one that captures most",
    board="What is shared out between a direction and the one across it?",
    about=(
        "Each point is a document: how much more or less than usual it uses *tax* "
        "and *money*. **Turn the line.** Every point is projected onto it, along a "
        "thin segment. The further the projections spread, the more variance the "
        "line's direction *captures*. The direction that captures most is the first "
        "**component**."
    ),
    tasks=plane.TASKS,
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
