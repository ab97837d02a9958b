"""Compare: the methods side by side on one corpus."""

from pages.shared.frame import open_page
from pages.shared.state.fields import COMPARE

ABOUT = (
    "How much variance does each method capture on the same corpus, with the same "
    "number of topics and words? More is better. TPower, EM, SpanSPCA and Star greedy "
    "take one topic after another, the other methods all topics together. *Quality* "
    "asks whether the words belong together for a reader."
)
request = open_page("Compare", ABOUT, COMPARE, compares=True)

from pages.parts.compare import looks, plan
from pages.shared.state.workspace import open_workspace

workspace = open_workspace(request)
looks.show_look(plan.choose_look(), workspace, request)
