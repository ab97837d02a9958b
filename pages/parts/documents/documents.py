"""The documents of a topic, of a group, or of none as a list; and one in full."""

import streamlit as st

from pages.parts.documents import reader
from pages.shared.document_list import show_list
from pages.shared.shown import Shown, shown
from pages.shared.state import cached, choices, edits
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY
from pages.shared.topic_pills import choose_topic
from pages.shared.work.tasks import Job
from spca_core.results import carried, documents

MAX_DOCUMENTS = 50
UNCOVERED = "no topic"  # in the link, in the place of a group


def show(workspace: Workspace, jobs: list[Job]) -> None:
    """Show the documents of the one job's topics."""
    for job in jobs:
        if job.latest:
            if edits.follow(workspace.corpus, job.latest):
                st.rerun()
            _show(workspace, job.latest)
        elif job.done and not job.refusal:
            st.info(STOPPED_TOO_EARLY)


@st.fragment
def _show(workspace: Workspace, solution) -> None:
    now = shown(workspace, choices.request(), solution)
    with st.container(key="explore_bar", gap="small"):
        choose_topic(now)
    choices.write_address()
    document = choices.value("document")
    if 1 <= document <= now.corpus.with_copies.n_documents:
        reader.show(now, document, _listed(now))
    else:
        _show_list(now)


def _show_list(now: Shown) -> None:
    _show_coverage(now)
    sought = st.text_input("Find by title", key="find_document", help=FIND_HELP)
    if sought:
        chosen = documents.find_documents(now.corpus, sought)["document"].tolist()
        if not chosen:
            st.info("No title contains this. Try a part of a word.")
            return
    else:
        st.text(_heading(now))
        chosen = _listed(now)
    words = documents.words_of_topic(now.corpus, now.solution, now.topic, chosen)
    show_list(now.corpus, chosen, "documents", words)


def _show_coverage(now: Shown) -> None:
    """Say how many documents have a topic; offer those that have none."""
    kind = now.corpus.kind.documents
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(carried.coverage(now.carried, now.corpus.kind), width="content")
        st.button(
            f"Those without any ({len(carried.uncovered(now.carried)):,})",
            key="uncovered",
            on_click=choices.change,
            kwargs={"within": UNCOVERED, "document": 0},
        )
        if choices.value("within"):
            st.button(
                f"All {kind} of the topic",
                key="all_of_topic",
                on_click=choices.change,
                kwargs={"within": "", "document": 0},
            )


def _heading(now: Shown) -> str:
    within, kind = choices.value("within"), now.corpus.kind.documents.capitalize()
    if within == UNCOVERED:
        return f"{kind} without a topic"
    at = f" in {within}" if within else ""
    return f"{kind} that carry “{now.name}”{at}, at most {MAX_DOCUMENTS}"


def _listed(now: Shown) -> list[int]:
    """Return the documents of the list, from 1: those with most of the topic first."""
    within = choices.value("within")
    if within == UNCOVERED:
        return carried.uncovered(now.carried)[:MAX_DOCUMENTS].tolist()
    if not within:
        leading = cached.leading_documents(
            now.corpus, now.solution, now.topic, MAX_DOCUMENTS
        )
        return leading["document"].tolist()
    found = cached.groupings(now.corpus)
    groups = found.get(choices.value("by"), next(iter(found.values()), ()))
    scored = cached.scores(now.corpus, now.solution)
    return carried.leading_of_group(now.carried, scored, now.topic, groups, within)[
        :MAX_DOCUMENTS
    ].tolist()


FIND_HELP = "Part of a title, in upper or lower case."
