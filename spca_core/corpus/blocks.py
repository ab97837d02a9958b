"""Sums over documents, block by block: every question about S is such a sum.

A block is the rows of some documents. Which documents share a block depends on the data
alone, and partial sums are added in the order of the blocks. So any number of workers,
in this process or elsewhere, gives the same bits.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple, Protocol

import numpy as np
from scipy import sparse

from spca_core.corpus import rows
from spca_core.corpus.reductions import (
    block_cross,
    block_gather,
    block_gather_scores,
    block_gram,
    block_moments,
    block_scores,
)
from spca_core.corpus.rows import Block, Rows
from spca_core.corpus.stored import Numbers, StoredCounts
from spca_core.running.in_turn import in_order
from spca_core.running.stopping import stopping_point

N_THREADS = os.cpu_count() or 1
Function = Callable[..., Any]
Words = np.ndarray | None  # None for all


class _Few(NamedTuple):
    """Vectors X that are zero except at some words: only these words' rows are sent."""

    words: np.ndarray
    # (len(words), n_vectors); all rows if X is dense: a random start, an eigenvector.
    rows: np.ndarray
    n_words: int

    def whole(self) -> np.ndarray:
        vectors = np.zeros((self.n_words, self.rows.shape[1]))
        vectors[self.words] = self.rows
        return vectors


class Sums(Protocol):
    """Sums over the documents of S (n_documents, n_words), however it is held."""

    def moments(self) -> np.ndarray:
        """Return sums, sums of squares and document frequencies: (3, n_words)."""
        ...

    def gram(self, words: np.ndarray) -> np.ndarray:
        """Return S_W^T S_W, (len(words), len(words))."""
        ...

    def cross(self, words: np.ndarray, others: Words) -> np.ndarray:
        """Return S_W^T S_V, (len(words), len(others))."""
        ...

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        """Return S X, (n_documents, n_vectors), for X (n_words, n_vectors)."""
        ...

    def gather(self, scores: np.ndarray) -> np.ndarray:
        """Return S^T Y, (n_words, n_vectors), for Y (n_documents, n_vectors)."""
        ...

    def gather_scores(self, vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
        """Return S^T Y for Y = S X - 1 c^T, and below it 1^T Y, without storing Y.

        centres : (n_vectors,), c
        returns : (n_words + 1, n_vectors)
        """
        ...

    def each(self, function: Function, *arguments: object) -> Iterator[Any]:
        """Yield a function's result for the rows of each block of documents."""
        ...


class Blocks:
    """A sparse S (n_documents, n_words) by blocks of documents, and sums over them.

    Parameters
    ----------
    blocks : the documents' rows, in their order.
    firsts : (n_blocks + 1,), the first document of each block; last, n_documents.
    n_words : the number of columns.
    executor : what works on the blocks; threads of this process if None.
    """

    def __init__(
        self,
        blocks: Sequence[Block],
        firsts: np.ndarray,
        n_words: int,
        executor: Executor | None = None,
    ) -> None:
        self._blocks, self._firsts, self._n_words = blocks, firsts, n_words
        self._executor = executor

    @staticmethod
    def of(
        matrix: sparse.csr_array | StoredCounts, executor: Executor | None = None
    ) -> "Blocks":
        """Cut a matrix into blocks, without copying it.

        raises : as `StoredBlock.rows` does, when a sum is computed
        """
        if isinstance(matrix, StoredCounts):
            return Blocks(matrix.blocks, matrix.firsts, matrix.shape[1], executor)
        firsts = rows.block_starts(matrix.indptr, rows.BLOCK_CELLS)
        cuts = (matrix.indptr[start : end + 1] for start, end in pairwise(firsts))
        held = [Rows(cut, matrix.indices, matrix.data) for cut in cuts]
        return Blocks(held, firsts, matrix.shape[1], executor)

    def moments(self) -> np.ndarray:
        return self._sum(block_moments, self._n_words)

    def frequencies(self) -> np.ndarray:
        """Count the documents that each word is in, (n_words,)."""
        return self._sum(_frequencies, self._n_words)

    def gram(self, words: np.ndarray) -> np.ndarray:
        lower = self._sum(block_gram, words, self._n_words, needed=words)
        diagonal = lower.diagonal().copy()
        lower += lower.T
        np.fill_diagonal(lower, diagonal)
        return lower

    def cross(self, words: np.ndarray, others: Words) -> np.ndarray:
        needed = None if others is None else np.union1d(words, others)
        listed = range(self._n_words) if others is None else others
        return self._sum(block_cross, words, listed, self._n_words, needed=needed).T

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        words = np.flatnonzero(vectors.any(axis=1))
        few = _Few(words, vectors[words], self._n_words)
        return np.concatenate(list(self._each(block_scores, few, needed=words)))

    def gather(self, scores: np.ndarray) -> np.ndarray:
        parts = np.split(scores, self._firsts[1:-1])
        pairs = zip(self._blocks, parts, strict=True)
        tasks = [
            (block_gather, block, None, part, self._n_words) for block, part in pairs
        ]
        return added(self._map(tasks))

    def gather_scores(self, vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
        words = np.flatnonzero(vectors.any(axis=1))
        few = _Few(words, vectors[words], self._n_words)
        return self._sum(block_gather_scores, few, centres)

    def each(self, function: Function, *arguments: object) -> Iterator[Any]:
        """Yield a function's result for each block's rows, given as CSR of float64."""
        return self._each(_of_matrix, function, self._n_words, *arguments)

    def _sum(self, function: Function, *arguments: object, needed: Words = None) -> Any:
        return added(self._each(function, *arguments, needed=needed))

    def _each(
        self, function: Function, *arguments: object, needed: Words = None
    ) -> Iterator[Any]:
        """Yield a function's result for each block; it reads only `needed` words."""
        return self._map(
            [(function, block, needed, *arguments) for block in self._blocks]
        )

    def _map(self, tasks: list[tuple[Any, ...]]) -> Iterator[np.ndarray]:
        if self._executor:
            yield from in_order(self._executor, _run, tasks)
        elif len(tasks) == 1:
            stopping_point()
            yield _run(tasks[0])
        else:
            # Its own threads: sums a reader waits for do not queue behind a proof's.
            with ThreadPoolExecutor(N_THREADS) as threads:
                # Few results at once: a partial Gram matrix takes tens of megabytes.
                yield from in_order(threads, _run, tasks, 2 * N_THREADS)


def document_frequencies(observations: Numbers) -> np.ndarray:
    """Count the documents that each word is in, (n_words,)."""
    if isinstance(observations, np.ndarray):
        return np.count_nonzero(observations, axis=0)
    if isinstance(observations, StoredCounts):
        return observations.frequencies
    return Blocks.of(observations).frequencies()


def _frequencies(
    row_pointers: np.ndarray, columns: np.ndarray, values: np.ndarray, n_words: int
) -> np.ndarray:
    # NumPy is as fast, and the first topics need not wait for a kernel to compile.
    cells = slice(row_pointers[0], row_pointers[-1])
    return np.bincount(columns[cells][values[cells] != 0], minlength=n_words)


def _run(task: tuple[Any, ...]) -> np.ndarray:
    function, block, needed, *arguments = task
    return function(*map(_read_only, block.rows(needed)), *map(_whole, arguments))


def _whole(argument: object) -> Any:
    """Return an argument in full if it was sent in a short form."""
    if isinstance(argument, range):
        return np.arange(argument.stop)
    return argument.whole() if isinstance(argument, _Few) else argument


def _of_matrix(
    row_pointers: np.ndarray,
    columns: np.ndarray,
    values: np.ndarray,
    function: Function,
    n_words: int,
    *arguments: object,
) -> Any:
    cells = slice(row_pointers[0], row_pointers[-1])
    # A store's small integers would overflow.
    numbers = values[cells].astype(np.float64, copy=False)
    parts = numbers, columns[cells], row_pointers - row_pointers[0]
    shape = len(row_pointers) - 1, n_words
    return function(sparse.csr_array(parts, shape=shape), *arguments)


def _read_only(array: np.ndarray) -> np.ndarray:
    """Return a read-only view: like a corpus's arrays, so kernels compile only once."""
    view = array.view()
    view.flags.writeable = False
    return view


def added(parts: Iterator[np.ndarray]) -> np.ndarray:
    """Return the sum of the parts, in their order."""
    total = next(parts)
    for part in parts:
        total += part
    return total
