"""Maps: topics as bubbles, and documents as points."""

import streamlit as st

from pages.shared.document_list import open_document
from pages.shared.figure import show_figure
from pages.shared.shown import Shown, grey, ink
from pages.shared.state import cached, choices
from pages.shared.state.widgets import choose_in_row
from pages.shared.work.screen import replacing_others
from spca_core.results.documents.document_map import document_map_figure
from spca_core.results.topics.naming import with_names
from spca_core.results.topics.topic_map import topic_map_figure


def show_maps(shown: Shown) -> None:
    """Let the user choose a map, and draw it."""
    chosen = choose_in_row("map")
    draw = {"topics": _topics, "documents": _documents}
    with replacing_others(chosen, "map"):
        draw[chosen](shown)


def _topics(shown: Shown) -> None:
    table = shown.visible(cached.topic_map(shown.topics))
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
    table = cached.document_map(shown.topics)
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


ABOUT_TOPICS = (
    "Topics that often occur in the same documents are near each other; the larger a "
    "topic, the more documents are about it. Click a topic to open it."
)
ABOUT_DOCUMENTS = (
    "Each point is a document, placed near its main topics. Grey: no topic. Click a "
    "point to read one."
)
