"""What to compare: the methods, the seeds, and the runs that the chosen look needs."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.widgets import choose
from pages.shared.state.workspace import Workspace, refuse_choices
from pages.shared.work.tasks import Run, TimedRun
from spca_core.errors import InputError
from spca_core.problem.method import labels_of, methods_using
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.results.comparison import runs, sweep


def choose_look() -> str:
    """Draw the choice of look; return the name of the chosen one."""
    return choose("look", widget=st.segmented_control, required=True)


def choose_runs(workspace: Workspace) -> list[Run]:
    """Draw the choice of methods and seeds; return the runs to make."""
    # Only the joint search can keep words pinned, so here none are pinned.
    restarts = MAX_RESTARTS if equal_time() else 0
    free = replace(workspace.run.settings, pinned=(), restarts=restarts)
    methods = choose_methods(workspace.corpus.n_words, free.sparsity)
    try:
        return [
            TimedRun(workspace.corpus, settings, equal_time())
            for settings in _settings(workspace, free, methods)
        ]
    except InputError as error:
        refuse_choices(error)


def equal_time() -> float | None:
    """Return the processor seconds of each run with its restarts, if one is chosen."""
    return choices.value("equal_time") or None


def _settings(
    workspace: Workspace, free: Settings, methods: tuple[str, ...]
) -> list[Settings]:
    if choices.value("look") == "sweep":
        return _grid(workspace, free, methods)
    sized = runs.runs_by_seed(free, methods, choices.value("seeds"))
    if (choices.value("look"), choices.value("picture")) == ("curves", "sizes"):
        for settings in tuple(sized):
            sized += runs.runs_by_size(settings, (settings.method,))
    runs.check_count(sized)
    return sized


def _grid(
    workspace: Workspace, free: Settings, methods: tuple[str, ...]
) -> list[Settings]:
    if choose("grid", widget=st.segmented_control, required=True) == "sizes":
        return sweep.sizes(free, methods, workspace.corpus.n_words)
    sketched = [method for method in methods if method in methods_using("rank")]
    if not sketched:
        st.info(CHOOSE_SKETCHED)
        st.stop()
    return sweep.ranks(free, sketched)


def choose_methods(n_words: int, sparsity: int) -> tuple[str, ...]:
    """Draw the methods that fit; return the chosen ones."""
    fit = runs.methods_that_fit(n_words, sparsity)
    asked = tuple(method for method in choices.value("methods") if method in fit)
    shown = asked or runs.usual_methods(n_words, sparsity)
    left, middle, right = st.columns([5, 1, 1], vertical_alignment="bottom")
    with left:
        choose(
            "methods",
            now=shown,
            then=partial(_keep_one, shown),
            widget=st.pills,
            options=fit,
            selection_mode="multi",
            wrap=True,
        )
    with middle:
        choose("seeds")
    if choices.value("look") != "recovery":
        with right:
            choose("equal_time", format="%.3g")
    return tuple(method for method in fit if method in shown)


def _keep_one(shown: tuple[str, ...]) -> None:
    """Undo a click that leaves no method: there would be nothing to show."""
    if not choices.value("methods"):
        choices.change(methods=shown)


CHOOSE_SKETCHED = (
    "Only methods that work on a sketch have a rank. Choose "
    f"{' or '.join(labels_of(methods_using('rank')))} above."
)
