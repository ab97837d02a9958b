"""Find a word: in which topic it is, or why in none."""

import streamlit as st

from pages.shared.state.workspace import Workspace
from spca_core.problem.solution import Solution
from spca_core.results import one_topic


@st.fragment
def show(workspace: Workspace, solution: Solution) -> None:
    """Ask for a word and say where it is."""
    st.subheader("Find a word")
    word = st.text_input(
        "Word", key="find_word", help=FIND_HELP, placeholder="for example: tax"
    )
    if not word.strip():
        return
    # As text: words are strangers'.
    st.text(one_topic.find_word(workspace.corpus, workspace.covariance, solution, word))


FIND_HELP = "A whole word: in which topic it is, or why it is in none."
