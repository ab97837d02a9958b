"""Compare: the methods side by side on one corpus."""

from pages.shared.frame import open_page
from pages.shared.state.fields import COMPARE

ABOUT = (
    "How much variance does each method capture on the same corpus, with the same "
    "number of topics and words? More is better. TPower, EM and SpanSPCA take the best "
    "topic first and leave worse words to the rest; the other methods choose all "
    "topics together."
)
request = open_page("Compare", ABOUT, COMPARE, compares=True)

from functools import partial

from pages.parts.compare import curves, looks, plan
from pages.shared.state.workspace import open_workspace
from pages.shared.work.progress import show_live

workspace = open_workspace(request)
runs = plan.choose_runs(workspace)
curves.choose()
show_live(
    runs,
    partial(looks.show, workspace, request),
    partial(looks.preview, workspace, request),
    again=request.run_pressed,
    timed=True,
)
