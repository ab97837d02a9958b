"""What to compare: the methods, the seeds, and the runs that the chosen look needs."""

from dataclasses import replace

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.choices import key
from pages.shared.state.fields import MAX_EQUAL_TIME, MAX_SEEDS
from pages.shared.state.workspace import Workspace, refuse
from pages.shared.work.tasks import Run, TimedRun
from spca_core.errors import InputError
from spca_core.problem.method import METHODS, labels_of, methods_using
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.results import runs, sweep


def choose_look() -> str:
    """Draw the choice of look; return the name of the chosen one."""
    segments("Look at", "look", LOOK_LABELS, LOOK_HELP)
    return choices.value("look")


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
        refuse(error)


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
    segments("Grid", "grid", GRID_LABELS, GRID_HELP)
    if choices.value("grid") == "sizes":
        return sweep.sizes(free, methods, workspace.corpus.n_words)
    sketched = [method for method in methods if method in methods_using("rank")]
    if not sketched:
        st.info(CHOOSE_SKETCHED)
        st.stop()
    return sweep.ranks(free, sketched)


def choose_methods(n_words: int, sparsity: int) -> tuple[str, ...]:
    """Draw the methods that fit; return the chosen ones."""
    fit = runs.methods_that_fit(n_words, sparsity)
    asked = [method for method in choices.value("methods") if method in fit]
    st.session_state[key("methods")] = asked or runs.usual_methods(n_words, sparsity)
    left, middle, right = st.columns([5, 1, 1], vertical_alignment="bottom")
    taken = left.pills(
        "Methods",
        fit,
        key=key("methods"),
        format_func=lambda name: METHODS[name].label,
        selection_mode="multi",
        on_change=_keep_one,
        wrap=True,
        help=METHODS_HELP,
    )
    middle.number_input(
        "Seeds of each", 1, MAX_SEEDS, key=key("seeds"), help=SEEDS_HELP
    )
    if choices.value("look") != "recovery":
        right.number_input(
            "Equal time, s",
            0.0,
            MAX_EQUAL_TIME,
            step=1.0,
            format="%.3g",
            key=key("equal_time"),
            help=EQUAL_HELP,
        )
    return tuple(method for method in fit if method in taken)


def _keep_one() -> None:
    """Undo a click that leaves no method: there would be nothing to show."""
    if not st.session_state[key("methods")]:
        st.session_state[key("methods")] = list(choices.value("methods"))


def segments(label: str, name: str, labels: dict[str, str], help: str) -> None:
    """Draw the options of a field of the address side by side."""
    st.segmented_control(
        label,
        list(labels),
        key=key(name),
        format_func=lambda option: labels[option],
        help=help,
        required=True,
    )


METHODS_HELP = (
    "The methods to run, all with the sidebar's settings. The exact search is offered "
    "if there are few enough words to try every choice."
)
SEEDS_HELP = (
    "Runs per method, with consecutive seeds from the sidebar's: how much of a "
    "difference is luck? Methods without chance give the same answer each time."
)
EQUAL_HELP = (
    "Processor seconds for each run. Each method begins again, at random, until they "
    "are used, and its best counts. Give the time of the slowest, which the Table "
    "shows. 0: each takes as long as one search needs."
)
LOOK_HELP = (
    "Curves by topic, Words, Table, Differences and Race show the same runs. The other "
    "looks start more runs in the background: with other sizes, for Quality and How "
    "many topics? on a part of the documents, and for Recovery on corpora whose topics "
    "are planted. Many corpora draws experiments that were kept."
)
GRID_HELP = (
    "One run per cell: numbers and sizes of topics, or, for methods that work on a "
    "sketch, its rank and the number of candidates."
)
LOOK_LABELS = {
    "curves": "Curves",
    "words": "Words",
    "table": "Table",
    "differences": "Differences",
    "race": "Race",
    "sweep": "Sweep",
    "quality": "Quality",
    "number": "How many topics?",
    "recovery": "Recovery",
    "many": "Many corpora",
}
GRID_LABELS = {"sizes": "Topics x words", "ranks": "Rank x candidates"}
CHOOSE_SKETCHED = (
    "Only methods that work on a sketch have a rank. Choose "
    f"{' or '.join(labels_of(methods_using('rank')))} above."
)
