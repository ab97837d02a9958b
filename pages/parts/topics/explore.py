"""The topics to walk through: tabs and topics in a row that stays, and the tab's view.

A click draws this part of the page again, not the whole page.
"""

import streamlit as st

from pages.parts.topics import cards, find, maps, numbers, one_topic, table, times
from pages.shared.shown import shown_topics
from pages.shared.state import choices
from pages.shared.state.widgets import choose_in_row
from pages.shared.state.workspace import Workspace
from pages.shared.text import plain
from pages.shared.topic_pills import choose_topic
from pages.shared.word_dialogs import show_question
from pages.shared.work.screen import replacing_others
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
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            shown = linked if linked in tabs else tabs[0]
            choose_in_row("tab", now=shown, options=tabs)
            _show_present()
        choose_topic(now)
    choices.write_address()
    if now.corpus.without_documents:
        st.caption(plain(now.corpus.without_documents))
    tab = choices.value("tab")
    tab = tab if tab in tabs else tabs[0]
    with replacing_others(tab, "view"):
        VIEWS[tab](now)
    show_question(now)


def _show_present() -> None:
    """Offer the page for a projector: the topics alone, in large type."""
    presents = choices.value("present")
    st.button(
        "End" if presents else "Present",
        icon=":material/present_to_all:",
        type="tertiary",
        key="end" if presents else "present",
        help=None if presents else PRESENT_HELP,
        on_click=choices.change,
        kwargs={"present": not presents},
    )
    if presents:
        st.html(PRESENT)


PRESENT_HELP = "For a projector: large type, without the sidebar and explanations."
PRESENT = """<style>
[data-testid=stSidebar], [data-testid=stExpandSidebarButton], .st-key-verdict,
.st-key-head p, [data-testid=stMain] [data-testid=stCaptionContainer],
.topic-cards section > p {display: none}
.st-key-results {zoom: 1.35}
</style>"""
