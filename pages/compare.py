"""Compare: the methods side by side on one corpus."""

from pages.shared import comparison_view, frame
from pages.shared.jobs import Batch
from pages.shared.progress import show_live
from pages.shared.text import ABOUT_COMPARISON
from spca_core.comparison import runs_by_method, runs_by_size
from spca_core.settings import METHOD_NAMES

page = frame.open_page("Compare", ABOUT_COMPARISON)
runs = runs_by_method(page.settings, METHOD_NAMES)
smaller = runs_by_size(page.settings, METHOD_NAMES)
batch = Batch(page.corpus, [*runs, *smaller], again=page.run_pressed)
show_live(batch, comparison_view.show, comparison_view.show)
