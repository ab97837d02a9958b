"""Paper: its published figures beside ours, on the data sets that are here."""

from pages.shared.frame import open_page_without_run

ABOUT = (
    "The figures that Asteris, Papailiopoulos, Kyrillidis and Dimakis published in "
    "*Sparse PCA via Bipartite Matchings* (2015), and what the same methods reach "
    "here, with the joint search beside them."
)
open_page_without_run("Paper", ABOUT)

from pages.parts.paper import paper

paper.show()
