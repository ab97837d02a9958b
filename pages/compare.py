"""Compare: the methods side by side on one corpus."""

from pages.shared.frame import open_page
from spca_core.problem.method import METHODS

*SOME, LAST = (method.label for method in METHODS.values() if method.is_one_by_one)
ABOUT = (
    "How much variance does each method capture on the same corpus, with the same "
    f"number of topics and words? More is better. {', '.join(SOME)} and {LAST} take "
    "one topic after another, the other methods all topics together. *Quality* asks "
    "whether the words belong together for a reader."
)
request = open_page("Compare", ABOUT, compares=True)

from pages.parts.compare import looks, plan
from pages.shared.state.workspace import open_workspace

workspace = open_workspace(request)
looks.show_look(plan.choose_look(), workspace, request)
