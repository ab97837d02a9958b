"""A list of documents with what tells them apart; a row opens the document."""

from collections.abc import Iterable, Sequence

import streamlit as st

from pages.shared.frame import go_to
from pages.shared.state import choices
from spca_core.corpus.corpus import Corpus
from spca_core.results.documents import titles


def show_list(
    corpus: Corpus, chosen: Iterable[int], key: str, words: Sequence[str] = ()
) -> None:
    """Show documents, from 1; a click on a row opens its document.

    words : of a topic in each document, if one is chosen
    """
    table = titles.listed(corpus, chosen)
    if len(words):
        table["words"] = list(words)
    columns = {
        "title": st.column_config.TextColumn("Title", width=230),
        "about": st.column_config.TextColumn("Date, groups", width=190),
        "words": st.column_config.TextColumn("The topic's words in it", width=230),
        "snippet": st.column_config.TextColumn("Beginning", width="large"),
    }
    shown = [name for name in columns if name in table and table[name].any()]
    event = st.dataframe(
        table,
        hide_index=True,
        column_order=shown,
        column_config=columns,
        on_select="rerun",
        selection_mode="single-cell",
        key=key,
    )
    for row, _ in event.selection.cells:
        open_document(int(table["document"].iloc[row]))


def open_document(document: int) -> None:
    """Go to a document, counted from 1; 0 is the list of them."""
    choices.change(document=document)
    go_to("Documents")
