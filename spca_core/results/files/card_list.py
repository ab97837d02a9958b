"""The cards of the topics as a piece of HTML, without a script: text and bars."""

from pathlib import Path

import pandas as pd

from spca_core.results.colours import colour_of
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_name("cards.html")


def to_html(cards: pd.DataFrame, words: pd.DataFrame, summary: str = "") -> str:
    """Return one card per topic, legible on light and dark pages.

    cards : `cards.cards` with the topics' shares
    words : `topics.topic_words`
    summary : a line above them
    """
    return template(TEMPLATE).render(
        summary=summary,
        cards=cards.itertuples(),
        words={topic: list(of.itertuples()) for topic, of in words.groupby("topic")},
        colour_of=colour_of,
    )
