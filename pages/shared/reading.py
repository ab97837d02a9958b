"""The reading of a file, on the page: how far it is, a Stop, and a cap of seconds."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.text import plain
from spca_core.corpus.readers.files import Source, n_bytes, progress_told
from spca_core.errors import InputError

USUAL_SECONDS = 120.0  # an upload may take; SPCA_UPLOAD_SECONDS says otherwise
SHORT_SECONDS, POLL_SECONDS = 1.0, 0.3
STOPPED = "stopped_reading"  # session state: the file whose reading the user stopped


@contextmanager
def shown_reading(place: str, file: Source) -> Iterator[None]:
    """Show how far the file is read in here; strangers' may take a limited time.

    place : where it is found again
    raises : InputError if the user stopped it, or it takes too long
    """
    if st.session_state.get(STOPPED) == place:
        st.button("Read it again", key="read_again", on_click=_forget)
        raise InputError(f"You stopped the reading of {file.name}.")
    shown = st.empty()
    with progress_told(_Progress(place, file, shown)):
        yield
    shown.empty()


class _Progress:
    """Draws how far a file is read: a click on Stop ends the script that draws."""

    def __init__(self, place: str, file: Source, shown: DeltaGenerator) -> None:
        self._place, self._file, self._shown = place, file, shown
        self._start = time.monotonic()
        self._next = self._start + SHORT_SECONDS
        self._text: DeltaGenerator | None = None

    def __call__(self, n_read: int) -> None:
        now = time.monotonic()
        if self._place.startswith("sha256:"):
            check_seconds(self._file.name, now - self._start)
        if now >= self._next:
            self._next = now + POLL_SECONDS
            self._draw(n_read)

    def _draw(self, n_read: int) -> None:
        self._text = self._text or self._with_button()
        self._text.caption(
            f"Reading {plain(self._file.name)}: {n_read / 1e6:,.0f} MB of text so far, "
            f"from a file of {n_bytes(self._file) / 1e6:,.1f} MB."
        )

    def _with_button(self) -> DeltaGenerator:
        """Draw the button once; return where the text beside it is drawn."""
        with self._shown.container(horizontal=True, vertical_alignment="center"):
            st.button(
                "Stop reading", key="stop_reading", on_click=_stop, args=(self._place,)
            )
            return st.empty()


def check_seconds(name: str, seconds: float) -> None:
    """Refuse an upload whose reading has taken longer than it may."""
    limit = float(os.environ.get("SPCA_UPLOAD_SECONDS") or USUAL_SECONDS)
    if seconds > limit:
        raise InputError(
            f"{name} takes over {limit:g} seconds to read, the most that an upload may "
            "take here. Take a part of it."
        )


def _stop(place: str) -> None:
    st.session_state[STOPPED] = place


def _forget() -> None:
    st.session_state.pop(STOPPED, None)
