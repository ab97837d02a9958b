"""HTML filled in with strangers' words, all of which are escaped; the topics' cards."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pandas as pd
from jinja2 import Environment, StrictUndefined, Template

from spca_core.formatting import percent
from spca_core.results.colours import css_colours

CARDS = Path(__file__).with_name("cards.html")


@cache
def template(path: Path, **filters: Callable[..., Any]) -> Template:
    """Return a file as a template; all names in it must be given a value."""
    jinja = Environment(
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    jinja.filters.update(filters, percent=percent)
    return jinja.from_string(path.read_text("utf-8"))


def cards_html(
    cards: pd.DataFrame,
    words: pd.DataFrame,
    summary: str = "",
    *,
    actions: Sequence[tuple[str, str, str]] = (),
) -> str:
    """Return one card per topic, legible on light and dark pages.

    cards   : `cards.cards` with the topics' shares
    words   : `topics.topic_words`; bars are scaled to its greatest loading
    summary : a line above them
    actions : names, labels and titles of buttons on each card, for a page that listens
              to them; names and words of topics are buttons then, too
    """
    return template(CARDS).render(
        summary=summary,
        cards=cards.itertuples(),
        words={topic: list(of.itertuples()) for topic, of in words.groupby("topic")},
        colours=css_colours(range(max(cards["topic"], default=0))),
        greatest=max(words["magnitude"].max(), 1e-12),
        actions=actions,
    )
