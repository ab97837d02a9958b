"""What every page opens with: its title, the links, the sidebar's choices.

A page opens its frame before it imports what shows its results: while the server loads
the solver, the browser draws the frame.
"""

import streamlit as st

from pages.shared import choices
from pages.shared.choices import Choice

APP_NAME = "Disjoint topics"
PAGES = {
    "Topics": ("app.py", ":material/topic:"),
    "Compare": ("pages/compare.py", ":material/compare_arrows:"),
}


def open_page(title: str, about: str) -> Choice:
    """Draw the frame of the page with that title; return the user's choices."""
    st.set_page_config(f"{title} · {APP_NAME}", layout="wide")
    parameters = choices.load(title)
    with st.sidebar:
        st.markdown(f"#### {APP_NAME}")
        for name, (path, icon) in PAGES.items():
            st.page_link(path, label=name, icon=icon, query_params=parameters)
        choice = choices.show_form()
    st.title(title)
    st.markdown(about)
    return choice
