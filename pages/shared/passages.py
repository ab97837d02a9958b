"""Texts with the topics' words lit in their colours: passages and whole documents.

A click on a word, or on a part that is selected, leads to its topic, or to all places
where it is in the texts.
"""

from pathlib import Path

import pandas as pd
import streamlit as st

from pages.shared.frame import go_to
from pages.shared.shown import Shown
from pages.shared.state import choices
from pages.shared.word_menu import component_with_menu
from spca_core.results.colours import css_colours
from spca_core.results.documents import scores
from spca_core.results.documents.concordance import MAX_SOUGHT
from spca_core.results.documents.passages import densest_passages
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_suffix(".html")
component = component_with_menu("texts", __file__)


def show_passage(shown: Shown, document: int) -> None:
    """Show the part of a document that has most of the chosen topic's words."""
    passages = densest_passages(shown.topics, shown.topic, [document])
    if passages:
        show_texts(shown, [("passage", passages[0])], f"passage_{document}")
    else:
        words = scores.heaviest_words(shown.corpus.with_copies, document, 10)
        st.caption(" ".join(words["word"]))


def show_texts(shown: Shown, pieces: list[tuple[str, pd.DataFrame]], key: str) -> None:
    """Show texts; they are only ever shown as text.

    pieces : of each text, from `text_search.highlight`, after its class in CSS
    """
    names = ["", *shown.names]
    html = "".join(
        template(TEMPLATE).render(
            pieces=of_text.itertuples(),
            colours=["", *css_colours(range(len(shown.names)))],
            names=names,
            css_class=css_class,
        )
        for css_class, of_text in pieces
    )
    result = component(
        data={"html": html, "names": names, "longest": MAX_SOUGHT},
        key=key,
        on_clicked_change=lambda: None,
    )
    if result.clicked:
        _lead_on(**result.clicked)


def _lead_on(what: str, topic: int, word: str) -> None:
    """Open the topic of a word that was clicked, or find the word."""
    if what == "open":
        choices.change(tab="topic", topic=topic)
    else:
        choices.change(tab="find", find=word)
    go_to("Topics")
