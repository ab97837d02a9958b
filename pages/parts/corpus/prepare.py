"""Preparing a corpus: which words it keeps, what a count is worth, what is left."""

import streamlit as st

from pages.parts.corpus import how_read
from pages.shared.frame import show_weighting
from pages.shared.state import cached, choices, edits
from pages.shared.state.choices import Request
from pages.shared.state.fields import PREPARATION
from pages.shared.text import CENTRED_HELP, plain
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.errors import InputError
from spca_core.results.corpus import preparation_steps


def show(loaded: Corpus, request: Request) -> None:
    """Draw the widgets, and what each step leaves."""
    if edits.are_words_counted(loaded):
        with st.expander("What counts as a word"):
            _show_words(request)
    st.markdown(ABOUT_PREPARING)
    left, right = st.columns(2)
    with left:
        _show_widgets(loaded)
    with right:
        _show_removed(loaded, request)
        st.button("All as loaded", key="as_loaded", on_click=_undo, args=(loaded.kind,))
    try:
        steps = preparation_steps(
            loaded,
            request.preparation,
            centred=request.settings.centred,
            weighting=request.settings.weighting,
        )
    except InputError as error:
        st.error(plain(str(error)))
        return
    st.dataframe(
        steps,
        hide_index=True,
        height="content",
        column_order=["step", "words", "kept", "explanation"],
        column_config={
            "step": "Step",
            "words": st.column_config.NumberColumn("Words left", format="localized"),
            "kept": "Variance kept",
            "explanation": st.column_config.TextColumn("What it does", width="large"),
        },
    )


def _show_words(request: Request) -> None:
    """Let the user cut texts into words in another way: the texts are still here."""
    try:
        chosen = how_read.choose_words(request.origin, "open")
        if chosen != request.origin:
            cached.corpus(chosen)
            choices.change(**chosen._asdict())
            st.rerun()
    except InputError as error:
        st.error(plain(str(error)))


def _show_widgets(loaded: Corpus) -> None:
    documents = loaded.kind.documents
    st.number_input(
        f"In at least this many {documents}",
        1,
        max(loaded.n_documents, choices.value("least")),
        key=choices.key("least"),
        help=PREPARE_HELP["least"],
    )
    st.number_input(
        f"In at most this share of the {documents}",
        0.001,
        1.0,
        step=0.05,
        format="%.3f",
        key=choices.key("most"),
        help=PREPARE_HELP["most"],
    )
    st.number_input(
        f"At most this many {loaded.kind.words} (0: all)",
        0,
        max(loaded.n_words, choices.value("features")),
        key=choices.key("features"),
        help=PREPARE_HELP["features"],
    )
    st.toggle(
        "Leave out repeated text",
        key=choices.key("repeated"),
        help=PREPARE_HELP["repeated"],
    )
    st.toggle(
        f"Count copies of {documents} once",
        key=choices.key("copies"),
        help=PREPARE_HELP["copies"],
    )
    show_weighting()
    st.toggle("Centre the words", key=choices.key("centred"), help=CENTRED_HELP)


def _show_removed(loaded: Corpus, request: Request) -> None:
    removed = " ".join(map(_typed, request.preparation.removed))
    key = f"removed_{hash(removed)}"
    st.text_area(
        "Words left out",
        removed,
        height=160,
        key=key,
        help=PREPARE_HELP["removed"],
        placeholder="for example: shall upon",
        on_change=_take_removed,
        args=(key, loaded),
    )


def _take_removed(key: str, loaded: Corpus) -> None:
    known = set(loaded.words)
    typed = st.session_state[key].split()
    words = dict.fromkeys(
        one if one in known else one.replace("_", " ") for one in typed
    )
    choices.change(removed=tuple(words))


def _typed(word: str) -> str:
    """Write a phrase as one word: supreme_court."""
    return word.replace(" ", "_")


def _undo(kind: Kind) -> None:
    as_loaded = {**choices.usual(PREPARATION), "repeated": False, "copies": False}
    choices.change(**as_loaded, **choices.usual_values(kind))


PREPARE_HELP = {
    "least": (
        "Leave out words that occur in fewer documents. Rare words seldom matter to "
        "topics; this also drops names and misspellings."
    ),
    "most": (
        "Leave out words that occur in a greater share of the documents. Such words "
        "are everywhere and tell documents apart badly."
    ),
    "features": (
        "Keep only the words that are in most documents. 0 keeps all of them."
    ),
    "repeated": (
        "Signatures, footers, forms and lists of names that stand in five documents or "
        "more are not counted; the same words count elsewhere. In texts these are also "
        "lines and sentences."
    ),
    "copies": (
        "Reprints, retweets and the like: documents that share four fifths of their "
        "counts. The tables of documents still show them all."
    ),
    "removed": (
        "Words to leave out, with spaces or line breaks between them. You can also "
        "leave words out one by one in the list of words."
    ),
}
ABOUT_PREPARING = (
    "Every change takes effect at once. The table shows how many words each step "
    "leaves, and how much of their variance."
)
