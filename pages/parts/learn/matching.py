"""The matching of eight words to two topics: by hand, then one path after another."""

import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered
from pages.shared.state import choices
from spca_core.lessons import matching
from spca_core.lessons.matching import EXAMPLE, LABELS

WIDGETS = ("own", "own_prices", "step")


def _show() -> None:
    """Show the edges to click, the totals, and what happens in a step."""
    names = WIDGETS if is_answered(matching.TASKS[0]) else WIDGETS[:-1]
    pointer.draw_pictures(_pictures(), names, matching.TEXT, matching.TASKS)
    if step := choices.value("step"):
        st.text(matching.example()[step - 1].happened)


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    edges, baselines = matching.every_edge(EXAMPLE), matching.baselines(EXAMPLE)
    return [[matching.draw_edges(EXAMPLE), matching.draw_totals(edges, baselines)]]


def _numbers() -> None:
    """Show your choice, or the step that is watched, and the totals as tables."""
    if step := choices.value("step"):
        frame = matching.example()[step - 1]
        numbers_table(matching.topics_of_frame(EXAMPLE, frame), LABELS)
        numbers_table(matching.totals_of_frame(EXAMPLE, frame), LABELS)
    else:
        own = choices.value("own")
        numbers_table(matching.chosen_topics(EXAMPLE, own), LABELS)
        numbers_table(matching.baselines(EXAMPLE), LABELS)


CHAPTER = Chapter(
    title="The matching",
    minutes=8,
    goal="give words to topics, and repair a greedy choice",
    board="Why can no choice exceed what places cost and words gain?",
    about=(
        "**Click an edge** to give its word to that topic, again to take it back. "
        "Each topic takes two words, and no word is in both; a thicker edge weighs "
        "more. Then **watch** the computer fill one place after another along the "
        "*best path*, on which a topic takes a free word (dashed) and may hand on "
        "one it has (dotted). A topic's price is what one more word would bring it."
    ),
    tasks=matching.TASKS,
    for_teachers=(
        "Let pupils write down their total before they watch. Then let them tick the "
        "prices and add up twice each price and the gains beside the words: it is the "
        "matching's total. Why can no choice exceed it? (In a search the program keeps "
        "the words and prices of topics that have not changed; the paths are the same "
        "kind.)"
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "whose words are matched"),
)
