"""Planted topics: how much of them each method finds, by their strength."""

from dataclasses import replace
from functools import partial

import pandas as pd
import streamlit as st

from pages.parts.compare import plan as plans
from pages.shared.figure import show_figure
from pages.shared.provenance import comparison_provenance
from pages.shared.state import cached, choices
from pages.shared.state.origins import PLANTED, read_plan, write_plan
from pages.shared.state.widgets import choose
from pages.shared.state.workspace import Workspace
from pages.shared.work.tables import TableTask, known_rows, show_growing
from spca_core.problem.settings import Settings
from spca_core.results.comparison import recovery
from spca_core.results.comparison.runs import how_compared
from spca_core.results.files.provenance import Provenance


def show_settings(workspace: Workspace) -> None:
    """Draw the choice of methods and corpora, where the open corpus is planted."""
    if _is_planted():
        plans.choose_methods(workspace)
        choose("seeds")


def show_recovery(workspace: Workspace) -> None:
    """Draw the curves while they grow: of the open corpus's plan, or of an example."""
    runs = _runs(workspace) if _is_planted() else recovery.example_runs()
    settings = [run for _, run in runs]
    st.markdown(f"{ABOUT_RECOVERY} {ABOUT_EXAMPLE * (not _is_planted())}")
    known = known_rows("recovery")
    known |= recovery.stored_shares()
    grow = partial(recovery.recovery_table, runs, known)
    show_growing(
        TableTask(("recovery", tuple(runs)), grow),
        partial(_show, _provenance(workspace, settings)),
        partial(recovery.runs_made, n_runs=len(runs)),
    )
    st.caption(how_compared(settings))


def _is_planted() -> bool:
    return choices.value("corpus").startswith(PLANTED)


def _runs(workspace: Workspace) -> list[recovery.Key]:
    plan = read_plan(choices.value("corpus"))
    methods = plans.chosen_methods(workspace)
    free = workspace.run.settings
    return recovery.recovery_runs(plan, free, methods, choices.value("seeds"))


def _provenance(workspace: Workspace, settings: list[Settings]) -> Provenance:
    if _is_planted():
        return comparison_provenance(workspace.corpus, settings)
    place = write_plan(recovery.EXAMPLE)
    made_of = comparison_provenance(cached.planted(place).corpus, settings)
    return replace(made_of, source=place)


def _show(provenance: Provenance, table: pd.DataFrame, is_whole: bool) -> None:
    figure = recovery.recovery_figure(table, is_whole=is_whole)
    st.markdown(f"**{figure.text}**")
    show_figure(figure, provenance)


ABOUT_RECOVERY = (
    "How much of the planted topics does each method find? The same plan is planted "
    "again at other strengths, with a new corpus for each seed, and analysed with as "
    "many topics and words as were planted. **Recovered** is the share of words "
    "(Jaccard) that planted and found topics have in common, matched one to one: the "
    "median over the corpora, with a band from the least to the most."
)
ABOUT_EXAMPLE = (
    "This is an example: to plant topics of your own, choose *Corpus*, *Make "
    "artificial data*, and come back."
)
