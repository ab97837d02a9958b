"""One topic in full: its words, passages, time, groups and neighbours, and edits."""

from functools import partial

import pandas as pd
import streamlit as st

from pages.parts.topics.cards import act, word_actions
from pages.shared.document_list import open_document
from pages.shared.figure import show_chart, show_figure
from pages.shared.passages import show_passage
from pages.shared.shown import Shown, grey
from pages.shared.state import cached, choices, edits
from pages.shared.state.widgets import choose, write
from pages.shared.text import plain
from pages.shared.work.screen import replacing_others
from pages.shared.zoom import offer_documents
from spca_core.corpus.groupings import BY_TIME, first_by_time
from spca_core.formatting import counted
from spca_core.results.corpus import titles
from spca_core.results.documents.share_figures import shares_over_time
from spca_core.results.documents.shares import describe_shares, strongest, topic_shares
from spca_core.results.topics import coverage, near_misses, relevance, similarity
from spca_core.results.topics.naming import called
from spca_core.results.topics.relevance import relevance_figure
from spca_core.results.topics.similarity import similarity_figure
from spca_core.results.topics.words import topic_words, words_figure

N_PASSAGES = 3
LINE_HEIGHT = 190  # pixels: the title of its axis is not cut


def show_topic(shown: Shown) -> None:
    """Show the chosen topic."""
    with replacing_others(shown.topic, "topic"):
        _show(shown)


def _show(shown: Shown) -> None:
    nearly = cached.near_misses(shown.topics, shown.topic)
    left, right = st.columns([2, 3], gap="medium")
    if shown.corpus.kind.has_documents:
        with left:
            _show_words(shown, nearly)
        with right:
            _show_time(shown)
            _show_passages(shown)
        _show_neighbours(shown)
    else:
        with left:
            _show_loadings(shown, nearly)
        with right:
            _show_near_misses(nearly)
    together = st.expander(
        "How its words occur together", key="together", on_change="rerun"
    )
    with together:
        if together.open:
            _show_together(shown)
    with st.expander("Rename or hide this topic"):
        _show_name(shown)


def _show_words(shown: Shown, nearly: pd.DataFrame) -> None:
    typical = choose("typical", widget=st.slider)
    words = relevance.relevant_words(
        shown.topics, shown.topic, shown.has_topic, nearly, typical
    )
    key = f"bars_{shown.leader}"
    figure = relevance_figure(words, shown.name, shown.colour, grey())
    take = partial(_take_word, key)
    show_chart(figure.chart(), figure.text, key=key, on_select=take)
    _show_edit(shown, list(words["word"]))
    st.caption(f"{ABOUT_BARS} {near_misses.gain_by_near_misses(nearly)}")


def _show_loadings(shown: Shown, nearly: pd.DataFrame) -> None:
    words = topic_words(shown.topics)
    of_topic = words[words["topic"] == shown.topic]
    show_figure(words_figure(of_topic), shown.provenance)
    _show_edit(shown, [*of_topic["word"], *nearly["word"]])


def _show_near_misses(nearly: pd.DataFrame) -> None:
    st.dataframe(
        nearly,
        hide_index=True,
        column_order=["word", "replaces", "share_lost"],
        column_config={
            "word": "Near miss",
            "replaces": "Would replace",
            "share_lost": st.column_config.NumberColumn("Loss", format="percent"),
        },
    )
    st.caption(f"{ABOUT_NEAR_MISSES} {near_misses.gain_by_near_misses(nearly)}")


def _take_word(key: str) -> None:
    for picked in st.session_state[key].selection.word:
        st.session_state["edit_word"] = picked["word"]


def _show_edit(shown: Shown, words: list[str]) -> None:
    if st.session_state.get("edit_word") not in words:
        st.session_state["edit_word"] = words[0]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        word = st.selectbox("Word", words, key="edit_word", help=EDIT_WORD_HELP)
        for what, label, help in word_actions(shown):
            if st.button(label, key=f"word_{what}", help=help):
                act(shown, what, shown.topic, word)


def _show_time(shown: Shown) -> None:
    groupings = cached.groupings(shown.corpus)
    by = first_by_time(groupings)
    if by is None:
        return
    shares = shown.visible(topic_shares(shown.has_topic, groupings[by], by))
    figure = shares_over_time(
        shares, by, shown.topic, shown.colours, grey(), height=LINE_HEIGHT
    )
    of_topic = shares[shares["topic"] == shown.topic]
    show_chart(figure.chart(), describe_shares(of_topic, by))


def _show_passages(shown: Shown) -> None:
    found = cached.document_topics(shown.topics)
    leading = coverage.leading(found.has_topic, found.scores, shown.topic)
    offer_documents(
        shown.corpus,
        [shown.condition(shown.topic)],
        shown.workspace.run.settings,
        "topic",
        f"{counted(len(leading), shown.corpus.kind.documents)} about it",
        within="",
    )
    for document in leading[:N_PASSAGES].tolist():
        title = titles.title(shown.corpus, document)
        with st.container(gap=None):
            if st.button(plain(title), key=f"open_{document}", type="tertiary"):
                open_document(document)
            show_passage(shown, document)


def _show_neighbours(shown: Shown) -> None:
    """Show where it is strong, and which topics occur with it."""
    with st.container(horizontal=True, vertical_alignment="center"):
        near = coverage.nearest_topics(shown.has_topic, shown.topic)
        if near:
            st.caption("Often together with:", width="content")
        for topic, n_documents in near:
            st.button(
                plain(shown.names[topic - 1]),
                key=f"near_{topic}",
                help=f"{counted(n_documents, shown.corpus.kind.documents)} about both",
                on_click=choices.change,
                kwargs={"topic": topic},
            )
        for by, of in cached.groupings(shown.corpus).items():
            if by in BY_TIME:
                continue
            shares = topic_shares(shown.has_topic, of)
            if most := strongest(shares, shown.topic):
                st.caption(plain(f"Most common by {by}: {most}"), width="content")


def _show_together(shown: Shown) -> None:
    pairs = similarity.word_similarities(shown.topics, shown.topic)
    show_figure(similarity_figure(pairs, shown.topic, shown.name), shown.provenance)
    settings, kind = shown.workspace.run.settings, shown.corpus.kind
    st.caption(ABOUT_TOGETHER[settings.centred] if kind.has_documents else CORRELATION)


def _show_name(shown: Shown) -> None:
    leader = shown.leader
    name, aside = f"name_{leader}", f"aside_{leader}"
    # They also change on the cards, and by the browser's Back.
    write(name, choices.request().names.get(leader, ""))
    write(aside, shown.topic in shown.topics.hidden)
    st.text_input(
        "Name of this topic",
        max_chars=edits.MAX_NAME,
        key=name,
        placeholder=called(shown.topics)[leader],
        help=NAME_HELP,
        on_change=lambda: edits.rename(leader, st.session_state[name]),
    )
    st.toggle(
        "Hide this topic in charts and files",
        key=aside,
        on_change=lambda: edits.hide_topic(leader, st.session_state[aside]),
    )


ABOUT_BARS = (
    "In colour: the topic's documents with the word. Grey: all documents with it. Pale "
    "words are near misses: the words in no topic that would fit best."
)
ABOUT_NEAR_MISSES = (
    "The variables in no topic that would cost this topic the least of its variance."
)
NAME_HELP = (
    "The name of this topic here, in every file and in the link. It stays with the "
    "topic that has the same heaviest word."
)
EDIT_WORD_HELP = "A word of this topic, or a near miss. Click a bar to choose."
CORRELATION = "The correlation of the variables, from -1 to 1."
ABOUT_TOGETHER = {
    False: (
        "How similarly two words are spread over the documents, from 0 (never "
        "together) to 1 (always in proportion): the cosine of their columns."
    ),
    True: "The correlation of the words over the documents, from -1 to 1.",
}
