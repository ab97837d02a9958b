"""Documents: which carry each topic, and how topics change over time or by group."""

from pages.shared.frame import open_page

ABOUT = (
    "The documents behind the topics. A topic's score in a document is the sum of the "
    "counts of its words, weighted as chosen and each times its loading: 0 in a "
    "document without these words. The documents with the highest scores carry it."
)
request = open_page("Documents", ABOUT)

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
