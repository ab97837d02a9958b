"""From text to words: runs of letters of any script, or what a pattern matches."""

import re
import time
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
import regex
from scipy import sparse

from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

MAX_WORDS = 2_000_000  # distinct
MAX_LETTERS = 100  # longer runs are addresses or codes
MAX_CHARACTERS = 4 * MAX_LETTERS  # a letter may have marks of its own
MAX_SECONDS = 30.0  # that a stranger's pattern may take for all texts
TEXTS_AT_ONCE = 2_000
TYPED = "\u2019"  # the apostrophe of word processors


def _class(*categories: str) -> str:
    """Return the signs of some Unicode categories, up to its last script, for re."""
    codes = (c for c in range(0x20000) if unicodedata.category(chr(c)) in categories)
    ranges: list[list[int]] = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


# re's own \w leaves out the accents and vowel signs that may stand after a letter, and
# includes fractions and Roman numerals. U+200C and U+200D stand inside words too.
MARK = f"[{_class('Mn', 'Mc')}\u200c\u200d]"
LETTER = rf"[^\W\d_{_class('Nl', 'No')}]"
RUN = f"{LETTER}++(?:{MARK}++{LETTER}*+)*+"
# Possessive: no backtracking, so a line of ten million apostrophes needs no memory.
WORD = re.compile(f"{RUN}(?:['{TYPED}]{RUN})*+")
ASCII_WORD = re.compile("[A-Za-z]++(?:'[A-Za-z]++)*+")  # the same, ten times as fast
RUN_OR_DIGITS = rf"(?:{LETTER}|\d)++(?:{MARK}++(?:{LETTER}|\d)*+)*+"
WORD_OR_NUMBER = re.compile(rf"{RUN_OR_DIGITS}(?:['{TYPED}/-]{RUN_OR_DIGITS})*+")

Find = Callable[[str], list[str]]


class Tokens(NamedTuple):
    """The words of all texts in their order.

    words  : distinct
    places : (n_tokens,) where in `words` each is; -1 for one that was left out
    ends   : (n_texts,) where in `places` each text ends
    """

    words: tuple[str, ...]
    places: np.ndarray
    ends: np.ndarray

    @property
    def totals(self) -> np.ndarray:
        """How often each word occurs, (n_words,)."""
        return np.bincount(self.places[self.places >= 0], minlength=len(self.words))

    def renamed(self, names: Iterable[str]) -> "Tokens":
        """Give each word a name: those of one name become one, "" is left out."""
        names = list(names)
        kept = dict.fromkeys(filter(None, names))
        place_of = {name: place for place, name in enumerate(kept)}
        # The last is for words that were left out before.
        moved = [place_of.get(name, -1) for name in names] + [-1]
        places = np.array(moved, np.int32)[self.places]
        return Tokens(tuple(place_of), places, self.ends)

    def counts(self) -> sparse.csr_array:
        """Count the words of each text, (n_texts, n_words)."""
        starts = [0, *self.ends[TEXTS_AT_ONCE - 1 : -1 : TEXTS_AT_ONCE]]
        bounds = [*starts, len(self.places)]
        parts = [
            self._counts_of(slice(*bound), first * TEXTS_AT_ONCE)
            for first, bound in enumerate(pairwise(bounds))
        ]
        return sparse.csr_array(sparse.vstack(parts, "csr"))

    def _counts_of(self, tokens: slice, first: int) -> sparse.csr_array:
        """Count some texts: those that hold these tokens, the first by its number."""
        ends = self.ends[first : first + TEXTS_AT_ONCE]
        columns = self.places[tokens]
        rows = np.searchsorted(ends, np.arange(tokens.start, tokens.stop), "right")
        kept = columns >= 0
        cells = (np.ones(kept.sum()), (rows[kept], columns[kept]))
        counts = sparse.csr_array(cells, shape=(len(ends), len(self.words)))
        counts.sum_duplicates()
        return counts


def cut_words(
    texts: Sequence[str],
    tokenisation: Tokenisation,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Tokens:
    """Cut texts into words, with function words and all forms still apart.

    progress : is told of the characters done and those in all, and may raise to stop
    """
    find = _finder(tokenisation)
    place_of: defaultdict[str, int] = defaultdict()
    place_of.default_factory = place_of.__len__
    places, ends = array("i"), array("q")
    n_characters = list(accumulate(map(len, texts)))
    for number, text in enumerate(texts):
        places.extend(map(place_of.__getitem__, find(text)))
        ends.append(len(places))
        if number % TEXTS_AT_ONCE == 0:
            progress(n_characters[number], n_characters[-1])
    if len(place_of) > MAX_WORDS:
        fault = f"over {MAX_WORDS:,} different words, the most that can be counted here"
        raise InputError(f"The texts have {fault}. Take a part of them.")
    found = Tokens(tuple(place_of), np.frombuffer(places, np.int32), np.array(ends))
    return found.renamed(_cleaned(found.words, tokenisation))


def _finder(tokenisation: Tokenisation) -> Find:
    if tokenisation.token_pattern:
        return _own_finder(tokenisation)
    if tokenisation.numbers:
        return WORD_OR_NUMBER.findall
    return lambda text: (ASCII_WORD if text.isascii() else WORD).findall(text)


def _own_finder(tokenisation: Tokenisation) -> Find:
    """Find what a stranger's pattern matches, and give up when it takes too long."""
    pattern = regex.compile(tokenisation.token_pattern)
    deadline = time.monotonic() + MAX_SECONDS

    def find(text: str) -> list[str]:
        text = text.lower() if tokenisation.lowercase else text
        left = max(deadline - time.monotonic(), 1e-3)
        try:
            return pattern.findall(text, timeout=left, concurrent=True)
        except TimeoutError as error:
            raise InputError(
                f"The pattern of a word takes over {MAX_SECONDS:g} seconds. Write it "
                r"simpler, without repeats in repeats; a usual one is (?u)\b\w\w+\b."
            ) from error

    return find


def _cleaned(words: tuple[str, ...], tokenisation: Tokenisation) -> list[str]:
    """Return each word as it is counted, or "" for one that is not."""
    if tokenisation.token_pattern:
        return [" ".join(word.split()) for word in words]
    cleaned = (_clean(word, tokenisation.lowercase) for word in words)
    shortest = tokenisation.shortest
    return [word if shortest <= len(word) <= MAX_LETTERS else "" for word in cleaned]


def _clean(written: str, lowercase: bool) -> str:
    # Normalising takes time quadratic in a run of marks, so long input is refused.
    short = written if len(written) <= MAX_CHARACTERS else ""
    return normalise(short.lower() if lowercase else short).removesuffix("'s")


def normalise(word: str) -> str:
    """Return a word with its accents and apostrophes written in the one way."""
    return unicodedata.normalize("NFC", word).replace(TYPED, "'")
