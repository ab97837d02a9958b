"""Topics in the pupils' own sentences."""

import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.picture import show_picture
from pages.parts.learn.tasks import record
from pages.shared.state import choices
from pages.shared.state.widgets import write
from pages.shared.text import plain
from spca_core.lessons import own_sentences as lesson

KEY = "own_sentences"  # of the field


def _show() -> None:
    """Show the field for sentences, and the topics in them."""
    with st.form("sentences_form", border=False):
        write(KEY, _text())
        st.text_area(
            "Sentences, one per line",
            height="content",
            max_chars=lesson.MAX_LETTERS,
            key=KEY,
        )
        st.form_submit_button("Find the topics", type="primary", on_click=_take)
    found = lesson.find(_text())
    if found.why:
        st.warning(plain(found.why))
        return
    show_picture(lesson.draw(found), lesson.TEXT)
    numbers_table(found.topics, lesson.LABELS)


def _text() -> str:
    return choices.value("sentences") or lesson.EXAMPLE


def _take() -> None:
    choices.change(sentences=st.session_state[KEY])
    record(lesson.TASKS)


def _numbers() -> None:
    """Show the topics."""
    numbers_table(lesson.find(_text()).topics, lesson.LABELS)


CHAPTER = Chapter(
    title="Topics in your own sentences",
    minutes=7,
    goal="find topics in a text of their own, and say why they are found",
    board="What would you have to write so that a third topic is found?",
    about=(
        "Each line is a document. The same search as in the app finds **two topics of "
        "three words**: words that stand together more often than others. Words that "
        "are everywhere, such as *the*, are not counted. **Change the sentences** and "
        "find the topics again."
    ),
    closing="A topic is what a text repeats together: you have made one.",
    tasks=lesson.TASKS,
    for_teachers=(
        "Let each pair of pupils write about two subjects and swap with another pair, "
        "who guess the subjects from the topics alone. Sentences stay in the link, "
        "and are sent nowhere else."
    ),
    widgets=(),
    show=_show,
    numbers=_numbers,
    there=("Corpus", "with a file of your own"),
)
