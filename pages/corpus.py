"""Corpus: bring your own, see what is in it, prepare its words."""

from pages.shared.frame import open_page_without_run

ABOUT = (
    "A corpus is a table that counts how often each word occurs in each document. "
    "Bring your own texts or counts, or start with one that is here."
)
request = open_page_without_run("Corpus", ABOUT)

from pages.parts.corpus import overview

overview.show_overview(request)
