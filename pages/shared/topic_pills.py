"""The topics in a row, each with a dot in its colour: a click chooses one."""

import streamlit as st

from pages.shared.document_list import list_documents
from pages.shared.shown import Shown
from pages.shared.state import choices
from pages.shared.state.widgets import choose_in_row
from pages.shared.text import plain
from spca_core.results.colours import css_colours


def choose_topic(now: Shown) -> None:
    """Draw the topics, whose choice belongs to all pages."""
    st.html(_style(now))
    choose_in_row(
        "topic",
        now=now.topic,
        then=_open_topic,
        widget=st.pills,
        options=range(1, len(now.names) + 1),
        format_func=lambda topic: plain(now.names[topic - 1]),
        wrap=False,
    )


def _open_topic() -> None:
    # Where all topics are on the cards, one that is chosen is opened.
    tab = choices.value("tab")
    tab = "topic" if tab in ("cards", "table") else tab
    choices.change(tab=tab)
    list_documents()


def _style(shown: Shown) -> str:
    """Return CSS rules that put a dot in its topic's colour on every pill."""
    colours = enumerate(css_colours(range(len(shown.names))), start=1)
    rules = (
        f".st-key-choice_topic [role=radio]:nth-child({topic}) {{--colour: {colour}}}"
        for topic, colour in colours
    )
    faint = (
        f".st-key-choice_topic [role=radio]:nth-child({topic}) "
        "{text-decoration: line-through}"
        for topic in shown.topics.hidden
    )
    return f"<style>{' '.join([*rules, *faint])}</style>"
