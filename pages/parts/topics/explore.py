"""The topics to walk through: tabs and topics in a row that stays, and the tab's view.

A click draws this part of the page again, not the whole page.
"""

import streamlit as st

from pages.parts.topics import cards, find, maps, numbers, one_topic, table, times
from pages.shared.shown import Shown, shown_topics
from pages.shared.state import choices, edits
from pages.shared.state.widgets import choose_in_row
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from pages.shared.topic_pills import choose_topic
from pages.shared.word_dialogs import show_question
from pages.shared.work.screen import replacing_others
from spca_core.formatting import counted
from spca_core.problem.solution import Solution

VIEWS = {
    "cards": cards.show_cards,
    "topic": one_topic.show_topic,
    "map": maps.show_maps,
    "time": times.show_topics_by_group,
    "table": table.show_tables,
    "find": find.show_word,
    "number": numbers.show_numbers_of_topics,
}
WITHOUT_DOCUMENTS = ("cards", "topic", "table")


@st.fragment
def show_views(workspace: Workspace, solution: Solution) -> None:
    """Draw the row of tabs and topics, and the view of the chosen tab."""
    now = shown_topics(workspace, choices.request(), solution)
    tabs = list(VIEWS if now.corpus.kind.has_documents else WITHOUT_DOCUMENTS)
    linked = choices.value("tab")
    with st.container(key="explore_bar", gap="small"):
        shown = linked if linked in tabs else tabs[0]
        choose_in_row("tab", now=shown, options=tabs)
        choose_topic(now)
    _show_hidden(now)
    choices.write_address()
    if now.corpus.without_documents:
        st.caption(plain(now.corpus.without_documents))
    tab = choices.value("tab")
    tab = tab if tab in tabs else tabs[0]
    with replacing_others(tab, "view"):
        VIEWS[tab](now)
    show_question(now)


def _show_hidden(shown: Shown) -> None:
    """Say how many topics are hidden, each with a button to take it back."""
    # Always drawn, so that all below keeps its place.
    hidden = shown.topics.hidden
    with st.container(horizontal=True, vertical_alignment="center"):
        if hidden:
            st.caption(f"{counted(len(hidden), 'topics')} hidden:", width="content")
        for topic in hidden:
            leader = shown.topics.leaders[topic - 1]
            st.button(
                f"{plain(shown.names[topic - 1])} ✕",
                key=f"shown_again_{leader}",
                on_click=edits.hide_topic,
                args=(leader, False),
                help="Show this topic again.",
            )
