"""The paper in one figure: arrows, matching, net and ascent."""

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.picture import choose_values, show_picture
from pages.parts.learn.tasks import is_answered
from pages.shared.state import choices
from spca_core.lessons import figure, net

WIDGETS = ("first_angle", "second_angle", "net_epsilon")
MAP_HEIGHT = 320  # pixels
PATH = ["step", "value", *net.ANGLES, "first_topic", "second_topic"]


def _show() -> None:
    """Show arrows, edges, the map with net and ascent, and what they reach."""
    is_shown = is_answered(net.TASKS[0])
    choose_values(WIDGETS if is_shown else WIDGETS[:-1], net.TASKS, st.slider)
    first, second, epsilon = map(choices.value, WIDGETS)
    left, right = st.columns(2)
    with left:
        show_picture(figure.plane(first, second), figure.TEXT, width="content")
    with right:
        show_picture(figure.slots(first, second), figure.TEXT)
    if not is_shown:
        return
    show_picture(
        net.net_map(_landscape(), first, second, epsilon, MAP_HEIGHT),
        figure.TEXT,
        net.TASKS,
        first_angle=lambda row: round(row["first_angle"]),
        second_angle=lambda row: round(row["second_angle"]),
    )
    show_picture(net.net_bars(first, second, epsilon), figure.TEXT)


@st.cache_data(max_entries=1, show_spinner=False)
def _landscape() -> pd.DataFrame:
    return net.landscape()


def _numbers() -> None:
    """Show the values, the projections, the ascent and the sizes of nets as tables."""
    first, second, epsilon = map(choices.value, WIDGETS)
    path = net.ascent_steps(first, second)
    numbers_table(net.reached(first, second, epsilon), net.LABELS)
    numbers_table(figure.projections(first, second), figure.LABELS)
    numbers_table(path[PATH], net.LABELS)
    numbers_table(net.counts(epsilon), net.LABELS)


CHAPTER = Chapter(
    title="The paper in one figure",
    minutes=0,
    goal="follow one word from its arrow to its topic",
    board="Why is the map the same on both sides of its diagonal?",
    about=(
        "Each word is an arrow. **Turn the two directions**, one for each topic, by "
        "the sliders or a click on the map: the further a word reaches along one, the "
        "thicker its edge to that topic. The **matching** gives each topic two words, "
        "no word twice, so that the four edges *together* weigh most. The map has all "
        "pairs of directions; darker ones capture more. The paper's **net** (dots) "
        "tries pairs in every region. The **ascent** that climbs from your pair is "
        "not in the paper: it is ours, the step of the joint search."
    ),
    closing=(
        "Directions choose words, a matching shares them out, and a net of directions "
        "makes sure that little is missed. On a real corpus the whole net is far too "
        "large: *(4/epsilon)^(rk)* pairs for rank *r* and *k* topics. So the paper "
        "draws directions at random, and the limit comes from prices instead. The "
        "page Paper has Theorem 1 and Remark 2."
    ),
    tasks=net.TASKS,
    for_teachers=(
        "Let pupils follow one word: where is its edge thickest, and where does it "
        "vanish? Then let them find directions at which *tax* changes its topic though "
        "neither topic lost interest. Why is the map the same on both sides of the "
        "diagonal (the topics change places), and why does what leaves on the right "
        "come back on the left (a direction and its opposite are one line)? The "
        "weights of the chapter on the matching are the squares at 20 and 100 degrees, "
        "in hundredths.\n\n"
        "Why squares? For loadings *x* of length 1 on words *I*, "
        "$(c^\\top V^\\top x)^2=(\\sum_I W_ix_i)^2\\le\\sum_I W_i^2$ (Cauchy and "
        "Schwarz), equal for *x* along *W*: what is captured is never less than the "
        "squares matched."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Paper", "Theorem 1 and Remark 2"),
)
