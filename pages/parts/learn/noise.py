"""Noise that looks like topics: a small table, shuffled and searched again."""

from typing import Literal

import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.tasks import is_answered, record
from pages.shared.figure import show_chart
from pages.shared.state import choices
from pages.shared.state.options import OPTIONS
from pages.shared.state.widgets import choose
from spca_core.lessons import noise
from spca_core.lessons.noise import TableSearch
from spca_core.results.topics.chance import SHUFFLES

BEFORE = (
    "What a **shuffle** does: every document keeps its number of words, and every word "
    "its number of documents; the sums stay. Which word is in which document is left "
    "to chance. Then the same search is made again."
)
WIDGETS = ("strength", "table", "shuffles")


def _show() -> None:
    """Show the table, its last shuffle, and the best topics of all."""
    _choose_table()
    if not choices.hidden("shuffles"):
        _show_buttons(choices.value("shuffles"))
    found = _searches()
    left, right = st.columns(2)
    with left:
        _show_table(found[0])
    with right:
        if len(found) > 1:
            _show_table(found[-1])
        else:
            st.markdown(BEFORE)
    if is_answered(noise.TASKS[0]):
        st.markdown(noise.verdict(found))
        show_chart(noise.draw_strip(found), noise.describe_strip(found))


def _numbers() -> None:
    """Show the best topic of each table."""
    numbers_table(noise.best_topics(_searches()), noise.LABELS)


def _searches() -> list[TableSearch]:
    return noise.searches(*map(choices.value, WIDGETS))


def _choose_table() -> None:
    with st.container(horizontal=True):
        if not choices.hidden("strength"):
            choose("strength", widget=st.slider, then=_record)
        if not choices.hidden("table"):
            choose("table", width=120, then=_record)


def _show_buttons(now: int) -> None:
    with st.container(horizontal=True):
        _button("Shuffle", now + 1, "primary")
        _button(f"Shuffle {SHUFFLES} times", now + SHUFFLES)
        _button("Step back", now - 1)
        _button("Reset", 0)


def _button(
    label: str, then: int, kind: Literal["primary", "secondary"] = "secondary"
) -> None:
    """Draw a button that sets the number of shuffles, if that may be chosen."""
    least, most = OPTIONS["shuffles"].limits
    st.button(
        label,
        type=kind,
        on_click=_shuffle,
        args=(then,),
        disabled=not least <= then <= most or then == choices.value("shuffles"),
    )


def _shuffle(then: int) -> None:
    choices.change(shuffles=then)
    _record()


def _record() -> None:
    record(noise.TASKS)


def _show_table(found: TableSearch) -> None:
    show_chart(noise.draw_table(found), noise.describe_table(found))


CHAPTER = Chapter(
    title="Noise that looks like topics",
    minutes=6,
    goal="hold a topic against chance",
    board="Of 30 pupils with a table of noise each, how many find a topic?",
    about=(
        "Eight words in rows, twelve documents in columns. All 56 choices of three "
        "words are tried; the three that vary most together are the **best topic** "
        "(how much, in brackets). **Shuffle:** no topic is left, and yet the search "
        "finds one. Each dot is the best topic of a shuffled table, the diamond that "
        "of the last; the dashed line is that of the table itself."
    ),
    closing="A topic counts if the same search finds none as great in shuffled tables.",
    tasks=noise.TASKS,
    for_teachers=(
        "Let pupils check the sums after a shuffle. Then give each a table of their "
        "own, by its number, at strength 0: of 30 pupils, how many find more than "
        "chance after nine shuffles? About three or fewer. From which strength on does "
        "the planted topic pass? Here mostly from 4; in a corpus of thousands of "
        "documents much weaker topics do."
    ),
    widgets=WIDGETS,
    show=_show,
    numbers=_numbers,
    there=("Topics", "each against chance"),
)
