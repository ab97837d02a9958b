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
from spca_core.problem.method import methods_using
from spca_core.problem.settings import MAX_RESTARTS, Settings
from spca_core.results.comparison import runs
from spca_core.results.comparison.curves import RANK, RANKS, SECONDS, SIZES
from spca_core.results.files.saved_format import Saved
from spca_core.results.files.stored import answers, options_of, stored_comparisons

PRESSED = "compare_pressed"  # session state: a button has asked for the runs
QUICK = {"seeds": 1, "equal_time": 0.0}
ALONG = {"topics": SIZES, "time": SECONDS, "rank": RANK}


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


def along() -> str:
    """Return what the curves are drawn along; in other looks the topics."""
    is_curves = choices.value("look") == "curves"
    return ALONG[choices.value("along")] if is_curves else SIZES


def is_separate() -> bool:
    """Return whether there is a run for each number of topics."""
    is_curves = choices.value("look") == "curves"
    return is_curves and along() == SIZES and choices.value("separate")


def free_settings(workspace: Workspace) -> Settings:
    """Return the settings that all methods share, on the chosen matrix."""
    # Only the joint search can keep words pinned, so here none are pinned.
    free = replace(workspace.run.settings, pinned=())
    if choices.value("scale") != "paper":
        return free
    return runs.as_in_the_paper(free, workspace.corpus.kind)


def stored(workspace: Workspace) -> Saved | None:
    """Return the fair run that came with the corpus, if nothing else is asked for."""
    is_quick = all(choices.value(name) == value for name, value in QUICK.items())
    if not is_quick or is_separate() or along() == RANK:
        return None
    if all(map(queue().peek, _quick_runs(workspace))):
        return None  # They were opened from a file.
    return comes_with(workspace)


def comes_with(workspace: Workspace) -> Saved | None:
    """Return the fair run that came with the corpus, if it has what is chosen."""
    corpus, free = workspace.corpus, free_settings(workspace)
    chosen = {*chosen_methods(workspace)}
    for found in stored_comparisons(corpus.name):
        is_of_it = found.content_id == corpus.content_id and answers(found, free)
        if is_of_it and chosen <= {*options_of(found)["methods"]}:
            return found
    return None


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
    restarts = MAX_RESTARTS if equal_time() else 0
    free = replace(free_settings(workspace), restarts=restarts)
    methods = chosen_methods(workspace)
    sized = runs.runs_by_seed(free, methods, choices.value("seeds"))
    if is_separate():
        for settings in tuple(sized):
            sized += runs.runs_by_size(settings, (settings.method,))
    if along() == RANK:
        sized = [ranked for settings in sized for ranked in _by_rank(settings)]
    runs.check_count(sized)
    return sized


def _by_rank(settings: Settings) -> list[Settings]:
    if settings.method not in methods_using("rank"):
        return [settings]
    return [replace(settings, rank=rank) for rank in RANKS]


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
    if stored(workspace):
        return  # They are a fair run.
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
    jobs = list(map(queue().peek, _quick_runs(workspace)))
    ended = [job.latest for job in jobs if job and job.done and job.latest]
    if len(ended) < len(jobs):
        return None
    return min(runs.equal_seconds(ended), OPTIONS["equal_time"].limits[1])


def _quick_runs(workspace: Workspace) -> list[Run]:
    quick = free_settings(workspace)
    return [
        TimedRun(workspace.corpus, settings)
        for settings in runs.runs_by_seed(quick, chosen_methods(workspace), 1)
    ]
