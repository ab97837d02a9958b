"""Too few documents to judge topics by: a sentence, and a button that cuts them."""

import streamlit as st

from pages.shared.state import choices, edits
from pages.shared.state.workspace import Workspace
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.pieces import PIECES, fitting_length
from spca_core.results.cards import too_few_documents


def show(workspace: Workspace) -> None:
    """Say that there are too few documents, if so; offer to cut their texts."""
    if not (too_few := too_few_documents(workspace.corpus)):
        return
    with st.container(horizontal=True, vertical_alignment="center"):
        st.warning(too_few)
        if edits.are_words_counted(workspace.loaded):
            st.button(
                "Cut them into pieces",
                key="cut_into_pieces",
                on_click=_cut,
                args=(workspace.loaded,),
                help=CUT_HELP,
            )


def _cut(loaded: Corpus) -> None:
    choices.change(cut=PIECES, piece=fitting_length(loaded.texts))


CUT_HELP = "Count each piece of a text as a document, and find topics in these."
