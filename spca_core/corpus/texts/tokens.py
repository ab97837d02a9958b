"""Cut texts into words, without what is no word or is repeated.

A word is a run of letters of any script, or what a pattern matches.
"""

import re
import time
import unicodedata
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate, groupby, pairwise
from typing import NamedTuple

import numpy as np
import regex
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.rows import block_starts
from spca_core.corpus.texts.analyser import Script
from spca_core.corpus.texts.junk import Cleaning
from spca_core.corpus.texts.passages import find_passages, lines_and_sentences
from spca_core.corpus.texts.segmentation import Spacing, is_long_enough
from spca_core.corpus.texts.tokenisation import Tokenisation
from spca_core.errors import InputError

TEXTS_AT_ONCE, TOKENS_AT_ONCE = 2_000, 1 << 14
TYPED = "\u2019"  # the apostrophe of word processors
ASCII_WORD = re.compile("[A-Za-z]++(?>'[A-Za-z]++)*+")  # ten times as fast

WordFinder = Callable[[str], list[str]]


class Stream(NamedTuple):
    """The words of all texts in order, each as its number.

    numbers : (n_tokens,), int32
    ends    : (n_texts,) where in `numbers` each text ends
    totals  : (n_numbers,) how often each number occurs
    """

    numbers: np.ndarray
    ends: np.ndarray
    totals: np.ndarray

    @classmethod
    def of(cls, numbers: np.ndarray, ends: np.ndarray, n_numbers: int) -> "Stream":
        """Return these with how often each number occurs."""
        totals = np.zeros(n_numbers, np.int64)
        for first in range(0, len(numbers), TOKENS_AT_ONCE):
            part = numbers[first : first + TOKENS_AT_ONCE]
            totals += np.bincount(part, minlength=n_numbers)
        return cls(numbers, ends, totals)


class Tokens(NamedTuple):
    """The words of all texts in order.

    Words are renamed, merged and left out without a pass over the texts.

    words    : distinct
    place_of : (n_numbers,) where in `words` a number's word is; -1 if it is left out
    """

    words: tuple[str, ...]
    stream: Stream
    place_of: np.ndarray

    @property
    def places(self) -> np.ndarray:
        """Where in `words` each token is, (n_tokens,); -1 if it is left out."""
        return self.place_of[self.stream.numbers]

    @property
    def totals(self) -> np.ndarray:
        """How often each word occurs, (n_words,)."""
        kept = self.place_of >= 0
        totals = np.zeros(len(self.words), np.int64)
        np.add.at(totals, self.place_of[kept], self.stream.totals[kept])
        return totals

    def renamed(self, names: Iterable[str], words: Sequence[str] = ()) -> "Tokens":
        """Give each word a name: words of one name become one, "" leaves a word out.

        words : the new words; by default the names, in alphabetical order
        """
        names = list(names)
        kept = words or sorted(set(filter(None, names)))
        place_of = {name: place for place, name in enumerate(kept)}
        # The last entry, at -1, is for words that were left out before.
        moved = np.array([place_of.get(name, -1) for name in names] + [-1], np.int32)
        return self._replace(words=tuple(kept), place_of=moved[self.place_of])

    def without(self, words: Iterable[str]) -> "Tokens":
        """Leave out some words."""
        left_out = {*words}
        if not left_out:
            return self
        return self.renamed("" if word in left_out else word for word in self.words)

    def counts(self) -> sparse.csr_array:
        """Count the words of each text, (n_texts, n_words)."""
        words, counts = array("i"), array("d")
        n_words = [np.zeros(1, np.int32)]  # different words of each text
        ends = np.concatenate([[0], self.stream.ends])
        for first, last in pairwise(block_starts(ends, TOKENS_AT_ONCE)):
            part = self._counts_of(ends[first : last + 1])
            words.frombytes(part.indices.astype(np.int32).tobytes())
            counts.frombytes(part.data.tobytes())
            n_words.append(np.diff(part.indptr))
        # Of the same type as the columns: else these would be copied to a wider one.
        starts = np.cumsum(np.concatenate(n_words), dtype=np.int32)
        cells = (np.frombuffer(counts), np.frombuffer(words, np.int32), starts)
        return sparse.csr_array(cells, (len(ends) - 1, len(self.words)))

    def _counts_of(self, bounds: np.ndarray) -> sparse.csr_array:
        """Count the words of some texts; `bounds` are where each starts or ends."""
        columns = self.place_of[self.stream.numbers[bounds[0] : bounds[-1]]]
        rows = np.repeat(np.arange(len(bounds) - 1), np.diff(bounds))
        kept = columns >= 0
        cells = (np.ones(kept.sum()), (rows[kept], columns[kept]))
        shape = (len(bounds) - 1, len(self.words))
        counts = sparse.csr_array(cells, shape=shape)
        counts.sum_duplicates()
        return counts


def cut_words(
    texts: Sequence[str],
    tokenisation: Tokenisation,
    script: Script,
    progress: Callable[[int, int], None],
) -> tuple[Tokens, tuple[str, ...]]:
    """Cut texts into words, with function words still there and forms not merged.

    Also return sentences that say what was left out.

    progress : called with the characters done and those in all; it may raise to stop
    """
    find, clean = _finder(tokenisation), Cleaning(tokenisation.junk)
    space = Spacing(script)
    # A stranger's pattern may match more than a sentence.
    in_parts = tokenisation.without_repeated and not tokenisation.token_pattern
    place_of: defaultdict[str, int] = defaultdict()
    place_of.default_factory = place_of.__len__
    numbers, part_ends, ends = array("i"), array("q"), array("q")
    n_characters = list(accumulate(map(len, texts)))
    for number, text in enumerate(texts):
        cleaned = space(clean(text))
        for part in lines_and_sentences(cleaned) if in_parts else (cleaned,):
            numbers.extend(map(place_of.__getitem__, find(part)))
            part_ends.append(len(numbers))
        ends.append(len(numbers))
        if number % TEXTS_AT_ONCE == 0:
            progress(n_characters[number], n_characters[-1])
    limits.check("The text", len(place_of), limits.WORDS, "different words")
    words, n_words = tuple(place_of), len(place_of)
    left_out = clean.sentences + space.sentences
    cut, text_ends = np.frombuffer(numbers, np.int32), np.array(ends, np.int64)
    if in_parts:
        passages = find_passages(cut, np.array(part_ends), text_ends)
        left_out += passages.sentences(words)
        cut[passages.words] = n_words  # the number of no word
    stream = Stream.of(cut, text_ends, n_words + 1)
    places = np.arange(n_words + 1, dtype=np.int32)
    places[-1] = -1
    tokens = Tokens(words, stream, places)
    return tokens.renamed(_cleaned(words, tokenisation)), left_out


def _cleaned(words: tuple[str, ...], tokenisation: Tokenisation) -> list[str]:
    """Return each word as it is counted, or "" for one that is not."""
    if tokenisation.token_pattern:
        return [" ".join(word.split()) for word in words]
    cleaned = (_clean(word, tokenisation.lowercase) for word in words)
    shortest = 1 if tokenisation.vocabulary else tokenisation.shortest
    return [
        word if len(word) <= limits.LETTERS and is_long_enough(word, shortest) else ""
        for word in cleaned
    ]


def _clean(written: str, lowercase: bool) -> str:
    # Normalising takes time quadratic in a run of marks, so long input is refused.
    short = written if len(written) <= limits.MARKED_LETTERS else ""
    return unified(short.lower() if lowercase else short).removesuffix("'s")


def unified(word: str) -> str:
    """Return a word with its accents and apostrophes written in one standard way."""
    return unicodedata.normalize("NFC", word).replace(TYPED, "'")


def vocabulary_by_form(tokenisation: Tokenisation) -> dict[str, str]:
    """Return the words of the vocabulary by how they are found in texts.

    raises : InputError if two of them are found alike
    """
    by_form: dict[str, str] = {}
    for word in tokenisation.vocabulary:
        written = word.lower() if tokenisation.lowercase else word
        (found,) = _cleaned((written,), tokenisation)
        if found in by_form:
            raise InputError(
                f"The words {by_form[found]!r} and {word!r} to count are the same in a "
                "text. Leave one of them out."
            )
        by_form[found] = word
    return by_form


def _finder(tokenisation: Tokenisation) -> WordFinder:
    """Return the function that finds the words in a text, in their order."""
    if tokenisation.token_pattern:
        return _own_finder(tokenisation)
    word = _words(with_numbers=tokenisation.numbers)
    # Such as covid-19 and supreme court; the others are found as in any text.
    irregular = [one for one in tokenisation.vocabulary if word.findall(one) != [one]]
    if irregular and tokenisation.lowercase:
        either = _either([one.lower() for one in irregular], word)
        return lambda text: either.findall(text.lower())
    if irregular:
        return _either(irregular, word).findall
    if tokenisation.numbers:
        return word.findall
    return lambda text: (ASCII_WORD if text.isascii() else word).findall(text)


def _either(listed: Iterable[str], word: re.Pattern) -> re.Pattern:
    """Return the pattern of the listed words, longest first, or else any word.

    They are grouped by their first letters, which makes it many times as fast.
    """
    ends: defaultdict[str, list[str]] = defaultdict(list)
    for one in sorted(listed, key=len, reverse=True):
        ends[one[0]].append(re.escape(one[1:]))
    groups = (f"{re.escape(first)}(?:{'|'.join(ends[first])})" for first in ends)
    return re.compile(rf"(?<!\w)(?:{'|'.join(groups)})(?!\w)|{word.pattern}")


@cache
def _words(*, with_numbers: bool) -> re.Pattern:
    """Return the pattern of a word in any script, made once from all of Unicode.

    re's own letters leave out the accents and vowel signs that may follow a letter, and
    include fractions and Roman numerals. U+200C and U+200D occur inside words too.
    """
    mark = f"[{_class('Mn', 'Mc')}\u200c\u200d]"
    letter = rf"[^\W\d_{_class('Nl', 'No')}]"
    character, joined = letter, f"['{TYPED}]"
    if with_numbers:
        character, joined = rf"(?:{letter}|\d)", f"['{TYPED}/-]"
    # Possessive: no backtracking, so a line of ten million apostrophes needs no memory.
    run = f"{character}++(?>{mark}++{character}*+)*+"
    return re.compile(f"{run}(?>{joined}{run})*+")


def _class(*categories: str) -> str:
    """Return the characters of Unicode categories, up to the last script, for re."""
    codes = (c for c in range(0x20000) if unicodedata.category(chr(c)) in categories)
    runs = groupby(enumerate(codes), lambda placed: placed[1] - placed[0])
    ranges = ([code for _, code in run] for _, run in runs)
    return "".join(f"{chr(span[0])}-{chr(span[-1])}" for span in ranges)


def _own_finder(tokenisation: Tokenisation) -> WordFinder:
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
                r"Write it without repeats in repeats; a common one is (?u)\b\w\w+\b."
            ) from error

    return find
