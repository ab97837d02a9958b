"""Corpus: bring one, see what is in it, prepare its words."""

from pages.shared.explore_text import ABOUT_CORPUS
from pages.shared.frame import open_page_without_run

WIDGETS = ("least", "most", "weighting", "centred", "view")
request = open_page_without_run("Corpus", ABOUT_CORPUS, WIDGETS)

from pages.parts.corpus import overview

overview.show(request)
