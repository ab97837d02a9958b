"""Words and phrases as they are written in texts."""

import re
import unicodedata
from collections.abc import Sequence

import numpy as np

from spca_core.corpus.texts.segmentation import UNSPACED


def whole_words(words: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of some words, in upper or lower case.

    Blanks in a word, as phrases have, are found however they are spaced.
    Letters on either side would make it part of another word, but for scripts whose
    words stand side by side.
    """
    either = _any_of(list(filter(None, words)))
    return _whole(f"({either or '(?!)'})")  # without words it finds nothing


def whole_phrases(phrases: Sequence[Sequence[Sequence[str]]]) -> re.Pattern[str]:
    """Return a pattern that finds phrases, however their words are spaced.

    It has a group for each phrase. Of phrases that begin at one place it finds the one
    that is listed first.

    phrases : of each, the forms of each of its words
    """
    each = (r"\s+".join(f"(?:{_any_of(word)})" for word in words) for words in phrases)
    return _whole(f"(?:{'|'.join(map('({})'.format, each))})")


def _any_of(forms: Sequence[str]) -> str:
    longest_first = sorted(forms, key=len, reverse=True)
    return "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")


def _whole(either: str) -> re.Pattern[str]:
    letter = rf"[^\W\d_{UNSPACED}]"
    return re.compile(rf"(?<!{letter}){either}(?!{letter})", re.IGNORECASE)


def phrase_in(phrase: str, texts: Sequence[str]) -> np.ndarray:
    """Return which texts have a phrase, however its words are spaced: (n_texts,)."""
    words = _composed(phrase).split()
    sought = whole_words([" ".join(words)])
    longest = max(words, key=len, default="").casefold()

    def has_phrase(text: str) -> bool:
        # Most texts lack the longest word, which is found in a tenth of the time.
        composed = _composed(text)
        if longest not in composed.casefold():
            return False
        return bool(sought.search(" ".join(composed.split())))

    return np.fromiter(map(has_phrase, texts), dtype=bool)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)
