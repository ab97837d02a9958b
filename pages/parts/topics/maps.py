"""Maps: topics as bubbles, documents as points, and the tree of topics."""

import streamlit as st

from pages.shared.document_list import open_document, show_list
from pages.shared.figure import show_figure
from pages.shared.shown import Shown, grey, ink
from pages.shared.state import cached, choices
from pages.shared.state.fields import MAPS
from pages.shared.work.screen import replacing_others
from spca_core.formatting import counted
from spca_core.results import maps, sentences

LABELS = {"topics": "Topics", "documents": "Documents", "tree": "Tree"}
MIN_OF_TREE = 3  # topics
MAX_LISTED = 100


def show(shown: Shown) -> None:
    """Let the user choose a map, and draw it."""
    st.session_state["maps"] = choices.value("map")
    st.segmented_control(
        "Map",
        MAPS,
        key="maps",
        format_func=LABELS.__getitem__,
        label_visibility="collapsed",
        required=True,
        on_change=lambda: choices.change(map=st.session_state["maps"]),
    )
    draw = {"topics": _topics, "documents": _documents, "tree": _tree}
    with replacing_others(choices.value("map"), "map"):
        draw[choices.value("map")](shown)


def _topics(shown: Shown) -> None:
    from spca_core.results.charts.documents import topic_bubbles

    table = shown.kept(cached.topic_map(shown.corpus, shown.solution))
    show_figure(
        topic_bubbles(table, shown.colours, ink()),
        table,
        name="map_of_topics",
        text=sentences.topic_map(table),
        provenance=shown.provenance,
        select="topic_bubbles",
        on_select=_take_topic,
    )
    st.caption(ABOUT_TOPICS)


def _take_topic() -> None:
    for picked in st.session_state["topic_bubbles"].selection.topic:
        choices.change(tab="topic", topic=int(picked["topic"]))


def _documents(shown: Shown) -> None:
    from spca_core.results.charts.documents import document_points

    table = cached.document_map(shown.corpus, shown.solution)
    names = ["", *shown.names]
    table = table.assign(name=[names[topic] for topic in table["topic"]])
    show_figure(
        document_points(table, shown.colours, grey()),
        table,
        name="map_of_documents",
        text=f"Map of {counted(len(table), shown.corpus.kind.documents)}.",
        provenance=shown.provenance,
        select="document_points",
        on_select="rerun",
    )
    st.caption(ABOUT_DOCUMENTS)
    picked = st.session_state["document_points"].selection
    if point := picked.get("document"):
        open_document(int(point[0]["document"]))
    if box := picked.get("box"):
        inside = maps.inside(table, box)
        st.markdown(f"{counted(len(inside), shown.corpus.kind.documents)} are in it.")
        show_list(shown.corpus, inside["document"].head(MAX_LISTED), "in_box")


def _tree(shown: Shown) -> None:
    from spca_core.results.charts.documents import tree_lines

    if len(shown.names) < MIN_OF_TREE:
        st.info(f"A tree needs {MIN_OF_TREE} topics or more.")
        return
    table = maps.topic_tree(shown.carried)
    names = ["", *shown.names]
    table = table.assign(name=[names[topic] for topic in table["topic"]])
    show_figure(
        tree_lines(table, shown.colours, ink(), grey()),
        table,
        name="tree_of_topics",
        text="Tree of topics that are merged by how often they occur together.",
        provenance=shown.provenance,
    )
    st.caption(ABOUT_TREE)


ABOUT_TOPICS = (
    "Topics that often occur in the same documents are near each other; the larger, "
    "the more documents carry it. Click a topic to open it."
)
ABOUT_DOCUMENTS = (
    "A document stands between its topics: the more it has of one, the nearer. Grey "
    "ones carry none. Click a point to read it, or draw a rectangle to list what is in "
    "it."
)
ABOUT_TREE = (
    "Topics that occur together are merged first, at the right: the further left two "
    "lines meet, the less they have to do with each other."
)
