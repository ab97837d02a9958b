"""The paper in its order: statements, figures, tables, words, certificates."""

import streamlit as st

from pages.parts.paper import runs, statements, suite, tables
from spca_core.paper.citation import ARXIV, BIBTEX, DOI, PROCEEDINGS


def show_paper() -> None:
    """Show the whole paper; only its figures wait for runs."""
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(LINKS, width="content")
        with st.popover("BibTeX", type="tertiary"):
            st.code(BIBTEX, "latex")
    st.markdown(CONTENTS)
    statements.show_statements()
    figures = st.container()
    tables.show_tables()
    suite.show_suite()
    # Last, in their place: the page ends where data are being read.
    with figures:
        runs.show_figures()


LINKS = (
    f"[arXiv:1508.00625]({ARXIV}) · [DOI]({DOI}) · "
    f"[Proceedings of NIPS 2015]({PROCEEDINGS})"
)
CONTENTS = " · ".join(
    f"[{name}](#{name.lower().replace(' ', '-')})"
    for name in (*statements.NAMES, runs.HEADING, *tables.NAMES, suite.HEADING)
)
