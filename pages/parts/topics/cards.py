"""The cards of the topics: a name is written in its place, a word opens a menu."""

from functools import partial
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.shown import Shown
from pages.shared.state import cached, choices, edits
from pages.shared.word_dialogs import QUESTIONS, ask
from pages.shared.word_menu import component_with_menu
from pages.shared.zoom import FIND_TOPICS, READ, find_topics, read
from spca_core.problem.method import methods_using
from spca_core.results.files.templates import cards_html
from spca_core.results.topics.naming import called
from spca_core.results.topics.words import topic_words

# One component for all cards: a chart or a row of buttons for each costs 0.1 s.
component = component_with_menu("topic_cards", __file__)


class Action(NamedTuple):
    """What can be done with a topic or a word, as a card or a menu says."""

    what: str
    label: str
    help: str


def show_cards(shown: Shown) -> None:
    """Show one card per topic that is not hidden."""
    words, names = topic_words(shown.topics), called(shown.topics)
    has_documents = shown.corpus.kind.has_documents
    html = cards_html(
        shown.visible(cached.cards(shown.topics)),
        shown.visible(words),
        actions=[each for each in ON_CARDS if each.what != "zoom" or has_documents],
    )
    result = component(
        data={
            "html": html,
            "menus": {"word": _on_words(shown), "zoom": ZOOM},
            "names": [names[leader] for leader in shown.topics.leaders],
            "longest": edits.MAX_NAME,
        },
        key="cards",
        on_clicked_change=lambda: None,
        on_changed_change=partial(_change, shown),
    )
    if result.clicked:
        act(shown, **result.clicked)
    st.caption(ABOUT_CARDS)


def _change(shown: Shown) -> None:
    """Do what was written on a card, or hide its topic."""
    changed = st.session_state["cards"].changed
    leader, text = shown.topics.leaders[changed["topic"] - 1], changed["text"]
    if changed["what"] == "name":
        edits.rename(leader, text)
    else:
        edits.hide_topic(leader, hidden=True)


def _on_words(shown: Shown) -> list[tuple[str, str]]:
    return [(each.what, each.label) for each in word_actions(shown)]


def act(shown: Shown, what: str, topic: int, word: Any) -> None:
    """Do what was chosen with a topic, counted from 1, or with a word of it."""
    if what == "find_topics":
        settings = shown.workspace.run.settings
        find_topics(shown.corpus, [shown.condition(topic)], settings)
        return  # a refusal stays
    if what in QUESTIONS:
        ask(what, topic, word)
    elif what == "open":
        choices.change(tab="topic", topic=topic)
    elif what == "find":
        choices.change(tab="find", find=word)
    elif what == "leave_out":
        edits.leave_out(shown.topics, word)
    elif what == "read":
        read(topic=topic, within="")
    st.rerun()


def word_actions(shown: Shown) -> list[Action]:
    """Return what can be done with a word of these topics."""
    has_documents = shown.corpus.kind.has_documents
    can_pin = shown.workspace.run.settings.method in methods_using("pinned")
    possible = {
        "find": has_documents,
        "same": has_documents,
        "phrase": bool(shown.corpus.texts),
        "leave_out": True,
        "together": can_pin,
    }
    return [each for each in ACTIONS if possible[each.what]]


ON_CARDS = (
    Action("open", "Open", "Its documents, its course over time, and its neighbours"),
    Action("zoom", "Documents", "Read its documents, or find the topics in them"),
    Action("hide", "Hide", "Hide this topic in charts and files"),
)
ZOOM = (("read", READ), ("find_topics", FIND_TOPICS))
ACTIONS = (
    Action("find", "Find in the texts", "Show the sentences that contain it."),
    Action("same", "Merge with ...", "Count another word as this one."),
    Action("phrase", "Count as one phrase ...", "Count it with its neighbour."),
    Action("leave_out", "Leave out", "Find the topics again without this word."),
    Action(
        "together",
        "Pin together with ...",
        "Find the topics again with this word and another one in one topic, even if "
        "that captures less. This needs the joint search.",
    ),
)
ABOUT_CARDS = (
    "Click a topic's name or a word to change it. The longer a word's bar, the more it "
    "counts. A pale bar with a minus sign: documents with the other words tend not to "
    "have this one. A pale word hardly belongs to its topic. Arrow keys go through a "
    "card."
)
