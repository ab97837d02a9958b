"""Compare: the methods side by side on one corpus."""

from pages.shared.frame import open_page
from pages.shared.text import ABOUT_COMPARISON

choice = open_page("Compare", ABOUT_COMPARISON)

from pages.shared import cached, comparison_view
from pages.shared.jobs import Run
from pages.shared.progress import show_live
from spca_core.comparison import methods_that_fit, runs_by_method, runs_by_size

corpus = cached.corpus(choice.corpus)
methods = methods_that_fit(corpus.n_words, choice.settings.sparsity)
settings = [
    *runs_by_method(choice.settings, methods),
    *runs_by_size(choice.settings, methods),
]
runs = [Run(corpus, one) for one in settings]
show_live(runs, comparison_view.show, comparison_view.preview, again=choice.run_pressed)
