"""The user's choices: kept across pages, and written in the address.

Session state holds them under CHOICES. They come from the address when the session
begins or the browser goes back, from the sidebar's form when Run is pressed, and from
the pages' own widgets at once.
"""

from collections.abc import Iterable, Mapping
from math import isqrt
from typing import Any, NamedTuple
from urllib.parse import urlencode

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from pages.shared.state.fields import FIELDS, OPTIONS, USUAL, USUAL_PREPARATION
from pages.shared.state.origins import (
    DEFAULT_CORPUS,
    IN_FOLDER,
    PLANTED,
    Origin,
    upload_name,
)
from spca_core.corpus.bundled import bundled_titles
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.options import Preparation
from spca_core.corpus.weighting import weighting_and_centring
from spca_core.options import with_values
from spca_core.problem.settings import Settings

CHOICES, PAGE, NOTES = "choices", "choices_page", "choices_notes"
OF_CORPUS = ("k", "s", "weighting")  # whose defaults depend on the corpus
UNSAID = "choices_unsaid"  # session state: those of them that the link leaves out
SHOWN = "shown_topics"  # words of the topics that names and the chosen topic refer to


class Request(NamedTuple):
    """What the link asks for: what to analyse and how; and whether Run was pressed."""

    origin: Origin
    preparation: Preparation
    settings: Settings
    pinned: tuple[tuple[str, ...], ...]  # groups of words
    names: dict[str, str]  # of topics, by their heaviest word
    run_pressed: bool = False

    @property
    def corpus_name(self) -> str:
        """What the corpus is called before it is opened."""
        place = self.origin.corpus
        if place in bundled_titles():
            return bundled_titles()[place]
        if place.startswith(PLANTED):
            return "Planted topics"
        if place.startswith(IN_FOLDER):
            return place.removeprefix(IN_FOLDER).rpartition("/")[2]
        return upload_name(place)


def load(page: str, widgets: Iterable[str]) -> None:
    """Update the choices and the address, and fill the widgets of a page that opens.

    widgets : the names of the choices for which the page draws widgets
    """
    state = st.session_state
    went_back = getattr(get_script_run_ctx(), "is_history_navigation", False)
    if CHOICES not in state or went_back:
        state[CHOICES], state[NOTES] = _read_address()
        is_other = state[CHOICES]["corpus"] != DEFAULT_CORPUS
        state[UNSAID] = {*OF_CORPUS} - {*st.query_params} if is_other else set()
        state.pop(SHOWN, None)
    elif state[PAGE] == page:
        # Taken from the widgets before they are filled: else what was moved is undone.
        moved = {name: _kept(key(name)) for name in widgets if key(name) in state}
        state[CHOICES] = {**state[CHOICES], **moved}
    state[PAGE] = page
    for name in widgets:
        state[key(name)] = state[CHOICES][name]
    write_address()


def _kept(widget: str) -> Any:
    """Return a widget's value; a list becomes a tuple, as in the choices."""
    value = st.session_state[widget]
    return tuple(value) if isinstance(value, list) else value


def change(**values: object) -> None:
    """Change choices before the page is drawn again, as in a widget's callback."""
    state = st.session_state
    state[CHOICES] = {**state[CHOICES], **values}
    for name in values:
        if key(name) in state:
            state[key(name)] = values[name]


def value(name: str) -> Any:
    """Return one choice."""
    return st.session_state[CHOICES][name]


def hidden(name: str) -> bool:
    """Return whether the link hides what has this name: a control, or the answer."""
    return name in value("hide")


def usual(names: Iterable[str]) -> dict[str, Any]:
    """Return the defaults of some choices."""
    return {name: FIELDS[name].default for name in names}


def usual_values(kind: Kind, weighting: str | None = None) -> dict[str, Any]:
    """Return the weighting and centring that are usual for the data.

    weighting : if it is chosen already
    """
    weighting, centred = weighting_and_centring(kind, weighting)
    return {"weighting": weighting, "centred": centred}


def fitting_size(n_words: int, k: int, s: int) -> dict[str, int]:
    """Return k and s, the number and size of topics, lowered for too few words.

    Topics of over half of all words would be filled with words that hardly belong.
    """
    room = max(n_words // 2, 1)
    if k * s > room:
        k = min(k, isqrt(room))
        s = min(s, room // k)
    return {"k": k, "s": s}


def complete(corpus: Corpus) -> None:
    """Choose what the link leaves out as is usual for its corpus, now that it is open.

    If that changes a choice, the page is drawn again.
    """
    if not (unsaid := st.session_state[UNSAID]):
        return
    st.session_state[UNSAID] = set()
    size = fitting_size(corpus.n_words, value("k"), value("s"))
    chosen = {**usual_values(corpus.kind), **size}
    before = st.session_state[CHOICES]
    after = {**before, **{name: chosen[name] for name in unsaid}}
    if after != before:
        # As on a page that opens, the widgets are filled from the choices.
        st.session_state[CHOICES], st.session_state[PAGE] = after, None
        st.rerun()


def key(name: str) -> str:
    """Return the key of the widget that makes a choice."""
    return f"choice_{name}"


def parameters() -> dict[str, str]:
    """Return the parameters of the address: all that differs from the defaults.

    With another corpus than the first, what it has defaults of its own for is too.
    """
    is_other = value("corpus") != DEFAULT_CORPUS
    said = {*OF_CORPUS} - st.session_state[UNSAID] if is_other else set()
    return {
        name: FIELDS[name].write(chosen)
        for name, chosen in st.session_state[CHOICES].items()
        if name in said or chosen != FIELDS[name].default
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
    settings = {
        option.name: choices[key] for key, option in OPTIONS.items() if key in choices
    }
    return Request(
        Origin(choices["corpus"], choices["words"]).read_with(choices),
        with_values(USUAL_PREPARATION, choices),
        with_values(USUAL, settings),
        choices["pinned"],
        dict(choices["names"]),
    )


def show_notes() -> None:
    """Say which parts of the link could not be used."""
    for note in st.session_state[NOTES]:
        st.warning(note)


def _read_address() -> tuple[dict[str, Any], list[str]]:
    """Return the choices of the link, and a note for each that cannot be used."""
    choices, notes = {}, []
    address = st.query_params.to_dict()
    for name, field in FIELDS.items():
        choices[name] = field.default
        if name in address:
            try:
                choices[name] = field.parse(address[name])
            except ValueError:
                notes.append(
                    f"The link's {name} is not {field.limits}; "
                    f"{field.write(field.default) or 'none'} is used."
                )
    return choices, notes


def write_address() -> None:
    """Put what differs from the defaults in the address, in one history entry."""
    if st.query_params.to_dict() != parameters():
        st.query_params.from_dict(parameters())
