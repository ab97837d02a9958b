"""What a component is: a direction among points in the plane, and its variance."""

import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.picture import choose_values, show_picture
from pages.parts.learn.tasks import is_answered
from pages.shared.state import choices
from spca_core.lessons import plane


def _show() -> None:
    """Show the points with the chosen direction, and the variance by angle."""
    is_shown = is_answered(plane.TASKS[0])
    angle = choices.value("angle")
    with_best = is_shown and choices.value("best_direction")
    text = plane.describe_pictures()
    choose_values(("angle",), plane.TASKS, st.slider)
    show_picture(
        plane.point_chart(angle, with_best=with_best),
        text,
        plane.TASKS,
        width="content",
        angle=lambda row: int(row["angle"]),
    )
    if is_shown:
        choose_values(("best_direction",), plane.TASKS)
        show_picture(plane.variance_bars(angle), text)
        show_picture(plane.curve(angle, with_best=with_best), text)


def _numbers() -> None:
    """Show the variance along the directions as a table."""
    with_best = choices.value("best_direction")
    directions = plane.captured(choices.value("angle"), with_best=with_best)
    numbers_table(directions, plane.LABELS)


CHAPTER = Chapter(
    title="What a component is",
    minutes=7,
    goal="say what a direction captures, and find the one that captures most",
    board="What is shared out between a direction and the one across it?",
    about=(
        "Each point is a document: how much more or less than usual it uses *tax* "
        "and *money*. **Turn the line**: click the picture, or move the slider. Every "
        "point is projected onto the line, along a thin segment. The further the "
        "projections spread, the more variance the line's direction *captures*. The "
        "direction that captures most is the first **component**."
    ),
    closing="A component is the direction along which documents differ most.",
    tasks=plane.TASKS,
    for_teachers=(
        "Let pupils turn the line until they think it best before they show the best: "
        "near the top the curve is flat, so a few degrees cost little. Then let them "
        "look for the two angles that capture half of all, 2.5, and explain why there "
        "are two. At an angle *t* from the best, the variance is 4 cos² *t* + sin² *t*."
    ),
    widgets=("angle", "best_direction"),
    show=_show,
    numbers=_numbers,
    there=("Corpus", "under Statistics"),
)
