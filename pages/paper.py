"""Paper: its statements, tables and figures in its order, with ours beside them."""

from pages.shared.frame import open_page_without_run

ABOUT = (
    "*Sparse PCA via Bipartite Matchings* by Asteris, Papailiopoulos, Kyrillidis and "
    "Dimakis (2015), in its order: what it says, where this library does it, what it "
    "printed, and what is proven of that."
)
open_page_without_run("Paper", ABOUT)

from pages.parts.paper import paper

paper.show_paper()
