"""The cards of the topics as a piece of HTML, without a script: text and bars."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from spca_core.results.colours import css_colours
from spca_core.results.files.templates import template

TEMPLATE = Path(__file__).with_name("cards.html")


def to_html(
    cards: pd.DataFrame,
    words: pd.DataFrame,
    summary: str = "",
    *,
    places: Sequence[int] = (),
    clickable: bool = False,
) -> str:
    """Return one card per topic, legible on light and dark pages.

    cards     : `cards.cards` with the topics' shares
    words     : `topics.topic_words`; bars are scaled to its greatest loading
    summary   : a line above them
    places    : of the topics' colours, or else in their order
    clickable : names and words are buttons, for a page that listens to them
    """
    return template(TEMPLATE).render(
        summary=summary,
        cards=cards.itertuples(),
        words={topic: list(of.itertuples()) for topic, of in words.groupby("topic")},
        colours=css_colours(places or range(len(cards))),
        greatest=max(words["magnitude"].max(), 1e-12),
        clickable=clickable,
    )
