"""Documents: those about each topic, and one document in full."""

from pages.shared.frame import open_page

ABOUT = "The documents about each topic, the strongest first. Tick a row to read it."
request = open_page("Documents", ABOUT)

import streamlit as st

from pages.parts.documents import documents, two_parts
from pages.shared.state.widgets import choose_in_row
from pages.shared.state.workspace import open_workspace
from pages.shared.text import plain
from pages.shared.work.progress import preview_topics, show_runs

verdict = st.container()
workspace = open_workspace(request)
if why_none := workspace.corpus.without_documents:
    st.info(plain(why_none))
    st.stop()
if choose_in_row("beside") == "parts":
    two_parts.compare_parts(workspace, request)
    st.stop()
jobs, ended = show_runs(
    [workspace.run],
    preview_topics,
    again=request.run_pressed,
)
if ended:
    documents.show_documents(workspace, jobs, verdict)
