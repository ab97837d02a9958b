"""The `Sums` of a dense matrix, of a covariance matrix itself, and of some words."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from spca_core.corpus.blocks import Sums, Words, added
from spca_core.corpus.matrix import Matrix, deviations_of
from spca_core.problem.products import ROUNDING
from spca_core.running.stopping import slices

COMFORT = 64  # the greatest exponent of two that needs no scaling
DENSE_PRODUCTS_AT_ONCE = 1 << 32  # products of two numbers: a third of a second


class Whole:
    """A dense S (n_documents, n_words) in Fortran order, used in groups of rows."""

    def __init__(self, matrix: np.ndarray) -> None:
        self._matrix = matrix.astype(np.float64, copy=False)

    def moments(self) -> np.ndarray:
        return added(
            np.array([S.sum(axis=0), (S**2).sum(axis=0), (S != 0).sum(axis=0)])
            for S in map(self._matrix.__getitem__, self._parts(self._matrix.shape[1]))
        )

    def gram(self, words: np.ndarray) -> np.ndarray:
        parts = self._parts(len(words) ** 2)
        return added(S.T @ S for S in (self._matrix[rows, words] for rows in parts))

    def cross(self, words: np.ndarray, others: Words) -> np.ndarray:
        S = self._matrix
        chosen = np.arange(S.shape[1]) if others is None else others
        parts = self._parts(len(words) * len(chosen))
        return added(S[rows, words].T @ S[rows, chosen] for rows in parts)

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        parts = self._parts(vectors.size)
        return np.concatenate([self._matrix[rows] @ vectors for rows in parts])

    def gather(self, scores: np.ndarray) -> np.ndarray:
        parts = self._parts(self._matrix.shape[1] * scores.shape[1])
        return added(self._matrix[rows].T @ scores[rows] for rows in parts)

    def gather_scores(self, vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
        scores = self.scores(vectors) - centres
        return np.vstack([self.gather(scores), scores.sum(axis=0)])

    def each(self, function: Callable[..., Any], *arguments: object) -> Iterator[Any]:
        yield function(self._matrix, *arguments)

    def _parts(self, n_products: int) -> Iterator[slice]:
        """Yield the documents part by part: a bounded number of products at a time."""
        at_once = max(DENSE_PRODUCTS_AT_ONCE // max(n_products, 1), 1)
        return slices(len(self._matrix), at_once)


@dataclass(frozen=True, eq=False)
class Chosen:
    """Only some words of S, in this order."""

    sums: Sums  # of all words
    all_moments: np.ndarray  # (3, n_all_words)
    rows: Callable[[Any], Any]  # returns some documents' numbers, of all words
    words: np.ndarray
    shape: tuple[int, int]  # (n_documents, n_words)

    def __getitem__(self, documents: object) -> Any:
        return self.rows(documents)[:, self.words]

    def moments(self) -> np.ndarray:
        return self.all_moments[:, self.words]

    def gram(self, words: np.ndarray) -> np.ndarray:
        return self.sums.gram(self.words[words])

    def cross(self, words: np.ndarray, others: Words) -> np.ndarray:
        if others is None:  # ask for all words below too: no long list is sent
            return self.sums.cross(self.words[words], None)[:, self.words]
        return self.sums.cross(self.words[words], self.words[others])

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        return self.sums.scores(self._among_all(vectors))

    def gather(self, scores: np.ndarray) -> np.ndarray:
        return self.sums.gather(scores)[self.words]

    def gather_scores(self, vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
        sums = self.sums.gather_scores(self._among_all(vectors), centres)
        return sums[np.append(self.words, -1)]

    def each(self, function: Callable[..., Any], *arguments: object) -> Iterator[Any]:
        return self.sums.each(_of_words, self.words, function, *arguments)

    def _among_all(self, vectors: np.ndarray) -> np.ndarray:
        among_all = np.zeros((self.all_moments.shape[1], vectors.shape[1]))
        among_all[self.words] = vectors
        return among_all


def _of_words(
    rows: Matrix, words: np.ndarray, function: Callable[..., Any], *arguments: object
) -> Any:
    return function(rows[:, words], *arguments)


class Precomputed(Whole):
    """A matrix A (n_words, n_words), and rows S with S^T S = n A and sums of 0.

    With the root R of A, the rows are those of sqrt(d) R and of -sqrt(d) R, so n is 2 d
    and S^T S / n is R^T R. Sums that have entries of A are A's own, exactly: variances
    that are equal in A are equal here too. Only scores go by way of the rows.
    """

    def __init__(self, matrix: np.ndarray, rows: np.ndarray) -> None:
        super().__init__(rows)
        self._sums = len(rows) * matrix

    def moments(self) -> np.ndarray:
        squares = self._sums.diagonal()
        n_rows = np.full(len(squares), len(self._matrix))
        return np.array([np.zeros(len(squares)), squares, n_rows])

    def gram(self, words: np.ndarray) -> np.ndarray:
        return self._sums[np.ix_(words, words)]

    def cross(self, words: np.ndarray, others: Words) -> np.ndarray:
        rows = self._sums[words]
        return rows if others is None else rows[:, others]

    def gather_scores(self, vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
        return np.vstack([self._sums @ vectors, -len(self._matrix) * centres])


def rows_of(matrix: np.ndarray) -> np.ndarray:
    """Return rows S (2 d, d) of sums 0 with S^T S / (2 d) = A, for A of shape (d, d).

    The root is that of the correlations, so that its rounding is relative to each
    variable's own deviation. An eigenvalue below 0 by rounding counts as 0.
    """
    sizes = deviations_of(matrix)
    values, vectors = np.linalg.eigh(matrix / sizes / sizes[:, None])
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T * sizes
    return np.sqrt(len(matrix)) * np.vstack([root, -root])


def deviations(values: np.ndarray) -> np.ndarray:
    """Subtract each column's mean; a column that varies by rounding alone is zeros."""
    greatest, least = values.max(axis=0), values.min(axis=0)
    rounding = ROUNDING * np.maximum(abs(greatest), abs(least))
    constant = greatest - least <= rounding
    return np.where(constant, 0.0, values - values.mean(axis=0))


def scaled_to_size(observations: Any) -> tuple[Any, int]:
    """Return numbers divided by a power of two, and its exponent: 0 for a common size.

    This rounds nothing. Beyond 2^64 or below 2^-64, products of a few variances would
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
