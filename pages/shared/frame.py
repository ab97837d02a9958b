"""What every page opens with: its title, the links, the sidebar's choices.

A page opens its frame before it imports what shows its results: while the server loads
the solver, the browser draws the frame.
"""

import streamlit as st

from pages.shared import choices
from pages.shared.choices import Choice

APP_NAME = "Disjoint topics"
PAGES = {
    "Topics": ("app.py", ":material/topic:"),
    "Compare": ("pages/compare.py", ":material/compare_arrows:"),
    "Learn": ("pages/learn.py", ":material/school:"),
    "Paper": ("pages/paper.py", ":material/article:"),
}


def open_page(title: str, about: str) -> Choice:
    """Draw the frame of the page with that title; return the user's choices."""
    _set_title(title)
    parameters = choices.load(title)
    with st.sidebar:
        _show_links(parameters)
        choice = choices.show_form()
    _show_heading(title, about)
    return choice


def open_page_without_choices(title: str, about: str) -> None:
    """Draw the frame of a page that has widgets of its own; keep the user's choices."""
    _set_title(title)
    with st.sidebar:
        _show_links(choices.keep(title))
    _show_heading(title, about)


def _set_title(title: str) -> None:
    st.set_page_config(f"{title} · {APP_NAME}", layout="wide")


def _show_links(parameters: dict[str, str]) -> None:
    st.markdown(f"#### {APP_NAME}")
    for name, (path, icon) in PAGES.items():
        st.page_link(path, label=name, icon=icon, query_params=parameters)


def _show_heading(title: str, about: str) -> None:
    st.title(title)
    st.markdown(about)
