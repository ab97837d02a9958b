"""Compare: the methods side by side on one corpus."""

from pages.shared.frame import open_page
from pages.shared.text import ABOUT_COMPARISON

choice = open_page("Compare", ABOUT_COMPARISON)

from pages.shared import comparison_view
from pages.shared.progress import show_live
from spca_core.comparison import runs_by_method, runs_by_size
from spca_core.settings import METHOD_NAMES

runs = runs_by_method(choice.settings, METHOD_NAMES)
smaller = runs_by_size(choice.settings, METHOD_NAMES)
show_live(choice, [*runs, *smaller], comparison_view.show, comparison_view.show)
