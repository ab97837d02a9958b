"""What every page opens with: its title, the links, the sidebar's choices.

A page opens its frame before it imports what shows its results: while the server loads
the solver, the browser draws the frame.
"""

import gc
import sys
from collections.abc import Iterable

import streamlit as st

from pages.shared import sidebar
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.fields import RUN, SIZE
from pages.shared.state.origins import name_of
from pages.shared.text import plain

APP_NAME = "Disjoint topics"
PAGES = {
    "Corpus": ("pages/corpus.py", ":material/database:"),
    "Topics": ("app.py", ":material/topic:"),
    "Documents": ("pages/documents.py", ":material/description:"),
    "Compare": ("pages/compare.py", ":material/compare_arrows:"),
    "Learn": ("pages/learn.py", ":material/school:"),
    "Paper": ("pages/paper.py", ":material/article:"),
}


def open_page(
    title: str,
    about: str,
    widgets: Iterable[str] = (),
    *,
    sweeps: bool = False,
    compares: bool = False,
) -> Request:
    """Draw the frame of the page with that title; return the user's request.

    widgets  : the names of the choices that the page's own widgets make
    sweeps   : the number and size of topics count as soon as they are moved
    compares : the methods are chosen on the page itself
    """
    _begin(title, (*SIZE, *RUN, "centred", *widgets))
    with st.sidebar:
        _show_corpus()
        run_pressed = sidebar.show_form(sweeps=sweeps, compares=compares)
        choices.show_notes()
    _show_heading(title, about)
    return choices.request(run_pressed=run_pressed)


def open_page_without_run(
    title: str, about: str, widgets: Iterable[str] = ()
) -> Request:
    """Draw the frame of a page with widgets of its own; return the user's request.

    widgets : the names of the choices that they make
    """
    _begin(title, tuple(widgets))
    with st.sidebar:
        choices.show_notes()
    _show_heading(title, about)
    return choices.request()


def _begin(title: str, widgets: tuple[str, ...]) -> None:
    _freeze(len(sys.modules))
    st.set_page_config(f"{title} · {APP_NAME}", layout="wide")
    choices.load(title, widgets)
    with st.sidebar:
        _show_links()


@st.cache_resource(show_spinner=False)
def _freeze(modules: int) -> None:
    """Spare all that exists from garbage collection, once for each number of modules.

    Streamlit collects garbage after every run of a page. With all that numba, scipy and
    altair hold, that takes 0.1 s, in which no other thread runs: neither a search nor
    the one that sends the end of the page to the browser. Garbage that is frozen with
    the modules stays: a few sessions' choices.
    """
    gc.freeze()


def _show_links() -> None:
    st.markdown(f"#### {APP_NAME}")
    for name, (path, icon) in PAGES.items():
        st.page_link(path, label=name, icon=icon, query_params=choices.parameters())


def _show_corpus() -> None:
    st.page_link(
        PAGES["Corpus"][0],
        label=f"Corpus: {plain(name_of(choices.value('corpus')))}",
        icon=":material/edit:",
        query_params=choices.parameters(),
    )


def _show_heading(title: str, about: str) -> None:
    st.title(title)
    st.markdown(about)
