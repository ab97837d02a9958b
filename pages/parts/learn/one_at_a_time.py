"""Why one topic at a time is not enough: the paper's four words, and a real corpus."""

import pandas as pd
import streamlit as st

from pages.parts.learn import pointer
from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered
from pages.shared.state import cached, choices
from spca_core.lessons import one_at_a_time as lesson

WIDGETS = ("eps", "delta")


def _show() -> None:
    """Show the topics that each way takes, what they capture, and the ratio."""
    hidden = not is_answered(lesson.TASKS[0])
    pointer.draw_pictures(_pictures()[hidden:], WIDGETS, lesson.TEXT, lesson.TASKS)


@st.cache_resource(max_entries=1, show_spinner=False)
def _pictures() -> list:
    entries = lesson.entries()
    apart, together = (lesson.matrix_of(entries, way) for way in lesson.WAYS)
    totals, curve = lesson.topic_totals(lesson.sums()), lesson.ratio_by_sum()
    return [[apart, totals], [together, lesson.ratio_curve(curve)]]


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
        "share a little (epsilon); *navy* and *bank* hardly vary (delta). One way "
        "takes the best topic first and then the best of what is left. The other "
        "chooses both topics together. The example is the paper's."
    ),
    tasks=lesson.TASKS,
    for_teachers=(
        "Let pupils write down the three ways to make two pairs and work out each "
        "total before they see the table; the greatest eigenvalue of a pair with "
        "variances *a*, *b* and nothing shared is the greater of the two. Then ask for "
        "daily examples where the first good choice spoils the second: choosing teams, "
        "packing a bag. The last table shows it on a real corpus."
        " Which faint word joins which strong one makes no difference: the first of "
        "the list is shown."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Compare", "under Curves"),
    parts={"pairings": "The table of all pairings"},
)
