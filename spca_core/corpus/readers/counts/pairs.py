"""Readers of LDA-C and SVMlight: each line is a document, as pairs of word and number.

LDA-C (github.com/blei-lab/lda-c) has `M id:count ...`, with the number M of pairs and
ids from 0. SVMlight (svmlight.joachims.org) has `label id:value ...`, with ids from 1,
or from 0 if an id is 0; a `qid:...` and what follows a # are left out. scikit-learn's
reader accepts no text as labels and no ids out of order; its errors name no line.
"""

import re
from array import array
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus import limits
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import MAX_COUNT
from spca_core.corpus.readers import lines
from spca_core.corpus.readers.counts import checks
from spca_core.corpus.readers.files import Source, plain_name
from spca_core.corpus.readers.start import Start
from spca_core.errors import InputError

# Possessive: no backtracking, so a line of ten million pairs needs no memory.
LINE = re.compile(
    rb"[ \t]*+([^\s:#]{1,1000}+)(?>[ \t]++qid:\d++)?+"
    rb"((?>[ \t]++\d{1,9}+:" + lines.NUMBER.encode() + rb")*+)[ \t\r\n]*+(?>#.*+\n?)?+"
)
COMMENT = re.compile(rb"\s*+(?:#|$)")  # or a blank line


class Pairs(NamedTuple):
    """The pairs of all documents in a row, and where each document's pairs end."""

    labels: tuple[str, ...]
    ends: np.ndarray
    ids: np.ndarray
    values: np.ndarray

    def corpus(
        self, source: Source, words: Source | None, base: int, *, has_labels: bool
    ) -> Corpus:
        """Make a corpus, with ids that count from `base`."""
        least = int(self.ids.max(initial=base - 1)) + 1 - base
        vocabulary = lines.listed_words(words, least)
        cells = (self.values, self.ids - base, np.concatenate([[0], self.ends]))
        counts = sparse.csr_array(cells, shape=(len(self.ends), len(vocabulary)))
        groups = {"label": self.labels} if has_labels else {}
        return checks.count_corpus(plain_name(source), counts, vocabulary, (), groups)


def is_lda_c(start: Start) -> bool:
    return start.has_lines(_declares_its_pairs)


def is_svmlight(start: Start) -> bool:
    return start.has_lines(_lists_pairs)


def _declares_its_pairs(line: bytes) -> bool:
    match = LINE.fullmatch(line)
    return bool(match and match[2] and _int_of(match[1]) == match[2].count(b":"))


def _lists_pairs(line: bytes) -> bool:
    match = LINE.fullmatch(line)
    return bool(match and match[2]) or bool(COMMENT.match(line))


def _int_of(label: bytes) -> int:
    return int(label) if label.isdigit() else -1


def read_lda_c(source: Source, words: Source | None = None) -> Corpus:
    """Read counts; ids count from 0."""
    pairs = _read_pairs(source, declares=True)
    return pairs.corpus(source, words, 0, has_labels=False)


def read_svmlight(source: Source, words: Source | None = None) -> Corpus:
    """Read counts and each document's label."""
    pairs = _read_pairs(source)
    base = int(pairs.ids.min(initial=1) > 0)
    return pairs.corpus(source, words, base, has_labels=True)


def _read_pairs(source: Source, *, declares: bool = False) -> Pairs:
    """Read a document from each line that is not blank; only numbers stay in memory.

    declares : whether a line begins with the number of its pairs, not with a label
    """
    labels, ends, ids, values = [], array("q"), array("i"), array("d")
    n_empty = 0
    for number, line in lines.numbered_lines(source):
        place = f"{source.name}, line {number}"
        lines.check_length(line, place)
        is_comment = COMMENT.match(line)
        match = LINE.fullmatch(line)
        n_empty += bool(is_comment or (match and not match[2]))
        lines.check_empty(n_empty, source.name)
        if is_comment:
            continue
        if not match or (declares and _int_of(match[1]) != match[2].count(b":")):
            first = "M, the number of its pairs" if declares else "a label"
            raise InputError(
                f"{place}: {lines.quote(line)} is not {first}, and pairs id:value. "
                "Correct the line, or choose another format."
            )
        if match[2]:
            line_ids, line_values = _numbers(match[2], place)
            ids.frombytes(line_ids.astype(np.int32).tobytes())
            values.frombytes(line_values.tobytes())
        labels.append(lines.decode(match[1], place))
        ends.append(len(ids))
        checks.check_shape(place, len(ends), 1, len(ids))
    numbers = (np.frombuffer(part, part.typecode) for part in (ends, ids, values))
    return Pairs(tuple(labels), *numbers)


def _numbers(pairs: bytes, place: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the ids and the values of ` id:value id:value ...`, each (n_pairs,)."""
    ids, values = np.fromstring(pairs.replace(b":", b" "), sep=" ").reshape(-1, 2).T
    if (ids >= limits.WORDS).any():
        raise InputError(
            f"{place}: the id {ids.max():.0f}; ids up to {limits.WORDS - 1:,} "
            "can be read here. Number the words that occur from 0."
        )
    bad = values[~((values >= 0) & (values <= MAX_COUNT))]
    if bad.size:
        raise InputError(
            f"{place}: {bad[0]:g} is not a count from 0 to 2^53. Correct it; or save "
            "the matrix as .npz or CSV, and read it as measurements."
        )
    return ids, values
