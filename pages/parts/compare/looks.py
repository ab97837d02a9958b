"""The looks at one comparison: its curves, its words and its tables."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.compare import (
    curves,
    experiment,
    own_topics,
    plan,
    ranking,
    settings,
    words,
)
from pages.parts.compare.comparison import Comparison
from pages.shared.frame import PAGES
from pages.shared.state import cached, choices
from pages.shared.state.choices import Request
from pages.shared.state.widgets import choose_in_row
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.verdicts import show_proof, show_refinement, show_refining
from pages.shared.work.progress import progress_of_runs, show_others, show_runs
from pages.shared.work.tasks import Job, Proof
from spca_core.corpus.corpus import COUNTS
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import Certificate
from spca_core.results.comparison.curves import who_captures_most
from spca_core.results.comparison.runs import (
    RunsProgress,
    about_fairness,
    how_compared,
)
from spca_core.results.files.provenance import about_made
from spca_core.results.files.saved_format import Saved

LOOKS: dict[str, Callable[[Comparison], None]] = {
    "curves": curves.show_curves,
    "words": words.compare_words,
    "table": ranking.show_ranking,
}
JUDGED = ("curves", "table")  # the looks that show what is proven


def show_page(workspace: Workspace, request: Request) -> None:
    """Draw the row of controls, run what the chosen look needs, and show it."""
    with st.container(horizontal=True, vertical_alignment="center", key="compare_row"):
        look = choose_in_row("look", wrap=True)
        choose_in_row("scale", wrap=True)
        if look == "curves":
            curves.choose_axis()
        plan.offer_fair_run(workspace)
        with st.popover("Settings", icon=":material/tune:"):
            settings.show_settings(workspace)
    experiment.say_what_was_opened()
    headline = st.container(key="compared", gap="xsmall")
    if stored := plan.stored(workspace):
        _show_stored(workspace, stored, headline, request)
    else:
        _show_runs(workspace, request, headline)


def _show_stored(
    workspace: Workspace,
    stored: Saved,
    headline: DeltaGenerator,
    request: Request,
) -> None:
    """Show the runs that came with the corpus, and the limits proven then."""
    methods = plan.chosen_methods(workspace)
    runs = [
        run
        for run in cached.stored_runs(workspace.corpus, stored)
        if run.settings.method in methods
    ]
    solutions = [*runs, *own_topics.own_solutions(workspace)]
    progress = RunsProgress(len(runs), len(runs))
    found = Comparison.of(
        workspace,
        solutions,
        stored.proven,
        progress,
        stored.equal_time,
        stored.machine,
    )
    with headline:
        _show_headline(found)
    _look(found)
    _show_below(found, request, about_made(stored.machine))
    if choices.value("look") in JUDGED:
        show_proof([])
    show_others([])


def _show_runs(
    workspace: Workspace, request: Request, headline: DeltaGenerator
) -> None:
    """Make the runs unless they would take long, and show them."""
    runs, again = plan.runs_to_make(workspace), request.run_pressed or plan.pressed()
    if not again and not plan.may_begin(workspace, runs):
        plan.offer_to_begin(workspace, runs)
        show_others([])
        return
    n_runs = len({run.key for run in runs})
    draw = partial(_preview, workspace, n_runs)
    jobs, ended = show_runs(runs, draw, again=again, timed=True)
    if not ended:
        with headline:
            waiting = who_captures_most([], RunsProgress(0, n_runs), plan.equal_time())
            st.markdown(f"**{waiting}**")
        return
    solutions = [job.latest for job in jobs if job.latest]
    if not solutions:
        if not any(job.refusal for job in jobs):
            st.info(STOPPED_TOO_EARLY)
        return
    solutions += own_topics.own_solutions(workspace)
    progress = progress_of_runs(jobs, n_runs)
    found = _unproven(workspace, solutions, progress)
    with headline:
        _show_headline(found)
    if choices.value("look") in JUDGED:
        _show_judged(found, request)
    else:
        _look(found)
        _show_below(found, request)


def _preview(workspace: Workspace, n_runs: int, jobs: list[Job]) -> None:
    """Show what the methods have found so far."""
    if solutions := [job.latest for job in jobs if job.latest]:
        solutions += own_topics.own_solutions(workspace)
        _look(_unproven(workspace, solutions, progress_of_runs(jobs, n_runs)))


def _unproven(
    workspace: Workspace, solutions: list[Solution], progress: RunsProgress
) -> Comparison:
    limits = verdict.limits([], solutions)
    return Comparison.of(workspace, solutions, limits, progress, plan.equal_time())


def _show_headline(found: Comparison) -> None:
    """Say what was found, how fair the comparison is, and what the matrix decides."""
    found_most = who_captures_most(found.largest, found.progress, found.equal_time)
    ranks = found.equal_time is not None and plan.along() != curves.curves.RANK
    st.markdown(f"**{plain(found_most)}**" if ranks else plain(found_most))
    fairness = about_fairness(found.largest, found.equal_time)
    matrix = AS_IN_THE_PAPER if choices.value("scale") == "paper" else WEIGHTED
    is_of_counts = found.workspace.corpus.kind == COUNTS  # not of measurements
    st.caption(f"{matrix} {fairness}" if is_of_counts else fairness)


def _look(found: Comparison) -> None:
    LOOKS[choices.value("look")](found)


def _show_below(found: Comparison, request: Request, made: str = "") -> None:
    """Offer the runs as a file and as a program, and say what they share."""
    with st.container(horizontal=True):
        experiment.offer_experiment(found)
        settings.show_program(found, request)
        page, icon = PAGES["Paper"]
        st.page_link(
            page, label=PAPERS_FIGURE, icon=icon, query_params=choices.parameters()
        )
    runs = [run.settings for run in found.largest]
    with st.expander("How they were compared"):
        st.markdown(plain(f"{how_compared(runs, found.equal_time)} {made}"))


def _show_judged(found: Comparison, request: Request) -> None:
    """Show runs that have ended, while the limit on them gets lower."""

    def judged(certificates: list[Certificate]) -> Comparison:
        limits = verdict.limits(certificates, found.solutions)
        of_all = found.workspace, found.solutions, limits
        return Comparison.of(*of_all, found.progress, found.equal_time)

    def show_rest(certificates: list[Certificate]) -> None:
        _show_below(judged(certificates), request)
        show_proof(certificates[-1:])

    best = max(found.largest, key=attrgetter("captured_variance"))
    proofs = [Proof(found.workspace.corpus, best.settings, best)]
    show_refining(proofs, lambda certificates: _look(judged(certificates)))
    show_refinement(proofs, show_rest)


AS_IN_THE_PAPER = (
    "Raw counts, as in the paper. The matrix decides: weighted, methods come close."
)
WEIGHTED = "The matrix decides: on raw counts, as in the paper, the methods part."
PAPERS_FIGURE = "The paper's own figure"
