"""From text to words: runs of letters of any script, without the function words."""

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spca_core.errors import check_whole_number

ENGLISH = tuple(
    Path(__file__).with_name("english.txt").read_text(encoding="utf-8").split()
)
MAX_SHORTEST = 20  # letters
MAX_LETTERS = 100  # longer runs are addresses or codes
MAX_CHARACTERS = 4 * MAX_LETTERS  # a letter may have marks of its own
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


@dataclass(frozen=True)
class Tokeniser:
    """Cuts text into words, the same for every way to write an accented letter."""

    lower_case: bool = True  # "Tax" and "tax" are one word
    shortest: int = 3  # letters of the shortest word that is kept
    stop_words: tuple[str, ...] = ENGLISH  # left out, in small letters or capitals

    def __post_init__(self) -> None:
        name = "The number of letters of the shortest word"
        check_whole_number(name, self.shortest, 1, MAX_SHORTEST)

    def words(self, text: str) -> list[str]:
        """Return the words in their order; digits and other signs separate them.

        An apostrophe inside a word is kept, an "'s" at its end is cut.
        """
        found = WORD.findall(text)
        cleaned = {written: self._clean(written) for written in set(found)}
        kept = {written: word for written, word in cleaned.items() if self._fits(word)}
        return [kept[written] for written in found if written in kept]

    def _clean(self, written: str) -> str:
        # Normalising takes time quadratic in a run of marks, so long input is refused.
        short = written if len(written) <= MAX_CHARACTERS else ""
        word = _normalise(short if not self.lower_case else short.lower())
        return word.removesuffix("'s")

    def _fits(self, word: str) -> bool:
        long_enough = self.shortest <= len(word) <= MAX_LETTERS
        return long_enough and word.lower() not in self._left_out

    @cached_property
    def _left_out(self) -> frozenset[str]:
        return frozenset(_normalise(word.lower()) for word in self.stop_words)


def _normalise(word: str) -> str:
    return unicodedata.normalize("NFC", word).replace(TYPED, "'")


DEFAULT = Tokeniser()
