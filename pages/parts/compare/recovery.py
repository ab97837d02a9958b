"""Planted topics: how much of them each method finds, by their strength."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts.compare import plan as plans
from pages.shared.figure import show_figure
from pages.shared.provenance import comparison_provenance
from pages.shared.state import choices
from pages.shared.state.origins import PLANTED, read_plan
from pages.shared.state.workspace import Workspace
from pages.shared.work.tables import TableTask, known_rows, show_growing
from spca_core.results.comparison import recovery
from spca_core.results.comparison.runs import how_compared
from spca_core.results.files.provenance import Provenance


def show_recovery(workspace: Workspace) -> None:
    """Draw the curves while they grow, if the corpus has planted topics."""
    place = choices.value("corpus")
    if not place.startswith(PLANTED):
        st.info(NOT_PLANTED)
        return
    plan, free = read_plan(place), workspace.run.settings
    methods = plans.choose_methods(workspace.corpus.n_words, plan.sparsity)
    runs = recovery.recovery_runs(plan, free, methods, choices.value("seeds"))
    settings = [run for _, run in runs]
    st.markdown(ABOUT_RECOVERY)
    st.caption(how_compared(settings))
    grow = partial(recovery.recovery_table, runs, known_rows("recovery"))
    show_growing(
        TableTask(("recovery", tuple(runs)), grow),
        partial(_show, comparison_provenance(workspace.corpus, settings)),
        partial(recovery.runs_made, n_runs=len(runs)),
    )


def _show(provenance: Provenance, table: pd.DataFrame, is_whole: bool) -> None:
    figure = recovery.recovery_figure(table, is_whole=is_whole)
    show_figure(figure, provenance)
    st.caption(figure.text)


NOT_PLANTED = (
    "Recovery can only be measured where topics are planted. Choose *Corpus*, *Make "
    "artificial data*, and come back."
)
ABOUT_RECOVERY = (
    "How much of the planted topics does each method find? The same plan is planted "
    "again at other strengths, with a new corpus for each seed, and analysed with as "
    "many topics and words as were planted. **Recovered** is the share of words "
    "(Jaccard) that planted and found topics have in common, matched one to one: the "
    "median over the corpora, with a band from the least to the most."
)
