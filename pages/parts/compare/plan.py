"""What to compare: the runs that the chosen look needs, or those that are stored."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.options import OPTIONS
from pages.shared.state.widgets import choose
from pages.shared.state.workspace import Workspace, refuse_choices
from pages.shared.work.tasks import Run, TimedRun
from pages.shared.work.work import queue
from spca_core.errors import InputError
from spca_core.problem.method import labels_of, methods_using
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.results.comparison import runs, sweep
from spca_core.results.files.experiment import Experiment, stored_experiment

PRESSED = "compare_pressed"  # session state: a button has asked for the runs
QUICK = {"seeds": 1, "equal_time": 0.0}
SHOWN_OF_ONE_RUN = ("topics", "seconds", "candidates")


def chosen_methods(workspace: Workspace) -> tuple[str, ...]:
    """Return the methods to compare: the chosen ones that fit, or the usual ones."""
    size = workspace.corpus.n_words, workspace.run.settings.sparsity
    fit = runs.methods_that_fit(*size)
    asked = tuple(method for method in fit if method in choices.value("methods"))
    return asked or runs.default_methods(*size)


def choose_methods(workspace: Workspace) -> None:
    """Draw the choice among the methods that fit."""
    shown, settings = chosen_methods(workspace), workspace.run.settings
    choose(
        "methods",
        now=shown,
        then=partial(_keep_one, shown),
        widget=st.pills,
        options=runs.methods_that_fit(workspace.corpus.n_words, settings.sparsity),
        selection_mode="multi",
        wrap=True,
    )


def _keep_one(shown: tuple[str, ...]) -> None:
    """Undo a click that leaves no method: there would be nothing to show."""
    if not choices.value("methods"):
        choices.change(methods=shown)


def equal_time() -> float | None:
    """Return the processor seconds of each run with its restarts, if one is chosen."""
    return choices.value("equal_time") or None


def picture() -> str:
    """Return what the curves are drawn along, or "grid"; in other looks the topics."""
    along = choices.value("along")
    if choices.value("look") != "curves" or along == "topics":
        return "topics" if not _is_separate() else "sizes"
    return choices.value("clock") if along == "time" else along


def _is_separate() -> bool:
    return choices.value("look") == "curves" and choices.value("separate")


def stored(workspace: Workspace) -> Experiment | None:
    """Return the fair run that came with the corpus, if nothing else is asked for."""
    is_quick = all(choices.value(name) == value for name, value in QUICK.items())
    if not is_quick or picture() not in SHOWN_OF_ONE_RUN:
        return None
    if all(map(queue().peek, _quick_runs(workspace))):
        return None  # They were opened from a file.
    return comes_with(workspace)


def comes_with(workspace: Workspace) -> Experiment | None:
    """Return the fair run that came with the corpus, if it has what is chosen."""
    corpus, found = workspace.corpus, stored_experiment(workspace.corpus.name)
    holds = (
        found
        and found.content_id == corpus.content_id
        and found.answers(workspace.run.settings)
        and {*chosen_methods(workspace)} <= {*found.options["methods"]}
    )
    return found if holds else None


def runs_to_make(workspace: Workspace) -> list[Run]:
    """Return the runs that the look needs."""
    try:
        return [
            TimedRun(workspace.corpus, settings, equal_time())
            for settings in _settings(workspace)
        ]
    except InputError as error:
        refuse_choices(error)


def _settings(workspace: Workspace) -> list[Settings]:
    free, methods = _free(workspace), chosen_methods(workspace)
    if picture() == "grid":
        return _grid(workspace, free, methods)
    sized = runs.runs_by_seed(free, methods, choices.value("seeds"))
    if picture() == "sizes":
        for settings in tuple(sized):
            sized += runs.runs_by_size(settings, (settings.method,))
    runs.check_count(sized)
    return sized


def _free(workspace: Workspace) -> Settings:
    # Only the joint search can keep words pinned, so here none are pinned.
    restarts = MAX_RESTARTS if equal_time() else 0
    return replace(workspace.run.settings, pinned=(), restarts=restarts)


def _grid(
    workspace: Workspace, free: Settings, methods: tuple[str, ...]
) -> list[Settings]:
    if choices.value("grid") == "sizes":
        return sweep.sizes(free, methods, workspace.corpus.n_words)
    sketched = [method for method in methods if method in methods_using("rank")]
    if not sketched:
        st.info(CHOOSE_SKETCHED)
        st.stop()
    return sweep.ranks(free, sketched)


def may_begin(workspace: Workspace, planned: list[Run]) -> bool:
    """Return whether to make runs unasked: if they take seconds, or have begun."""
    seconds = runs.expected_seconds(
        workspace.corpus, [run.settings for run in planned], equal_time()
    )
    return seconds <= runs.MAX_UNASKED or any(map(queue().peek, planned))


def offer_to_begin(workspace: Workspace, planned: list[Run]) -> None:
    """Say what the runs take, beside the button that begins them."""
    settings = [run.settings for run in planned]
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("Run", key="begin", type="primary", on_click=_press)
        st.markdown(runs.about_duration(workspace.corpus, settings, equal_time()))


def pressed() -> bool:
    """Return whether a button has just asked for the runs."""
    return st.session_state.pop(PRESSED, False)


def _press(**change: object) -> None:
    choices.change(**change)
    st.session_state[PRESSED] = True


def offer_fair_run(workspace: Workspace) -> None:
    """Draw the button from the quick look to a fair run, or back."""
    if choices.value("seeds") > 1 or equal_time():
        back = "Stored runs" if comes_with(workspace) else "Quick look"
        st.button(back, key="quick", on_click=choices.change, kwargs=QUICK)
        return
    seconds = _slowest(workspace)
    st.button(
        "Fair run",
        key="fair",
        disabled=seconds is None,
        help=runs.about_fair_run(chosen_methods(workspace), seconds),
        on_click=_press,
        kwargs={"seeds": runs.FAIR_SEEDS, "equal_time": seconds},
    )


def _slowest(workspace: Workspace) -> float | None:
    """Return the processor seconds of the slowest method; None if not yet known."""
    if found := stored(workspace):
        return found.equal_time
    jobs = list(map(queue().peek, _quick_runs(workspace)))
    ended = [job.latest for job in jobs if job and job.done and job.latest]
    if len(ended) < len(jobs):
        return None
    return min(runs.equal_seconds(ended), OPTIONS["equal_time"].limits[1])


def _quick_runs(workspace: Workspace) -> list[Run]:
    quick = replace(_free(workspace), restarts=0)
    return [
        TimedRun(workspace.corpus, settings)
        for settings in runs.runs_by_seed(quick, chosen_methods(workspace), 1)
    ]


CHOOSE_SKETCHED = (
    "Only methods that work on a sketch have a rank. Choose "
    f"{' or '.join(labels_of(methods_using('rank')))} in Settings."
)
