"""The matching of eight words to two topics: by hand, then one path after another."""

import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.parts.learn.picture import choose_values, show_picture
from pages.parts.learn.tasks import is_answered, record
from pages.shared.state import choices
from spca_core.lessons import matching
from spca_core.lessons.eight_words import WORDS
from spca_core.lessons.matching import EXAMPLE, LABELS

KEYS = ("words_of_1", "words_of_2")  # of the rows of words, one per topic


def _show() -> None:
    """Show the edges to click, the totals, and what happens in a step."""
    own, step = choices.value("own"), choices.value("step")
    frame = matching.example()[step - 1] if step else None
    with_prices = choices.value("own_prices")
    show_picture(
        matching.draw_edges(EXAMPLE, own, frame, with_prices=with_prices),
        matching.TEXT,
        matching.TASKS,
        own=lambda row: matching.toggled(own, int(row["place"]), row["number"]),
        step=lambda _: 0,
    )
    if frame:
        st.markdown(f"**Step {step}.** {frame.happened}")
    if not choices.hidden("own"):
        for number, key in enumerate(KEYS, start=1):
            _choose_words(str(number), key)
    show_picture(matching.draw_totals(matching.totals(EXAMPLE, own)), matching.TEXT)
    if is_answered(matching.TASKS[0]):
        _play(step)
        choose_values(("own_prices",), matching.TASKS)


def _choose_words(number: str, key: str) -> None:
    """Draw a row of words, of which those of a topic are chosen."""
    own = choices.value("own")
    st.session_state[key] = [
        word for word, now in zip(WORDS, own, strict=True) if now == number
    ]
    st.pills(
        f"Words of Topic {number}",
        WORDS,
        selection_mode="multi",
        wrap=True,
        key=key,
        on_change=_take,
        args=(number, key),
    )


def _take(number: str, key: str) -> None:
    """Give a topic the words of its row; another topic loses them."""
    mine = st.session_state[key]
    own = "".join(
        number if word in mine else "0" if now == number else now
        for word, now in zip(WORDS, choices.value("own"), strict=True)
    )
    choices.change(own=own, step=0)
    record(matching.TASKS)


def _play(step: int) -> None:
    """Draw the buttons that watch the computer, one step after another."""
    if choices.hidden("step"):
        return
    last = len(matching.example())
    with st.container(key="play", horizontal=True, vertical_alignment="center"):
        for label, then in (("Play", step + 1), ("Back", step - 1), ("Yours", 0)):
            st.button(
                label if step or then != 1 else "Play from the start",
                key=f"play_{label}",
                type="primary" if label == "Play" else "secondary",
                on_click=choices.change,
                kwargs={"step": then},
                disabled=not 0 <= then <= last or then == step,
            )
        st.markdown(f"Step {step} of {last}" if step else "Watch the computer fill it.")


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
    minutes=9,
    goal="give words to topics, and repair a greedy choice",
    board="Why can no choice exceed what places cost and words gain?",
    about=(
        "**Click an edge** to give its word to that topic, or choose the word below "
        "the picture. Each topic takes two words, and no word is in both; a thicker "
        "edge weighs more. Then **play** the computer: it fills one place after "
        "another along the *best path*, on which a topic takes a free word (dashed) "
        "and may hand on one it has (dotted). A topic's price is what one more word "
        "would bring it."
    ),
    closing=(
        "Greed spoils the second topic; a matching repairs it, and prices prove that "
        "nothing is heavier."
    ),
    tasks=matching.TASKS,
    for_teachers=(
        "Let pupils write down their total before they watch. Then let them show the "
        "prices and add up twice each price and the gains beside the words: it is the "
        "matching's total. Why can no choice exceed it? (In a search the program keeps "
        "the words and prices of topics that have not changed; the paths are the same "
        "kind.)"
    ),
    widgets=("own", "own_prices", "step"),
    show=_show,
    numbers=_numbers,
    there=("Topics", "whose words are matched"),
)
