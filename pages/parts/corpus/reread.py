"""The open corpus read in another way: its edits stay, and Undo goes back."""

from typing import NamedTuple

import streamlit as st

from pages.parts.corpus import how_read, opening, staged
from pages.shared.state.choices import Request
from pages.shared.state.origins import Origin
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.errors import InputError

IN_STEP = "reread_in_step"  # session state


class InStep(NamedTuple):
    """The origin that the widgets show, and a number in their keys.

    With another number they begin anew: the origin changes elsewhere too, by Undo, a
    link or the browser's Back.
    """

    origin: Origin
    number: int


def show_reading(request: Request, loaded: Corpus) -> None:
    """Show how the open corpus is read from its file; changes take effect at once."""
    origin = request.origin
    now = st.session_state.get(IN_STEP, InStep(origin, 0))
    if now.origin != origin:
        now = InStep(origin, now.number + 1)
    st.session_state[IN_STEP] = now
    left, right = st.columns([2, 3], gap="medium")
    try:
        with left:
            chosen = how_read.choose_file(origin, f"open{now.number or ''}")
        if chosen != origin:
            opening.read_again(chosen, opening.read(chosen))
            st.session_state[IN_STEP] = InStep(chosen, now.number)
            st.rerun()
    except InputError as error:
        with right:
            st.error(plain(str(error)))
            st.caption(AS_BEFORE)
    with right:
        _offer_undo(origin)
        staged.show_first(origin, loaded)


def _offer_undo(origin: Origin) -> None:
    if before := opening.choices_before(origin):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(CHANGED, width="content")
            st.button("Undo", key="undo_reading", on_click=opening.undo, args=(before,))


AS_BEFORE = "The corpus stays as it was read before."
CHANGED = "Read in another way; edits were kept where the words allow."
