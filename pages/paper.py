"""Paper: its published figures beside ours, on the data sets available here."""

from pages.shared.frame import open_page_without_run

ABOUT = (
    "The figures that Asteris, Papailiopoulos, Kyrillidis and Dimakis published in "
    "*Sparse PCA via Bipartite Matchings* (2015), next to what the same methods and "
    "the joint search reach here."
)
open_page_without_run("Paper", ABOUT)

from pages.parts.paper import paper, suite

paper.show_paper()
suite.show_suite()
