"""The head of the page: what it shows, its headline, and a way to your own texts.

It is drawn before the solver is loaded, and its lines keep their places.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from pages.shared.frame import go_to
from pages.shared.state import choices, edits
from pages.shared.state.choices import Request
from pages.shared.text import NOTHING_YET, plain
from spca_core.formatting import counted

MAX_SHOWN = 12  # decisions: a list from a file may be long


class Head(NamedTuple):
    """The places for what is known later."""

    title: DeltaGenerator
    headline: DeltaGenerator
    chance: DeltaGenerator
    part: DeltaGenerator
    about: DeltaGenerator
    share: DeltaGenerator
    proof: DeltaGenerator


def show_head(request: Request) -> Head:
    """Draw as much of the head as the link tells."""
    with st.container(key="head", gap="xsmall"):
        title = st.empty()
        show_title(title, request, request.corpus_name)
        st.caption(WHAT_IT_DOES)
        with st.container(horizontal=True, key="headline"):
            headline = st.empty()
            headline.markdown(NOTHING_YET, width="content")
            # Last, at the right: what arrives late in the others does not move it.
            chance, part = map(_keep_place, ("chance", "part"))
    with st.container(horizontal=True, vertical_alignment="center", key="verdict"):
        about, share, proof = map(_keep_place, ("about_place", "share_place", "proof"))
        if not request.origin.is_file and st.button(
            OWN_TEXTS, type="primary", key="own_texts", help=OWN_TEXTS_HELP
        ):
            choices.change(view="choose")
            go_to("Corpus")
    return Head(title, headline, chance, part, about, share, proof)


def _keep_place(key: str) -> DeltaGenerator:
    """Return a container that is on the page before there is anything in it."""
    place = st.container(key=key, width="content")
    place.empty()
    return place


def show_refusal(head: Head, subject: str) -> None:
    """Say that there are no topics; the page says why."""
    head.title.title(plain(f"{subject}: no topics"), anchor=False)


def show_title(place: DeltaGenerator, request: Request, subject: str) -> None:
    """Say what the topics are about, and how many are asked for."""
    topics = counted(request.settings.n_components, "topics")
    place.title(plain(f"{subject}: {topics}"), anchor=False)


def show_edits(request: Request) -> None:
    """Show what is decided on words, each with a button to undo it."""
    preparation = request.preparation
    # Always drawn, so that all below keeps its place.
    with st.container(horizontal=True, vertical_alignment="center"):
        for what, decided, between, undo in (
            ("Stop words", preparation.stop_words, "", edits.restore),
            ("Counted as one", preparation.same, " = ", edits.separate),
            ("Phrases", preparation.phrases, "", edits.take_apart),
            ("Pinned", request.pinned, " + ", edits.unpin),
        ):
            if decided:
                _show_decided(what, decided[-MAX_SHOWN:], between, undo)


def show_left_out(corpus: Any) -> None:
    """Say what repeated text is not counted, with a button that has it counted."""
    from spca_core.corpus.findings import repeated_left_out  # late: see above

    if left_out := repeated_left_out(corpus):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.caption(plain(" ".join(left_out)), width="content")
            st.button(
                "Count it",
                key="count_repeated",
                on_click=choices.change,
                kwargs={"without_repeated": False},
                help="Count repeated text like any other.",
            )


def _show_decided(
    what: str, decided: tuple[Any, ...], between: str, undo: Callable[[Any], None]
) -> None:
    st.caption(f"{what}:", width="content")
    for each in decided:
        label = between.join(each)  # of a word, the word itself
        st.button(
            f"{plain(label)} ✕",
            key=f"{what}_{label}",
            on_click=undo,
            args=(each,),
            help=EDITED_HELP,
        )


WHAT_IT_DOES = "Finds groups of words that vary together; no word is in two groups."
OWN_TEXTS = "Use your own texts"
OWN_TEXTS_HELP = "Upload texts or counts, and find their topics."
EDITED_HELP = "Click to undo the change."
