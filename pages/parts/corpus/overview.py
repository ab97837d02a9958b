"""The corpus page: which corpus is open, and the views of it."""

from dataclasses import asdict

import streamlit as st

from pages.parts.corpus import choose, findings, pictures, prepare, words
from pages.shared.files import offer_file
from pages.shared.provenance import corpus_provenance
from pages.shared.state import cached, choices
from pages.shared.state.choices import Request
from pages.shared.state.widgets import choose_in_row
from pages.shared.text import plain
from pages.shared.work.progress import show_others
from spca_core.corpus.bundled import display_name
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.counts.tokens import pack
from spca_core.errors import InputError
from spca_core.results.corpus import reading, word_table
from spca_core.results.files import tables


def show_overview(request: Request) -> None:
    """Show the chosen view, below the open corpus unless another is being chosen."""
    head = st.container()
    view = choose_in_row("view")
    if view == "choose":
        if not choose.choose_corpus():
            with head:
                _open(request)
    else:
        with head:
            loaded = _open(request)
        if loaded is None:
            choose.choose_corpus()
        elif view == "prepare":
            prepare.choose_preparation(loaded, request)
        else:
            _show_prepared(view, loaded, request)
    show_others([])


def _open(request: Request) -> Corpus | None:
    """Show which corpus is open, and offer its topics; or say why it is not."""
    try:
        loaded = cached.corpus(request.origin)
    except InputError as error:
        st.error(plain(str(error)))
        return None
    choices.set_defaults_of_corpus(loaded)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"##### {plain(_name(request, loaded))}")
        st.markdown(plain(reading.what_was_read(loaded)))
    with st.expander("More about what was read"):
        _show_report(loaded)
    findings.show_findings(loaded, request.preparation)
    findings.show_scales(loaded, request.settings)
    with st.container(key="to_topics"):
        st.page_link(
            "app.py",
            label="Find topics",
            icon=":material/topic:",
            query_params=choices.parameters(),
        )
    return loaded


def _show_report(loaded: Corpus) -> None:
    for note in reading.reading_notes(loaded):
        st.caption(plain(note))
    figures, refused = reading.figures_of_reading(loaded), reading.refused_lines(loaded)
    names = {"label": "What", "value": "How many"}
    st.dataframe(figures, hide_index=True, column_config=names)
    if not refused.empty:
        names = {"line": "Line", "why": "Why refused"}
        st.dataframe(refused, hide_index=True, column_config=names)


def _name(request: Request, loaded: Corpus) -> str:
    """Return what the corpus is called, and where it comes from if that says more."""
    where, name = request.corpus_name, display_name(loaded.name)
    is_same = where in (name, loaded.name) or where.startswith(f"{loaded.name}.")
    return where if is_same else f"{where}: {loaded.name}"


def _show_prepared(view: str, loaded: Corpus, request: Request) -> None:
    try:
        prepared = cached.prepared(request.origin, request.preparation)
        if view == "pictures":
            pictures.show_corpus_figures(prepared, request)
        elif view == "words":
            words.show_word_table(loaded, request)
        else:
            _show_downloads(prepared, request)
    except InputError as error:  # also of a weighting that does not fit the data
        st.error(plain(str(error)))


def _show_downloads(prepared: Corpus, request: Request) -> None:
    provenance = corpus_provenance(prepared)
    settings = request.settings
    st.markdown(ABOUT_KEEPING)
    with st.container(horizontal=True):
        if prepared.kind.has_documents:
            offer_file(
                "Prepared corpus (JSON lines)",
                "corpus.jsonl.gz",
                "application/gzip",
                lambda: pack(prepared, asdict(provenance)),
                help=PACK_HELP,
            )
        offer_file(
            "Its words (CSV)",
            "words.csv",
            "text/csv",
            lambda: tables.to_csv(word_table.word_table(prepared, settings)),
        )


ABOUT_KEEPING = (
    "Download the corpus as it is prepared now, to open it here again or in other "
    "programs, or its words with their counts and variances for a spreadsheet. The "
    "file of the corpus records its source and its preparation."
)
PACK_HELP = (
    "The corpus as it is prepared now, as JSON lines (gzip), one document per line. It "
    "can be loaded here again."
)
