"""Topics of another tool, judged and compared like those of the methods."""

from dataclasses import replace
from typing import Any

import streamlit as st

from pages.parts.compare.opening import ask_for_file
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from spca_core.errors import InputError
from spca_core.problem.solution import Solution
from spca_core.results.comparison.external_topics import own_solution, read_lists

LISTS, FILE = "own_lists", "own_file"  # session state
MAX_LISTED = 10  # words


def choose_own_topics() -> None:
    """Let the user give topics of another tool, until the file is taken away again."""
    ask_for_file(
        ABOUT_OWN,
        "Words of each topic",
        ["json", "csv", "txt"],
        FILE,
        _take,
    )


def _take(file: Any) -> None:
    st.session_state.pop(LISTS, None)
    if file:
        st.session_state[LISTS] = read_lists(file.name, file.getvalue())


def own_solutions(workspace: Workspace) -> list[Solution]:
    """Return the user's own topics as a solution, if there are any that fit."""
    lists = st.session_state.get(LISTS)
    if not lists:
        return []
    settings = replace(workspace.run.settings, pinned=())
    try:
        solution, missing = own_solution(workspace.corpus, lists, settings)
    except InputError as error:
        st.error(plain(str(error)))
        return []
    if missing:
        listed = ", ".join(missing[:MAX_LISTED]) + ", ..." * (len(missing) > MAX_LISTED)
        st.caption(plain(f"The corpus lacks {len(missing)} of your words: {listed}"))
    return [solution]


ABOUT_OWN = (
    "Topics of any other tool, heaviest words first: JSON with a list for each topic, "
    "CSV with the columns topic and word or a row for each topic, or MALLET's topic "
    "keys. They get the best loadings on their words, and appear beside the methods "
    "under the same limit. A word of several topics stays in the one where it ranks "
    "highest."
)
