"""What the paper's net costs, and what it guarantees."""

import pandas as pd
import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered
from pages.shared.state import cached, choices
from spca_core.lessons import cost

WIDGETS = ("cost_rank", "cost_epsilon", "cost_topics")


def _show() -> None:
    """Show cost and guarantee as bars."""
    hidden = not is_answered(cost.TASKS[0])
    pointer.draw_pictures([_pictures()[hidden:]], WIDGETS, cost.TEXT, cost.TASKS)


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    return [cost.cost_bars(_cases()), cost.promise_bars(_cases())]


@st.cache_data(max_entries=1, show_spinner="Measuring this machine, once…")
def _cases() -> pd.DataFrame:
    return cost.every_case(cached.bundled(cost.CORPUS))


def _numbers() -> None:
    """Show the sizes and times of the searches, and the guarantee, as tables."""
    names = ("cost_rank", "cost_topics", "cost_epsilon")
    rank, n_topics, epsilon = map(choices.value, names)
    for table in (cost.searches, cost.promises):
        numbers_table(table(_cases(), rank, n_topics, epsilon), cost.LABELS)


CHAPTER = Chapter(
    title="Cost and guarantee",
    minutes=4,
    goal="say what makes the whole search too long",
    board="How long do 8 topics at rank 4 take: days, years, longer?",
    about=(
        "The paper's **net** tries combinations of directions, one for each topic. "
        "Its best has at least 1 - epsilon of the best on the *sketch*, the corpus "
        "in a few dimensions (rank); the sketch itself loses something too. Here "
        "topics have 10 words of two centuries of State of the Union messages "
        "(counts, centred), and the times are measured on this machine."
    ),
    tasks=cost.TASKS,
    for_teachers=(
        "Let pupils first guess how long 8 topics at rank 4 take. Then let them find "
        "settings that take less than a day and prove as much as possible. The second "
        "bar counts a direction and its opposite once, and each order of the topics "
        "once."
        " The paper subtracts $2k$ times the greatest eigenvalue on *s* words of what "
        "the sketch leaves, where here the next *k* eigenvalues are summed; and it "
        "chooses among all candidates on the sketch, where here the best of each batch "
        "are compared on the data."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "under Proof"),
)
