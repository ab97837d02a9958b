"""A corpus before it is used: its first lines, how it is read, what was read."""

from typing import Any

import streamlit as st

from pages.shared.state import cached, choices
from pages.shared.state.fields import MAX_SHORTEST_WORD, ORIGIN, PREPARATION, VIEW
from pages.shared.state.origins import IN_FOLDER, Origin
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.readers.loading import AUTO, TABLES, TEXTS
from spca_core.corpus.readers.recognition import FORMATS
from spca_core.errors import InputError
from spca_core.results import corpus as corpus_tables


def show(place: str, words: str = "") -> None:
    """Show what would be used, and the button that uses it."""
    try:
        origin = _choose_origin(place, words)
        corpus = cached.corpus(origin)
    except InputError as error:
        st.error(plain(str(error)))
        st.caption(KEPT)
        return
    _show_report(corpus)
    st.button(
        "Use this corpus",
        type="primary",
        key="use",
        on_click=use,
        args=(origin, corpus.kind),
        help=USE_HELP,
    )


def use(origin: Origin, kind: Kind) -> None:
    """Make this the corpus that is analysed, and forget edits of the one before."""
    usual = choices.usual((*PREPARATION, *VIEW))
    values = choices.usual_values(kind)
    choices.change(**{**usual, **origin._asdict(), **values})


def _choose_origin(place: str, words: str) -> Origin:
    """Show a file's first lines and ask how to read it."""
    if not place.startswith((IN_FOLDER, "sha256:")):
        return choices.usual_origin(corpus=place, words=words)
    found, first_lines = cached.preview_of(place)
    with st.expander("Its first lines", expanded=True):
        st.text(first_lines)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        form = st.selectbox(
            "Format",
            (AUTO, *FORMATS),
            key=f"format_{place}",
            format_func=lambda name: FORMATS.get(name, f"Found: {FORMATS[found]}"),
            help=FORMAT_HELP,
        )
        used = found if form == AUTO else form
        label = ""
        if used in TABLES:
            label = st.text_input("Label column", key=f"label_{place}", help=LABEL_HELP)
    tokens = _choose_tokens(place) if used in TEXTS else {}
    return choices.usual_origin(
        corpus=place, words=words, format=form, label=label.strip(), **tokens
    )


def _choose_tokens(place: str) -> dict[str, Any]:
    """Ask how text is cut into words; return the choices."""
    with st.expander("How text is cut into words"):
        case = st.toggle("Tell capitals apart", key=f"case_{place}", help=CASE_HELP)
        shortest = st.number_input(
            "Shortest word",
            1,
            MAX_SHORTEST_WORD,
            ORIGIN["shortest"].default,
            key=f"shortest_{place}",
            help=SHORTEST_HELP,
        )
        stop = st.text_area(
            "Stop words",
            " ".join(ORIGIN["stop"].default),
            key=f"stop_{place}",
            help=STOP_HELP,
        )
    return {"case": case, "shortest": shortest, "stop": tuple(stop.split())}


def _show_report(corpus: Corpus) -> None:
    report, refused = corpus_tables.report(corpus), corpus_tables.refused_lines(corpus)
    st.markdown("**What was read**")
    st.dataframe(
        report, hide_index=True, column_config={"label": "What", "value": "How many"}
    )
    if not refused.empty:
        st.dataframe(
            refused,
            hide_index=True,
            column_config={"line": "Line", "why": "Why refused"},
        )
    for warning in corpus.warnings:
        st.warning(plain(warning))


FORMAT_HELP = "Found from the file's content. Choose another if this is wrong."
LABEL_HELP = (
    "The column that names or groups the rows: its name, or its number starting from "
    "1. It is not counted as a word."
)
CASE_HELP = "Count Tax and tax as two words. Usually both count as tax."
SHORTEST_HELP = "Words with fewer letters are not counted."
STOP_HELP = (
    "Words that are not counted because they are everywhere: the, and, of. Edit the "
    "list as you like, with spaces or line breaks between the words."
)
USE_HELP = "Analyse this corpus from now on. You can go back to the one before."
KEPT = "The corpus that was open is still open."
