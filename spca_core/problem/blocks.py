"""Sums over documents, taken block by block: everything that is asked of S is one.

A block is the rows of some documents. Which documents share a block depends on the data
alone, and partial sums are added in the order of the blocks. So any number of workers,
in this process or elsewhere, gives the same bits.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus import rows
from spca_core.corpus.rows import Block, BlockInMemory, Rows
from spca_core.corpus.stopping import stopping_point
from spca_core.corpus.store import StoredCounts
from spca_core.corpus.weighting import Weights
from spca_core.problem import reductions
from spca_core.problem.parallel import in_order
from spca_core.problem.reductions import (
    block_cross,
    block_gather,
    block_gather_scores,
    block_gram,
    block_moments,
    block_scores,
    block_squares,
    block_weighted,
)


class WeightedBlock(NamedTuple):
    """A block whose numbers are weighted as they are read.

    needed : (n_words,), whether each word is asked for: what is not may be left out
    """

    block: Block
    weights: Weights
    needed: np.ndarray

    def rows(self) -> Rows:
        """Return the rows, with their own copy of the numbers."""
        row_pointers, columns, values = self.block.rows()
        if values.dtype in (np.uint8, np.uint16):
            # As a store holds most counts: by a table it takes a third of the time.
            worth = self.weights.of_any_word(np.iinfo(values.dtype).max)
            worths = worth, self.weights.rarity, self.needed
            return Rows(*block_weighted(row_pointers, columns, values, *worths))
        cells = slice(row_pointers[0], row_pointers[-1])
        weighted = self.weights.values(values[cells], columns[cells])
        return Rows(row_pointers - row_pointers[0], columns[cells], weighted)


class Blocks:
    """A sparse S (n_documents, n_words) by blocks of documents, and sums over them.

    Parameters
    ----------
    blocks : the documents' rows, in their order.
    firsts : (n_blocks + 1,), the first document of each block, and their number.
    n_words : the number of columns.
    executor : where the blocks are worked on; threads of this process if None.
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
        matrix: sparse.csr_array,
        executor: Executor | None = None,
        weights: Weights | None = None,
    ) -> "Blocks":
        """Cut a matrix into blocks, without copying it; those of a store are weighted.

        raises : as `StoredBlock.rows`, when a sum is asked for
        """
        if isinstance(matrix, StoredCounts) and matrix.blocks:
            stored: Sequence[Block] = matrix.blocks
            if weights:
                needed = np.ones(matrix.shape[1], dtype=bool)
                stored = [WeightedBlock(one, weights, needed) for one in stored]
            return Blocks(stored, matrix.firsts, matrix.shape[1], executor)
        firsts = rows.first_documents(matrix.indptr, rows.BLOCK_CELLS)
        held = [
            BlockInMemory(
                Rows(matrix.indptr[first : end + 1], matrix.indices, matrix.data)
            )
            for first, end in pairwise(firsts)
        ]
        return Blocks(held, firsts, matrix.shape[1], executor)

    def moments(self) -> np.ndarray:
        """Return sums, sums of squares and document frequencies: (3, n_words)."""
        return self._sum(block_moments, self._n_words)

    def gram(self, words: np.ndarray) -> np.ndarray:
        """Return S_W^T S_W, (len(words), len(words))."""
        lower = self._of(words)._sum(block_gram, words, self._n_words)
        diagonal = lower.diagonal().copy()
        lower += lower.T
        np.fill_diagonal(lower, diagonal)
        return lower

    def cross(self, words: np.ndarray, others: np.ndarray) -> np.ndarray:
        """Return S_W^T S_V, (len(words), len(others))."""
        asked = self._of(np.concatenate([words, others]))
        return asked._sum(block_cross, words, others, self._n_words).T

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        """Return S X, (n_documents, n_vectors), for X (n_words, n_vectors)."""
        asked = self._of(np.flatnonzero(vectors.any(axis=1)))
        return np.concatenate(list(asked._each(block_scores, vectors)))

    def gather(self, scores: np.ndarray) -> np.ndarray:
        """Return S^T Y, (n_words, n_vectors), for Y (n_documents, n_vectors)."""
        parts = np.split(scores, self._firsts[1:-1])
        return added(self._each_with(block_gather, parts, self._n_words))

    def gather_scores(self, vectors: np.ndarray, centres: np.ndarray) -> np.ndarray:
        """Return S^T Y for Y = S X - 1 c^T, and below it 1^T Y: no Y is kept.

        centres : (n_vectors,), c
        returns : (n_words + 1, n_vectors)
        """
        return self._sum(block_gather_scores, vectors, centres)

    def squares(self, means: np.ndarray) -> np.ndarray:
        """Return sum_i S_ti (S_ti - 2 m_i) of each document t, (n_documents,)."""
        return np.concatenate(list(self._each(block_squares, means)))

    def _of(self, words: np.ndarray) -> "Blocks":
        """Return the same for sums over some words: no others need to be weighted."""
        needed = np.zeros(self._n_words, dtype=bool)
        needed[words] = True
        blocks = [
            one._replace(needed=needed) if isinstance(one, WeightedBlock) else one
            for one in self._blocks
        ]
        return Blocks(blocks, self._firsts, self._n_words, self._executor)

    def _sum(self, function: Callable[..., np.ndarray], *arguments: Any) -> np.ndarray:
        return added(self._each(function, *arguments))

    def _each(
        self, function: Callable[..., np.ndarray], *arguments: Any
    ) -> Iterator[np.ndarray]:
        return self._map(
            [(function.__name__, block, *arguments) for block in self._blocks]
        )

    def _each_with(
        self,
        function: Callable[..., np.ndarray],
        parts: Sequence[np.ndarray],
        *arguments: Any,
    ) -> Iterator[np.ndarray]:
        pairs = zip(self._blocks, parts, strict=True)
        name = function.__name__
        return self._map([(name, block, part, *arguments) for block, part in pairs])

    def _map(self, tasks: list[tuple[Any, ...]]) -> Iterator[np.ndarray]:
        if self._executor:
            yield from in_order(self._executor, _run, tasks)
        elif len(tasks) == 1:
            stopping_point()
            yield _run(tasks[0])
        else:
            # Threads of its own: what a reader waits for stands in no queue behind the
            # sums of a proof. They have the priority of the thread that starts them.
            with ThreadPoolExecutor(os.cpu_count()) as threads:
                yield from in_order(threads, _run, tasks)


def _run(task: tuple[Any, ...]) -> np.ndarray:
    # By its name, as a process elsewhere has compiled its own.
    name, block, *arguments = task
    return getattr(reductions, name)(*map(_read_only, block.rows()), *arguments)


def _read_only(array: np.ndarray) -> np.ndarray:
    """Return a view that kernels take as they take a corpus's: compiled but once."""
    view = array.view()
    view.flags.writeable = False
    return view


def added(parts: Iterator[np.ndarray]) -> np.ndarray:
    """Return the sum of the parts, in their order."""
    total = next(parts)
    for part in parts:
        total += part
    return total
