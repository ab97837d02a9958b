"""The cards of the topics: a name opens its topic, a word a menu."""

from pathlib import Path
from typing import Any, NamedTuple

import streamlit as st

from pages.shared.shown import Shown
from pages.shared.state import cached, choices, edits
from pages.shared.word_dialogs import QUESTIONS, ask
from spca_core.problem.method import methods_using
from spca_core.results.files.templates import cards_html
from spca_core.results.topics.words import topic_words

MENU = """
.word-menu { position: fixed; inset: auto; margin: 0; padding: .25rem;
  border: 1px solid color-mix(in srgb, currentColor 25%, transparent);
  border-radius: .5rem; background: var(--st-background-color);
  color: var(--st-text-color); box-shadow: 0 4px 16px rgb(0 0 0 / 20%); }
.word-menu button { display: block; width: 100%; padding: .4rem .8rem; border: 0;
  background: none; color: inherit; font: inherit; text-align: start; cursor: pointer;
  border-radius: .35rem; }
.word-menu button:is(:hover, :focus-visible) {
  background: var(--st-secondary-background-color); outline: none; }
"""
# One component for all cards: a chart or a row of buttons for each costs 0.1 s.
component = st.components.v2.component(
    "topic_cards",
    html="<div class='cards-place'></div>",
    css=MENU,
    js=Path(__file__).with_suffix(".js").read_text("utf-8"),
    isolate_styles=False,
)


class Action(NamedTuple):
    """What can be done with a word, as its menu says."""

    what: str
    label: str
    help: str


def show_cards(shown: Shown) -> None:
    """Show one card per topic that is not hidden."""
    words = topic_words(shown.corpus, shown.solution)
    html = cards_html(
        shown.visible(cached.cards(shown.corpus, shown.solution, shown.chance)),
        shown.visible(words),
        places=shown.places,
        clickable=True,
    )
    result = component(
        data={"html": html, "actions": _actions(shown)},
        key="cards",
        on_clicked_change=lambda: None,
    )
    if result.clicked:
        act(shown, **result.clicked)
    st.caption(ABOUT_CARDS)


def _actions(shown: Shown) -> list[tuple[str, str]]:
    return [(each.what, each.label) for each in word_actions(shown)]


def act(shown: Shown, what: str, topic: int, word: Any) -> None:
    """Do what was chosen: open the topic, find the word, or decide something on it.

    topic : counted from 1
    """
    if what in QUESTIONS:
        ask(what, topic, word)
    elif what == "open":
        choices.change(tab="topic", topic=topic)
    elif what == "find":
        choices.change(tab="find", find=word)
    elif what == "leave_out":
        edits.leave_out(shown.corpus, shown.solution, word)
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


ACTIONS = (
    Action("find", "Find in the texts", "Show the sentences that contain it."),
    Action("same", "Same as ...", "Count another word as this one."),
    Action("phrase", "Count as one phrase ...", "Count it with its neighbour."),
    Action("leave_out", "Leave out", "Find the topics again without this word."),
    Action(
        "together",
        "Keep together with ...",
        "Find the topics again with this word and another one in one topic, even if "
        "that captures less. This needs the joint search.",
    ),
)
ABOUT_CARDS = (
    "Click a name to open its topic, and a word for more. The longer a word's bar, the "
    "more it counts. A pale bar with a minus sign runs against the others. A pale word "
    "hardly belongs to its topic."
)
