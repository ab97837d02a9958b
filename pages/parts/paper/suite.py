"""The published covariance matrices, with our values and proven gaps."""

import streamlit as st

from spca_core.paper.certificates import (
    ABOUT_SUITE,
    SUITE_HEADINGS,
    about_machine,
    suite_table,
)


def show_suite() -> None:
    """Show what was measured last on each matrix."""
    st.subheader(HEADING, anchor="certificates")
    st.caption(f"{ABOUT_SUITE} {about_machine()}")
    table = suite_table().rename(columns=SUITE_HEADINGS)
    st.table(table.set_index(SUITE_HEADINGS["data"]))


HEADING = "Not of this paper: certificates on published matrices"
