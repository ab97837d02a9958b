"""The net: every pair of directions in one picture, and the ascent from anywhere."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared.state import choices
from spca_core.lessons import figure, net
from spca_core.lessons.eight_words import optimum

WIDGETS = ("first_angle", "second_angle", "net_epsilon")
MAP_HEIGHT = 265  # pixels
PATH = ["step", "value", *net.ANGLES, "first_topic", "second_topic"]


def _show() -> None:
    """Show the net and the ascent on the map of all angles, and what they reach."""
    pointer.draw_pictures(_pictures(), WIDGETS, net.TEXT)


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    every, nets = figure.every_choice(), net.nets()
    return [
        [
            net.net_map(net.landscape(), every, nets, MAP_HEIGHT),
            net.net_bars(every, nets, optimum()),
        ]
    ]


def _numbers() -> None:
    """Show what is reached and proven, the path, and the sizes of nets as tables."""
    epsilon = choices.value("net_epsilon")
    path = net.ascent_steps(*map(choices.value, net.ANGLES))
    for table in (net.shares_proven(epsilon, path), path[PATH], net.counts(epsilon)):
        numbers_table(table, net.LABELS)


CHAPTER = Chapter(
    label="Net",
    title="The net",
    about=(
        "The eight words of chapter 8; two topics of two words. Each topic has a "
        "direction, an angle, and the matching gives both their words. The picture "
        "shows what each two angles capture. The paper's method tries all pairs of a "
        "**net** and keeps the best; the finer the net (the smaller epsilon), the "
        "nearer to the best possible. The **ascent** starts anywhere and climbs. Drag "
        "its start over the map."
    ),
    question=(
        "Does the ascent always end at the best possible? Why not simply take a very "
        "fine net on a real corpus, with four dimensions or more and eight topics?"
    ),
    answer=(
        "No: each step goes up, but many starts end on a lower peak, so the joint "
        "search starts often. The whole net cannot miss the best by more than is "
        "proven, and it does far better. But with eight topics its pairs become "
        "combinations of eight directions, and soon there are more than any computer "
        "can try. Then directions are drawn at random, and nothing is proven."
    ),
    for_teachers=(
        "Let pupils guess from the colours where an ascent ends before they drag, then "
        "look for a start whose peak is the lowest. Why is the picture the same on "
        "both sides of the diagonal (the topics change places), and why does what "
        "leaves on the right come back on the left (a direction and its opposite are "
        "one line)? Then compare the two rows of the last table as epsilon falls."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "with the method Bipartite"),
)
