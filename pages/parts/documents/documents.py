"""The documents of a topic, of a group, or of none as a list; and one in full."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.parts.documents.new_documents import show_new_documents
from pages.shared.chance import show_chance
from pages.shared.document_list import list_documents, show_list
from pages.shared.passages import show_texts
from pages.shared.shown import Shown, shown_topics
from pages.shared.state import cached, choices, edits
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.topic_pills import choose_topic
from pages.shared.work.screen import replacing_others
from pages.shared.work.tasks import Chance, Job
from pages.shared.zoom import offer_documents
from spca_core.corpus.conditions import Condition
from spca_core.corpus.parts import group_conditions
from spca_core.formatting import counted
from spca_core.results.colours import css_colours
from spca_core.results.corpus import titles
from spca_core.results.documents import passages, scores
from spca_core.results.files.templates import template
from spca_core.results.topics import coverage
from spca_core.results.topics.naming import with_names
from spca_core.topics import Topics

SHARES = Path(__file__).with_name("shares.html")
UNCOVERED = "no topic"  # in the link, in the place of a group


def show_documents(
    workspace: Workspace, jobs: list[Job], verdict: DeltaGenerator
) -> None:
    """Show the documents of the topics of the one job, which has ended.

    verdict : the place of the line on chance
    """
    for job in jobs:
        if job.latest:
            edits.follow(Topics.of(workspace.corpus, job.latest))
            with verdict:
                show_chance(Chance(workspace.run, job.latest))
            _show(workspace, job.latest)
        elif not job.refusal:
            st.info(STOPPED_TOO_EARLY)


@st.fragment
def _show(workspace: Workspace, solution) -> None:
    now = shown_topics(workspace, choices.request(), solution)
    with st.container(key="explore_bar", gap="small"):
        choose_topic(now)
    choices.write_address()
    document = choices.value("document")
    is_one = 1 <= document <= now.corpus.with_copies.n_documents
    with replacing_others((is_one, choices.value("within")), "documents"):
        if is_one:
            st.button(
                ":material/list: Back to the list",
                key="to_list",
                on_click=choices.change,
                kwargs={"document": 0},
            )
            with replacing_others(document, "document"):
                _show_document(now, document)
        else:
            _show_list(now)


def _show_list(now: Shown) -> None:
    _show_coverage(now)
    listed = _listed(now)
    heading, settings = _heading(now, len(listed)), now.workspace.run.settings
    offer_documents(now.corpus, _conditions(now), settings, "listed", heading)
    if listed:
        words = partial(scores.words_of_topic, now.topics, now.topic)
        show_list(now.corpus, listed, words)
        st.caption(ABOUT_LIST)
    show_new_documents(now)


def _show_coverage(now: Shown) -> None:
    """Say how many documents have a topic; offer those that have none."""
    kind = now.corpus.kind.documents
    n_uncovered = len(coverage.uncovered(now.has_topic))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(
            coverage.describe_coverage(now.has_topic, now.corpus.kind),
            width="content",
            help=coverage.DEFINITION,
        )
        st.button(
            f"{kind.capitalize()} without a topic ({n_uncovered:,})",
            key="uncovered",
            on_click=list_documents,
            kwargs={"within": UNCOVERED},
        )
        if choices.value("within"):
            st.button(
                f"All {kind} of the topic",
                key="all_of_topic",
                on_click=list_documents,
            )


def _conditions(now: Shown) -> list[Condition]:
    """Return what the documents of the list meet."""
    within, n_topics = choices.value("within"), len(now.names)
    if within == UNCOVERED:
        every = (now.condition(topic + 1) for topic in range(n_topics))
        return [replace(condition, relation="!=") for condition in every]
    groups = group_conditions(now.corpus, _grouping(now), within) if within else ()
    return [now.condition(now.topic), *groups]


def _heading(now: Shown, n_documents: int) -> str:
    """Say how many documents the list has, and which these are."""
    n_listed = counted(n_documents, now.corpus.kind.documents)
    within = choices.value("within")
    if within == UNCOVERED:
        return f"{n_listed} without a topic"
    return f"{n_listed} about “{now.name}”" + (f" in {within}" if within else "")


def _listed(now: Shown) -> list[int]:
    """Return the documents of the list, from 1, those with most of the topic first."""
    within = choices.value("within")
    if within == UNCOVERED:
        return coverage.uncovered(now.has_topic).tolist()
    groups = cached.groupings(now.corpus).get(_grouping(now), ())
    found = cached.document_topics(now.topics)
    return coverage.leading(
        found.has_topic, found.scores, now.topic, groups, within
    ).tolist()


def _grouping(now: Shown) -> str:
    """Return the way to group documents, one of whose groups is listed."""
    groupings, by = cached.groupings(now.corpus), choices.value("by")
    return by if by in groupings else next(iter(groupings), "")


def _show_document(now: Shown, document: int) -> None:
    st.subheader(plain(titles.title(now.corpus, document)))
    if about := titles.details(now.corpus, document):
        st.caption(plain(about))
    _show_shares(now, document)
    numbers = sorted([document, *titles.neighbours_of(now.corpus, document)])
    texts = [
        ("document" if number == document else "around", pieces)
        for number in numbers
        if (pieces := passages.highlighted(now.topics, number)) is not None
    ]
    if texts:
        show_texts(now, texts, "texts")
        st.caption(ABOUT_TEXTS)
        return
    st.caption(NO_TEXT)
    st.dataframe(
        scores.heaviest_words(now.corpus.with_copies, document),
        hide_index=True,
        column_config={"word": "Word", "count": "Count"},
    )


def _show_shares(now: Shown, document: int) -> None:
    """Show the topics of the document as one bar, with their names below."""
    found = cached.document_topics(now.topics)
    table = scores.topics_of_document(now.topics, found, document)
    table = with_names(table[table["words"] != ""], now.names)
    st.html(
        template(SHARES).render(
            rows=list(table.itertuples()),
            colours=["", *css_colours(range(len(now.names)))],
        )
    )


ABOUT_LIST = "Tick a row to read it; click a heading to sort."
ABOUT_TEXTS = (
    "Click a word, or select several: it leads to the word's topic, and to all places "
    "in the texts where it is."
)
NO_TEXT = "This corpus has only counts, so these are the document's heaviest words."
