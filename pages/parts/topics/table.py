"""All words and figures as tables: a cell opens its topic."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.shared.figure import show_figure, show_pictures
from pages.shared.shown import Shown
from pages.shared.state import choices
from spca_core.results.topics.variances import (
    variance_by_topic,
    variances_figure,
)
from spca_core.results.topics.words import topic_words, word_columns, words_figure


def show_tables(shown: Shown) -> None:
    """Show the words of all topics side by side, and what each topic captures."""
    names = [f"{i}" for i in range(1, len(shown.names) + 1)]
    wide, hidden = word_columns(shown.topics), shown.topics.hidden
    wide = wide.set_axis(names, axis=1).drop(columns=[str(i) for i in hidden])
    has_documents = shown.corpus.kind.has_documents
    st.dataframe(
        wide,
        height="content",
        key="all_words",
        column_config={name: shown.names[int(name) - 1] for name in wide.columns},
        selection_mode="single-cell",
        on_select=partial(_take_word, wide) if has_documents else "ignore",
    )
    if has_documents:
        st.caption("Click a word to find it in the texts.")
    _show_variances(shown)


def _take_word(wide: pd.DataFrame) -> None:
    for row, column in st.session_state["all_words"].selection.cells:
        choices.change(tab="find", find=wide[column].iloc[row])


def _show_variances(shown: Shown) -> None:
    table = shown.visible(variance_by_topic(shown.topics))
    figure = variances_figure(table, shown.topics.settings, shown.colours)
    show_figure(figure, shown.provenance)
    words = shown.visible(topic_words(shown.topics))
    with st.popover("All topics in one picture", icon=":material/image:"):
        show_pictures(words_figure(words), shown.provenance)
