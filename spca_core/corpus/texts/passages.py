"""Lines and sentences that many texts share: signatures, footers, disclaimers."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from spca_core.corpus.rows import block_starts
from spca_core.formatting import counted, noun
from spca_core.running.stopping import stopping_point

MIN_TEXTS = 5  # with the same passage
MIN_LENGTH = 5  # words
# Of a passage in fewer texts than this share: people write short ones by themselves.
COMMON, MIN_RARE_LENGTH = 0.1, 8
# Of all words in such passages, which is their share of the variance of raw counts: if
# they are more, that is how these texts are written.
MAX_RARE_SHARE = 0.25
IN_MANY = f"each in {MIN_TEXTS} texts or more"
MAX_SHARE_OF_TEXT = 0.8  # of a text: then it is a copy of another, and counted as one
PASSAGE_WORDS_AT_ONCE = 1 << 16  # words
# It begins with a set of characters, for which re looks much faster.
SENTENCE_END = re.compile(
    r"[\s\u3002\uff01\uff1f]"
    r"(?:(?<=\n)|(?<=[.!?]\s)\s*|(?<=[\u3002\uff01\uff1f])\s*)"
)
HASH_BASE = 0x9E3779B97F4A7C15  # odd, so that its powers lose nothing


class Passages(NamedTuple):
    """What is repeated.

    words      : (n_words,), whether each word of all texts is in a repeated passage
    n_passages : how many different ones there are
    n_texts    : how many texts have one
    example    : (any number,), the words of the one in most texts, as numbers
    """

    words: np.ndarray
    n_passages: int
    n_texts: int
    example: np.ndarray

    def sentences(self, names: Sequence[str]) -> tuple[str, ...]:
        """Return what was left out, in a sentence, if there was anything."""
        if not self.n_passages:
            return ()
        example = " ".join(names[number] for number in self.example)
        return (
            f"Left out of {counted(self.n_texts, 'texts')}: "
            f"{counted(self.n_passages, 'lines')} or "
            f"{noun(self.n_passages, 'sentences')}, {IN_MANY}, such "
            f"as “{example}”.",
        )


def lines_and_sentences(text: str) -> list[str]:
    """Cut a text at line breaks, and after full stops and other marks."""
    return SENTENCE_END.split(text)


def find_passages(
    numbers: np.ndarray, part_ends: np.ndarray, text_ends: np.ndarray
) -> Passages:
    """Find the passages of five words or more in five texts or more.

    One in less than a tenth of the texts has eight words or more, and all such passages
    together have at most a quarter of all words. If the texts that have a passage
    consist of such passages nearly alone, these are copies of each other, and the
    passage is not repeated text.

    numbers   : (n_words,), the words of all texts in order
    part_ends : (n_parts,), where in `numbers` each line or sentence ends
    text_ends : (n_texts,), where each text ends: parts do too
    """
    lengths = np.diff(part_ends, prepend=0)
    long = np.flatnonzero(lengths >= MIN_LENGTH)
    texts = np.searchsorted(text_ends, part_ends[long])
    _, firsts, passages = np.unique(
        _keys(numbers, part_ends)[long], return_index=True, return_inverse=True
    )
    pairs = np.divmod(np.unique(passages * len(text_ends) + texts), len(text_ends))
    n_texts = np.bincount(pairs[0], minlength=len(firsts))
    in_many = n_texts[passages] >= MIN_TEXTS
    shared = np.bincount(texts[in_many], lengths[long][in_many], len(text_ends))
    shares = shared / np.maximum(np.diff(text_ends, prepend=0), 1)
    mean = np.bincount(pairs[0], shares[pairs[1]], len(firsts)) / n_texts
    repeated = (n_texts >= MIN_TEXTS) & (mean <= MAX_SHARE_OF_TEXT)
    rare = repeated & (n_texts < COMMON * len(text_ends))
    sizes = lengths[long][firsts]
    n_rare = lengths[long][rare[passages]].sum()
    are_usual = n_rare > MAX_RARE_SHARE * len(numbers)
    repeated &= ~rare | ((sizes >= MIN_RARE_LENGTH) & ~are_usual)
    parts = np.zeros(len(part_ends), bool)
    parts[long] = repeated[passages]
    example = numbers[:0]
    if repeated.any():
        place = long[firsts[np.argmax(n_texts * repeated)]]
        example = numbers[part_ends[place] - lengths[place] : part_ends[place]]
    return Passages(
        words=np.repeat(parts, lengths),
        n_passages=int(repeated.sum()),
        n_texts=len(np.unique(texts[repeated[passages]])),
        example=example,
    )


def _keys(numbers: np.ndarray, part_ends: np.ndarray) -> np.ndarray:
    """Return a number of 64 bits for each part: equal for the same words in order."""
    values = np.random.default_rng(0).integers(
        2**64, size=int(numbers.max(initial=0)) + 1, dtype=np.uint64, endpoint=False
    )
    bounds = np.concatenate([[0], part_ends])
    keys = np.zeros(len(part_ends), np.uint64)
    blocks = block_starts(bounds, PASSAGE_WORDS_AT_ONCE)
    for first, last in pairwise(blocks):
        stopping_point()
        starts, ends = bounds[first:last], bounds[first + 1 : last + 1]
        lengths = ends - starts
        places = np.arange(starts[0], ends[-1]) - np.repeat(starts, lengths)
        powers = np.cumprod(np.full(lengths.max(initial=0) + 1, HASH_BASE, np.uint64))
        terms = values[numbers[starts[0] : ends[-1]]] * powers[places]
        sums = np.zeros(len(terms) + 1, np.uint64)
        np.cumsum(terms, out=sums[1:])
        keys[first:last] = sums[ends - starts[0]] - sums[starts - starts[0]]
    return keys
