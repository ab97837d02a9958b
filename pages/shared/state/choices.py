"""The user's choices: the same on all pages, and written in the address.

Session state holds them under CHOICES. They come from the address when the session
begins or the browser goes back, and from widgets, which `choose` draws.
"""

from collections.abc import Iterable, Mapping
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.state.options import (
    DEFAULT,
    MAX_NAME,
    OPTIONS,
    limits_of,
    parse,
    write_value,
)
from pages.shared.state.origins import (
    DEFAULT_CORPUS,
    IN_FOLDER,
    PLANTED,
    Origin,
    upload_name,
)
from pages.shared.text import plain
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.options import Preparation
from spca_core.corpus.weighting import matrix_options
from spca_core.options import with_values
from spca_core.problem.settings import Settings

CHOICES, NOTES, UNKNOWN = "choices", "choices_notes", "unknown_choices"
OF_CORPUS = ("k", "s", "weighting", "norm")  # whose defaults depend on the corpus
LEFT_OUT = "choices_left_out"  # session state: those of them that are not in the link
STAGED = "staged"  # session state: uses the file that is open on Corpus
NAMED = "named_topics"  # session state: names of the topics shown last, by their words
SHOWN = "shown_topics"  # words of the topics that names and the chosen topic refer to


MAX_UNKNOWN = 3  # parameters of a link that are named


class Request(NamedTuple):
    """What the link asks for: what to analyse and how; and whether Run was pressed."""

    origin: Origin
    preparation: Preparation
    settings: Settings
    where: tuple[str, ...]  # conditions on documents
    pinned: tuple[tuple[str, ...], ...]  # groups of words
    names: dict[str, str]  # of topics, by their heaviest word
    run_pressed: bool = False

    @property
    def corpus_name(self) -> str:
        """What the corpus is called before it is opened."""
        place = self.origin.corpus
        if name := self.origin.reading.name:
            return name
        if place in bundled_titles():
            return bundled_titles()[place]
        if place.startswith(PLANTED):
            return "Planted topics"
        if place.startswith(IN_FOLDER):
            return place.removeprefix(IN_FOLDER).rpartition("/")[2]
        return upload_name(place)


def load_address() -> None:
    """Read the address when the session begins or the browser goes back; update it."""
    state = st.session_state
    went_back = getattr(get_script_run_ctx(), "is_history_navigation", False)
    if CHOICES not in state or went_back:
        state[CHOICES], state[NOTES] = _read_address()
        unknown = [name[:MAX_NAME] for name in st.query_params if name not in OPTIONS]
        state[UNKNOWN] = unknown[:MAX_UNKNOWN]
        is_other = state[CHOICES]["corpus"] != DEFAULT_CORPUS
        state[LEFT_OUT] = {*OF_CORPUS} - {*st.query_params} if is_other else set()
        for of_before in (SHOWN, STAGED):
            state.pop(of_before, None)
    write_address()


def change(**values: object) -> None:
    """Change choices; widgets that are drawn after this show them."""
    st.session_state[CHOICES] = {**st.session_state[CHOICES], **values}


def value(name: str) -> Any:
    """Return one choice."""
    return st.session_state[CHOICES][name]


def hidden(name: str) -> bool:
    """Return whether the link hides what has this name: a control, or the answer."""
    return name in value("hide")


def defaults(names: Iterable[str]) -> dict[str, Any]:
    """Return the defaults of some choices."""
    return {name: OPTIONS[name].default for name in names}


def fitting_size(n_words: int, k: int, s: int) -> dict[str, int]:
    """Return k and s, the number and size of topics, lowered for too few words.

    Topics of over half of all words would be filled with words that hardly belong.
    """
    room = max(n_words // 2, 1)
    if k * s > room:
        k = min(k, isqrt(room))
        s = min(s, room // k)
    return {"k": k, "s": s}


def set_defaults_of_corpus(corpus: Corpus) -> None:
    """Choose what the link leaves out by the corpus, now that it is open.

    If that changes a choice, the page is drawn again.
    """
    if not (left_out := st.session_state[LEFT_OUT]):
        return
    st.session_state[LEFT_OUT] = set()
    size = fitting_size(corpus.n_words, value("k"), value("s"))
    weighting = None if "weighting" in left_out else value("weighting")
    chosen = {**matrix_options(corpus.kind, weighting), **size}
    before = st.session_state[CHOICES]
    change(**{name: chosen[name] for name in left_out})
    if st.session_state[CHOICES] != before:
        st.rerun()


def parameters() -> dict[str, str]:
    """Return the parameters of the address: all that differs from the defaults.

    With another corpus than the first, so is what has defaults of its own there.
    """
    is_other = value("corpus") != DEFAULT_CORPUS
    always = {*OF_CORPUS} - st.session_state[LEFT_OUT] if is_other else set()
    return {
        name: write_value(name, chosen)
        for name, chosen in st.session_state[CHOICES].items()
        if name in always or chosen != OPTIONS[name].default
    }


def link(parameters: dict[str, str]) -> str:
    """Return the address of this page with other parameters."""
    page = (st.context.url or "").partition("?")[0]
    return f"{page}?{urlencode(parameters)}" if parameters else page


def request(*, run_pressed: bool = False) -> Request:
    """Return what the choices ask for, as the core takes it."""
    return requested(st.session_state[CHOICES])._replace(run_pressed=run_pressed)


def requested(choices: Mapping[str, Any]) -> Request:
    """Return what these choices ask for."""
    state = with_values(
        DEFAULT, {OPTIONS[name].name: chosen for name, chosen in choices.items()}
    )
    return Request(
        state.origin,
        state.preparation,
        state.settings,
        state.view.where,
        state.view.pinned,
        dict(state.view.names),
    )


def show_notes() -> None:
    """Say which parts of the link could not be used, and which are not known here."""
    for note in st.session_state[NOTES]:
        st.warning(note)
    if unknown := st.session_state[UNKNOWN]:
        st.caption(f"Ignored in the link: {plain(', '.join(unknown))}.")


def _read_address() -> tuple[dict[str, Any], list[str]]:
    """Return the choices of the link, and a note for each that cannot be used."""
    choices, notes = defaults(OPTIONS), []
    address = st.query_params.to_dict()
    for name, default in defaults(OPTIONS).items():
        if name in address:
            try:
                choices[name] = parse(name, address[name])
            except ValueError:
                notes.append(
                    f"The link's {name} is not {limits_of(name)}; "
                    f"{write_value(name, default) or 'none'} is used."
                )
    return choices, notes


def write_address() -> None:
    """Put what differs from the defaults in the address, in one history entry."""
    if st.query_params.to_dict() != parameters():
        st.query_params.from_dict(parameters())
