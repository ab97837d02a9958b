"""The cards of the topics, as text: a browser takes a tenth of a second per chart."""

from pathlib import Path

import pandas as pd
import streamlit as st

from spca_core.results.coherence import RANDOM_SETS
from spca_core.results.colours import colour_of
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_suffix(".html")


def show(cards: pd.DataFrame, words: pd.DataFrame) -> None:
    """Show one card per topic.

    cards : `cards.cards` with the topics' shares
    words : `topics.topic_words`
    """
    st.html(
        template(TEMPLATE).render(
            cards=cards.itertuples(),
            words={
                topic: list(of.itertuples()) for topic, of in words.groupby("topic")
            },
            colour_of=colour_of,
        )
    )
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
