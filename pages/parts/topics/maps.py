"""Maps: topics as bubbles, documents as points, and the tree of topics."""

import streamlit as st

from pages.shared.document_list import (
    open_document,
    show_list,
    sorted_documents,
)
from pages.shared.figure import show_figure
from pages.shared.shown import Shown, grey, ink
from pages.shared.state import cached, choices
from pages.shared.state.widgets import choose_in_row
from pages.shared.work.screen import replacing_others
from pages.shared.zoom import offer_documents
from spca_core.corpus.conditions import DOCUMENT, Condition
from spca_core.formatting import counted
from spca_core.results.documents.document_map import document_map_figure, inside
from spca_core.results.topics.naming import with_names
from spca_core.results.topics.topic_map import topic_map_figure
from spca_core.results.topics.topic_tree import topic_tree, topic_tree_figure

MIN_OF_TREE = 3  # topics
MAX_IN_LINK = 2_000  # documents


def show_maps(shown: Shown) -> None:
    """Let the user choose a map, and draw it."""
    chosen = choose_in_row("map")
    draw = {"topics": _topics, "documents": _documents, "tree": _tree}
    with replacing_others(chosen, "map"):
        draw[chosen](shown)


def _topics(shown: Shown) -> None:
    table = shown.visible(cached.topic_map(shown.corpus, shown.solution))
    show_figure(
        topic_map_figure(table, shown.colours, ink()),
        shown.provenance,
        select="topic_bubbles",
        on_select=_take_topic,
    )
    st.caption(ABOUT_TOPICS)


def _take_topic() -> None:
    for picked in st.session_state["topic_bubbles"].selection.topic:
        choices.change(tab="topic", topic=int(picked["topic"]))


def _documents(shown: Shown) -> None:
    kind = shown.corpus.kind.documents
    table = cached.document_map(shown.corpus, shown.solution)
    table = with_names(table, shown.names)
    show_figure(
        document_map_figure(table, kind, shown.colours, grey()),
        shown.provenance,
        select="document_points",
        on_select="rerun",
    )
    st.caption(ABOUT_DOCUMENTS)
    picked = st.session_state["document_points"].selection
    if point := picked.get("document"):
        open_document(int(point[0]["document"]))
    if box := picked.get("box"):
        within = inside(table, box)
        drawn = within["document"].tolist()
        _offer_drawn(shown, drawn)
        show_list(shown.corpus, sorted_documents(shown.corpus, drawn), "in_box")


def _offer_drawn(shown: Shown, drawn: list[int]) -> None:
    """Offer to find topics in the documents of the rectangle, which are listed below.

    A link has to hold their numbers.
    """
    documents = counted(len(drawn), shown.corpus.kind.documents)
    if not 0 < len(drawn) <= MAX_IN_LINK:
        st.markdown(f"{documents} in the rectangle. {TOO_MANY * bool(drawn)}")
        return
    offer_documents(
        shown.corpus,
        [Condition(DOCUMENT, "=", tuple(map(str, drawn)))],
        shown.workspace.run.settings,
        "drawn",
        f"{documents} in the rectangle",
    )


def _tree(shown: Shown) -> None:
    if len(shown.names) < MIN_OF_TREE:
        st.info(f"A tree needs {MIN_OF_TREE} topics or more.")
        return
    table = with_names(topic_tree(shown.has_topic), shown.names)
    figure = topic_tree_figure(table, shown.colours, ink(), grey())
    show_figure(figure, shown.provenance)
    st.caption(ABOUT_TREE)


ABOUT_TOPICS = (
    "Topics that often occur in the same documents are near each other; the larger a "
    "topic, the more documents are about it. Click a topic to open it."
)
ABOUT_DOCUMENTS = (
    "Each point is a document, placed near its main topics. Grey: no topic. Click a "
    "point to read one, or draw a rectangle to list those within."
)
TOO_MANY = f"To find topics in them, draw it around {MAX_IN_LINK:,} at most."
ABOUT_TREE = (
    "Topics that occur together are merged first, at the right: the further left two "
    "lines meet, the less often they occur together."
)
