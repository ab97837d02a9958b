"""A list of documents; a tick at a row opens its document."""

from collections.abc import Callable, Sequence

import streamlit as st

from pages.shared.frame import go_to
from pages.shared.state import choices
from spca_core.corpus.corpus import Corpus
from spca_core.formatting import counted
from spca_core.results.documents.document_list import (
    MAX_LISTED,
    OTHERS,
    group_columns,
    listed,
)


def show_list(
    corpus: Corpus,
    chosen: Sequence[int],
    words: Callable[[Sequence[int]], Sequence[str]] | None = None,
) -> None:
    """Show documents, from 1, at most `MAX_LISTED` of them.

    words : returns the words of a topic in each document, if one is chosen
    """
    seen = chosen[:MAX_LISTED]
    table = listed(corpus, seen)
    if words:
        table["words"] = list(words(seen))
    columns = {
        "title": "Title",
        "date": "Date",
        **{name: name.capitalize() for name in group_columns(corpus, OTHERS)},
        "words": st.column_config.TextColumn("The topic's words in it", width=230),
        "snippet": st.column_config.TextColumn("Beginning", width="large"),
    }
    event = st.dataframe(
        table,
        hide_index=True,
        column_order=[name for name in columns if name in table and table[name].any()],
        column_config=columns,
        on_select="rerun",
        selection_mode="single-row",
        key="documents",
    )
    # Rows, not cells: of these, Streamlit also selects one where a heading sorts.
    for row in event.selection.rows:
        open_document(int(table["document"].iloc[row]))
    say_what_is_left(len(chosen), corpus.kind.documents)


def say_what_is_left(n_rows: int, what: str) -> None:
    """Say that a table has only the first of many rows, if it has."""
    if n_rows > MAX_LISTED:
        st.caption(f"The first {MAX_LISTED:,} of {counted(n_rows, what)} are listed.")


def list_documents(**chosen: object) -> None:
    """Choose which documents are listed; without a choice, all of the topic."""
    choices.change(**{"within": "", "document": 0} | chosen)


def open_document(document: int) -> None:
    """Go to a document, counted from 1; 0 is the list of them."""
    choices.change(document=document)
    go_to("Documents")
