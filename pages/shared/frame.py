"""The frame of every page: its title, the links, and the choices in the sidebar.

A page draws its frame before it imports the code for its results: the browser shows the
frame while the server loads the solver.
"""

import gc
import sys
from collections.abc import Iterable
from typing import NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.state import choices
from pages.shared.state.choices import Request, key
from pages.shared.state.fields import OPTIONS, RUN, SIZE, VALUES
from pages.shared.style import SCRIPT, STYLE
from pages.shared.text import plain
from pages.shared.widgets import draw
from spca_core.corpus.weightings import WEIGHTINGS, Weighting
from spca_core.errors import InputError
from spca_core.options import Option
from spca_core.problem.method import METHODS, Method, built_in

APP_NAME = "Disjoint topics"
PAGES = {
    "Corpus": ("pages/corpus.py", ":material/database:"),
    "Topics": ("app.py", ":material/topic:"),
    "Documents": ("pages/documents.py", ":material/description:"),
    "Compare": ("pages/compare.py", ":material/compare_arrows:"),
    "Learn": ("pages/learn.py", ":material/school:"),
    "Paper": ("pages/paper.py", ":material/article:"),
}
WIDGETS = {"effort": st.select_slider, "rank": st.slider}  # where not the usual ones
RUN_HELP = "Find the topics with these settings."


def open_page(
    title: str,
    about: str = "",
    widgets: Iterable[str] = (),
    *,
    sweeps: bool = False,
    compares: bool = False,
) -> Request:
    """Draw the frame of the page with that title; return the user's request.

    about    : text below the title; without it, the page draws its own title
    widgets  : the names of the choices that the page's own widgets make
    sweeps   : the number and size of topics take effect as soon as they are moved
    compares : the methods are chosen on the page itself
    """
    _begin(title, (*SIZE, *RUN, *VALUES, *widgets))
    with st.sidebar:
        _show_corpus(choices.request().corpus_name)
        run_pressed = _show_form(sweeps=sweeps, compares=compares)
        choices.show_notes()
    if about:
        st.title(title)
        st.markdown(about)
    return choices.request(run_pressed=run_pressed)


def open_page_without_run(
    title: str, about: str = "", widgets: Iterable[str] = ()
) -> Request:
    """Draw the frame of a page with widgets of its own; return the user's request.

    about   : text below the title; without it, the page draws its own title
    widgets : the names of the choices that they make
    """
    _begin(title, tuple(widgets))
    with st.sidebar:
        choices.show_notes()
    if about:
        st.title(title)
        st.markdown(about)
    return choices.request()


def _begin(title: str, widgets: tuple[str, ...]) -> None:
    _freeze(len(sys.modules))
    st.set_page_config(f"{title} · {APP_NAME}", layout="wide")
    choices.load(title, widgets)
    with st.sidebar:
        _show_links()


@st.cache_resource(show_spinner=False)
def _freeze(modules: int) -> None:  # noqa: ARG001, the cache's key
    """Exempt existing objects from garbage collection, once for each number of modules.

    Streamlit collects garbage after every run of a page. With the objects of numba,
    scipy and altair, that takes 0.2 s in which no other thread runs: neither a search
    nor the one that sends the end of the page to the browser. Garbage that is frozen
    with the modules is never freed: a few sessions' choices.
    """
    gc.freeze()


def go_to(page: str) -> NoReturn:
    """Go to another page, with the same choices.

    A poll of this page may come before the browser knows. Streamlit would then go back
    to this page to draw the part that polls, and leave the rest empty: so all of its
    parts are forgotten.
    """
    if context := get_script_run_ctx():
        context.fragment_storage.clear()
    st.switch_page(PAGES[page][0], query_params=choices.parameters())


def _show_links() -> None:
    with st.container(gap=None):
        st.markdown(f"#### {APP_NAME}")
        st.html(STYLE)
    st.html(SCRIPT, unsafe_allow_javascript=True)
    parameters = choices.parameters()
    for name, (path, icon) in PAGES.items():
        st.page_link(path, label=name, icon=icon, query_params=parameters)


def _show_corpus(name: str) -> None:
    st.page_link(
        PAGES["Corpus"][0],
        label=f"Corpus: {plain(name)}",
        icon=":material/edit:",
        query_params=choices.parameters(),
    )


def _show_form(*, sweeps: bool, compares: bool) -> bool:
    """Draw the settings of a run; return whether Run was pressed."""
    if sweeps:
        _show_size()
        if st.button("How many?", icon=":material/help:", type="tertiary", key="many"):
            choices.change(look="number")
            go_to("Compare")
    with st.expander("More settings", expanded=compares):
        show_weighting()
        with st.form("sidebar_form", border=False):
            if not sweeps:
                _show_size()
            if not compares:
                _show_method()
            draw(OPTIONS["seed"], key("seed"))
            _show_more()
            return st.form_submit_button(
                "Run", type="primary", width="stretch", help=RUN_HELP, key="run"
            )


def show_weighting() -> None:
    """Draw the choice of weighting, and a line that says what it does."""
    option = _described(OPTIONS["weighting"], WEIGHTINGS.values())
    draw(option, key("weighting"), on_change=_centre_as_usual)
    st.caption(WEIGHTINGS[choices.value("weighting")].does)


def _centre_as_usual() -> None:
    # Imported late: it loads the readers of all formats, and the frame comes first.
    from pages.shared.state import cached

    try:
        kind = cached.corpus(choices.request().origin).kind
    except InputError:  # The page says why; there is nothing to centre.
        return
    choices.change(**choices.usual_values(kind, st.session_state[key("weighting")]))


def _show_method() -> None:
    ours = {name: METHODS[name] for name in built_in()}
    labels = {name: method.label for name, method in ours.items()}
    option = OPTIONS["method"]._replace(choices=labels)
    draw(_described(option, ours.values()), key("method"))


def _described(option: Option, records: Iterable[Method | Weighting]) -> Option:
    """Return an option whose help says what each choice does."""
    lines = (f"\n- **{record.label}**: {record.does}" for record in records)
    return option._replace(help=option.help + "".join(lines))


def _show_size() -> None:
    for name in SIZE:
        draw(OPTIONS[name], key(name), widget=st.slider)


def _show_more() -> None:
    draw(OPTIONS["centred"], key("centred"))
    for name in RUN:
        if name not in ("method", "seed"):
            draw(OPTIONS[name], key(name), widget=WIDGETS.get(name))
