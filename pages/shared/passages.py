"""Texts with the topics' words lit in their colours: passages and whole documents."""

from pathlib import Path

import pandas as pd
import streamlit as st

from pages.shared.shown import Shown
from spca_core.results.colours import css_colours
from spca_core.results.documents import scores
from spca_core.results.documents.passages import densest_passages
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_suffix(".html")


def show_passage(shown: Shown, document: int) -> None:
    """Show the part of a document that has most of the chosen topic's words."""
    corpus, solution = shown.corpus, shown.solution
    passages = densest_passages(corpus, solution, shown.topic, [document])
    if passages:
        show_pieces(shown, passages[0])
    else:
        words = scores.heaviest_words(corpus.with_copies, document, 10)
        st.caption(" ".join(words["word"]))


def show_pieces(shown: Shown, pieces: pd.DataFrame, css_class: str = "passage") -> None:
    """Show a text; it is only ever shown as text.

    pieces : from `finding.highlight`
    """
    st.html(
        template(TEMPLATE).render(
            pieces=pieces.itertuples(),
            colours=["", *css_colours(shown.places)],
            names=["", *shown.names],
            css_class=css_class,
        )
    )
