"""Readers of LDA-C and SVMlight: each line is a document, as pairs of word and number.

LDA-C (github.com/blei-lab/lda-c) has `M id:count ...`, with the number M of pairs and
ids from 0. SVMlight (svmlight.joachims.org) has `label id:value ...`, with ids from 1,
or from 0 if an id is 0; a `qid:...` and what follows a # are left out. scikit-learn's
reader accepts no text as labels and no ids out of order; its errors name no line.
"""

import re
from array import array
from collections.abc import Callable
from dataclasses import replace
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
from spca_core.formatting import counted

# Possessive: no backtracking, so a line of ten million pairs needs no memory.
LDA_C = re.compile(rb"(\d{1,9}+)((?>[ \t]++\d{1,9}+:\d{1,16}+)*+)[ \t\r]*+")
SVMLIGHT = re.compile(
    rb"[ \t]*+([^\s:#]++)(?>[ \t]++qid:\d++)?+"
    rb"((?>[ \t]++\d{1,9}+:" + lines.NUMBER.encode() + rb")*+)[ \t\r]*+(?>#.*+)?+"
)
COMMENT = re.compile(rb"\s*+#")

Cut = Callable[[bytes, str], tuple[str, bytes] | None]


class Pairs(NamedTuple):
    """The pairs of all documents in a row, and where each document's pairs end."""

    labels: tuple[str, ...]
    ends: np.ndarray
    ids: np.ndarray
    values: np.ndarray

    def corpus(self, source: Source, words: Source | None, base: int) -> Corpus:
        """Make a corpus, with ids that count from `base`."""
        least = int(self.ids.max(initial=base - 1)) + 1 - base
        vocabulary = lines.listed_words(words, least)
        starts = np.concatenate([[0], self.ends])
        cells = (self.values, self.ids - base, starts)
        counts = sparse.csr_array(cells, shape=(len(self.ends), len(vocabulary)))
        groups = {"label": self.labels} if any(self.labels) else {}
        return checks.count_corpus(plain_name(source), counts, vocabulary, (), groups)


def is_lda_c(start: Start) -> bool:
    return start.has_lines(lists_pairs)


def is_svmlight(start: Start) -> bool:
    return start.has_lines(lists_features)


def lists_pairs(line: bytes) -> bool:
    """Return whether a line is a document: as many pairs as it says, at least one."""
    match = LDA_C.fullmatch(line)
    return match is not None and 0 < match[2].count(b":") == int(match[1])


def lists_features(line: bytes) -> bool:
    """Return whether a line is a document with at least one word, or a comment."""
    match = SVMLIGHT.fullmatch(line)
    return bool(match and match[2]) or bool(COMMENT.match(line))


def read_lda_c(source: Source, words: Source | None = None) -> Corpus:
    """Read counts; ids count from 1 if only then they fit the list of words."""
    pairs = _read_pairs(source, _cut_lda_c)
    ids = pairs.ids
    fits = words and ids.all() and ids.max(initial=0) == lines.n_lines(words)
    corpus = pairs.corpus(source, words, int(bool(fits)))
    warning = f"{source.name}: the ids count from 1, not from 0, to fit the words."
    return replace(corpus, warnings=corpus.warnings + (warning,) * bool(fits))


def read_svmlight(source: Source, words: Source | None = None) -> Corpus:
    """Read counts and each document's label."""
    pairs = _read_pairs(source, _cut_svmlight)
    return pairs.corpus(source, words, int(pairs.ids.min(initial=1) > 0))


def _cut_lda_c(line: bytes, place: str) -> tuple[str, bytes]:
    match = LDA_C.fullmatch(line)
    if not match:
        raise _no_line(line, place, "`M id:count id:count ...` in whole numbers")
    n_declared, n_found = int(match[1]), match[2].count(b":")
    if n_declared != n_found:
        raise InputError(
            f"{place}: the line declares {counted(n_declared, 'pairs')} id:count, but "
            f"has {n_found:,}. Correct it, or check that the file is complete."
        )
    return "", match[2]


def _cut_svmlight(line: bytes, place: str) -> tuple[str, bytes] | None:
    if COMMENT.match(line):
        return None
    match = SVMLIGHT.fullmatch(line)
    if not match:
        raise _no_line(line, place, "`label id:value id:value ...` in numbers")
    if len(match[1]) > limits.NAME:
        fault = f"a label of over {limits.NAME:,} bytes"
        raise InputError(f"{place}: {fault}. Shorten it.")
    return lines.decode(match[1], place), match[2]


def _no_line(line: bytes, place: str, form: str) -> InputError:
    return InputError(
        f"{place}: {lines.quote(line)} is not {form}. Correct the line, or choose "
        "another format."
    )


def _read_pairs(source: Source, cut: Cut) -> Pairs:
    """Read a document from each line that is not blank; only numbers stay in memory.

    `cut` divides a line into its label and its pairs; it returns None for a comment.
    """
    labels, ends, ids, values = [], array("q"), array("i"), array("d")
    n_empty = 0
    for number, line in lines.numbered_lines(source):
        place = f"{source.name}, line {number}"
        lines.check_length(line, place)
        if not line.strip():
            continue
        parts = cut(line.strip(b"\r\n"), place)
        if not (parts and parts[1]):
            n_empty += 1
            lines.check_empty(n_empty, source.name)
        if not parts:
            continue
        if parts[1]:
            line_ids, line_values = _numbers(parts[1], place)
            ids.frombytes(line_ids.astype(np.int32).tobytes())
            values.frombytes(line_values.tobytes())
        labels.append(parts[0])
        ends.append(len(ids))
        checks.check_shape(place, len(ends), 1, len(ids))
    numbers = (np.frombuffer(part, part.typecode) for part in (ends, ids, values))
    return Pairs(tuple(labels), *numbers)


def _numbers(pairs: bytes, place: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the ids and the values of ` id:value id:value ...`, each (n_pairs,)."""
    # NumPy reads blanks alone as a -1.
    text = pairs.replace(b":", b" ").strip()
    ids, values = np.fromstring(text, sep=" ").reshape(-1, 2).T
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
