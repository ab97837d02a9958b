"""The matching of eight words to two topics, one best path after another."""

from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.learn.chapter import Chapter, numbers_table
from pages.shared import player
from pages.shared.figure import show_chart
from pages.shared.state import choices
from pages.shared.text import plain
from spca_core.errors import InputError
from spca_core.lessons import matching

SECONDS = 0.8  # between frames during play
TABLES = "weight_tables"  # how many tables of weights the user has had
TABLE_HELP = "What the word is worth to this topic: a whole number from 0 to 99."
DRAW_HELP = "Draws sixteen new weights from 0 to 99, once."
NAMES = {"word": "Word"}
EXAMPLE_HELP = "Goes back to the chapter's first weights."


def _show() -> None:
    """Show the frames of the matching."""
    frames = matching.trace(_weights())
    pace = player.pace("step", SECONDS)
    st.fragment(_show_frame, run_every=pace)(choices.value("weights"), frames)


def _numbers() -> None:
    """Show the weights, which can be changed unless the link hides that."""
    table = matching.weight_table(_weights())
    if choices.hidden("weights"):
        st.dataframe(table, hide_index=True, column_config=NAMES)
    else:
        _show_weights(table)


def _weights() -> Any:
    return matching.read_weights(choices.value("weights"))


def _show_weights(table: pd.DataFrame) -> None:
    with st.container(horizontal=True):
        st.button("Draw at random", key="draw", on_click=_draw, help=DRAW_HELP)
        st.button("The example", key="example", on_click=_set, help=EXAMPLE_HELP)
    column = st.column_config.NumberColumn(
        min_value=0,
        max_value=matching.MAX_WEIGHT,
        step=1,
        required=True,
        help=TABLE_HELP,
    )
    key = _table_key()
    st.data_editor(
        table,
        hide_index=True,
        key=key,
        on_change=_take,
        args=(key, table),
        disabled=["word"],
        column_config={**NAMES, **dict.fromkeys(table.columns[1:], column)},
    )


def _table_key() -> str:
    # Each table is a new widget. Its weights alone are not a key: the browser may
    # still hold an edit of an earlier table with the same weights.
    return f"weights {st.session_state.get(TABLES, 0)} {choices.value('weights')}"


def _take(key: str, table: pd.DataFrame) -> None:
    if key != _table_key():  # a button that was pressed with the edit came first
        return
    edited = table.copy()
    for row, edit in st.session_state[key]["edited_rows"].items():
        edited.loc[row, list(edit)] = list(edit.values())
    try:
        _set(matching.write_weights(matching.of_table(edited)))
    except InputError as refusal:
        st.error(plain(str(refusal)))


def _set(text: str = "") -> None:
    st.session_state[TABLES] = st.session_state.get(TABLES, 0) + 1
    choices.change(weights=text, step=0)


def _draw() -> None:
    _set(matching.write_weights(matching.drawn_after(_weights())))


def _show_frame(text: str, frames: tuple[matching.Frame, ...]) -> None:
    now = player.frame("step", len(frames) - 1)
    weights, frame = matching.read_weights(text), frames[now]
    st.text(frame.happened)
    edges = matching.edges_of_frame(weights, frame)
    chart = matching.picture(edges, matching.nodes(frame))
    show_chart(chart, matching.describe_frame(edges))
    with st.expander("The sums of this step"):
        numbers_table(matching.topics_of_frame(weights, frame), matching.LABELS)
        numbers_table(matching.totals_of_frame(weights, frame), matching.LABELS)


CHAPTER = Chapter(
    label="Matching",
    title="The matching, step by step",
    about=(
        "Two topics take two of eight words each, and no word may be in both. A line's "
        "weight says what a word is worth to a topic (its entry of $W$, squared). The "
        "computer does not try all choices: it fills one place after another, always "
        "along the *best path*, on which a topic takes a free word and may hand on one "
        "it has. The price of a topic is what one more word would bring it."
    ),
    question=(
        "With the example's weights, Topic 1 gives tax away in step 8. Why does the "
        "total still grow? With other weights, look for the step in which a topic "
        "hands a word on."
    ),
    answer=(
        "In the example Topic 1 loses 55 with tax but takes trade for 54; Topic 2 gets "
        "49 for tax, where the best free word would bring it only 41. Together that is "
        "48 more. With any weights, a topic hands a word on where that gains most for "
        "both together: a greedy choice is repaired, so the end is the best of all "
        "choices, 235 in the example. One topic after another, each taking its best "
        "words, would reach only 228."
    ),
    for_teachers=(
        "Let pupils choose before they press Play, and compare totals. Then let them "
        "check the limit by hand: twice each price, plus for every word what it is "
        "worth above the price to the topic that gains most. Why can no choice exceed "
        "it? Let them find weights where nothing is repaired, and where ties leave two "
        "best choices. (In a search the program keeps the words and prices of topics "
        "that have not changed; the paths are the same kind.)"
    ),
    widgets=("step", "weights"),
    show=_show,
    numbers=_numbers,
    there=("Topics", "whose words are matched"),
)
