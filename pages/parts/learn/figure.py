"""The paper in one figure: arrows, matching, net and ascent, all under the pointer."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered
from pages.shared.state import choices
from spca_core.lessons import eight_words, figure, net

WIDGETS = ("first_angle", "second_angle", "net_epsilon")
MAP_HEIGHT = 215  # pixels
PATH = ["step", "value", *net.ANGLES, "first_topic", "second_topic"]


def _show() -> None:
    """Show arrows, edges, the map with net and ascent, and what they reach."""
    shown = 1 + is_answered(net.TASKS[0])
    pictures = [column[:shown] for column in _pictures()]
    pointer.draw_pictures(pictures, WIDGETS, figure.TEXT, net.TASKS)


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    arrows, every, nets = figure.arrows(), figure.every_choice(), net.nets()
    return [
        [
            figure.plane(arrows),
            net.net_map(net.landscape(), every, nets, MAP_HEIGHT),
        ],
        [
            figure.slots(arrows, every),
            net.net_bars(every, nets, eight_words.optimum()),
        ],
    ]


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
    minutes=7,
    goal="follow one word from its arrow to its topic",
    board="Why is the map the same on both sides of its diagonal?",
    about=(
        "Each word is an arrow. **Turn the two directions**, one for each topic: the "
        "further a word reaches along one, the thicker its edge to that topic. The "
        "**matching** takes the four best edges, no word twice. The map has all "
        "pairs of directions; darker ones capture more. From yours, the **ascent** "
        "climbs; the **net** (dots) tries pairs in every region."
    ),
    tasks=net.TASKS,
    for_teachers=(
        "Let pupils follow one word: where is its edge thickest, and where does it "
        "vanish? Then let them find directions at which *tax* changes its topic though "
        "neither topic lost interest. Why is the map the same on both sides of the "
        "diagonal (the topics change places), and why does what leaves on the right "
        "come back on the left (a direction and its opposite are one line)? The "
        "weights of chapter 4 are the squares at 20 and 100 degrees, in hundredths.\n\n"
        "Why squares? For loadings *x* of length 1 on words *I*, "
        "$(c^\\top V^\\top x)^2=(\\sum_I W_ix_i)^2\\le\\sum_I W_i^2$ (Cauchy and "
        "Schwarz), equal for *x* along *W*: what is captured is never less than the "
        "squares matched."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "with the method Bipartite"),
)
