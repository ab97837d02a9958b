"""All words and figures as tables."""

import streamlit as st

from pages.shared.figure import show_figure, show_pictures
from pages.shared.shown import Shown
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
    st.dataframe(
        wide,
        height="content",
        column_config={name: shown.names[int(name) - 1] for name in wide.columns},
    )
    _show_variances(shown)


def _show_variances(shown: Shown) -> None:
    table = shown.visible(variance_by_topic(shown.topics))
    figure = variances_figure(table, shown.topics.settings, shown.colours)
    show_figure(figure, shown.provenance)
    words = shown.visible(topic_words(shown.topics))
    with st.popover("All topics in one picture", icon=":material/image:"):
        show_pictures(words_figure(words), shown.provenance)
