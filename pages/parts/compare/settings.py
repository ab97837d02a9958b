"""What is folded away: methods, seeds, time, files, and the same in Python."""

from functools import partial

import streamlit as st

from pages.parts.compare import experiment, own_topics, plan
from pages.parts.compare.comparison import Comparison
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.widgets import choose, take
from pages.shared.state.workspace import Workspace
from spca_core.corpus.bundled import bundled_titles
from spca_core.problem.method import built_in
from spca_core.results.comparison.python_example import python_example
from spca_core.results.files.saved_format import Saved
from spca_core.results.files.stored import options_of


def show_settings(workspace: Workspace) -> None:
    """Draw all that is chosen seldom."""
    plan.choose_methods(workspace)
    _choose_runs(plan.stored(workspace))
    if choices.value("look") == "curves":
        choose("separate", disabled=choices.value("along") != "topics")
    with st.expander("Own result", icon=":material/upload_file:"):
        own_topics.choose_own_topics()
    with st.expander("Open an experiment", icon=":material/folder_open:"):
        experiment.offer_to_open(workspace)


def _choose_runs(stored: Saved | None) -> None:
    """Draw the numbers of the runs that are shown; a change of one takes both."""
    seeds = stored and options_of(stored)["seeds"]
    then = partial(take, "seeds", "equal_time")
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        choose("seeds", now=seeds, then=then)
    with right:
        time = stored and stored.equal_time
        choose("equal_time", now=time, then=then, format="%.3g")


def show_program(comparison: Comparison, request: Request) -> None:
    """Offer the runs that are shown as a Python program."""
    source = request.origin.corpus
    name = source if source in bundled_titles() else request.corpus_name
    runs = [run.settings for run in comparison.solutions]
    ours = [run for run in runs if run.method in built_in()]
    with st.popover("The same in Python", icon=":material/code:"):
        st.code(python_example(name, request.preparation, ours), "python")
