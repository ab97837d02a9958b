"""What a word is: a run of letters of any script, or what a pattern matches."""

import re
import time
import unicodedata
from collections.abc import Callable
from functools import cache
from itertools import groupby

import regex

from spca_core.corpus.readers import limits
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

TYPED = "\u2019"  # the apostrophe of word processors
ASCII_WORD = re.compile("[A-Za-z]++(?:'[A-Za-z]++)*+")  # ten times as fast

Find = Callable[[str], list[str]]


def finder(tokenisation: Tokenisation) -> Find:
    """Return the function that finds the words in a text, in their order."""
    if tokenisation.token_pattern:
        return _own_finder(tokenisation)
    if tokenisation.numbers:
        return _words(with_numbers=True).findall
    word = _words(with_numbers=False)
    return lambda text: (ASCII_WORD if text.isascii() else word).findall(text)


@cache
def _words(*, with_numbers: bool) -> re.Pattern:
    """Return the pattern of a word in any script, made once from all of Unicode.

    re's own letters leave out the accents and vowel signs that may follow a letter, and
    include fractions and Roman numerals. U+200C and U+200D occur inside words too.
    """
    mark = f"[{_class('Mn', 'Mc')}\u200c\u200d]"
    letter = rf"[^\W\d_{_class('Nl', 'No')}]"
    one, joined = letter, f"['{TYPED}]"
    if with_numbers:
        one, joined = rf"(?:{letter}|\d)", f"['{TYPED}/-]"
    # Possessive: no backtracking, so a line of ten million apostrophes needs no memory.
    run = f"{one}++(?:{mark}++{one}*+)*+"
    return re.compile(f"{run}(?:{joined}{run})*+")


def _class(*categories: str) -> str:
    """Return the characters of Unicode categories, up to the last script, for re."""
    codes = (c for c in range(0x20000) if unicodedata.category(chr(c)) in categories)
    runs = groupby(enumerate(codes), lambda placed: placed[1] - placed[0])
    ranges = ([code for _, code in run] for _, run in runs)
    return "".join(f"{chr(one[0])}-{chr(one[-1])}" for one in ranges)


def _own_finder(tokenisation: Tokenisation) -> Find:
    """Return a function that finds a stranger's pattern within a time limit."""
    pattern = regex.compile(tokenisation.token_pattern)
    deadline = time.monotonic() + limits.PATTERN_SECONDS

    def find(text: str) -> list[str]:
        text = text.lower() if tokenisation.lowercase else text
        left = max(deadline - time.monotonic(), 1e-3)
        try:
            return pattern.findall(text, timeout=left, concurrent=True)
        except TimeoutError as error:
            raise InputError(
                f"The pattern of a word takes over {limits.PATTERN_SECONDS:g} seconds. "
                r"Write it without repeats in repeats; a usual one is (?u)\b\w\w+\b."
            ) from error

    return find
