"""Sharing a result: the link, and every file that can be downloaded."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from pages.shared.files import offer_file, offer_long_table
from pages.shared.provenance import with_limit
from pages.shared.shown import Shown, shown_topics
from pages.shared.state import cached, choices
from pages.shared.state.origins import UPLOAD
from pages.shared.state.uploads import are_private
from pages.shared.state.workspace import Workspace
from pages.shared.work.tasks import Proof
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate
from spca_core.results.documents import scores
from spca_core.results.documents.new_documents import scoring_if_any
from spca_core.results.files import export, latex, tables
from spca_core.results.files.html_report import html_report
from spca_core.results.files.provenance import Provenance
from spca_core.results.topics.chance import with_chance
from spca_core.results.topics.variances import topics_with_words
from spca_core.results.topics.words import topic_lists, words_to_keep


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
    files = partial(_made, now, now.provenance)
    with st.container(horizontal=True):
        for label, name, mime, make in FILES:
            # Made when it is asked for: the limit may be lower by then.
            offer_file(label, name, mime, partial(files, make))
    if now.corpus.kind.has_documents:
        about = f"All {now.corpus.kind.documents} with their topics:"
        st.markdown(about, help=DOCUMENTS_HELP)
        offer_long_table("documents", partial(files, _documents))


def _made(now: Shown, provenance: Provenance, make: Callable) -> Any:
    return make(now, with_limit(provenance, now.workspace, now.solution))


def _words(now: Shown, _: Provenance) -> bytes:
    return tables.to_csv(_kept_words(now))


def _documents(now: Shown, provenance: Provenance) -> tables.LongTable:
    """Return the table of all documents, without the scores of hidden topics."""
    pieces = scores.document_pieces(
        now.corpus,
        now.solution,
        now.called,
        found=cached.document_topics(now.corpus, now.solution),
        with_texts=True,
        hidden=now.hidden,
    )
    return export.documents_table(pieces, provenance)


def _workbook(now: Shown, provenance: Provenance) -> bytes:
    has_documents = now.corpus.kind.has_documents
    return export.to_workbook(
        now.corpus,
        now.solution,
        now.has_topic if has_documents else None,
        _kept_words(now),
        _documents(now, provenance) if has_documents else None,
        now.visible(topics_with_words(now.corpus, now.solution, now.chance)),
        now.names,
        provenance,
    )


def _json(now: Shown, provenance: Provenance) -> str:
    corpus, solution = now.corpus, now.solution
    scoring = scoring_if_any(corpus, solution.settings)
    proof = _certificate(now)
    return export.to_json(corpus, solution, proof, provenance, now.chance, scoring)


def _latex(now: Shown, provenance: Provenance) -> str:
    topics = now.visible(topic_lists(now.corpus, now.solution))
    named = topics.rename(columns={"name": "Topic", "words": "Words"})[
        ["Topic", "Words"]
    ]
    return latex.to_latex(named, provenance, caption=provenance.verdict)


def _report(now: Shown, provenance: Provenance) -> str:
    return html_report(
        f"Topics of {now.request.corpus_name}",
        now.corpus,
        now.solution,
        provenance,
        _certificate(now),
        now.request.names,
        now.hidden,
        now.chance,
    )


def _kept_words(now: Shown):
    words = words_to_keep(now.corpus, now.solution, now.called)
    return with_chance(words[~words["topic"].isin(now.hidden)], now.chance)


def _certificate(now: Shown) -> Certificate | None:
    """Return what is proven so far, without starting a proof."""
    return Proof.about(now.corpus, now.solution.settings).known


FILES = (
    ("Words (CSV)", "topics.csv", "text/csv", _words),
    ("All (Excel)", "topics.xlsx", tables.TABLE_FORMATS[".xlsx"].mime, _workbook),
    ("Report (HTML)", "topics.html", "text/html", _report),
    ("Result (JSON)", "topics.json", "application/json", _json),
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
