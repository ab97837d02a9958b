"""The comparison as a file: to keep, and to open again for this user alone."""

from dataclasses import replace
from functools import partial
from typing import Any

import streamlit as st

from pages.parts.compare.comparison import Comparison
from pages.parts.compare.opening import ask_for_file
from pages.shared.files import offer_file
from pages.shared.state import choices
from pages.shared.state.options import limits_of, parse, write_value
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from pages.shared.work.tasks import TimedRun
from pages.shared.work.work import Work, queue
from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.problem.method import built_in
from spca_core.problem.settings import MAX_RESTARTS
from spca_core.results.files.provenance import about_made
from spca_core.results.files.saved import to_experiment, topics_on
from spca_core.results.files.saved_format import Saved, read_saved
from spca_core.results.files.stored import options_of

FILE, MESSAGE = "open_experiment", "experiment_opened"  # session state
NAMES = {"k": "n_components", "s": "sparsity"}
CHOSEN = (
    *("k", "s", "weighting", "centred", "norm", "methods", "seeds", "seed", "effort"),
    *("sketch", "rank", "candidates", "epsilon"),
)


def offer_to_open(workspace: Workspace) -> None:
    """Let the user open an experiment; say why it was not opened."""
    ask_for_file(
        ABOUT_OPENING,
        "A file from this page or the command line",
        "json",
        FILE,
        partial(_open, workspace),
    )


def say_what_was_opened() -> None:
    """Say it once, beside the runs."""
    if message := st.session_state.pop(MESSAGE, ""):
        st.info(plain(message))


def offer_experiment(comparison: Comparison) -> None:
    """Offer all runs as a file."""
    label, mime = "Experiment (JSON)", "application/json"
    content = partial(_write, comparison)
    offer_file(label, "experiment.json", mime, content, help=ABOUT_FILE)


def _write(comparison: Comparison) -> str:
    limits, spend = comparison.provenance.limits, comparison.equal_time
    runs = [run for run in comparison.solutions if run.settings.method in built_in()]
    corpus, machine = comparison.workspace.corpus, comparison.machine
    return to_experiment(corpus, runs, limits, spend, machine)


def _open(workspace: Workspace, file: Any) -> None:
    if file is None:
        return
    experiment = read_saved(file.getvalue())
    solutions = topics_on(experiment, workspace.corpus)
    choices.change(**_choices_of(experiment))
    most = MAX_RESTARTS if experiment.equal_time else 0
    for solution in solutions:
        asked = replace(solution.settings, restarts=most)
        run = TimedRun(workspace.corpus, asked, experiment.equal_time)
        work = Work(run)
        work.latest = solution
        work.future.set_result(None)
        queue().show_me(work)
    st.session_state[MESSAGE] = (
        f"These {counted(len(solutions), 'runs')} are from {file.name}. "
        f"{about_made(experiment.machine)}"
    )


def _choices_of(experiment: Saved) -> dict[str, object]:
    """Return the choices that show the experiment, each within the page's limits."""
    options = options_of(experiment)
    values = {
        **{name: options[NAMES.get(name, name)] for name in CHOSEN},
        "scale": "weighted",
        "equal_time": experiment.equal_time or 0.0,
    }
    for name, value in values.items():
        try:
            parse(name, write_value(name, value))
        except ValueError as error:
            raise InputError(
                f"This page cannot show the experiment: its {NAMES.get(name, name)} is "
                f"{value}, and not {limits_of(name)}."
            ) from error
    return values


ABOUT_OPENING = (
    "Its runs are shown without being repeated, only to you, until you press Run. The "
    "same corpus must be open."
)
ABOUT_FILE = (
    "Every run's settings, words, loadings, trace and seconds, proven limits, the "
    "versions and the machine. `compare -o` writes the same file."
)
