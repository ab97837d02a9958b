"""The last Gram matrix, kept to answer for any of the words that it has."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class _Gram(NamedTuple):
    """A on some words."""

    words: np.ndarray
    table: np.ndarray  # each word's row in the matrix, or -1; ends with a -1
    matrix: np.ndarray

    def places(self, words: np.ndarray) -> np.ndarray:
        """Return the rows of words in the matrix; -1 for words that it lacks."""
        return self.table[np.minimum(words, len(self.table) - 1)]


_NOTHING = _Gram(np.empty(0, dtype=np.int64), np.array([-1]), np.empty((0, 0)))


class KeptGram:
    """A on the words of the last working set; smaller sets are answered from it."""

    def __init__(self, kept: _Gram = _NOTHING) -> None:
        self._kept = kept  # replaced as a whole: other threads read it

    def of(self, words: np.ndarray) -> "KeptGram":
        """Return the same for some words alone, numbered by their places in `words`."""
        kept = self._kept
        table = np.append(kept.places(words), -1)
        return KeptGram(_Gram(kept.words[:0], table, kept.matrix))

    def holds(self, words: np.ndarray) -> bool:
        """Tell whether A on some words is at hand."""
        return bool((self._kept.places(words) >= 0).all())

    def within(self, words: np.ndarray) -> np.ndarray | None:
        """Return a copy of A on some words, or None if it is not at hand."""
        kept = self._kept
        places = kept.places(words)
        return kept.matrix[np.ix_(places, places)] if (places >= 0).all() else None

    def matrix_of(
        self, words: np.ndarray, compute: Callable[[np.ndarray], np.ndarray]
    ) -> np.ndarray:
        """Return A on some words, kept or computed; keep it if it has new words."""
        kept = self._kept
        if np.array_equal(kept.words, words):
            return kept.matrix
        matrix = compute(words)
        if (kept.places(words) < 0).any():
            table = np.full(words.max(initial=-1) + 2, -1)
            table[words] = np.arange(len(words))
            self._kept = _Gram(words, table, matrix)
        return matrix
