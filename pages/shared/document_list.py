"""A list of documents in pages: a heading sorts it, and a row opens its document."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from pages.shared.frame import go_to
from pages.shared.paging import choose_page, sorting_headings, take_sorting
from pages.shared.state import cached, choices
from spca_core.corpus.corpus import Corpus
from spca_core.results.documents.document_list import (
    OTHERS,
    group_columns,
    in_order,
    listed,
)


def show_list(
    corpus: Corpus,
    chosen: Sequence[int],
    key: str,
    words: Callable[[Sequence[int]], Sequence[str]] | None = None,
) -> None:
    """Show documents, from 1; a click on a row opens its document.

    chosen : from `sorted_documents`
    words  : returns the words of a topic in each document, if one is chosen
    """
    page = choose_page(len(chosen), "page")
    table = listed(corpus, chosen[page.rows])
    if words:
        table["words"] = list(words(chosen[page.rows]))
    groups = [*group_columns(corpus, OTHERS)]
    headings = {"title": "Title", "date": "Date"}
    headings |= {name: name.capitalize() for name in groups}
    columns = {
        **sorting_headings(headings, "sort"),
        "words": st.column_config.TextColumn("The topic's words in it", width=230),
        "snippet": st.column_config.TextColumn("Beginning", width="large"),
    }
    shown = [name for name in columns if name in table and table[name].any()]
    key = f"{key}_{choices.value('sort')}_{page.number}"
    event = st.dataframe(
        table,
        hide_index=True,
        column_order=shown,
        column_config=columns,
        on_select=partial(take_sorting, key, [*headings], "sort", "page"),
        selection_mode=["single-cell", "single-column"],
        key=key,
    )
    for row, _ in event.selection.cells:
        open_document(int(table["document"].iloc[row]))


def sorted_documents(corpus: Corpus, documents: Sequence[int]) -> list[int]:
    """Return documents in the order that was chosen, or else as they are."""
    return in_order(corpus, documents, choices.value("sort"), cached.column_ranks)


def list_documents(**chosen: object) -> None:
    """Choose which documents are listed; without a choice, all of the topic."""
    of_topic = {"within": "", "titled": "", "document": 0, "page": 1}
    choices.change(**of_topic | chosen)


def open_document(document: int) -> None:
    """Go to a document, counted from 1; 0 is the list of them."""
    choices.change(document=document)
    go_to("Documents")
