"""Keeping and sharing a result: the link, and every file that can be downloaded."""

from functools import partial

import streamlit as st

from pages.shared.provenance import with_limit
from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.uploads import are_private
from pages.shared.state.workspace import Workspace
from pages.shared.work.tasks import Proof
from spca_core.problem.solution import Solution
from spca_core.proof.certificate import Certificate
from spca_core.results import documents, topics
from spca_core.results.files import export, latex
from spca_core.results.files.provenance import Provenance


def show(
    workspace: Workspace, request: Request, solution: Solution, provenance: Provenance
) -> None:
    """Offer the link and the downloads; each file is made when it is asked for."""
    st.subheader(KEEP)
    st.markdown("The link to this page as it is now:", help=LINK_HELP)
    link = choices.link(choices.parameters())
    st.code(link, language=None, wrap_lines=True)
    if request.origin.corpus.startswith("sha256:"):
        st.caption(PRIVATE_LINK if are_private() else SHARED_LINK)
    _show_downloads(workspace, request, solution, provenance)


def _show_downloads(
    workspace: Workspace, request: Request, solution: Solution, provenance: Provenance
) -> None:
    corpus, names = workspace.corpus, request.names
    # Called when a file is asked for: the limit may be lower by then.
    proven = partial(with_limit, provenance, workspace, solution)
    with st.container(horizontal=True):
        _offer(
            "Words (CSV)",
            "topics.zip",
            "application/zip",
            lambda: export.to_zip(
                "topics", topics.words_to_keep(corpus, solution, names), proven()
            ),
            help=ZIP_HELP,
        )
        _offer(
            "Scores of documents (CSV)",
            "documents.zip",
            "application/zip",
            lambda: export.to_zip(
                "documents",
                documents.document_scores(corpus, solution, names),
                proven(),
            ),
            help=ZIP_HELP,
        )
        _offer(
            "Result (JSON)",
            "topics.json",
            "application/json",
            lambda: export.to_json(
                corpus, solution, _certificate(workspace, solution), proven()
            ),
        )
        _offer(
            "Table (LaTeX)",
            "topics.tex",
            "text/x-tex",
            lambda: latex.to_latex(
                topics.word_columns(corpus, solution, names).reset_index(), proven()
            ),
        )
        _offer(
            "Report (HTML)",
            "topics.html",
            "text/html",
            lambda: _report(workspace, request, solution, proven()),
            help=REPORT_HELP,
        )


def _offer(label, file_name, kind, make, help=None) -> None:
    st.download_button(
        label,
        make,
        file_name,
        kind,
        key=f"get_{file_name}",
        on_click="ignore",
        help=help,
    )


def _report(
    workspace: Workspace, request: Request, solution: Solution, provenance: Provenance
) -> str:
    # It has charts, and those are imported late: see figure.py.
    from spca_core.results.files.html_report import report

    return report(
        f"Topics of {request.corpus_name}",
        workspace.corpus,
        solution,
        provenance,
        _certificate(workspace, solution),
        request.names,
    )


def _certificate(workspace: Workspace, solution: Solution) -> Certificate | None:
    """Return what is proven so far, without starting a proof."""
    return Proof.about(workspace.corpus, solution.settings).proven


LINK_HELP = (
    "This link opens the same corpus with the same settings, topics and names. A "
    "corpus from a file must be loaded there once."
)
SHARED_LINK = (
    "Whoever has this link can open your uploaded corpus while this server keeps it."
)
PRIVATE_LINK = (
    "On this server only this session can use your uploaded corpus. Whoever opens the "
    "link has to upload the same file."
)
KEEP = "Keep and share"
ZIP_HELP = "A zip of two files: the table as CSV, and where it comes from."
REPORT_HELP = "Everything on one page, to read offline or print."
