"""The paper in its order, then its supplement, then what is not of this paper."""

import streamlit as st

from pages.parts.paper import runs, statements, suite, tables
from spca_core.paper.citation import ARXIV, BIBTEX, DOI, PROCEEDINGS
from spca_core.paper.statements import ERRATA, PROBLEM, STATEMENTS, SUPPLEMENT


def show_paper() -> None:
    """Show the whole paper; only its figures wait for runs."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(LINKS, width="content")
        with st.popover("BibTeX", type="tertiary"):
            st.code(BIBTEX, "latex")
    st.markdown(CONTENTS)
    st.markdown(PROBLEM)
    st.markdown(statements.ABOUT)
    statements.show_statements(STATEMENTS)
    figures = st.container()
    tables.show_tables()
    st.subheader(SUPPLEMENT_HEADING, anchor=_anchor(SUPPLEMENT_HEADING))
    statements.show_statements(SUPPLEMENT)
    tables.show_supplement()
    st.subheader(ERRATA_HEADING, anchor=_anchor(ERRATA_HEADING))
    st.markdown("\n".join(f"- {each}" for each in ERRATA))
    st.divider()
    suite.show_suite()
    # Last, in their place: the page ends where data are being read.
    with figures:
        runs.show_figures()


def _anchor(name: str) -> str:
    return name.lower().replace(" ", "-")


SUPPLEMENT_HEADING, ERRATA_HEADING = "Supplement", "Misprints"
LINKS = (
    f"[arXiv:1508.00625]({ARXIV}) · [DOI]({DOI}) · "
    f"[Proceedings of NIPS 2015]({PROCEEDINGS})"
)
CONTENTS = " · ".join(
    f"[{name}](#{_anchor(name)})"
    for name in (
        *(statement.name for statement in STATEMENTS),
        runs.HEADING,
        *tables.NAMES,
        SUPPLEMENT_HEADING,
        *(statement.name for statement in SUPPLEMENT),
        tables.REST.name,
        ERRATA_HEADING,
    )
)
