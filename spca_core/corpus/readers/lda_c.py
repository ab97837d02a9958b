"""Reader of LDA-C (github.com/blei-lab/lda-c): lines `M id:count id:count ...`.

Each line is a document of M pairs; the words' ids count from 0.
"""

import re
from array import array
from collections.abc import Callable
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.corpus import Corpus
from spca_core.corpus.readers.files import Source
from spca_core.corpus.readers.lines import check_length, numbered_lines, quote
from spca_core.corpus.readers.measurements import MOST_COLUMNS, check_shape, plain_name
from spca_core.corpus.readers.mending import (
    MOST_COUNT,
    count_corpus,
    listed_words,
    n_lines,
)
from spca_core.errors import InputError

# Possessive: no backtracking, so a line of ten million pairs needs no memory.
LINE = re.compile(rb"(\d{1,9}+)((?:[ \t]++\d{1,9}+:\d{1,16}+)*+)[ \t\r]*+")


class Pairs(NamedTuple):
    """The pairs `id:value` of all documents, one after the other.

    Attributes
    ----------
    labels
        What stands before the pairs of each document.
    ends : ndarray, shape (n_documents,)
        Where each document's pairs end.
    ids, values : ndarray, shape (n_pairs,)
        As they stand in the file.
    """

    labels: tuple[str, ...]
    ends: np.ndarray
    ids: np.ndarray
    values: np.ndarray

    def counts(self, base: int, n_words: int) -> sparse.csr_array:
        """Return the matrix, (n_documents, n_words), of ids that count from `base`."""
        starts = np.concatenate([[0], self.ends])
        cells = (self.values, self.ids - base, starts)
        return sparse.csr_array(cells, shape=(len(self.ends), n_words))

    def min_words(self, base: int) -> int:
        """Return how many words there are at least, if ids count from `base`."""
        return int(self.ids.max(initial=base - 1)) + 1 - base


def read_lda_c(source: Source, words: Source | None = None) -> Corpus:
    """Read counts; the words are in a list of their own, one a line, or numbered."""
    pairs = read_pairs(source, _cut)
    base = int(words is not None and _counts_from_1(pairs.ids, words))
    vocabulary = listed_words(words, pairs.min_words(base))
    counts = pairs.counts(base, len(vocabulary))
    corpus = count_corpus(plain_name(source), counts, vocabulary)
    warning = f"{source.name}: the ids count from 1, not from 0, to fit the words."
    return replace(corpus, warnings=corpus.warnings + (warning,) * base)


def is_document(line: bytes) -> bool:
    """Tell a line of this format, with a word at least, by its number of pairs."""
    match = LINE.fullmatch(line)
    return match is not None and 0 < match[2].count(b":") == int(match[1])


def _counts_from_1(ids: np.ndarray, words: Source) -> bool:
    """Tell whether the ids fit the words only if they count from 1."""
    return bool(ids.all()) and ids.max(initial=0) == n_lines(words)


def _cut(line: bytes, place: str) -> tuple[str, bytes]:
    match = LINE.fullmatch(line)
    if not match:
        raise InputError(
            f"{place}: {quote(line)} is not `M id:count id:count ...` in whole "
            "numbers. Correct the line, or choose another format."
        )
    n_promised, n_found = int(match[1]), match[2].count(b":")
    if n_promised != n_found:
        raise InputError(
            f"{place}: {n_promised:,} pairs id:count are promised, but {n_found:,} "
            "follow. Correct the line, or check that the file is complete."
        )
    return "", match[2]


def read_pairs(
    source: Source, cut: Callable[[bytes, str], tuple[str, bytes] | None]
) -> Pairs:
    """Read a document from each line that is not blank; only numbers stay in memory.

    Parameters
    ----------
    source
        A file of lines.
    cut
        Cuts a line, given its place for errors, into its label and its pairs, checked
        to be numbers; None if the line is not a document.
    """
    labels, ends, ids, values = [], array("q"), array("i"), array("d")
    for number, line in numbered_lines(source):
        place = f"{source.name}, line {number}"
        check_length(line, place)
        if not line.strip() or not (parts := cut(line.strip(b"\r\n"), place)):
            continue
        line_ids, line_values = _numbers(parts[1], place)
        ids.frombytes(line_ids.astype(np.int32).tobytes())
        values.frombytes(line_values.tobytes())
        labels.append(parts[0])
        ends.append(len(ids))
        check_shape(place, len(ends), 1, len(ids))
    numbers = (np.frombuffer(part, part.typecode) for part in (ends, ids, values))
    return Pairs(tuple(labels), *numbers)


def _numbers(pairs: bytes, place: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the ids and the values of ` id:value id:value ...`, each (n_pairs,)."""
    # From blanks alone NumPy reads a -1.
    text = pairs.replace(b":", b" ").strip()
    numbers = np.fromstring(text, sep=" ").reshape(-1, 2)
    ids, values = numbers[:, 0], numbers[:, 1]
    if (ids >= MOST_COLUMNS).any():
        raise InputError(
            f"{place}: the id {ids.max():.0f}; ids up to {MOST_COLUMNS - 1:,} can be "
            "read here. Number the words that occur from 0."
        )
    bad = values[~((values >= 0) & (values <= MOST_COUNT))]
    if bad.size:
        raise InputError(
            f"{place}: {bad[0]:g} is no count of 0 to 2^53. Correct it; or save the "
            "matrix as .npz or CSV, and read it as measurements."
        )
    return ids, values
