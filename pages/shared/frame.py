"""The frame of every page: its title, the links, and the choices in the sidebar.

A page draws its frame before it imports the code for its results: the browser shows the
frame while the server loads the solver.
"""

import gc
import sys
from typing import Any, NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.options import OPTIONS, RUN, SIZE
from pages.shared.state.widgets import choose, forget_other_pages, take
from pages.shared.style import SCRIPT, STYLE
from pages.shared.text import plain
from spca_core.corpus.weighting import matrix_options
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.errors import InputError
from spca_core.problem.method import METHODS, built_in

APP_NAME = "Disjoint topics"
SIDEBAR_WIDTH = 245  # pixels
PAGES = {
    "Corpus": ("pages/corpus.py", ":material/database:"),
    "Topics": ("app.py", ":material/topic:"),
    "Documents": ("pages/documents.py", ":material/description:"),
    "Compare": ("pages/compare.py", ":material/compare_arrows:"),
    "Learn": ("pages/learn.py", ":material/school:"),
    "Paper": ("pages/paper.py", ":material/article:"),
}
# Of the widgets in the sidebar.
MORE: dict[str, dict[str, Any]] = {
    "effort": {"widget": st.select_slider},
    **{name: {"widget": st.slider} for name in (*SIZE, "rank")},
}
EDIT_CORPUS_HELP = "How this corpus is read and prepared."
RUN_HELP = "Find the topics with these settings."


def open_page(
    title: str, about: str = "", *, sweeps: bool = False, compares: bool = False
) -> Request:
    """Draw the frame of the page with that title; return the user's request.

    about    : text below the title; without it, the page draws its own title
    sweeps   : the number and size of topics take effect as soon as they are moved
    compares : the methods are chosen on the page itself
    """
    _begin(title)
    with st.sidebar:
        _show_corpus(choices.request().corpus_name)
        run_pressed = _show_form(sweeps=sweeps, compares=compares)
        choices.show_notes()
    _show_title(title, about)
    return choices.request(run_pressed=run_pressed)


def open_page_without_run(title: str, about: str = "") -> Request:
    """Draw the frame of a page with widgets of its own; return the user's request.

    about : text below the title; without it, the page draws its own title
    """
    _begin(title)
    with st.sidebar:
        choices.show_notes()
    _show_title(title, about)
    return choices.request()


def _begin(title: str) -> None:
    _freeze(len(sys.modules))
    st.set_page_config(
        f"{title} · {APP_NAME}", layout="wide", initial_sidebar_state=SIDEBAR_WIDTH
    )
    choices.load_address()
    _use_staged(title)
    forget_other_pages(title)
    with st.sidebar:
        _show_links()


def _use_staged(title: str) -> None:
    """Use the file that is open on the page Corpus once its user goes on from there."""
    use, view = st.session_state.pop(choices.STAGED, None), choices.value("view")
    if use and (title, view) != ("Corpus", "choose"):
        try:
            use()
        except InputError as error:
            st.error(plain(f"{error} {choices.request().corpus_name} is still open."))
        choices.change(view=view)
        choices.write_address()


def _show_title(title: str, about: str) -> None:
    if about:
        st.title(title, anchor=False)
        st.markdown(about)


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
    """Draw the way to how this corpus is read and prepared."""
    if st.button(
        f"Corpus: {plain(name)}",
        icon=":material/edit:",
        type="tertiary",
        key="edit_corpus",
        help=EDIT_CORPUS_HELP,
    ):
        is_file = choices.request().origin.is_file
        choices.change(view="choose" if is_file else "prepare")
        go_to("Corpus")


def _show_form(*, sweeps: bool, compares: bool) -> bool:
    """Draw the settings of a run; return whether Run was pressed."""
    # A covariance matrix is neither weighted nor centred, nor can it be divided.
    is_matrix = choices.value("format") == "covariance"
    if sweeps:
        for name in SIZE:
            choose(name, **MORE[name])
        if not is_matrix:
            st.button(
                "How many?",
                icon=":material/help:",
                type="tertiary",
                key="many",
                on_click=choices.change,
                kwargs={"tab": "number"},
            )
    method, seed, *others = RUN
    names = (
        *(() if sweeps else SIZE),
        *(() if compares else (method,)),
        *(seed, *(() if is_matrix else ("centred", "norm")), *others),
    )
    with st.expander("More settings"):
        if not is_matrix:
            show_weighting()
        with st.form("sidebar_form", border=False):
            for name in names:
                more = _offered_methods() if name == "method" else MORE.get(name, {})
                choose(name, in_form=True, **more)
            return st.form_submit_button(
                "Run",
                type="primary",
                width="stretch",
                help=RUN_HELP,
                key="run",
                on_click=take,
                args=names,
            )


def show_weighting() -> None:
    """Draw the choice of weighting, and a line that says what it does."""
    each = (f"\n- **{one.label}**: {one.does}" for one in WEIGHTINGS.values())
    help_text = OPTIONS["weighting"].help + "".join(each)
    chosen = choose("weighting", help=help_text, then=_centre_by_default)
    st.caption(WEIGHTINGS[chosen].does)


def _centre_by_default() -> None:
    # Imported late: it loads the readers of all formats, and the frame comes first.
    from pages.shared.state import cached

    try:
        kind = cached.corpus(choices.request().origin).kind
    except InputError:  # The page says why; there is nothing to centre.
        return
    choices.change(**matrix_options(kind, choices.value("weighting")))


def _offered_methods() -> dict[str, Any]:
    ours = {name: METHODS[name] for name in built_in()}
    return {"options": list(ours), "format_func": lambda name: ours[name].label}
