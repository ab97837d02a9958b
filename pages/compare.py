"""Compare: the methods side by side on one corpus."""

from pages.shared.frame import open_page
from pages.shared.text import ABOUT_COMPARISON

choice = open_page("Compare", ABOUT_COMPARISON)

from dataclasses import replace

from pages.shared.state.corpora import open_chosen
from pages.shared.views import comparing
from pages.shared.work.jobs import Run
from pages.shared.work.progress import show_live
from spca_core.comparison import methods_that_fit, runs_by_method, runs_by_size

corpus, run = open_chosen(choice)[1:]
# Only the joint search could keep to what is pinned: all are free here.
free = replace(run.settings, pinned=())
methods = methods_that_fit(corpus.n_words, free.sparsity)
settings = [*runs_by_method(free, methods), *runs_by_size(free, methods)]
runs = [Run(corpus, one) for one in settings]
show_live(runs, comparing.show, comparing.preview, again=choice.run_pressed)
