"""Why one topic at a time is not enough: the paper's four words, and a real corpus."""

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, slider, wrapped_table
from pages.shared.figure import show_chart, with_digits
from pages.shared.state import cached, choices
from pages.shared.state.fields import MAX_DELTA, MAX_EPSILON, MIN_EPSILON
from spca_core.lessons import one_at_a_time as lesson

ABOUT = (
    "Four words, two topics of two words each. *war* and *jobs* vary much (1) and "
    "share a little (epsilon); *ships* and *taxes* hardly vary (delta). One way takes "
    "the best topic first and then the best of what is left. The other chooses both "
    "topics together. The example is the paper's."
)
QUESTION = (
    "Make epsilon as small as it goes. Why does one at a time still put *war* and "
    "*jobs* together? And when are both ways equally good?"
)
ANSWER = (
    "The best single topic is *war, jobs*: 1 + epsilon, always more than 1. It leaves "
    "*ships, taxes* with delta. All together, each strong word leads its own topic: "
    "1 + 1 = 2. So the ratio is 2 / (1 + epsilon + delta): near 2 for small values, "
    "and 1 where epsilon + delta = 1. Which faint word joins which strong one makes no "
    "difference: the first of the list is shown."
)
FOR_TEACHERS = (
    "Let pupils write down the three ways to make two pairs and work out each total "
    "before they see the table; the greatest eigenvalue of a pair with variances *a*, "
    "*b* and nothing shared is the greater of the two. Then ask for daily examples "
    "where the first good choice spoils the second: choosing teams, packing a bag. The "
    "table at the end shows that real corpora do this too."
)
EPS_HELP = "How much the two strong words vary together."
DELTA_HELP = "How much each of the two faint words varies."
PAIRING_LABELS = {
    "first_topic": "A topic",
    "second_topic": "The other",
    "first": "It captures",
    "second": "The other captures",
    "total": "Together",
    "taken": "Taken by",
}


def show() -> None:
    """Show the topics that each way takes, what they capture, and a real corpus."""
    left, right = st.columns(2)
    with left:
        eps = slider("eps", "Epsilon", MIN_EPSILON, MAX_EPSILON, 0.01, EPS_HELP)
    with right:
        delta = slider("delta", "Delta", 0.0, MAX_DELTA, 0.01, DELTA_HELP)
    *matrices, totals = st.columns(len(lesson.WAYS) + 1)
    for column, way in zip(matrices, lesson.WAYS, strict=True):
        with column:
            _show_matrix(lesson.cells(eps, delta, way), way)
    with totals:
        _show_totals(lesson.topics(eps, delta))
    here = lesson.ratio(eps, delta)
    st.markdown(lesson.verdict(here))
    if not choices.hidden("pairings"):
        wrapped_table(
            lesson.every_pairing(eps, delta),
            PAIRING_LABELS,
            dict.fromkeys(("first", "second", "total"), "{:.3g}"),
        )
    left, right = st.columns(2)
    with left:
        _show_ratio(here)
    with right:
        st.markdown("**The same on a real corpus**, 8 topics of 10 words:")
        _show_corpus(_on_a_corpus())


def _show_matrix(cells: pd.DataFrame, way: str) -> None:
    from spca_core.lessons.charts.one_at_a_time import matrix_of

    st.markdown(f"**{way}**")
    text = lesson.text_of_cells(cells)
    show_chart(matrix_of(cells), text)


def _show_totals(topics: pd.DataFrame) -> None:
    from spca_core.lessons.charts.one_at_a_time import topic_totals

    st.markdown("**What both capture**")
    text = lesson.text_of_topics(topics)
    show_chart(topic_totals(topics), text)


def _show_ratio(here: pd.DataFrame) -> None:
    from spca_core.lessons.charts.one_at_a_time import ratio_curve

    ratios = lesson.ratio_by_sum()
    text = lesson.text_of_ratios(ratios)
    show_chart(ratio_curve(ratios, here), text)


def _show_corpus(table: pd.DataFrame) -> None:
    st.dataframe(
        with_digits(table, ["variance"]),
        hide_index=True,
        column_config={
            "way": "Way",
            "method": "Method",
            "variance": "Variance",
            "gain": st.column_config.NumberColumn("Gain", format="percent"),
        },
    )


@st.cache_data(show_spinner="Finding topics, once…", max_entries=1)
def _on_a_corpus() -> pd.DataFrame:
    return lesson.on_a_corpus(cached.bundled(lesson.CORPUS))


CHAPTER = Chapter(
    title="Why one at a time is not enough",
    about=ABOUT,
    question=QUESTION,
    answer=ANSWER,
    for_teachers=FOR_TEACHERS,
    widgets=("eps", "delta"),
    show=show,
    parts=("pairings",),
)
