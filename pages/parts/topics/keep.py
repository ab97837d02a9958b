"""Keeping and sharing a result: the link, and every file that can be downloaded."""

import streamlit as st

from pages.shared.state import choices
from pages.shared.state.choices import Request
from pages.shared.state.workspace import Workspace
from pages.shared.work.tasks import Proof, proof_queue
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
    _show_downloads(workspace, request, solution, provenance)


def _show_downloads(
    workspace: Workspace, request: Request, solution: Solution, provenance: Provenance
) -> None:
    corpus, names = workspace.corpus, request.names
    with st.container(horizontal=True):
        _offer(
            "Words (CSV)",
            "topics.csv",
            "text/csv",
            lambda: export.to_csv(
                topics.topic_words(corpus, solution, names), provenance
            ),
        )
        _offer(
            "Scores of documents (CSV)",
            "documents.csv",
            "text/csv",
            lambda: export.to_csv(
                documents.document_scores(corpus, solution), provenance
            ),
        )
        _offer(
            "Result (JSON)",
            "topics.json",
            "application/json",
            lambda: export.to_json(
                corpus, solution, _certificate(workspace, solution), provenance
            ),
        )
        _offer(
            "Table (LaTeX)",
            "topics.tex",
            "text/x-tex",
            lambda: latex.to_latex(
                topics.word_columns(corpus, solution, names).reset_index(), provenance
            ),
        )
        _offer(
            "Report (HTML)",
            "topics.html",
            "text/html",
            lambda: _report(workspace, request, solution, provenance),
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
    from pages.parts.topics.report import report

    return report(workspace, request, solution, provenance)


def _certificate(workspace: Workspace, solution: Solution) -> Certificate | None:
    """Return what is proven so far, without starting a proof."""
    job = proof_queue().peek(Proof.about(workspace.corpus, solution.settings))
    return job.latest if job else None


LINK_HELP = (
    "This link opens the same corpus with the same settings, topics and names. A "
    "corpus from a file must be loaded there once."
)
KEEP = "Keep and share"
REPORT_HELP = "Everything on one page, to read offline or print."
