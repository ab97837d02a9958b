"""Compare: the methods side by side on one corpus."""

import streamlit as st

from pages.shared.frame import open_page
from spca_core.problem.method import METHODS

*SOME, LAST = (method.label for method in METHODS.values() if method.is_one_by_one)
ABOUT = (
    "How much variance does each method capture on the same corpus, with the same "
    f"number of topics and words? More is better. {', '.join(SOME)} and {LAST} take "
    "one topic after another, the other methods all topics together."
)
request = open_page("Compare", compares=True)
with st.container(key="head"):
    st.title("Compare", help=ABOUT)

from pages.parts.compare import looks
from pages.shared.chance import show_known
from pages.shared.state.workspace import open_workspace

show_known(request)
looks.show_page(open_workspace(request), request)
