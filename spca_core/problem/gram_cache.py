"""A cache of the last Gram matrix, which answers for any of the words that it has."""

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


class GramCache:
    """A on the words of the last working set; smaller sets are answered from it."""

    def __init__(self, last: _Gram = _NOTHING) -> None:
        self._last = last  # replaced as a whole: other threads read it

    def of(self, words: np.ndarray) -> "GramCache":
        """Return the same for some words alone, numbered by their places in `words`."""
        last = self._last
        table = np.append(last.places(words), -1)
        return GramCache(_Gram(last.words[:0], table, last.matrix))

    def holds(self, words: np.ndarray) -> bool:
        """Return whether A on some words is in the cache."""
        return bool((self._last.places(words) >= 0).all())

    def within(self, words: np.ndarray) -> np.ndarray | None:
        """Return a copy of A on some words, or None if it is not in the cache."""
        last = self._last
        places = last.places(words)
        return last.matrix[np.ix_(places, places)] if (places >= 0).all() else None

    def matrix_of(
        self, words: np.ndarray, compute: Callable[[np.ndarray], np.ndarray]
    ) -> np.ndarray:
        """Return A on some words; if it has new words, it replaces the cached one."""
        last = self._last
        if np.array_equal(last.words, words):
            return last.matrix
        matrix = compute(words)
        if (last.places(words) < 0).any():
            table = np.full(words.max(initial=-1) + 2, -1)
            table[words] = np.arange(len(words))
            self._last = _Gram(words, table, matrix)
        return matrix
