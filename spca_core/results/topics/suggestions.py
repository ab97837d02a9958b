"""What a word may be merged or joined with: words spelled alike, and neighbours."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.texts.merging import with_forms
from spca_core.corpus.texts.whole_words import whole_words
from spca_core.results.topics.coverage import documents_with

SAME_START = 2  # letters
MIN_LIKENESS = 0.8  # of difflib: twice the letters that match, by the letters of both
MAX_TEXTS = 2_000
WIDTH = 40  # characters on either side of a word
LEAST = 2  # times that a phrase occurs
BEFORE, AFTER = re.compile(r"(\w[\w'-]*)\s+$"), re.compile(r"^\s+(\w[\w'-]*)")


def spelled_alike(words: Sequence[str], word: str, most: int) -> list[str]:
    """Return words that begin as a word does and are spelled alike, likest first."""
    start = word[:SAME_START]
    near = [other for other in words if other.startswith(start) and other != word]
    return get_close_matches(word, near, most, MIN_LIKENESS)


def phrases_with(corpus: Corpus, word: str, most: int) -> list[str]:
    """Return the pairs of a word and the one before or after it that occur most often.

    Only words that are counted are of a pair; the first 2,000 texts are searched.
    """
    column = np.array(corpus.columns_of([word]))
    having = np.flatnonzero(documents_with(corpus, column)[:, 0])
    texts = corpus.with_copies.texts
    pairs: Counter[str] = Counter()
    for document in having[:MAX_TEXTS] if texts else ():
        pairs.update(_pairs(corpus, word, texts[document]))
    return [pair for pair, times in pairs.most_common(most) if times >= LEAST]


def _pairs(corpus: Corpus, word: str, text: str) -> Iterator[str]:
    for hit in whole_words(with_forms([word], corpus.forms)).finditer(text):
        start, end = hit.span()
        before = BEFORE.search(text[max(start - WIDTH, 0) : start])
        after = AFTER.search(text[end : end + WIDTH])
        here = _written(corpus, hit[0])
        if before and corpus.column_if_any(before[1]) is not None:
            yield f"{_written(corpus, before[1])} {here}"
        if after and corpus.column_if_any(after[1]) is not None:
            yield f"{here} {_written(corpus, after[1])}"


def _written(corpus: Corpus, word: str) -> str:
    """Return a word as texts have it, and not the one that it is counted as.

    Phrases are counted before words are merged.
    """
    spaced = " ".join(word.split())
    return spaced if spaced in corpus.columns else spaced.lower()
