"""One document in full: its text with all topics lit, its shares, its neighbours."""

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from pages.shared.passages import show_pieces
from pages.shared.shown import Shown
from pages.shared.state import choices
from pages.shared.text import plain
from spca_core.results import documents, topics
from spca_core.results.colours import css_colours
from spca_core.results.files.templates import template

SHARES = Path(__file__).with_name("shares.html")


def show(now: Shown, document: int, listed: Sequence[int]) -> None:
    """Show a document.

    listed : the list that it was opened from, through which one can leaf
    """
    _show_ways(now, document, list(listed))
    st.subheader(plain(documents.title(now.corpus, document)))
    if about := documents.details(now.corpus, document):
        st.caption(plain(about))
    _show_shares(now, document)
    pieces = documents.lit(now.corpus, now.solution, document)
    if pieces is None:
        st.caption(NO_TEXT)
        st.dataframe(
            documents.heaviest_words(now.corpus.with_copies, document),
            hide_index=True,
            column_config={"word": "Word", "count": "Count"},
        )
        return
    around = documents.around(now.corpus, document)
    for other in (one for one in around if one < document):
        _show_text(now, other, "around")
    show_pieces(now, pieces, "document")
    for other in (one for one in around if one > document):
        _show_text(now, other, "around")


def _show_text(now: Shown, document: int, css_class: str) -> None:
    pieces = documents.lit(now.corpus, now.solution, document)
    if pieces is not None:
        show_pieces(now, pieces, css_class)


def _show_ways(now: Shown, document: int, listed: list[int]) -> None:
    before, after = documents.beside(document, listed, now.corpus.with_copies)
    with st.container(horizontal=True):
        for label, key, target in (
            (":material/list: Back to the list", "to_list", 0),
            (":material/chevron_left: Previous", "previous", before),
            ("Next :material/chevron_right:", "next", after),
        ):
            st.button(
                label,
                key=key,
                disabled=target is None,
                on_click=choices.change,
                kwargs={"document": target},
            )


def _show_shares(now: Shown, document: int) -> None:
    """Show the topics of the document as one bar, with their names below."""
    table = documents.topics_of_document(now.corpus, now.solution, document)
    table = topics.with_names(table[table["words"] != ""], now.names)
    st.html(
        template(SHARES).render(
            rows=list(table.itertuples()), colours=["", *css_colours(now.places)]
        )
    )


NO_TEXT = "This corpus has only counts, so these are the document's heaviest words."
