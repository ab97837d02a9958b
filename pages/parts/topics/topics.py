"""The topics of one solution: headline, cards, a chosen topic, tables, downloads."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pandas as pd
import streamlit as st

from pages.parts.topics import cards, chosen_topic, few, keep
from pages.parts.topics.head import Head, refuse
from pages.shared.figure import show_figure, show_pictures, with_digits
from pages.shared.provenance import provenance_of
from pages.shared.state import cached, edits
from pages.shared.state.choices import Request
from pages.shared.state.origins import PLANTED
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.topic_choice import named
from pages.shared.verdicts import show_line, show_when_opened
from pages.shared.work.tasks import Job, Proof
from spca_core.corpus.corpus import Corpus
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Solution, of_values
from spca_core.results import one_topic, pairing, sentences
from spca_core.results import topics as tables
from spca_core.results.sentences import remarks

LAST = "last_topics"  # session state: the workspace and the topics shown last


def show(workspace: Workspace, request: Request, head: Head, jobs: list[Job]) -> None:
    """Show the best solution so far of the one job, from its cards to downloads."""
    for job in jobs:
        if job.latest:
            if edits.follow(workspace.corpus, job.latest):
                st.rerun()
            st.session_state[LAST] = workspace, job.latest
            _show_solution(workspace, request, head, job.latest, found=True)
        elif job.refusal:
            refuse(head, cached.subject(job.corpus))
        elif job.done:
            st.info(STOPPED_TOO_EARLY)


def meanwhile(
    now: Workspace, request: Request, head: Head
) -> Callable[[list[Job]], None] | None:
    """Return a function that shows topics during a search, if there were any before.

    It shows the best found so far, or else the last topics of the same corpus.
    """
    last = st.session_state.get(LAST)
    if last is None or last[0].loaded is not now.loaded:
        return None

    def show_topics(jobs: list[Job]) -> None:
        found = ((now, job.latest) for job in jobs if job.latest)
        workspace, solution = next(found, last)
        _show_solution(workspace, request, head, solution, found=False)

    return show_topics


def _show_solution(
    workspace: Workspace,
    given: Request,
    head: Head,
    solution: Solution,
    *,
    found: bool,
) -> None:
    """Show a solution.

    found : the run has ended, so what is proven of its solution counts
    """
    corpus = workspace.corpus
    proof = Proof.about(corpus, solution.settings)
    if found:
        with head.verdict:
            show_line(proof, solution)
    provenance = provenance_of(workspace, given, solution)
    request = named(workspace, given, solution)
    words = tables.topic_words(corpus, solution, request.names)
    topics = tables.topics(solution)
    with st.container():  # always drawn, so that all below keeps its place
        for sentence in remarks(solution)["sentence"]:
            st.caption(sentence)
        _show_changes(workspace, solution)
        few.show(workspace)
    cards.show(topics.merge(cached.cards(corpus, solution), on="topic"), words)
    show_when_opened(proof, solution, corpus.kind.words, refining=found)
    _show_details(corpus, solution)
    _show_truth(workspace, request, solution)
    chosen_topic.show(workspace, request, solution, provenance)
    _show_find_word(workspace, solution)
    st.subheader("Variance of the topics")
    _show_variances(topics, words, solution.settings, provenance)
    st.subheader("All words")
    st.dataframe(tables.word_columns(corpus, solution, request.names), height="content")
    keep.show(workspace, request, solution, provenance)


def _show_details(corpus: Corpus, solution: Solution) -> None:
    """Show the figures of the run; the heading says if it did not finish."""
    ended = tables.STOPPED_BY[solution.stopped_by]
    details = "Run details" if ended == "finished" else f"Run details: {ended}"
    with st.expander(details), st.container(horizontal=True):
        for figure, label, value in tables.headline(corpus, solution).to_numpy():
            st.metric(label, value, help=HELP.get(figure), width="content")


def _show_changes(workspace: Workspace, solution: Solution) -> None:
    before = edits.last_edit()
    if before is None or before.solution is solution:
        return
    with st.expander(f"{CHANGES}: {plain(before.edit)}", expanded=True):
        changes = pairing.changes(
            before.corpus, before.solution, workspace.corpus, solution
        )
        st.dataframe(
            with_digits(changes, ("variance_before", "variance_after")),
            hide_index=True,
            column_config=_change_columns(before.solution, solution),
        )
        st.button("Dismiss", on_click=edits.forget, key="dismiss_changes")


def _show_truth(workspace: Workspace, request: Request, solution: Solution) -> None:
    """Show which of the planted topics were found, where topics were planted."""
    place = request.origin.corpus
    if not place.startswith(PLANTED):
        return
    st.subheader("Planted and found")
    truth = cached.planted(place).truth
    st.dataframe(
        pairing.recovered(workspace.corpus, solution, truth),
        hide_index=True,
        column_config=TRUTH_COLUMNS,
    )


@st.fragment
def _show_find_word(workspace: Workspace, solution: Solution) -> None:
    """Ask for a word and say where it is."""
    st.subheader("Find a word")
    word = st.text_input(
        "Word", key="find_word", help=FIND_HELP, placeholder="for example: tax"
    )
    if word.strip():
        # As plain text, because the words may be a stranger's.
        st.text(
            one_topic.find_word(workspace.corpus, workspace.covariance, solution, word)
        )


def _show_variances(
    topics: pd.DataFrame, words: pd.DataFrame, settings: Settings, provenance: Any
) -> None:
    from spca_core.results.charts.topics import all_topics, topic_variances

    labels = tables.variance_labels(settings)
    show_figure(
        topic_variances(topics, labels),
        topics,
        name="variances",
        text=sentences.variances(topics, labels),
        provenance=provenance,
        columns={
            **labels,
            "share": st.column_config.NumberColumn(labels["share"], format="percent"),
        },
        variances=("variance", "cumulative_variance"),
    )
    with st.popover("All topics in one picture", icon=":material/image:"):
        show_pictures(partial(all_topics, words), "topics", provenance)


def _change_columns(before: Solution, now: Solution) -> dict[str, Any]:
    return {
        "topic_before": "Before",
        "topic_after": "Now",
        "kept": "Kept",
        "lost": "Lost",
        "gained": "Gained",
        "variance_before": of_values("Variance before", before.settings),
        "variance_after": of_values("Variance now", now.settings),
    }


TRUTH_COLUMNS: dict[str, Any] = {
    "planted_topic": "Planted topic",
    "found_topic": "Found topic",
    "planted": "Words planted",
    "recovered": "Words found",
    "missing": "Missing",
    "wrong": "Wrong",
}


FIND_HELP = "A whole word. You see in which topic it is, or why it is in none."
CHANGES = "What the last change did"


HELP = {
    "ended": "Finished, or why the run ended before its method was done.",
    "variance": "The variance that each topic captures, summed over the topics.",
    "candidates_tried": "How many sets of topics were tried to find this one.",
}
