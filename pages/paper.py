"""Paper: its published figures beside ours, on the data sets that are here."""

from pages.shared.frame import open_page_without_choices
from pages.shared.text import ABOUT_PAPER

open_page_without_choices("Paper", ABOUT_PAPER)

from pages.shared import paper_view

paper_view.show()
