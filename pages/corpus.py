"""Corpus: bring your own, see what is in it, prepare its words."""

import streamlit as st

from pages.shared.frame import open_page_without_run

ABOUT = (
    "A corpus is a collection of texts. Upload your texts (or word counts), or start "
    "with an example."
)
request = open_page_without_run("Corpus", ABOUT)

from pages.parts.corpus import overview
from pages.shared.chance import show_known

place = st.container()
overview.show_overview(request)
with place:  # last, as it prepares the corpus, which not every view does
    show_known(request)
