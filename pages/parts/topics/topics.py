"""The topics of one solution: what changed, and the topics to walk through."""

from collections.abc import Callable

import streamlit as st

from pages.parts.topics import about, explore, few, keep
from pages.parts.topics.head import Head, refuse
from pages.shared.shown import shown
from pages.shared.state import cached, choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.origins import PLANTED
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.verdicts import show_line
from pages.shared.work.tasks import Job, Proof
from spca_core.problem.solution import Solution
from spca_core.results import pairing

LAST = "last_topics"  # session state: the workspace and the topics shown last
TOLD = "told_edit"  # session state: the edit that a toast has told of


def show(workspace: Workspace, request: Request, head: Head, jobs: list[Job]) -> None:
    """Show the best solution so far of the one job."""
    for job in jobs:
        if job.latest:
            if edits.follow(workspace.corpus, job.latest):
                st.rerun()
            st.session_state[LAST] = workspace, job.latest
            _show_solution(workspace, head, job.latest, found=True)
        elif job.refusal:
            refuse(head, cached.subject(job.corpus))
        elif job.done:
            st.info(STOPPED_TOO_EARLY)


def meanwhile(now: Workspace, head: Head) -> Callable[[list[Job]], None] | None:
    """Return a function that shows topics during a search, if there were any before.

    It shows the best found so far, or else the last topics of the same corpus.
    """
    last = st.session_state.get(LAST)
    if last is None or last[0].loaded is not now.loaded:
        return None

    def show_topics(jobs: list[Job]) -> None:
        found = ((now, job.latest) for job in jobs if job.latest)
        workspace, solution = next(found, last)
        _show_solution(workspace, head, solution, found=False)

    return show_topics


def _show_solution(
    workspace: Workspace, head: Head, solution: Solution, *, found: bool
) -> None:
    """Show a solution.

    found : the run has ended, so what is proven of its solution counts
    """
    proof = Proof.about(workspace.corpus, solution.settings)
    if found:
        with head.verdict:
            show_line(proof, solution)
    with head.about:
        about.show(workspace.corpus, proof, solution, refining=found)
    with head.share:
        keep.show(workspace, solution)
    with st.container():  # always drawn, so that all below keeps its place
        _show_changes(workspace, solution)
        few.show(workspace)
    explore.show(workspace, solution)
    _show_truth(workspace, solution)


def _show_changes(workspace: Workspace, solution: Solution) -> None:
    """Say what the last edit changed, a sentence for each topic, with a way back."""
    before = edits.last_edit()
    if before is None or before.solution is solution:
        return
    names = shown(workspace, choices.request(), solution).names
    changes = pairing.changes(
        before.corpus, before.solution, workspace.corpus, solution
    )
    said = pairing.changes_said(changes, names)
    summary = f"{before.edit}: {pairing.changes_counted(said)}"
    if st.session_state.get(TOLD) is not before:
        st.session_state[TOLD] = before
        st.toast(plain(summary))
    with st.container(horizontal=True, vertical_alignment="center"):
        # As plain text, because the words may be a stranger's.
        st.text("\n".join([summary, *said]), width="content")
        st.button("Undo", on_click=edits.undo, key="undo_edit")
        st.button("Dismiss", on_click=edits.forget, key="dismiss_changes")


def _show_truth(workspace: Workspace, solution: Solution) -> None:
    """Show which of the planted topics were found, where topics were planted."""
    place = choices.value("corpus")
    if not place.startswith(PLANTED):
        return
    st.subheader("Planted and found")
    truth = cached.planted(place).truth
    st.dataframe(
        pairing.recovered(workspace.corpus, solution, truth),
        hide_index=True,
        column_config=TRUTH_COLUMNS,
    )


TRUTH_COLUMNS = {
    "planted_topic": "Planted topic",
    "found_topic": "Found topic",
    "planted": "Words planted",
    "recovered": "Words found",
    "missing": "Missing",
    "wrong": "Wrong",
}
