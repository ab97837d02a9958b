"""The cards of the topics, as text: a browser takes a tenth of a second per chart."""

import pandas as pd
import streamlit as st

from spca_core.results.coherence import RANDOM_SETS
from spca_core.results.files.card_list import to_html


def show(cards: pd.DataFrame, words: pd.DataFrame) -> None:
    """Show one card per topic.

    cards : `cards.cards` with the topics' shares
    words : `topics.topic_words`
    """
    st.html(to_html(cards, words))
    st.caption(ABOUT_CARDS, help=CARDS_HELP)


ABOUT_CARDS = (
    "The longer a word's bar, the more it counts. A pale bar with a minus sign runs "
    "against the others. A pale word hardly belongs to its topic."
)
CARDS_HELP = (
    "Coherence: the mean normalised pointwise mutual information (NPMI) of the topic's "
    "words over the documents, 0 for words that have nothing to do with each other and "
    "1 for words that only occur together. Then, how many of "
    f"{RANDOM_SETS} random sets of equally frequent words are less coherent. Below, "
    "the topic's share of the variance that all topics capture."
)
