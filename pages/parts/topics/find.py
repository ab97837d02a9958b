"""What is found in the texts: its topic, its lines, its times and related words."""

from functools import partial

import streamlit as st

from pages.shared.document_list import open_document, say_what_is_left
from pages.shared.figure import show_chart
from pages.shared.files import offer_long_table
from pages.shared.shown import Shown, grey
from pages.shared.state import cached, choices
from pages.shared.state.widgets import choose, choose_in_row
from pages.shared.text import plain
from pages.shared.work.screen import replacing_others
from spca_core.corpus.groupings import first_by_time
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.results.documents import contexts
from spca_core.results.documents.concordance import Concordance, counted_word

HEADINGS = {
    "before": "Before",
    "word": "Word",
    "after": "After",
    "title": "Document",
    "date": "Date",
}


def show_word(shown: Shown) -> None:
    """Ask for a word, a phrase or a beginning, and show where it is."""
    sought = choose("find", placeholder="for example: slavery, civil war, slav*")
    with replacing_others(sought, "found"):
        if sought:
            _show_found(shown, sought)


def _show_found(shown: Shown, sought: str) -> None:
    try:
        found = cached.concordance(shown.corpus, sought)
    except InputError as error:
        st.text(str(error))
        return
    # As plain text, because the words may be a stranger's.
    st.text(" ".join([found.summary, found.describe_spellings()]))
    if why_not := contexts.about_typed(found, shown.workspace.loaded):
        st.text(why_not)
    if word := counted_word(shown.corpus, sought):
        _show_topics(shown, word)
    if not found.n_hits:
        return
    _show_lines(found)
    left, right = st.columns([3, 2], gap="medium")
    with left:
        _show_time(found)
    with right:
        _show_others(found)


def _show_topics(shown: Shown, word: str) -> None:
    correlations = contexts.topic_of_word(shown.topics, word)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(contexts.about_word(correlations, shown.names), width="content")
        topic = contexts.nearest_topic(correlations)
        st.button(
            "Open this topic",
            key="topic_of_word",
            on_click=choices.change,
            kwargs={"tab": "topic", "topic": topic},
        )


def _show_lines(found: Concordance) -> None:
    if not found.n_lines:
        st.info("This corpus has only counts, so there are no sentences to show.")
        return
    by = choose_in_row("lines")
    table = cached.lines(found.corpus, found.sought, by)
    width = {"before": 330, "word": 90, "after": 330, "title": 200, "date": 90}
    event = st.dataframe(
        table,
        hide_index=True,
        height=400,
        key=f"lines_{found.sought}_{by}",
        on_select="rerun",
        selection_mode="single-row",
        column_order=[name for name in HEADINGS if table[name].any()],
        column_config={
            name: st.column_config.TextColumn(
                heading,
                width=width[name],
                alignment="right" if name == "before" else "left",
            )
            for name, heading in HEADINGS.items()
        },
    )
    for row in event.selection.rows:
        open_document(int(table["document"].iloc[row]))
    say_what_is_left(found.n_lines, "lines")
    offer_long_table("lines", partial(found.table, by))


def _show_time(found: Concordance) -> None:
    groupings = cached.groupings(found.corpus)
    by = first_by_time(groupings)
    if by:
        table = contexts.word_by_time(found, groupings[by], by)
        figure = contexts.word_over_time(table, by, grey())
        show_chart(figure.chart(), figure.text)


def _show_others(found: Concordance) -> None:
    st.markdown("**Related words**", help=ABOUT_RELATED)
    documents = found.corpus.kind.documents
    with st.container(horizontal=True, gap="small"):
        for other in contexts.related_words(found).to_dict("records"):
            st.button(
                plain(f"{other['word']} {other['together']:.2f}"),
                key=f"with_{other['word']}",
                help=f"{counted(other['documents'], documents)} have both",
                on_click=choices.change,
                kwargs={"find": other["word"]},
            )


ABOUT_RELATED = (
    "How much more often than by chance both occur in one document, from 0 (as often) "
    "to 1 (always together): their NPMI. Low numbers of rare words can be luck."
)
