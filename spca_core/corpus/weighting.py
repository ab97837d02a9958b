"""Counts that are weighted, by default as suits the data, and a store's blocks.

A store knows how rare each word is, so little is sent to a process that reads it.
"""

from concurrent.futures import Executor
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.blocks import Blocks, document_frequencies
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.matrix import Matrix, in_memory
from spca_core.corpus.reductions import block_chosen, block_weighted
from spca_core.corpus.rows import Rows
from spca_core.corpus.stored import Numbers, StoredBlock, StoredCounts
from spca_core.corpus.weightings import WEIGHTINGS
from spca_core.errors import InputError
from spca_core.running.stopping import slices

WEIGHTED_AT_ONCE = 1 << 22  # numbers of a matrix: their copies need memory
MAX_HELD = 8  # weights of stores that a process keeps


class Weights(NamedTuple):
    """What numbers are worth: the weighting, and each word's rarity (n_words,)."""

    weighting: str
    rarity: np.ndarray

    def applied(self, numbers: Matrix) -> Matrix:
        """Return the weighted numbers of some documents, (any number, n_words)."""
        if isinstance(numbers, np.ndarray):
            return _of_any_word(numbers, self.weighting) * self.rarity
        values = self.values(numbers.data, numbers.indices)
        parts = (values, numbers.indices, numbers.indptr)
        return sparse.csr_array(parts, shape=numbers.shape)

    def values(self, values: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return weighted numbers; `words` has the word of each."""
        weighted_values = np.empty(len(values))
        for part in slices(len(values), WEIGHTED_AT_ONCE):
            worth = _of_any_word(values[part], self.weighting)
            weighted_values[part] = worth * self.rarity[words[part]]
        return weighted_values

    def of_words(self, words: np.ndarray) -> "Weights":
        """Return what the numbers of some words are worth."""
        return Weights(self.weighting, self.rarity[words])


def weighted(corpus: Corpus, weighting: str) -> Matrix:
    """Return the corpus's numbers, weighted; a zero stays zero.

    Parameters
    ----------
    weighting
        A name in `weightings.WEIGHTINGS`.

    Raises
    ------
    InputError
        If there are negative numbers, which are not counts.
    """
    weights, numbers = weights_of(corpus, weighting), in_memory(corpus.observations)
    return numbers if weights is None else weights.applied(numbers)


def weights_of(corpus: Corpus, weighting: str) -> Weights | None:
    """Return what the corpus's numbers are worth, None if they stay as they are.

    Raises
    ------
    InputError
        As `weighted` does.
    """
    if not (WEIGHTINGS[weighting].worth or WEIGHTINGS[weighting].power):
        return None
    counts = corpus.observations
    if isinstance(counts, StoredCounts):
        all_words = _stored_weights(counts.folder, counts.manifest_id, weighting)
        return all_words.of_words(counts.words)
    _check_counts(counts, weighting)
    return _weights_by(weighting, counts)


def weighting_and_centring(
    kind: Kind, weighting: str | None = None, centred: bool | None = None
) -> tuple[str, bool]:
    """Return the weighting and centring, with the default for the data instead of None.

    Means are subtracted from measurements, and from counts weighted by tf-idf.
    """
    chosen = kind.weighting if weighting is None else weighting
    default = kind.centred or WEIGHTINGS[chosen].is_centred
    return chosen, default if centred is None else centred


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
        weights = _stored_weights(folder, sheet_id, self.weighting)
        kind = rows.values.dtype
        if kind in (np.uint8, np.uint16):
            # Most stores have such counts: a table takes a third of the time.
            worth = _of_any_word(np.arange(np.iinfo(kind).max + 1.0), self.weighting)
            return Rows(*block_weighted(*rows, worth, weights.rarity, places))
        cells = slice(rows.row_pointers[0], rows.row_pointers[-1])
        columns, row_pointers = rows.columns[cells], rows.row_pointers - cells.start
        values = weights.values(rows.values[cells], columns)
        return Rows(*block_chosen(row_pointers, columns, values, places))


@lru_cache(maxsize=MAX_HELD)
def _stored_weights(folder: str, sheet_id: str, weighting: str) -> Weights:
    """Return what the numbers are worth in the store with this folder and sheet."""
    return _weights_by(weighting, StoredCounts(folder, sheet_id))


def _weights_by(weighting: str, counts: Numbers) -> Weights:
    """Return the weighting with each word's rarity, or 1."""
    n_documents, n_words = counts.shape
    power, added = WEIGHTINGS[weighting].power, WEIGHTINGS[weighting].added
    if not power:
        return Weights(weighting, np.ones(n_words))
    frequencies = np.maximum(document_frequencies(counts) + added, 1)
    return Weights(weighting, np.log((n_documents + added) / frequencies) ** power)


def _of_any_word(values: np.ndarray, weighting: str) -> np.ndarray:
    """Return what counts are worth, without the rarity of their words."""
    worth = WEIGHTINGS[weighting].worth
    return values if worth is None else worth(values)


def _check_counts(numbers: Matrix, weighting: str) -> None:
    # Not the matrix's own `min`, which sorts it in place.
    values = numbers if isinstance(numbers, np.ndarray) else numbers.data
    if values.min(initial=0) < 0:
        raise InputError(
            # Without a name: who has the same numbers from elsewhere reads this too.
            f"There are negative numbers, and the weighting {weighting!r} is for "
            "counts. Choose counts, which leaves the numbers as they are."
        )
