"""What helps where topics could be chance; long texts are split with a click."""

import streamlit as st

from pages.shared.state import cached, choices, edits
from pages.shared.state.workspace import Workspace
from spca_core.corpus.readers.documents.split import Splitting
from spca_core.results.topics.chance import AgainstChance
from spca_core.topics import Topics


def show_advice(workspace: Workspace, topics: Topics, found: AgainstChance) -> None:
    """Say what helps if some topics could be chance; split long texts with a click."""
    splitting = cached.helpful_splitting(workspace.loaded)
    if not (helps := found.advice(workspace.loaded.kind, splitting)):
        return
    if splitting and edits.are_words_counted(workspace.loaded):
        st.button(
            "Split the texts",
            type="tertiary",
            key="split_texts",
            on_click=_split,
            args=(topics, splitting),
            help=f"{helps} {SPLIT_HELP}",
        )
    else:
        with st.popover("Advice", type="tertiary"):
            st.markdown(helps)


def _split(topics: Topics, splitting: Splitting) -> None:
    edits.remember(f"The texts were split into {splitting.split}", topics)
    choices.change(
        split=splitting.split, piece=splitting.piece, **edits.without_numbers()
    )


SPLIT_HELP = "Click to count each part of a text as a document, and find their topics."
