"""Find names by what a user types, and the words of a topic in a text."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from spca_core.corpus.texts.segmentation import UNSPACED


def find_words(table: pd.DataFrame, text: str, most: int = 50) -> pd.DataFrame:
    """Return the rows of a table of words that contain the text, best matches first."""
    return table.iloc[best_matches(table["word"], text, most)].reset_index(drop=True)


def best_matches(names: Iterable[str], text: str, most: int) -> list[int]:
    """Return the places of at most `most` names that contain the text, ignoring case.

    Names equal to the text come first, then those that begin with it, then the others,
    each in the order given.
    """
    sought = text.strip().casefold()
    folded = [name.casefold() for name in names]
    found = [place for place, name in enumerate(folded) if sought in name]
    # False sorts before True.
    found.sort(key=lambda i: (folded[i] != sought, not folded[i].startswith(sought)))
    return found[:most]


def with_forms(words: Sequence[str], forms: Mapping[str, Sequence[str]]) -> list[str]:
    """Return words and their other forms."""
    return [form for word in words for form in (word, *forms.get(word, ()))]


def highlight(text: str, words: Sequence[str]) -> pd.DataFrame:
    """Cut a text at the words; return one row per piece, and whether it is a word.

    Joined together, the pieces are the text, with its accents composed as in the words.
    """
    text = unicodedata.normalize("NFC", text)
    longest_first = sorted(filter(None, words), key=len, reverse=True)
    if not longest_first:
        return pd.DataFrame({"piece": [text], "is_word": [False]})
    either = "|".join(map(re.escape, longest_first))
    # Letters on either side would make it part of another word, but for scripts whose
    # words stand side by side.
    letter = rf"[^\W\d_{UNSPACED}]"
    whole = rf"(?<!{letter})({either})(?!{letter})"
    pieces = re.split(whole, text, flags=re.IGNORECASE)
    rows = [(piece, place % 2 == 1) for place, piece in enumerate(pieces) if piece]
    return pd.DataFrame(rows, columns=["piece", "is_word"])


def marked(text: str, words: Sequence[str]) -> str:
    """Return a text with »marks« around the words, as plain text."""
    pieces = highlight(text, words)
    return "".join(
        f"»{piece}«" if is_word else piece
        for piece, is_word in zip(pieces["piece"], pieces["is_word"], strict=True)
    )
