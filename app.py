"""Topics: the first page. Run with `streamlit run app.py`."""

from pages.shared.frame import open_page
from pages.shared.text import ABOUT_TOPICS

request = open_page("Topics", ABOUT_TOPICS, sweeps=True)

from functools import partial

from pages.parts.topics import saved, topics
from pages.shared.state.workspace import open_workspace
from pages.shared.work.batch import sweep_to
from pages.shared.work.progress import preview_topics, show_live

workspace = open_workspace(request)
sweep_to(workspace.run)
topics.show_edits(request)
show_live(
    [workspace.run],
    partial(topics.show, workspace, request),
    partial(preview_topics, request.names),
    again=request.run_pressed,
)
saved.show(workspace)
