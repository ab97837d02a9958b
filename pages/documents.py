"""Documents: what carries each topic, and how topics change over time or by group."""

from pages.shared.explore_text import ABOUT_DOCUMENTS
from pages.shared.frame import open_page

request = open_page("Documents", ABOUT_DOCUMENTS)

from functools import partial

from pages.parts.documents import documents
from pages.shared.state.workspace import open_workspace
from pages.shared.work.progress import preview_topics, show_live

workspace = open_workspace(request)
show_live(
    [workspace.run],
    partial(documents.show, workspace, request),
    partial(preview_topics, request.names),
    again=request.run_pressed,
)
