"""Corpus: bring your own, see what is in it, prepare its words."""

from pages.shared.frame import open_page_without_run
from pages.shared.state.fields import PREPARATION, VALUES

ABOUT = (
    "A corpus is a table that counts how often each word occurs in each document. "
    "Bring your own texts or counts, or start with one that is here."
)
# The words left out are written in a widget of their own.
WIDGETS = {**PREPARATION, **VALUES}.keys() - {"removed"} | {"view"}
request = open_page_without_run("Corpus", ABOUT, WIDGETS)

from pages.parts.corpus import overview

overview.show_overview(request)
