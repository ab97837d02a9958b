"""What numbers are worth, and the blocks of a store weighted as they are read.

A store says how rare each word is: what is sent to a process that reads it is small.
"""

from collections.abc import Callable
from concurrent.futures import Executor
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import Blocks
from spca_core.corpus.matrix import Matrix
from spca_core.corpus.reductions import block_chosen, block_weighted
from spca_core.corpus.rows import Rows
from spca_core.corpus.stopping import stopping_point
from spca_core.corpus.stored import StoredBlock, StoredCounts

# Of tf-idf: the count with half of the greatest weight, the documents that are added
# to n and df, and the power of the idf.
HALF, ADDED, POWER = 0.5, 100, 2.5
AT_ONCE = 1 << 22  # numbers of a matrix: their copies need memory
MAX_HELD = 8  # stores' weights that a process keeps


class Weights(NamedTuple):
    """What numbers are worth: the weighting, and each word's rarity (n_words,)."""

    weighting: str
    rarity: np.ndarray

    def applied(self, numbers: Matrix) -> Matrix:
        """Return some documents' numbers, (any number, n_words), weighted."""
        if isinstance(numbers, np.ndarray):
            return _of_any_word(numbers, self.weighting) * self.rarity
        values = self.values(numbers.data, numbers.indices)
        parts = (values, numbers.indices, numbers.indptr)
        return sparse.csr_array(parts, shape=numbers.shape)

    def values(self, values: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return numbers weighted, each of the word beside it."""
        weighted = np.empty(len(values))
        for first in range(0, len(values), AT_ONCE):
            stopping_point()
            part = slice(first, first + AT_ONCE)
            worth = _of_any_word(values[part], self.weighting)
            weighted[part] = worth * self.rarity[words[part]]
        return weighted

    def of_words(self, words: np.ndarray) -> "Weights":
        """Return what the numbers of some words are worth."""
        return Weights(self.weighting, self.rarity[words])


def weights_by(
    weighting: str, shape: tuple[int, int], frequencies: Callable[[], np.ndarray]
) -> Weights:
    """Return what an occurrence of each word is worth: its idf, or 1."""
    n_documents, n_words = shape
    if weighting == "tf-idf":
        idf = np.log((n_documents + ADDED) / (frequencies() + ADDED))
        return Weights(weighting, idf**POWER)
    if weighting == "count-idf":
        idf = np.log(n_documents / np.maximum(frequencies(), 1))
        return Weights(weighting, idf)
    return Weights(weighting, np.ones(n_words))


def weighted_blocks(
    counts: StoredCounts, weighting: str, executor: Executor | None = None
) -> Blocks:
    """Return a store's blocks, for sums over its weighted numbers."""
    blocks = [WeightedBlock(block, weighting) for block in counts.blocks]
    return Blocks(blocks, counts.firsts, counts.shape[1], executor)


class WeightedBlock(NamedTuple):
    """A block of a store whose numbers are weighted as they are read."""

    block: StoredBlock
    weighting: str

    def rows(self, needed: np.ndarray | None = None) -> Rows:
        """Return the rows, with their own copy of the numbers."""
        rows, places = self.block.of_all_words(), self.block.places(needed)
        folder, sheet_id, *_ = self.block
        weights = stored_weights(folder, sheet_id, self.weighting)
        kind = rows.values.dtype
        if kind in (np.uint8, np.uint16):
            # As a store holds most counts: by a table it takes a third of the time.
            worth = _of_any_word(np.arange(np.iinfo(kind).max + 1.0), self.weighting)
            return Rows(*block_weighted(*rows, worth, weights.rarity, places))
        cells = slice(rows.row_pointers[0], rows.row_pointers[-1])
        columns, row_pointers = rows.columns[cells], rows.row_pointers - cells.start
        weighted = weights.values(rows.values[cells], columns)
        return Rows(*block_chosen(row_pointers, columns, weighted, places))


@lru_cache(maxsize=MAX_HELD)
def stored_weights(folder: str, sheet_id: str, weighting: str) -> Weights:
    """Return what a store's numbers are worth: its folder and sheet say which."""
    counts = StoredCounts(folder, sheet_id)
    return weights_by(weighting, counts.shape, lambda: counts.frequencies)


def _of_any_word(values: np.ndarray, weighting: str) -> np.ndarray:
    """Return what counts are worth, but for the rarity of their words."""
    if weighting == "log":
        return np.log1p(values, dtype=np.float64)  # of small integers too
    if weighting == "count-idf":
        return values
    if weighting == "binary":
        return (values != 0).astype(np.float64)
    return values / (values + HALF)
