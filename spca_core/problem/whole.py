"""Sums over documents of a dense matrix, which is a single block."""

from typing import Any

import numpy as np

COMFORT = 64  # of an exponent of two


class Whole:
    """The same sums of a dense S (n_documents, n_words), in Fortran's order."""

    def __init__(self, matrix: np.ndarray) -> None:
        self._matrix = matrix.astype(np.float64, copy=False)

    def moments(self) -> np.ndarray:
        """Return sums, sums of squares and document frequencies: (3, n_words)."""
        S = self._matrix
        return np.array([S.sum(axis=0), (S**2).sum(axis=0), (S != 0).sum(axis=0)])

    def gram(self, words: np.ndarray) -> np.ndarray:
        """Return S_W^T S_W, (len(words), len(words))."""
        columns = self._matrix[:, words]
        return columns.T @ columns

    def cross(self, words: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return S_W^T S_V, (len(words), len(others))."""
        return self._matrix[:, words].T @ self._matrix[:, others]

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        """Return S X, (n_documents, n_vectors), for X (n_words, n_vectors)."""
        return self._matrix @ vectors

    def gather(self, scores: np.ndarray) -> np.ndarray:
        """Return S^T Y, (n_words, n_vectors), for Y (n_documents, n_vectors)."""
        return self._matrix.T @ scores

    def gather_scores(self, vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
        """Return S^T Y for Y = S X - 1 c^T, and below it 1^T Y."""
        scores = self.scores(vectors) - centres
        return np.vstack([self.gather(scores), scores.sum(axis=0)])

    def squares(self, means: np.ndarray) -> np.ndarray:
        """Return sum_i S_ti (S_ti - 2 m_i) of each document t, (n_documents,)."""
        return (self._matrix**2).sum(axis=1) - 2 * (self._matrix @ means)


def deviations(values: np.ndarray) -> np.ndarray:
    """Subtract each column's mean; a column that never varies becomes exact zeros."""
    constant = values.max(axis=0) == values.min(axis=0)
    return np.where(constant, 0.0, values - values.mean(axis=0))


def scaled(observations: Any) -> tuple[Any, int]:
    """Return numbers over a power of two, and its exponent: 0 for those of usual size.

    That rounds nothing. Beyond 2^64 or below 2^-64, products of a few variances would
    overflow or underflow.
    """
    values = observations if isinstance(observations, np.ndarray) else observations.data
    largest = max(values.max(initial=0), -float(values.min(initial=0)))
    exponent = int(np.frexp(float(largest))[1])
    if abs(exponent) <= COMFORT:
        return observations, 0
    copied = observations.astype(np.float64)
    values = copied if isinstance(copied, np.ndarray) else copied.data
    np.ldexp(values, -exponent, out=values)
    return copied, exponent
