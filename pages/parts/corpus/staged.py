"""A corpus before it is used: how it is read, and the first documents as read."""

from functools import partial

import streamlit as st

from pages.parts.corpus import findings, how_read, opening
from pages.shared.frame import go_to
from pages.shared.state import cached, choices
from pages.shared.state.origins import Origin
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.errors import InputError
from spca_core.results.corpus import reading
from spca_core.results.corpus.scales import about_scales


def show_staged(place: str, words: str = "", *, goes_along: bool = False) -> Origin:
    """Show what would be used, and the button that uses it; return it.

    goes_along : another view or page uses it, too
    """
    origin, opened = Origin(place, words), choices.request().origin
    if origin.is_of_file(opened):
        origin = opened
    is_file = origin.is_file
    choice, result = st.columns([2, 3], gap="medium") if is_file else (None, st)
    try:
        if choice:
            with choice:
                origin = how_read.choose_file(origin, place)
        corpus = opening.read(origin)
    except InputError as error:
        st.error(plain(str(error)))
        st.caption(STILL_OPEN)
        return origin
    if goes_along:
        st.session_state[choices.STAGED] = partial(opening.use, origin, corpus)
    with result.container():
        _show_button(origin, corpus, "file" if is_file else "corpus")
        show_report(origin, corpus)
        if about := about_scales(corpus, opening.default_settings(corpus)):
            st.caption(plain(about))
        if origin != opened:  # which says the same above
            findings.show_findings(corpus, DEFAULT_PREPARATION, in_use=False)
        show_first(origin, corpus)
    return origin


def _are_lines(origin: Origin, corpus: Corpus) -> bool:
    is_plain = origin.is_file and cached.look(origin).format == "plain_text"
    return is_plain and not corpus.report.split


def show_report(origin: Origin, corpus: Corpus) -> None:
    """Say what was read in one sentence; the rest is folded away."""
    st.markdown(plain(reading.what_was_read(corpus)))
    if _are_lines(origin, corpus):
        st.caption(A_DOCUMENT_A_LINE)
    for note in reading.reading_notes(corpus):
        st.caption(plain(note))
    with st.expander("More about what was read"):
        st.dataframe(
            reading.figures_of_reading(corpus),
            hide_index=True,
            column_config={"label": "What", "value": "How many"},
        )
        refused = reading.refused_lines(corpus)
        if not refused.empty:
            st.dataframe(
                refused,
                hide_index=True,
                column_config={"line": "Line", "why": "Why refused"},
            )


def _show_button(origin: Origin, corpus: Corpus, what: str) -> None:
    if st.button(
        f"Find topics in this {what}",
        type="primary",
        key="use",
        on_click=opening.use,
        args=(origin, corpus),
        help=USE_HELP,
    ):
        go_to("Topics")


def show_first(origin: Origin, corpus: Corpus) -> None:
    """Show the first documents with the words that count in bold, or the first lines.

    Strangers' text is escaped, and on one line, so that none of it is markup.
    """
    first = reading.first_texts(corpus)
    for document, about in zip(first["document"], first["about"], strict=True):
        with st.container(border=True):
            if about:
                st.caption(plain(about))
            pieces = reading.counted_pieces(corpus, document)
            st.markdown("".join(map(_written, pieces["piece"], pieces["topic"])))
    if not first.empty:
        st.caption(BOLD)
    elif origin.is_file:
        with st.expander("Its first lines", expanded=True):
            st.text(cached.look(origin).first_lines)


def _written(piece: str, topic: int) -> str:
    text = plain(" ".join(f"|{piece}|".split())[1:-1])
    return f"**{text}**" if topic else text


A_DOCUMENT_A_LINE = (
    "Each line is one document. Separated by blank lines? Split them into paragraphs."
)
USE_HELP = "Analyse this corpus from now on. You can go back to the previous one."
STILL_OPEN = "The previous corpus is still open."
BOLD = "The first documents as they were read. The words in bold count."
