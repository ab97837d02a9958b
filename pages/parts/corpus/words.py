"""The words of a corpus: searched, and left out or taken back one by one."""

import pandas as pd
import streamlit as st

from pages.parts.corpus.decisions import show_undo
from pages.shared.figure import with_digits
from pages.shared.state import choices, edits
from pages.shared.state.choices import Request
from spca_core.corpus.corpus import Corpus
from spca_core.formatting import mark_if_weighted
from spca_core.results.corpus import word_table
from spca_core.results.corpus.text_search import find_words

MAX_SHOWN = 100


def show_word_table(loaded: Corpus, request: Request) -> None:
    """Show the words that match the search, each with its figures and a checkbox."""
    show_undo()
    sought = st.text_input("Search", key="search_words", help=SEARCH_HELP)
    settings = request.settings
    table = word_table.word_table(loaded, settings)
    matches = find_words(table, sought, MAX_SHOWN)
    if matches.empty:
        st.info("No word contains this. Try a part of it, or another spelling.")
        return
    stop_words = request.preparation.stop_words
    variance = mark_if_weighted("Variance", settings.weighting)
    key = f"word_list_{hash((sought, stop_words))}"
    st.data_editor(
        with_digits(
            matches.assign(left_out=matches["word"].isin(stop_words)), ["variance"]
        ),
        hide_index=True,
        key=key,
        on_change=_take_ticks,
        args=(key, matches),
        disabled=list(matches.columns),
        column_order=["left_out", *matches.columns],
        column_config={
            "left_out": st.column_config.CheckboxColumn(
                "Leave out", help=WORD_LIST_HELP
            ),
            "word": "Word",
            "count": st.column_config.NumberColumn("Count", format="localized"),
            "documents": st.column_config.NumberColumn(
                loaded.kind.documents.capitalize(), format="localized"
            ),
            "variance": variance,
            "rank": "Rank",
        },
    )


def _take_ticks(key: str, matches: pd.DataFrame) -> None:
    for row, edit in st.session_state[key]["edited_rows"].items():
        word = matches["word"].iloc[row]
        if edit.get("left_out"):
            edits.remember(f"{word} was left out")
            choices.change(
                stop_words=(*edits.without(choices.value("stop_words"), word), word)
            )
        else:
            edits.restore(word)


SEARCH_HELP = (
    "Part of a word, in upper or lower case. If empty, the words of greatest variance "
    "are shown."
)
WORD_LIST_HELP = "Tick a word to leave it out of the analysis. Untick it to restore it."
