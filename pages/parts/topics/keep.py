"""Sharing a result: the link, and every file that can be downloaded."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from pages.shared.files import offer_file, offer_long_table
from pages.shared.shown import Shown, shown_topics
from pages.shared.state import cached, choices
from pages.shared.state.origins import UPLOAD
from pages.shared.state.uploads import are_private
from pages.shared.state.workspace import Workspace
from spca_core.problem.solution import Solution
from spca_core.results.files import export, latex, tables
from spca_core.results.files.html_report import html_report
from spca_core.results.files.saved import to_json
from spca_core.results.topics.chance import with_chance
from spca_core.results.topics.naming import visible
from spca_core.results.topics.words import topic_lists, words_to_keep
from spca_core.topics import Topics


@st.fragment
def show_sharing(workspace: Workspace, solution: Solution) -> None:
    """Offer the link and the downloads; each file is made when it is asked for."""
    with st.popover(
        "Share and download", icon=":material/share:", key="share", on_change="rerun"
    ) as place:
        if place.open:
            _show(shown_topics(workspace, choices.request(), solution))


def _show(now: Shown) -> None:
    st.markdown("Link to this page as it is now:", help=LINK_HELP)
    link = choices.link(choices.parameters())
    st.code(link, language=None, wrap_lines=True)
    if now.request.origin.corpus.startswith(UPLOAD):
        st.caption(PRIVATE_LINK if are_private() else SHARED_LINK)
    with st.container(horizontal=True):
        for label, name, mime, make in FILES:
            # Made when it is asked for: the limit may be lower by then.
            offer_file(label, name, mime, partial(_made, now, make))
    if now.corpus.kind.has_documents:
        about = f"All {now.corpus.kind.documents} with their topics:"
        st.markdown(about, help=DOCUMENTS_HELP)
        offer_long_table("documents", partial(_made, now, _documents))


def _made(now: Shown, make: Callable[[Topics], Any]) -> Any:
    return make(now.proven)


def _words(topics: Topics) -> bytes:
    return tables.to_csv(
        with_chance(visible(topics, words_to_keep(topics)), topics.chance)
    )


def _documents(topics: Topics) -> tables.LongTable:
    return export.documents_table(topics, cached.document_topics(topics))


def _workbook(topics: Topics) -> bytes:
    has_documents = topics.about.kind.has_documents
    found = cached.document_topics(topics) if has_documents else None
    return export.to_workbook(topics, found)


def _latex(topics: Topics) -> str:
    listed = visible(topics, topic_lists(topics))
    named = listed.rename(columns={"name": "Topic", "words": "Words"})
    provenance = topics.provenance
    table = named[["Topic", "Words"]]
    return latex.to_latex(table, provenance, caption=provenance.verdict)


FILES = (
    ("Words (CSV)", "topics.csv", "text/csv", _words),
    ("All (Excel)", "topics.xlsx", tables.TABLE_FORMATS[".xlsx"].mime, _workbook),
    ("Report (HTML)", "topics.html", "text/html", html_report),
    ("Result (JSON)", "topics.json", "application/json", to_json),
    ("Table (LaTeX)", "topics.tex", "text/x-tex", _latex),
)
DOCUMENTS_HELP = (
    "A row for each: title, date, groups, main topic and its share, all its topics, "
    "the scores, and the text if there is one."
)
LINK_HELP = (
    "This link opens the same corpus with the same settings, topics and names. A "
    "corpus from a file must be loaded there first."
)
SHARED_LINK = (
    "Anyone who has this link can open your texts while this server keeps them."
)
PRIVATE_LINK = (
    "On this server only this session can use your uploaded corpus. Whoever opens the "
    "link has to upload the same file."
)
