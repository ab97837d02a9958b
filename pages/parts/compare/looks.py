"""The looks at one comparison, and those with runs or files of their own."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from operator import attrgetter

import streamlit as st

from pages.parts.compare import (
    curves,
    differences,
    experiment,
    grids,
    many,
    own_topics,
    plan,
    quality,
    race,
    ranking,
    recovery,
    words,
)
from pages.parts.compare.comparison import Comparison
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.verdicts import show_proof, show_refining
from pages.shared.work.progress import progress_of_runs, show_others, show_runs
from pages.shared.work.tasks import Job, Proof, Run
from spca_core.corpus.bundled import bundled_titles
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate
from spca_core.results.comparison.curves import who_captures_most
from spca_core.results.comparison.python_example import python_example
from spca_core.results.comparison.runs import (
    RunsProgress,
    about_one_search,
    full_size,
    how_compared,
)

LOOKS: dict[str, Callable[[Comparison], None]] = {
    "curves": curves.show_curves,
    "words": words.compare_words,
    "table": ranking.show_ranking,
    "differences": differences.show_differences,
    "race": race.show_race,
    "sweep": grids.show_grids,
}
OWN_RUNS: dict[str, Callable[[Workspace], None]] = {
    "quality": quality.show_quality,
    "recovery": recovery.show_recovery,
    "many": many.show_many_corpora,
}
WAITING = ("differences", "race")  # for all runs: they compare with the best
JUDGED = ("curves", "table")  # the looks that show what is proven


def show_look(look: str, workspace: Workspace, request: Request) -> None:
    """Run what a look needs, and show it."""
    if look in OWN_RUNS:
        OWN_RUNS[look](workspace)
        show_others([])
        return
    runs = plan.choose_runs(workspace)
    with st.container(horizontal=True):
        experiment.offer_to_open(workspace)
        own_topics.choose_own_topics()
        _show_program(request, runs)
    curves.choose_curves()
    st.caption(how_compared([run.settings for run in runs], plan.equal_time()))
    n_runs = len({run.key for run in runs})
    preview = partial(_preview, workspace, n_runs)
    jobs, ended = show_runs(runs, preview, again=request.run_pressed, timed=True)
    if ended:
        _show(workspace, n_runs, jobs)


def _show_program(request: Request, runs: list[Run]) -> None:
    """Offer the same runs as a Python program, with a method of one's own beside."""
    methods = tuple(dict.fromkeys(run.settings.method for run in runs))
    free = replace(runs[0].settings, restarts=0)
    with st.popover("The same in Python", icon=":material/code:"):
        source = request.origin.corpus
        name = source if source in bundled_titles() else request.corpus_name
        st.code(python_example(name, request.preparation, free, methods), "python")


def _preview(workspace: Workspace, n_runs: int, jobs: list[Job]) -> None:
    """Show what the methods have found so far."""
    solutions = [job.latest for job in jobs if job.latest]
    if solutions:
        solutions += own_topics.own_solutions(workspace)
        progress = progress_of_runs(jobs, n_runs)
        _look(Comparison.of(workspace, solutions, [], progress))


def _show(workspace: Workspace, n_runs: int, jobs: list[Job]) -> None:
    """Show what the methods have found; the limits get lower while they are shown."""
    solutions = [job.latest for job in jobs if job.latest]
    solutions += own_topics.own_solutions(workspace)
    progress = progress_of_runs(jobs, n_runs)
    if not solutions:
        if not any(job.refusal for job in jobs):
            st.info(STOPPED_TOO_EARLY)
    elif choices.value("look") in JUDGED:
        _show_judged(workspace, solutions, progress)
    else:
        _look(Comparison.of(workspace, solutions, [], progress))


def _look(comparison: Comparison) -> None:
    """Draw the chosen look, below a sentence that says what was found."""
    look, progress = choices.value("look"), comparison.progress
    if look != "sweep":  # whose cells have other numbers of topics: they are not ranked
        st.markdown(f"**{plain(who_captures_most(comparison.largest, progress))}**")
    if progress.running and look in WAITING:
        return
    is_timed = plan.equal_time() and not progress.running
    if is_timed and (once := about_one_search(comparison.largest)):
        st.caption(once)
    LOOKS[look](comparison)
    if not progress.running:
        experiment.offer_experiment(comparison)


def _show_judged(
    workspace: Workspace, solutions: list[Solution], progress: RunsProgress
) -> None:
    def show_with(certificates: list[Certificate]) -> None:
        _look(Comparison.of(workspace, solutions, certificates, progress))
        show_proof(certificates[-1:])

    show_refining(_proofs(workspace, solutions), show_with)


def _proofs(workspace: Workspace, solutions: list[Solution]) -> list[Proof]:
    """Return the proofs for the full size, or for each size if all are shown."""
    best = max(full_size(solutions), key=attrgetter("captured_variance"))
    proof = Proof.about(workspace.corpus, best.settings, best)
    smaller = range(1, proof.n_components) if curves.shows_every_gap() else ()
    return [
        *(proof._replace(n_components=size, solution=None) for size in smaller),
        proof,
    ]
