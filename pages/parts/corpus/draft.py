"""How a file is to be read, as its user tries it; the open corpus stays as it is."""

from typing import Any, NamedTuple

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.options import OPTIONS
from pages.shared.state.origins import Origin
from pages.shared.state.widgets import chosen, draw_option, write
from pages.shared.text import plain
from spca_core.corpus.readers.tables.roles import NONE
from spca_core.errors import InputError
from spca_core.options import Option

DRAFT = "draft_of_file"  # session state
# Each of these decides what all after it can be.
IN_ORDER = (
    *("format", "sheet", "separator", "header", "element"),
    *("text", "title", "date", "order", "groups", "join"),
)
DECIDING = IN_ORDER[: IN_ORDER.index("text")]
WITHOUT: dict[str, Any] = {"groups": (NONE,), "label": None}
IN_PLACE_OF = {"split": ("pattern",), "pattern": ("split",)}


class Draft(NamedTuple):
    """How a file is to be read.

    begun    : how it was read before its user tried anything
    origin   : how it is to be read
    readable : the last such origin that could be read, if any
    changed  : the option that was changed last
    refusal  : why what was chosen for it cannot be
    """

    begun: Origin
    origin: Origin
    readable: Origin | None = None
    changed: str = ""
    refusal: str = ""


def draft_of(file: Origin) -> Draft:
    """Return how a file is to be read: at first as it is read if it is open."""
    opened, now = choices.request().origin, st.session_state.get(DRAFT)
    begun = opened if file.is_of_file(opened) else file
    if now is None or now.begun != begun:
        now = st.session_state[DRAFT] = Draft(begun, begun)
    return now


def note_readable(draft: Draft) -> None:
    """Note that the file can be read in this way."""
    st.session_state[DRAFT] = draft._replace(readable=draft.origin)


def ask(
    name: str,
    draft: Draft,
    now: Any,
    *,
    names: dict[str, str] | None = None,
    **more: Any,
) -> None:
    """Draw the widget of an option, and below it why its choice cannot be.

    now   : what it shows
    names : what may be chosen, and what each is called, if not as in the option
    more  : passed on to the widget
    """
    option = OPTIONS[name]
    if names is not None:
        option = option._replace(choices=names)
    is_refused = bool(draft.refusal) and draft.changed == name
    if not is_refused:
        write(key(name), now, anew=bool(names))
    draw_option(option, key(name), on_change=_take, args=(option,), **more)
    if is_refused:
        st.error(plain(draft.refusal))


def change(name: str, value: Any) -> None:
    """Choose a value of an option; what depends on it is found anew."""
    draft = st.session_state[DRAFT]
    if OPTIONS[name].is_list and isinstance(value, str):
        value = (value,)
    after = IN_ORDER[IN_ORDER.index(name) + 1 :] if name in DECIDING else ()
    anew = {other: OPTIONS[other].default for other in IN_PLACE_OF.get(name, after)}
    origin, refusal = draft.origin, ""
    try:
        origin = origin.read_with({**anew, name: value})
    except InputError as error:
        refusal = str(error)
    changed = {"origin": origin, "changed": name, "refusal": refusal}
    st.session_state[DRAFT] = draft._replace(**changed)


def key(name: str) -> str:
    """Return the key of the widget of an option."""
    return f"file_{name}"


def _take(option: Option) -> None:
    value = chosen(option, key(option.name))
    # Without a group chosen there is none; without a label, or a text, it is found.
    change(option.name, value or WITHOUT.get(option.name, value))
