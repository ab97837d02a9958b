"""The paper in one figure, under the pointer."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared.state import choices
from spca_core.lessons import eight_words, figure, net

WIDGETS = ("first_angle", "second_angle")
MAP_HEIGHT = 215  # pixels


def _show() -> None:
    """Show arrows, edges, numbers, sums and the map, all under the pointer."""
    pointer.draw_pictures(_pictures(), WIDGETS, figure.TEXT)


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    arrows, every = figure.arrows(), figure.every_choice()
    return [
        [figure.plane(arrows), net.dot_map(net.landscape(), MAP_HEIGHT)],
        [
            figure.slots(arrows, every),
            figure.number_chart(arrows, every),
            figure.total_bars(every, eight_words.optimum()),
        ],
    ]


def _numbers() -> None:
    """Show the projections, their squares and the sums as tables."""
    angles = choices.value("first_angle"), choices.value("second_angle")
    for table in (figure.projections(*angles), figure.sums_of_squares(*angles)):
        numbers_table(table, figure.LABELS)


CHAPTER = Chapter(
    label="Figure",
    title="The paper in one figure",
    about=(
        "Each word is an arrow in the plane: a sketch of rank 2. **Turn c1 and c2.** "
        "Each word's projection on a direction, *squared*, is the thickness of its "
        "edge to that topic's two slots. The **matching** takes the four edges of "
        "greatest sum, no word twice. The dot shows both angles on the map of what all "
        "angles capture.\n\nWhy squares? For loadings *x* of length 1 on words *I*, "
        "$(c^\\top V^\\top x)^2=(\\sum_I W_ix_i)^2\\le\\sum_I W_i^2$ (Cauchy and "
        "Schwarz), equal for *x* along *W*."
    ),
    question=(
        "Which two directions make the matched squares greatest? Why is what is "
        "captured never less than the squares?"
    ),
    answer=(
        "About 50 and 147 degrees: *tax, money* and *war, army*. The loadings along "
        "*W* reach the squares on *c* itself; their own direction, that of the sum of "
        "the chosen arrows, each times its loading, may capture more. Where both bars "
        "meet, no turn of *c* helps these words. So the best directions give the best "
        "topics, and the paper looks for them in a net."
    ),
    for_teachers=(
        "Let pupils follow one word: where is its edge thickest, and where does it "
        "vanish? Then let them find directions at which *tax* changes its topic though "
        "neither topic lost interest. The squares of chapter 4 are those at 20 and 100 "
        "degrees, in hundredths."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "with the method Bipartite"),
)
