"""What every page opens with: its title, the links, the sidebar's choices."""

from typing import NamedTuple

import streamlit as st

from pages.shared import cached, choices
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.settings import Settings

APP_NAME = "Disjoint topics"
PAGES = {
    "Topics": ("app.py", ":material/topic:"),
    "Compare": ("pages/compare.py", ":material/compare_arrows:"),
}


class Page(NamedTuple):
    """What the user wants to see on a page."""

    corpus: Corpus
    settings: Settings
    run_pressed: bool


def open_page(title: str, about: str) -> Page:
    """Draw the frame of the page with that title; return the user's choices."""
    st.set_page_config(f"{title} · {APP_NAME}", layout="wide")
    parameters = choices.load(title)
    with st.sidebar:
        st.markdown(f"#### {APP_NAME}")
        for name, (path, page_icon) in PAGES.items():
            st.page_link(path, label=name, icon=page_icon, query_params=parameters)
        choice = choices.show_form()
    corpus = cached.corpus(choice.corpus)
    st.title(title)
    st.markdown(about)
    for warning in corpus.warnings:
        st.warning(plain(warning))
    return Page(corpus, choice.settings, choice.run_pressed)
