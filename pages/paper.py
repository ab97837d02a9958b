"""Paper: its published figures beside ours, on the data sets that are here."""

from pages.shared.frame import open_page_without_run
from pages.shared.text import ABOUT_PAPER

open_page_without_run("Paper", ABOUT_PAPER)

from pages.parts.paper import paper

paper.show()
