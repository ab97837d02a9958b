"""The last Gram matrix, which answers for all words that it has."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class _Gram(NamedTuple):
    """A on some words, and where words stand there; -1 if they do not."""

    words: np.ndarray
    places: np.ndarray
    matrix: np.ndarray

    def holds(self, words: np.ndarray) -> bool:
        known = words.max(initial=-1) < len(self.places)
        return bool(known and (self.places[words] >= 0).all())


class KeptGram:
    """A on the words of the last working set; smaller sets are answered from it."""

    def __init__(self, kept: _Gram | None = None) -> None:
        self._kept = kept

    def of(self, words: np.ndarray) -> "KeptGram":
        """Return what is kept for some words alone, each called by its place there."""
        kept = self._kept
        if kept is None:
            return KeptGram()
        known = np.where(words < len(kept.places), words, -1)
        places = np.where(known >= 0, kept.places[known], -1)
        return KeptGram(_Gram(kept.words[:0], places, kept.matrix))

    def holds(self, words: np.ndarray) -> bool:
        """Tell whether A on some words is at hand."""
        return self._kept is not None and self._kept.holds(words)

    def within(self, words: np.ndarray) -> np.ndarray | None:
        """Return a copy of A on some words, or None if it is not at hand."""
        kept = self._kept
        if kept is None or not kept.holds(words):
            return None
        return kept.matrix[np.ix_(kept.places[words], kept.places[words])]

    def matrix_of(
        self, words: np.ndarray, compute: Callable[[np.ndarray], np.ndarray]
    ) -> np.ndarray:
        """Return A on some words: what is kept, or computed and kept if it has more."""
        kept = self._kept
        if kept is not None and np.array_equal(kept.words, words):
            return kept.matrix
        matrix = compute(words)
        if kept is None or not kept.holds(words):
            places = np.full(words.max(initial=-1) + 1, -1)
            places[words] = np.arange(len(words))
            self._kept = _Gram(words, places, matrix)
        return matrix
