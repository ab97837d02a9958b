"""From text to words: runs of letters of any script, without the function words."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spca_core.errors import InputError

ENGLISH = tuple(
    Path(__file__).with_name("english.txt").read_text(encoding="utf-8").split()
)
MOST_SHORTEST = 20  # letters
LONGEST = 100  # letters; what is longer is no word but an address or a code
TYPED = "\u2019"  # the apostrophe of word processors
LONGEST_WRITTEN = 4 * LONGEST  # characters: a letter may have marks of its own


def _class(*categories: str) -> str:
    """Return these categories of Unicode, up to its last script, as ranges for re."""
    codes = (c for c in range(0x20000) if unicodedata.category(chr(c)) in categories)
    ranges: list[list[int]] = []
    for code in codes:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    return "".join(f"{chr(first)}-{chr(last)}" for first, last in ranges)


# re's own \w leaves out the accents and vowel signs that may stand after a letter, and
# takes in fractions and Roman numerals. U+200C and U+200D stand inside words too.
MARK = f"[{_class('Mn', 'Mc')}\u200c\u200d]"
LETTER = rf"[^\W\d_{_class('Nl', 'No')}]"
RUN = f"{LETTER}++(?:{MARK}++{LETTER}*+)*+"
# Possessive, so that a line of ten million apostrophes keeps no way back in memory.
WORD = re.compile(f"{RUN}(?:['{TYPED}]{RUN})*+")


@dataclass(frozen=True)
class Tokeniser:
    """Cuts text into words, the same for every way to write an accented letter.

    lower_case : whether "Tax" and "tax" are one word
    shortest   : letters of the shortest word that is kept
    stop_words : words that are left out, in small letters or capitals
    raises     : InputError if `shortest` is not 1 to 20
    """

    lower_case: bool = True
    shortest: int = 3
    stop_words: tuple[str, ...] = ENGLISH

    def __post_init__(self) -> None:
        if not 1 <= self.shortest <= MOST_SHORTEST:
            raise InputError(
                f"A shortest word of {self.shortest} letters; it can be 1 to "
                f"{MOST_SHORTEST}. Choose a number between."
            )

    def words(self, text: str) -> list[str]:
        """Return the words in their order; digits and all other signs part them.

        An apostrophe inside a word is kept, an "'s" at its end is cut.
        """
        found = WORD.findall(text)
        cleaned = {written: self._clean(written) for written in set(found)}
        kept = {written: word for written, word in cleaned.items() if self._fits(word)}
        return [kept[written] for written in found if written in kept]

    def _clean(self, written: str) -> str:
        # Normalising takes the square of a run of marks, so nothing long goes in.
        short = written if len(written) <= LONGEST_WRITTEN else ""
        word = _normalise(short if not self.lower_case else short.lower())
        return word.removesuffix("'s")

    def _fits(self, word: str) -> bool:
        long_enough = self.shortest <= len(word) <= LONGEST
        return long_enough and word.lower() not in self._left_out

    @cached_property
    def _left_out(self) -> frozenset[str]:
        return frozenset(_normalise(word.lower()) for word in self.stop_words)


def _normalise(word: str) -> str:
    return unicodedata.normalize("NFC", word).replace(TYPED, "'")


DEFAULT = Tokeniser()
