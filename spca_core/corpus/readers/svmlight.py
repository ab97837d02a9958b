"""Reader of SVMlight (svmlight.joachims.org): lines `label id:value id:value ...`.

Each line is a document. The words' ids count from 1, or from 0 if an id is 0. A
`qid:...` and what follows a # are left out. scikit-learn's reader takes no labels that
are text and no ids out of order, and names no line.
"""

import re

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lda_c import read_pairs
from spca_core.corpus.readers.lines import MAX_NAME, decode, quote
from spca_core.corpus.readers.measurements import plain_name
from spca_core.corpus.readers.mending import count_corpus, listed_words
from spca_core.errors import InputError

# Possessive: no backtracking, so a line of ten million pairs needs no memory.
NUMBER = rb"[+-]?(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d++)?+"
LINE = re.compile(
    rb"[ \t]*+([^\s:#]++)(?:[ \t]++qid:\d++)?+"
    rb"((?:[ \t]++\d{1,9}+:" + NUMBER + rb")*+)[ \t\r]*+(?:#.*+)?+"
)
COMMENT = re.compile(rb"\s*+#")


def read_svmlight(source: Source, words: Source | None = None) -> Corpus:
    """Read counts and each document's label; the words are in a list, or numbered."""
    pairs = read_pairs(source, _cut)
    base = int(pairs.ids.min(initial=1) > 0)
    vocabulary = listed_words(words, pairs.min_words(base))
    counts = pairs.counts(base, len(vocabulary))
    return count_corpus(plain_name(source), counts, vocabulary, labels=pairs.labels)


def is_document(line: bytes) -> bool:
    """Tell a line of this format, with a word at least, or a comment."""
    match = LINE.fullmatch(line)
    return bool(match and match[2]) or bool(COMMENT.match(line))


def _cut(line: bytes, place: str) -> tuple[str, bytes] | None:
    if COMMENT.match(line):
        return None
    match = LINE.fullmatch(line)
    if not match:
        raise InputError(
            f"{place}: {quote(line)} is not `label id:value id:value ...` in numbers. "
            "Correct the line, or choose another format."
        )
    return _label(match[1], place), match[2]


def _label(label: bytes, place: str) -> str:
    if len(label) > MAX_NAME:
        raise InputError(f"{place}: a label of over {MAX_NAME:,} bytes. Shorten it.")
    return decode(label, place)
