"""Why one topic at a time is not enough: the paper's four words, and a real corpus."""

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.picture import choose_values, show_picture
from pages.parts.learn.tasks import is_answered
from pages.shared.state import cached, choices
from spca_core.lessons import one_at_a_time as lesson

WIDGETS = ("eps", "delta")


def _show() -> None:
    """Show the topics that each way takes, what they capture, and the ratio."""
    eps, delta = map(choices.value, WIDGETS)
    choose_values(WIDGETS, lesson.TASKS, st.slider)
    ways = lesson.WAYS if is_answered(lesson.TASKS[0]) else lesson.WAYS[1:]
    for place, way in zip(st.columns(len(ways)), ways, strict=True):
        with place:
            show_picture(lesson.matrix_of(eps, delta, way), lesson.TEXT)
    if is_answered(lesson.TASKS[0]):
        show_picture(lesson.topic_totals(eps, delta), lesson.TEXT)
        show_picture(lesson.ratio_curve(eps, delta), lesson.TEXT)


def _numbers() -> None:
    """Show all pairings, and both ways on a real corpus, as tables."""
    if not choices.hidden("pairings"):
        here = choices.value("eps"), choices.value("delta")
        numbers_table(lesson.every_pairing(*here), lesson.LABELS)
    st.markdown(f"**A real corpus.** {lesson.ABOUT_CORPUS}")
    numbers_table(_on_a_corpus(), lesson.LABELS)


@st.cache_data(show_spinner="Finding topics, once…", max_entries=1)
def _on_a_corpus() -> pd.DataFrame:
    return lesson.on_a_corpus(cached.bundled(lesson.CORPUS))


CHAPTER = Chapter(
    title="Why one at a time is not enough",
    minutes=6,
    goal="explain why the best first choice can spoil the second",
    board="Where in daily life does it: choosing teams, packing a bag?",
    about=(
        "Four words, two topics of two words each. *war* and *tax* vary much (1) and "
        "share a little (epsilon); *navy* and *bank* hardly vary (delta). **The "
        "rule:** two words with variances *a* and *b* that share *c* capture "
        "$\\frac{a+b}{2} + \\sqrt{(\\frac{a-b}{2})^2 + c^2}$, the greatest eigenvalue "
        "of their square. One way takes the best topic first and then the best of "
        "what is left. The other chooses both topics together. The example is the "
        "paper's."
    ),
    closing="What is best for the first topic can leave nothing for the second.",
    tasks=lesson.TASKS,
    for_teachers=(
        "Let pupils write down the three ways to make two pairs and work out each "
        "total by the rule before they see the table; with nothing shared it is the "
        "greater of the two variances. Then ask for daily examples where the first "
        "good choice spoils the second: choosing teams, packing a bag. The last table "
        "shows it on a real corpus. Which faint word joins which strong one makes no "
        "difference: the first of the list is shown."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Compare", "under Curves"),
    parts={"pairings": "The table of all pairings"},
)
