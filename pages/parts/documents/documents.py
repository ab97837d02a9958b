"""The documents of a topic, of a group, or of none as a list; and one in full."""

from dataclasses import replace
from pathlib import Path

import streamlit as st

from pages.shared.document_list import show_list
from pages.shared.passages import show_pieces
from pages.shared.shown import Shown, shown_topics
from pages.shared.state import cached, choices, edits
from pages.shared.state.workspace import Workspace
from pages.shared.text import STOPPED_TOO_EARLY, plain
from pages.shared.topic_pills import choose_topic
from pages.shared.work.screen import replacing_others
from pages.shared.work.tasks import Job
from pages.shared.zoom import offer_documents
from spca_core.corpus.conditions import Condition
from spca_core.corpus.parts import in_group
from spca_core.formatting import counted
from spca_core.results.colours import css_colours
from spca_core.results.documents import coverage, passages, scores, titles
from spca_core.results.files.templates import template
from spca_core.results.topics.naming import with_names

SHARES = Path(__file__).with_name("shares.html")
MAX_LISTED = 50
UNCOVERED = "no topic"  # in the link, in the place of a group


def show_documents(workspace: Workspace, jobs: list[Job]) -> None:
    """Show the documents of the topics of the one job, which has ended."""
    for job in jobs:
        if job.latest:
            edits.follow(workspace.corpus, job.latest)
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
            _show_ways(now, document, _listed(now)[:MAX_LISTED])
            with replacing_others(document, "document"):
                _show_document(now, document)
        else:
            _show_list(now)


def _show_list(now: Shown) -> None:
    _show_coverage(now)
    sought = st.text_input("Find by title", key="find_document", help=FIND_HELP)
    with replacing_others(sought, "list"):
        _show_found(now, sought)


def _show_found(now: Shown, sought: str) -> None:
    if sought:
        chosen = titles.find_documents(now.corpus, sought)["document"].tolist()
        if not chosen:
            st.info("No title contains this. Try a part of a word.")
            return
    else:
        listed = _listed(now)
        offer_documents(
            now.corpus,
            _conditions(now),
            now.workspace.run.settings,
            "listed",
            _heading(now, len(listed)),
        )
        chosen = listed[:MAX_LISTED]
    words = scores.words_of_topic(now.corpus, now.solution, now.topic, chosen)
    show_list(now.corpus, chosen, "documents", words)


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


def _conditions(now: Shown) -> list[Condition]:
    """Return what the documents of the list meet."""
    within, n_topics = choices.value("within"), len(now.names)
    if within == UNCOVERED:
        every = (now.condition(topic + 1) for topic in range(n_topics))
        return [replace(condition, relation="!=") for condition in every]
    groups = in_group(now.corpus, _grouping(now), within) if within else ()
    return [now.condition(now.topic), *groups]


def _heading(now: Shown, n_documents: int) -> str:
    within = choices.value("within")
    at = f" in {within}" if within else ""
    about = " without a topic" if within == UNCOVERED else f" about “{now.name}”{at}"
    first = f": the first {MAX_LISTED}" if n_documents > MAX_LISTED else ""
    return f"{counted(n_documents, now.corpus.kind.documents)}{about}{first}"


def _listed(now: Shown) -> list[int]:
    """Return the documents of the list, from 1: those with most of the topic first."""
    within = choices.value("within")
    if within == UNCOVERED:
        return coverage.uncovered(now.has_topic).tolist()
    groups = cached.groupings(now.corpus).get(_grouping(now), ())
    found = cached.document_topics(now.corpus, now.solution)
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
    pieces = passages.highlighted(now.corpus, now.solution, document)
    if pieces is None:
        st.caption(NO_TEXT)
        st.dataframe(
            scores.heaviest_words(now.corpus.with_copies, document),
            hide_index=True,
            column_config={"word": "Word", "count": "Count"},
        )
        return
    around = titles.around(now.corpus, document)
    for other in (near for near in around if near < document):
        _show_around(now, other)
    show_pieces(now, pieces, "document")
    for other in (near for near in around if near > document):
        _show_around(now, other)


def _show_around(now: Shown, document: int) -> None:
    pieces = passages.highlighted(now.corpus, now.solution, document)
    if pieces is not None:
        show_pieces(now, pieces, "around")


def _show_ways(now: Shown, document: int, listed: list[int]) -> None:
    """Offer the ways from a document through the list that it was opened from."""
    before, after = titles.beside(document, listed, now.corpus.with_copies)
    with st.container(horizontal=True):
        for label, key, target in (
            (":material/list: Back to the list", "to_list", 0),
            (":material/chevron_left: Previous", "previous", before),
            ("Next :material/chevron_right:", "next", after),
        ):
            st.button(
                label,
                key=key,
                disabled=target is None,
                on_click=choices.change,
                kwargs={"document": target},
            )


def _show_shares(now: Shown, document: int) -> None:
    """Show the topics of the document as one bar, with their names below."""
    found = cached.document_topics(now.corpus, now.solution)
    table = scores.topics_of_document(now.corpus, now.solution, found, document)
    table = with_names(table[table["words"] != ""], now.names)
    st.html(
        template(SHARES).render(
            rows=list(table.itertuples()), colours=["", *css_colours(now.places)]
        )
    )


FIND_HELP = "Part of a title, in upper or lower case."
NO_TEXT = "This corpus has only counts, so these are the document's heaviest words."
