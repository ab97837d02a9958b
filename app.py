"""Topics: the first page. Run with `streamlit run app.py`."""

from pages.shared.frame import open_page

ABOUT = (
    "A topic is a short list of words that vary together over the documents. No two "
    "topics share a word, and together they capture as much of the corpus's variance "
    "as the method could find."
)
request = open_page("Topics", ABOUT, sweeps=True)

from functools import partial

from pages.parts.topics import saved, topics
from pages.shared.state.workspace import open_workspace
from pages.shared.work.progress import preview_topics, show_live
from pages.shared.work.tasks import sweep_to

workspace = open_workspace(request)
sweep_to(workspace.run)
topics.show_edits(request)
show_live(
    [workspace.run],
    partial(topics.show, workspace, request),
    partial(preview_topics, request.names),
    again=request.run_pressed,
    show_before=topics.last_shown(request),
)
saved.show(workspace)
