"""Words and phrases as they are written in texts."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence

import numpy as np

from spca_core.corpus.texts.segmentation import UNSPACED

LETTER = rf"[^\W\d_{UNSPACED}]"
IN_WORD = rf"[^\W{UNSPACED}]"  # digits too
NOTHING = r"(?!)"  # is never found
BEGINNING = "*"  # at the end of a word, for any more letters
Finder = Callable[[str], Iterator[re.Match[str]]]


def whole_words(words: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of some words, in upper or lower case.

    Blanks in a word, as phrases have, are found however they are spaced.
    Letters on either side would make it part of another word, but for scripts whose
    words stand side by side.
    """
    return _whole(f"({_any_of(list(filter(None, words))) or NOTHING})")


def whole_phrases(phrases: Sequence[Sequence[Sequence[str]]]) -> re.Pattern[str]:
    """Return a pattern that finds phrases, however their words are spaced.

    It has a group for each phrase. Of phrases that begin at one place it finds the one
    that is listed first.

    phrases : of each, the forms of each of its words
    """
    each = (r"\s+".join(f"(?:{_any_of(word)})" for word in words) for words in phrases)
    return _whole(f"(?:{'|'.join(map('({})'.format, each))})")


def phrases(sought: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern that finds any of some phrases, however their words are spaced.

    A phrase is one word or more; a star at the end of a word is for any more letters.
    """
    spaced = {" ".join(phrase.split()) for phrase in sought} - {""}
    longest_first = sorted(spaced, key=lambda phrase: (-len(phrase), phrase))
    each = (r"\s+".join(map(_word, phrase.split())) for phrase in longest_first)
    return _whole(f"({'|'.join(each) or NOTHING})")


def finder(sought: Sequence[str]) -> Finder:
    """Return a function that yields where phrases are in a text, one after another.

    The places are those in the `normalised` text.
    """
    all_sought = [*map(normalised, sought)]
    pattern = phrases(all_sought)
    # Most texts lack some of the letters, which are looked for in a tenth of the time.
    needed = [
        [word.removesuffix(BEGINNING).casefold() for word in phrase.split()]
        for phrase in all_sought
    ]

    def find(text: str) -> Iterator[re.Match[str]]:
        text = normalised(text)
        folded = text.casefold()
        may_be = any(all(word in folded for word in words) for words in needed)
        return pattern.finditer(text) if may_be else iter(())

    return find


def phrase_in(phrase: str, texts: Sequence[str]) -> np.ndarray:
    """Return which texts have a phrase, as `phrases` finds it: (n_texts,)."""
    find = finder([phrase])
    return np.fromiter((next(find(text), None) is not None for text in texts), bool)


def normalised(text: str) -> str:
    """Return a text as it is compared: in one form for all encodings of a letter."""
    return unicodedata.normalize("NFC", text)


def _any_of(forms: Sequence[str]) -> str:
    longest_first = sorted(forms, key=len, reverse=True)
    return "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")


def _whole(either: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!{LETTER}){either}(?!{LETTER})", re.IGNORECASE)


def _word(word: str) -> str:
    beginning = word.removesuffix(BEGINNING)
    if beginning == word:
        return re.escape(word)
    return f"{re.escape(beginning)}{IN_WORD}{'*' if beginning else '+'}"
