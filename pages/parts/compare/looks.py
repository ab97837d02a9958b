"""The looks at one comparison, and those with runs or files of their own."""

from collections.abc import Callable
from functools import partial
from operator import attrgetter

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.compare import (
    curves,
    experiment,
    many,
    own_topics,
    plan,
    quality,
    ranking,
    settings,
    two_parts,
    words,
)
from pages.parts.compare.comparison import Comparison
from pages.shared.state import cached, choices
from pages.shared.state.choices import Request
from pages.shared.state.widgets import choose_in_row
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.verdicts import show_proof, show_refinement, show_refining
from pages.shared.work.progress import progress_of_runs, show_others, show_runs
from pages.shared.work.tasks import Job, Proof
from spca_core.problem.solution import Solution
from spca_core.proof import verdict
from spca_core.proof.certificate import Certificate
from spca_core.results.comparison.curves import who_captures_most
from spca_core.results.comparison.runs import (
    RunsProgress,
    about_fairness,
    about_one_search,
    full_size,
    how_compared,
)
from spca_core.results.files.experiment import Experiment

LOOKS: dict[str, Callable[[Comparison], None]] = {
    "curves": curves.show_curves,
    "words": words.compare_words,
    "table": ranking.show_ranking,
}
OWN_RUNS: dict[str, Callable[[Workspace], None]] = {
    "quality": quality.show_quality,
    "many": many.show_many_corpora,
}
SETTINGS: dict[str, Callable[[Workspace, Request], None]] = {
    **dict.fromkeys(LOOKS, settings.show_settings),
    "quality": quality.show_settings,
    "many": many.show_settings,
}
JUDGED = ("curves", "table")  # the looks that show what is proven


def show_page(workspace: Workspace, request: Request) -> None:
    """Draw the row of controls, run what the chosen look needs, and show it."""
    with st.container(horizontal=True, vertical_alignment="center", key="compare_row"):
        look = choose_in_row("look", wrap=True)
        if look in LOOKS and plan.picture() != "grid":
            plan.offer_fair_run(workspace)
        if look in SETTINGS:
            with st.popover("Settings", icon=":material/tune:"):
                SETTINGS[look](workspace, request)
    if look == "parts":
        two_parts.compare_parts(workspace, request)
        return
    if look in OWN_RUNS:
        OWN_RUNS[look](workspace)
        show_others([])
        return
    experiment.say_what_was_opened()
    headline = st.container(key="compared", gap="xsmall")
    if look == "curves":
        curves.choose_picture()
    if stored := plan.stored(workspace):
        _show_stored(workspace, stored, headline)
    else:
        _show_runs(workspace, request, headline)


def _show_stored(
    workspace: Workspace, stored: Experiment, headline: DeltaGenerator
) -> None:
    """Show the runs that came with the corpus, and the limits proven then."""
    methods = plan.chosen_methods(workspace)
    runs = [
        run
        for run in cached.stored_runs(workspace.corpus)
        if run.settings.method in methods
    ]
    solutions = [*runs, *own_topics.own_solutions(workspace)]
    progress = RunsProgress(len(runs), len(runs))
    found = Comparison.of(
        workspace,
        solutions,
        stored.limits,
        progress,
        stored.equal_time,
        stored.machine,
    )
    with headline:
        _show_headline(found, found.n_seeds, STORED)
    _look(found)
    _show_words_below(found)
    experiment.offer_experiment(found)
    if choices.value("look") in JUDGED:
        show_proof([])
    st.caption(how_compared([run.settings for run in runs], stored.equal_time))
    st.caption(f"Made on {plain(stored.processor)}.")
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
            _show_headline_before_the_end(n_runs)
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
        _show_headline(found, choices.value("seeds"))
    if choices.value("look") in JUDGED:
        _show_judged(found)
    else:
        _look(found)
        experiment.offer_experiment(found)
    st.caption(how_compared([run.settings for run in runs], plan.equal_time()))


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


def _show_headline(found: Comparison, n_seeds: int, source: str = "") -> None:
    """Say what was found, and how fair the comparison is."""
    if plan.picture() == "grid":
        return  # Its cells have other sizes: they are not ranked.
    sentences = [about_fairness(n_seeds, found.equal_time), source]
    if found.equal_time:
        sentences.append(about_one_search(found.largest))
    _write_headline(who_captures_most(found.largest, found.progress), sentences)


def _show_headline_before_the_end(n_runs: int) -> None:
    """Say the same while nothing is known, even before a run has found anything.

    So the picture below begins where it will be.
    """
    if plan.picture() != "grid":
        fairness = about_fairness(choices.value("seeds"), plan.equal_time())
        _write_headline(who_captures_most([], RunsProgress(0, n_runs)), [fairness])


def _write_headline(verdict_in_words: str, sentences: list[str]) -> None:
    st.markdown(f"**{plain(verdict_in_words)}**")
    st.caption(" ".join(filter(None, sentences)))


def _look(found: Comparison) -> None:
    LOOKS[choices.value("look")](found)


def _show_judged(found: Comparison) -> None:
    """Show runs that have ended, while the limits on them get lower."""

    def judged(certificates: list[Certificate]) -> Comparison:
        limits = verdict.limits(certificates, found.solutions)
        of_all = found.workspace, found.solutions, limits
        return Comparison.of(*of_all, found.progress, found.equal_time)

    def show_rest(certificates: list[Certificate]) -> None:
        experiment.offer_experiment(judged(certificates))
        show_proof(certificates[-1:])

    proofs = _proofs(found)
    show_refining(proofs, lambda certificates: _look(judged(certificates)))
    _show_words_below(found)
    show_refinement(proofs, show_rest)


def _proofs(found: Comparison) -> list[Proof]:
    """Return the proofs for the full size, or for each size if all are shown."""
    best = max(full_size(found.solutions), key=attrgetter("captured_variance"))
    proof = Proof.about(found.workspace.corpus, best.settings, best)
    smaller = range(1, proof.n_components) if curves.shows_every_gap() else ()
    return [
        *(proof._replace(n_components=size, solution=None) for size in smaller),
        proof,
    ]


def _show_words_below(found: Comparison) -> None:
    """Show the words beneath the curves: they stay while limits get lower."""
    if choices.value("look") == "curves" and plan.picture() != "grid":
        words.show_word_table(found)


STORED = "Precomputed result."
