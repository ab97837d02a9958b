"""The paper in one figure: arrows, matching, net and ascent, all under the pointer."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared.state import choices
from spca_core.lessons import eight_words, figure, net

WIDGETS = ("first_angle", "second_angle", "net_epsilon")
MAP_HEIGHT = 215  # pixels
PATH = ["step", "value", *net.ANGLES, "first_topic", "second_topic"]


def _show() -> None:
    """Show arrows, edges, the map with net and ascent, and what they reach."""
    pointer.draw_pictures(_pictures(), WIDGETS, figure.TEXT)


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
    about=(
        "Each word is an arrow. **Turn the two directions**, one for each topic. The "
        "further a word reaches along a direction, the thicker its edge to that topic "
        "(its length there, squared). The **matching** takes the four edges of "
        "greatest sum, no word twice. The map shows what all pairs of directions "
        "capture; yours is the square. From there the **ascent** climbs. The **net** "
        "(dots) tries a pair in every region instead: the smaller epsilon, the finer."
    ),
    question=(
        "Which two directions capture most? Does the ascent always end at the best "
        "possible? Why not simply take a very fine net on a real corpus?"
    ),
    answer=(
        "About 50 and 147 degrees: *tax, money* and *war, army*. No: each step goes "
        "up, but many starts end on a lower peak, so the joint search starts often. "
        "The whole net cannot miss the best by more than is proven, but with eight "
        "topics there are more combinations than any computer can try (chapter 6)."
        "\n\nWhy squares? For loadings *x* of length 1 on words *I*, "
        "$(c^\\top V^\\top x)^2=(\\sum_I W_ix_i)^2\\le\\sum_I W_i^2$ (Cauchy and "
        "Schwarz), equal for *x* along *W*: so what is captured is never less than "
        "the squares matched."
    ),
    for_teachers=(
        "Let pupils follow one word: where is its edge thickest, and where does it "
        "vanish? Then let them find directions at which *tax* changes its topic though "
        "neither topic lost interest. Why is the map the same on both sides of the "
        "diagonal (the topics change places), and why does what leaves on the right "
        "come back on the left (a direction and its opposite are one line)? The "
        "weights of chapter 4 are the squares at 20 and 100 degrees, in hundredths."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "with the method Bipartite"),
)
