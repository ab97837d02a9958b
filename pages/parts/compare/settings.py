"""What is folded away: methods, seeds, time, axes, files, and the same in Python."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.parts.compare import experiment, own_topics, plan
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.widgets import choose, take
from pages.shared.state.workspace import Workspace
from spca_core.corpus.bundled import bundled_titles
from spca_core.results.comparison.python_example import python_example
from spca_core.results.files.experiment import Experiment


def show_settings(workspace: Workspace, request: Request) -> None:
    """Draw all that is chosen seldom."""
    plan.choose_methods(workspace)
    _choose_runs(plan.stored(workspace))
    if choices.value("look") == "curves":
        _choose_axes()
    with st.expander("Own result", icon=":material/upload_file:"):
        own_topics.choose_own_topics()
    with st.expander("Open an experiment", icon=":material/folder_open:"):
        experiment.offer_to_open(workspace)
    with st.expander("The same in Python", icon=":material/code:"):
        _show_program(workspace, request)


def _choose_runs(stored: Experiment | None) -> None:
    """Draw the numbers of the runs that are shown; a change of one takes both."""
    seeds = stored and stored.options["seeds"]
    then = partial(take, "seeds", "equal_time")
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        choose("seeds", now=seeds, then=then)
    with right:
        time = stored and stored.equal_time
        choose("equal_time", now=time, then=then, format="%.3g")


def _choose_axes() -> None:
    along = choices.value("along")
    choose("separate", disabled=along != "topics")
    choose("clock", disabled=along != "time")
    choose("log_x", disabled=along != "time")
    choose("log_y", disabled=along == "grid")


def _show_program(workspace: Workspace, request: Request) -> None:
    """Offer the same runs as a Python program, with a method of one's own beside."""
    free = replace(workspace.run.settings, pinned=())
    source = request.origin.corpus
    name = source if source in bundled_titles() else request.corpus_name
    methods = plan.chosen_methods(workspace)
    st.code(python_example(name, request.preparation, free, methods), "python")
