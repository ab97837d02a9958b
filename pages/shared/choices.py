"""The user's choices: made in the sidebar, kept over pages, written in the address.

Session state holds them under CHOICES. They come from the address when the session
begins or the browser goes back, and from the sidebar's form when Run is pressed.
"""

from typing import Any, NamedTuple

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.fields import (
    FIELDS,
    LEAST_CANDIDATES,
    MOST_CANDIDATES,
    MOST_EXTRA_STARTS,
    MOST_RANK,
    MOST_SEED,
    MOST_TOPICS,
    MOST_WORDS,
)
from pages.shared.text import HELP
from spca_core.corpus.catalogue import bundled_names, display_name
from spca_core.settings import (
    EFFORTS,
    EPSILON_LIMITS,
    METHOD_LABELS,
    METHOD_NAMES,
    SKETCH_LABELS,
    Settings,
)

CHOICES, PAGE, NOTES = "choices", "choices_page", "choices_notes"


class Choice(NamedTuple):
    """What to run: the corpus by name, the settings, and whether Run was pressed."""

    corpus: str
    settings: Settings
    run_pressed: bool


def load(page: str) -> dict[str, str]:
    """Fill the widgets of a page that opens; return the address parameters."""
    state = st.session_state
    went_back = getattr(get_script_run_ctx(), "is_history_navigation", False)
    if CHOICES not in state or went_back:
        state[CHOICES], state[NOTES] = _read_address()
    elif state[PAGE] == page:
        # Not filled again: that would undo what the user moved and not yet ran.
        state[CHOICES] = {name: state[_key(name)] for name in FIELDS}
        return _write_address(state[CHOICES])
    state[PAGE] = page
    for name, value in state[CHOICES].items():
        state[_key(name)] = value
    return _write_address(state[CHOICES])


def keep(page: str) -> dict[str, str]:
    """Keep the choices while a page without their form is open; return parameters."""
    state = st.session_state
    if CHOICES not in state:
        state[CHOICES], state[NOTES] = _read_address()
    state[PAGE] = page
    return _parameters(state[CHOICES])


def show_form() -> Choice:
    """Draw the sidebar's form; nothing in it counts before Run is pressed."""
    with st.form("sidebar_form", border=False):
        _show_main_widgets()
        with st.expander("More options"):
            _show_more_widgets()
        run_pressed = st.form_submit_button(
            "Run", type="primary", width="stretch", help=HELP["run"], key="run"
        )
    for note in st.session_state[NOTES]:
        st.warning(note)
    return Choice(
        st.session_state[CHOICES]["corpus"],
        _to_settings(st.session_state[CHOICES]),
        run_pressed,
    )


def _show_main_widgets() -> None:
    st.selectbox(
        "Corpus",
        bundled_names(),
        key=_key("corpus"),
        format_func=display_name,
        help=HELP["corpus"],
    )
    st.slider("Topics", 1, MOST_TOPICS, key=_key("k"), help=HELP["n_components"])
    st.slider(
        "Words in each topic", 1, MOST_WORDS, key=_key("s"), help=HELP["sparsity"]
    )
    st.selectbox(
        "Method",
        METHOD_NAMES,
        key=_key("method"),
        format_func=lambda name: METHOD_LABELS[name],
        help=HELP["method"],
    )
    st.number_input("Seed", 0, MOST_SEED, key=_key("seed"), help=HELP["seed"])


def _show_more_widgets() -> None:
    st.toggle("Centre the words", key=_key("centred"), help=HELP["centred"])
    st.select_slider(
        "Effort (joint)", list(EFFORTS), key=_key("effort"), help=HELP["effort"]
    )
    st.selectbox(
        "Sketch (bipartite, span)",
        list(SKETCH_LABELS),
        key=_key("sketch"),
        format_func=lambda name: SKETCH_LABELS[name],
        help=HELP["sketch"],
    )
    st.slider(
        "Rank (bipartite, span)", 1, MOST_RANK, key=_key("rank"), help=HELP["rank"]
    )
    st.number_input(
        "Candidates (bipartite, span)",
        LEAST_CANDIDATES,
        MOST_CANDIDATES,
        step=1_000,
        key=_key("candidates"),
        help=HELP["candidates"],
    )
    st.number_input(
        "Epsilon of the net (bipartite)",
        *EPSILON_LIMITS,
        step=0.05,
        key=_key("epsilon"),
        help=HELP["epsilon"],
    )
    st.number_input(
        "Extra starts (TPower, EM)",
        0,
        MOST_EXTRA_STARTS,
        key=_key("extra_starts"),
        help=HELP["extra_starts"],
    )


def _key(name: str) -> str:
    return f"choice_{name}"


def _read_address() -> tuple[dict[str, Any], list[str]]:
    """Return the choices of the link, and a note for each that cannot be had."""
    choices, notes = {}, []
    for name, field in FIELDS.items():
        choices[name] = field.default
        if name in st.query_params:
            try:
                choices[name] = field.parse(st.query_params[name])
            except ValueError:
                notes.append(
                    f"The link's {name} is not {field.limits}; {field.default} is used."
                )
    return choices, notes


def _write_address(choices: dict[str, Any]) -> dict[str, str]:
    """Put what differs from the defaults in the address, in one history entry."""
    parameters = _parameters(choices)
    if st.query_params.to_dict() != parameters:
        st.query_params.from_dict(parameters)
    return parameters


def _parameters(choices: dict[str, Any]) -> dict[str, str]:
    return {
        name: str(int(value) if isinstance(value, bool) else value)
        for name, value in choices.items()
        if value != FIELDS[name].default
    }


def _to_settings(choices: dict[str, Any]) -> Settings:
    return Settings(
        n_components=choices["k"],
        sparsity=choices["s"],
        method=choices["method"],
        centred=choices["centred"],
        seed=choices["seed"],
        effort=choices["effort"],
        sketch=choices["sketch"],
        rank=choices["rank"],
        candidates=choices["candidates"],
        epsilon=choices["epsilon"],
        extra_starts=choices["extra_starts"],
    )
