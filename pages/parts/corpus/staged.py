"""A corpus before it is used: how it is read, and the first documents as read."""

from dataclasses import replace

import streamlit as st

from pages.parts.corpus import findings, how_read
from pages.shared.frame import go_to
from pages.shared.state import cached, choices
from pages.shared.state.options import DEFAULT, PREPARATION, SIZE, keys_of
from pages.shared.state.origins import IN_FOLDER, UPLOAD, Origin
from pages.shared.text import plain
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.preparation import DEFAULT_PREPARATION
from spca_core.corpus.readers.counts.covariances import COVARIANCE
from spca_core.errors import InputError
from spca_core.problem.covariance import covariance_of
from spca_core.problem.settings import Settings
from spca_core.results.corpus import reading
from spca_core.results.corpus.scales import about_scales


def show_staged(place: str, words: str = "") -> None:
    """Show what would be used, and the button that uses it."""
    is_file = place.startswith((IN_FOLDER, UPLOAD))
    choice, result = st.columns([2, 3], gap="medium") if is_file else (None, st)
    try:
        origin = Origin(place, words)
        if choice:
            with choice:
                origin = how_read.choose_file(origin)
        corpus = cached.corpus(origin)
        _check_varies(origin, corpus)
    except InputError as error:
        st.error(plain(str(error)))
        st.caption(KEPT)
        return
    with result.container():
        _show_button(origin, corpus, "file" if is_file else "corpus")
        show_report(corpus)
        if about := about_scales(corpus, _settings(corpus)):
            st.caption(plain(about))
        if origin != choices.request().origin:  # which says the same above
            findings.show_findings(corpus, DEFAULT_PREPARATION, in_use=False)
        _show_first(origin, corpus)


def _check_varies(origin: Origin, corpus: Corpus) -> None:
    """Raise InputError if there would be no topics, as it is analysed once used."""
    prepared = cached.prepared(origin, DEFAULT_PREPARATION)
    covariance_of(prepared, _settings(corpus)).check_varies()


def _settings(corpus: Corpus) -> Settings:
    return replace(DEFAULT.settings, **choices.default_values(corpus.kind))


def use(origin: Origin, corpus: Corpus) -> None:
    """Make this the corpus that is analysed, and forget edits of the one before."""
    defaults = choices.defaults((*PREPARATION, *keys_of(DEFAULT.view)))
    values = choices.default_values(corpus.kind)
    size = choices.fitting_size(corpus.n_words, **choices.defaults(SIZE))
    if not corpus.kind.has_documents:  # so that the sidebar knows before it is read
        origin = origin.read_with({"format": COVARIANCE})
    choices.change(**{**defaults, **origin.choices, **values, **size})


def show_report(corpus: Corpus) -> None:
    """Say what was read in one sentence; the rest is folded away."""
    st.markdown(plain(reading.what_was_read(corpus)))
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
        on_click=use,
        args=(origin, corpus),
        help=USE_HELP,
    ):
        go_to("Topics")


def _show_first(origin: Origin, corpus: Corpus) -> None:
    """Show the first documents with the words that count in bold, or the first lines.

    Strangers' text is escaped, and on one line, so that none of it is markup.
    """
    first = reading.first_texts(corpus)
    for document, about in zip(first["document"], first["about"], strict=True):
        with st.container(border=True):
            st.caption(plain(about))
            pieces = reading.counted_pieces(corpus, document)
            st.markdown("".join(map(_written, pieces["piece"], pieces["topic"])))
    if not first.empty:
        st.caption(BOLD)
    elif origin.corpus.startswith((IN_FOLDER, UPLOAD)):
        with st.expander("Its first lines", expanded=True):
            st.text(cached.look(origin).first_lines)


def _written(piece: str, topic: int) -> str:
    text = plain(" ".join(f"|{piece}|".split())[1:-1])
    return f"**{text}**" if topic else text


USE_HELP = "Analyse this corpus from now on. You can go back to the previous one."
KEPT = "The previous corpus is still open."
BOLD = "The first documents as they were read. The words in bold count."
