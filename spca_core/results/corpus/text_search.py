"""Find names by what a user types, and the words of a topic in a text."""

from collections.abc import Mapping

import numpy as np
import pandas as pd

from spca_core.corpus.texts.whole_words import normalised, whole_words

LENGTH = 180  # characters of a part of a text, at most


def find_words(table: pd.DataFrame, text: str, most: int = 50) -> pd.DataFrame:
    """Return the rows of a table of words that contain the text, ignoring case.

    Words equal to the text come first, then those that begin with it, then the others,
    each in the order given.
    """
    sought = text.strip().casefold()
    folded = [word.casefold() for word in table["word"]]
    matches = [place for place, word in enumerate(folded) if sought in word]
    # False sorts before True.
    matches.sort(key=lambda i: (folded[i] != sought, not folded[i].startswith(sought)))
    return table.iloc[matches[:most]].reset_index(drop=True)


def highlight(text: str, words: Mapping[str, int]) -> pd.DataFrame:
    """Cut a text at words; return one row per piece: piece, and the word's topic or 0.

    Joined together, the pieces are the text, with its accents composed as in the words.

    words : the topic of each word and form, counted from 1
    """
    topics = {word.casefold(): topic for word, topic in words.items()}
    pieces = whole_words(list(words)).split(normalised(text))
    rows = [
        (piece, topics.get(" ".join(piece.casefold().split()), 0) if place % 2 else 0)
        for place, piece in enumerate(pieces)
        if piece
    ]
    return pd.DataFrame(rows, columns=["piece", "topic"])


def densest_part(pieces: pd.DataFrame, topic: int) -> pd.DataFrame:
    """Return the part of a text of `highlight` where a topic's words are densest.

    It has at most `LENGTH` characters, and three dots where text is left out.
    """
    ends = pieces["piece"].str.len().cumsum()
    starts = ends - pieces["piece"].str.len()
    hits = starts[pieces["topic"] == topic]
    if ends.iloc[-1] <= LENGTH or hits.empty:
        return _cut(pieces, starts, 0)
    counts = [int(hits.between(first, first + LENGTH // 2).sum()) for first in hits]
    first = max(int(hits.iloc[int(np.argmax(counts))]) - LENGTH // 4, 0)
    text = "".join(pieces["piece"])
    # At the beginning of a word.
    first = text.find(" ", first) + 1 if first else 0
    return _cut(pieces, starts, first)


def _cut(pieces: pd.DataFrame, starts: pd.Series, first: int) -> pd.DataFrame:
    """Return the characters from `first` on, and dots where some are left out."""
    text, last = "".join(pieces["piece"]), first + LENGTH
    if last < len(text) and (blank := text.rfind(" ", first, last + 1)) > first:
        last = blank  # at the end of a word
    rows = []
    for piece, topic, start in zip(
        pieces["piece"], pieces["topic"], starts, strict=True
    ):
        shown = piece[max(first - start, 0) : max(last - start, 0)]
        if shown:
            rows.append((shown, topic))
    before = [("…", 0)] if first > 0 else []
    after = [("…", 0)] if last < len(text) else []
    return pd.DataFrame([*before, *rows, *after], columns=["piece", "topic"])
