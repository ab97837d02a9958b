"""What a component is: a direction among points in the plane, and its variance."""

import streamlit as st

from pages.parts.learn.chapter import Chapter, slider, toggle
from pages.shared.figure import show_chart
from pages.shared.state.fields import MAX_DEGREES
from spca_core.lessons import plane

ABOUT = (
    "Each point is a document that uses two words more or less often than usual. "
    "Choose a direction: every point is projected onto that line, along a thin "
    "segment. The further the projections spread, the more variance the direction "
    "*captures*. The direction that captures most is the first **component**. Find it, "
    "then compare it with the best (dashed)."
)
QUESTION = (
    "How much do a direction and the one across it, at right angles, capture together? "
    "What does that say about the direction that captures least?"
)
ANSWER = (
    "Always 5, all the variance there is: the square of each point's distance from the "
    "centre is shared out between the two (Pythagoras). So the direction that captures "
    "least, 1, lies across the best, which captures 4. Capturing most and leaving "
    "least are the same: the best line has the least sum of squared segments."
)
FOR_TEACHERS = (
    "Let pupils turn the line until they think it best before they show the best: "
    "near the top the curve is flat, so a few degrees cost little. Then let them look "
    "for the two angles that capture half of all, 2.5, and explain why there are two. "
    "At an angle *t* from the best, the variance is 4 cos² *t* + sin² *t*."
)
HELP = "The direction's angle to the horizontal axis, in degrees."
BEST_HELP = "Draws the direction of the greatest variance. Try it yourself first."


def show() -> None:
    """Show the points with the chosen direction, and the variance by angle."""
    from spca_core.lessons.charts.plane import points_and_lines, variance_curve

    angle = slider("angle", "Direction (degrees)", 0, MAX_DEGREES, 1, HELP)
    with_best = toggle("best_direction", "Show the best direction", BEST_HELP)
    directions = plane.captured(angle, with_best=with_best)
    left, right = st.columns(2)
    lines = plane.lines(angle, with_best=with_best)
    with left:
        points = points_and_lines(plane.projections(angle), lines)
        show_chart(points, plane.text_of_points(directions), width="content")
    with right:
        curve = variance_curve(plane.variance_by_angle(), directions)
        show_chart(curve, plane.text_of_curve(directions))
    st.dataframe(
        directions,
        hide_index=True,
        column_config={
            "direction": "Direction",
            "angle": st.column_config.NumberColumn("Degrees", format="%.0f"),
            "variance": st.column_config.NumberColumn("Variance", format="%.3f"),
            "share": st.column_config.NumberColumn("Share of all", format="percent"),
        },
    )


CHAPTER = Chapter(
    title="What a component is",
    about=ABOUT,
    question=QUESTION,
    answer=ANSWER,
    for_teachers=FOR_TEACHERS,
    widgets=("angle", "best_direction"),
    show=show,
)
