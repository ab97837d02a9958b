"""The topics of one solution: what changed, and the topics to walk through."""

from dataclasses import replace
from functools import partial

import streamlit as st

from pages.parts.topics import about, explore, keep
from pages.parts.topics.advice import show_advice
from pages.parts.topics.head import Head, show_refusal
from pages.shared.chance import show_chance
from pages.shared.shown import topics_of
from pages.shared.state import cached, choices, edits
from pages.shared.state.origins import PLANTED
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.verdicts import show_line
from pages.shared.work.tasks import Chance, Job, Proof
from spca_core.problem.solution import Solution
from spca_core.results.topics import pairing
from spca_core.results.topics.key_figures import headline, headline_of_matrix
from spca_core.results.topics.pairing import compare_topics
from spca_core.topics import Topics

LAST = "last_topics"  # session state: the workspace and the topics shown last
ANNOUNCED = "announced_edit"  # session state: the edit that a toast has shown


def has_topics(now: Workspace) -> bool:
    """Return whether there are topics to show during a search: of the same corpus."""
    last = st.session_state.get(LAST)
    return last is not None and last[0].loaded is now.loaded


def show_topics(
    workspace: Workspace, head: Head, jobs: list[Job], *, ended: bool
) -> None:
    """Show the topics of the one job.

    While it goes on, the best found so far or else the last topics are dimmed.
    """
    dimmed = st.empty()  # always drawn, so that all below keeps its place
    with st.container(key="results"):
        for job in jobs:
            if not ended and has_topics(workspace):
                dimmed.html(DIMMED)
                last, solution = st.session_state[LAST]
                if job.latest:
                    last, solution = workspace, job.latest
                _show_solution(last, solution, head, ended=False)
            elif ended and job.latest:
                edits.follow(Topics.of(workspace.corpus, job.latest))
                st.session_state[LAST] = workspace, job.latest
                _show_solution(workspace, job.latest, head, ended=True)
            elif ended and job.refusal:
                show_refusal(head, cached.subject(workspace.corpus))
            elif ended:
                st.info(STOPPED_TOO_EARLY)


def _show_solution(
    workspace: Workspace, solution: Solution, head: Head, *, ended: bool
) -> None:
    """Show a solution.

    ended : the run has ended, so what is proven of its solution counts
    """
    chance = Chance(workspace.run, solution)
    proof = Proof(workspace.corpus, solution.settings, solution)
    topics = topics_of(workspace, solution)
    if ended:
        _show_headline(topics, head)
        with head.chance:
            advise = partial(show_advice, workspace, topics)
            compared = show_chance(chance, advise)
        # What is proven says nothing of a topic's meaning: not where all are chance.
        if compared and not (chance.found and chance.found.all_chance):
            with head.proof:
                show_line(proof, solution, is_asked=about.is_open)
    with head.about:
        about.show_about(chance, proof, refining=ended)
    with head.share:
        keep.show_sharing(workspace, solution)
    with st.container():  # always drawn, so that all below keeps its place
        if ended:
            _show_changes(topics)
    explore.show_views(workspace, solution)
    _show_truth(topics)


def _show_headline(topics: Topics, head: Head) -> None:
    if topics.about.kind.has_documents:
        figures = headline(topics.require_corpus(), cached.has_topic(topics))
    else:
        figures = headline_of_matrix(topics)
    said = (f"{value} {label}" for _, label, value in figures)
    head.headline.markdown(" · ".join(said), width="content")


def _show_changes(topics: Topics) -> None:
    """Say what the last edit changed, a sentence for each topic, with a way back."""
    before = edits.last_edit()
    if before is None or before.topics is None:
        return
    if before.topics.supports is topics.supports:
        return
    compared = compare_topics(replace(before.topics, edits=topics.edits), topics)
    sentences = pairing.describe_changes(compared)
    summary = f"{before.edit}: {pairing.summarise_changes(sentences)}"
    if st.session_state.get(ANNOUNCED) is not before:
        st.session_state[ANNOUNCED] = before
        st.toast(plain(summary))
    with st.container(horizontal=True, vertical_alignment="center"):
        # As plain text, because the words may be a stranger's.
        st.text("\n".join([summary, *sentences]), width="content")
        st.button("Undo", on_click=edits.undo, key="undo_edit")
        st.button("Dismiss", on_click=edits.forget, key="dismiss_changes")


def _show_truth(topics: Topics) -> None:
    """Show which of the planted topics were found, where topics were planted."""
    place = choices.value("corpus")
    if not place.startswith(PLANTED):
        return
    st.subheader("Planted and found")
    truth = cached.planted(place).truth
    st.dataframe(
        pairing.recovered_topics(topics, truth),
        hide_index=True,
        column_config=TRUTH_COLUMNS,
    )


DIMMED = "<style>.st-key-results {opacity: 0.45}</style>"
TRUTH_COLUMNS = {
    "planted_topic": "Planted topic",
    "found_topic": "Found topic",
    "planted": "Words planted",
    "recovered": "Words found",
    "missing": "Missing",
    "wrong": "Wrong",
}
