"""A word in the texts: its contexts, when it occurs, what goes with it, its topic."""

import streamlit as st

from pages.shared.document_list import open_document
from pages.shared.figure import show_chart
from pages.shared.shown import Shown, grey
from pages.shared.state import cached, choices
from pages.shared.state.widgets import choose
from pages.shared.text import plain
from pages.shared.work.screen import replacing_others
from spca_core.corpus.groupings import first_by_time
from spca_core.formatting import counted
from spca_core.results.documents import contexts


def show_word(shown: Shown) -> None:
    """Ask for a word, and show where it is."""
    typed = choose("find", placeholder="for example: slavery")
    with replacing_others(typed, "found"):
        if typed:
            _show_found(shown, typed)


def _show_found(shown: Shown, typed: str) -> None:
    corpus, loaded = shown.corpus, shown.workspace.loaded
    word, why_not = contexts.find_word(corpus, loaded, typed)
    if why_not:
        # As plain text, because the words may be a stranger's.
        st.text(why_not)
        return
    _show_topics(shown, word)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _show_time(shown, word)
    with right:
        _show_others(shown, word)
    _show_contexts(shown, word)


def _show_topics(shown: Shown, word: str) -> None:
    correlations = contexts.topic_of_word(
        shown.corpus, shown.workspace.covariance, shown.solution, word
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(contexts.about_word(correlations, shown.names), width="content")
        topic = contexts.nearest_topic(correlations)
        st.button(
            "Open this topic",
            key="topic_of_word",
            on_click=choices.change,
            kwargs={"tab": "topic", "topic": topic},
        )


def _show_contexts(shown: Shown, word: str) -> None:
    table = contexts.contexts(shown.corpus, word)
    if table.empty:
        st.info("This corpus has only counts, so there are no sentences to show.")
        return
    event = st.dataframe(
        table,
        hide_index=True,
        height=520,
        key="contexts",
        on_select="rerun",
        selection_mode="single-cell",
        column_order=["left", "word", "right", "title"],
        column_config={
            "left": st.column_config.TextColumn("Before", width=330, alignment="right"),
            "word": st.column_config.TextColumn("Word", width=80),
            "right": st.column_config.TextColumn("After", width=330),
            "title": st.column_config.TextColumn("Document", width="medium"),
        },
    )
    for row, _ in event.selection.cells:
        open_document(int(table["document"].iloc[row]))
    if len(table) == contexts.MAX_CONTEXTS:
        st.caption(
            f"The first {contexts.MAX_CONTEXTS} occurrences. Click a row to read it."
        )
    else:
        st.caption("Click a row to read it.")


def _show_time(shown: Shown, word: str) -> None:
    groupings = cached.groupings(shown.corpus)
    by = first_by_time(groupings)
    if by:
        table = contexts.word_by_time(shown.corpus, word, groupings[by], by)
        figure = contexts.word_over_time(table, by, grey())
        show_chart(figure.chart(), figure.text)


def _show_others(shown: Shown, word: str) -> None:
    st.markdown("**Related words**")
    documents = shown.corpus.kind.documents
    with st.container(horizontal=True, gap="small"):
        for other in contexts.words_with(shown.corpus, word).to_dict("records"):
            st.button(
                plain(other["word"]),
                key=f"with_{other['word']}",
                help=f"{counted(other['documents'], documents)} have both",
                on_click=choices.change,
                kwargs={"find": other["word"]},
            )
