"""Counts that are weighted, by default as suits the data, and a store's blocks.

A store knows how rare each word is, and in a part of it every process counts that: so
little is sent to a process that reads it.
"""

from concurrent.futures import Executor
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus import rows
from spca_core.corpus.blocks import Blocks, document_frequencies
from spca_core.corpus.corpus import Corpus, Kind
from spca_core.corpus.matrix import Matrix, in_memory
from spca_core.corpus.reductions import block_chosen, block_weighted
from spca_core.corpus.rows import Rows
from spca_core.corpus.stored import Numbers, StoredBlock, StoredCounts
from spca_core.corpus.weightings import NORMS, WEIGHTINGS, british
from spca_core.errors import InputError, check_choice
from spca_core.running.stopping import slices

ROUNDING = 1e-13  # relative, of a column's numbers or their squares
WEIGHTED_AT_ONCE = 1 << 22  # numbers of a matrix: their copies need memory
MAX_HELD = 8  # weights of stores that a process keeps
MAX_BLOCKS = 1 << 10  # whose documents' lengths a process keeps: the largest store's


class Weights(NamedTuple):
    """What numbers are worth: the weighting, each word's rarity, and the norm.

    rarity : (n_words,), or 1 over each column's deviation if standardised
    """

    weighting: str
    norm: str
    rarity: np.ndarray

    def applied(self, numbers: Matrix) -> Matrix:
        """Return the weighted numbers of some documents, (any number, n_words)."""
        if isinstance(numbers, np.ndarray):
            weighted_numbers = _of_any_word(numbers, self.weighting) * self.rarity
            if self.norm == "none":
                return weighted_numbers
            squares, exponent = _squares(weighted_numbers)
            sums = squares.sum(axis=1, keepdims=True)
            return weighted_numbers / _divisors(sums, exponent, self.norm)
        values = self.values(numbers.data, numbers.indices)
        if self.norm != "none":
            _divide_rows(numbers.indptr, values, self.norm)
        parts = (values, numbers.indices, numbers.indptr)
        return sparse.csr_array(parts, shape=numbers.shape)

    def values(self, values: np.ndarray, words: np.ndarray) -> np.ndarray:
        """Return weighted numbers, before the norm; `words` has the word of each."""
        weighted_values = np.empty(len(values))
        for part in slices(len(values), WEIGHTED_AT_ONCE):
            worth = _of_any_word(values[part], self.weighting)
            weighted_values[part] = worth * self.rarity[words[part]]
        return weighted_values

    def of_words(self, words: np.ndarray) -> "Weights":
        """Return what numbers are worth in a corpus of some of the words alone."""
        return self._replace(rarity=self.rarity[words])


def weighted(corpus: Corpus, weighting: str, norm: str = "none") -> Matrix:
    """Return the corpus's numbers, weighted; a zero stays zero.

    Parameters
    ----------
    weighting
        A name in `weightings.WEIGHTINGS`.
    norm
        A name in `weightings.NORMS`: each document's weighted numbers are divided by
        their Euclidean length to its power; a document without any stays as it is.

    Raises
    ------
    InputError
        If there are negative numbers, which are not counts.
    """
    weights = weights_of(corpus, weighting, norm)
    numbers = in_memory(corpus.observations)
    return numbers if weights is None else weights.applied(numbers)


def weights_of(corpus: Corpus, weighting: str, norm: str) -> Weights | None:
    """Return what the corpus's numbers are worth, None if they stay as they are.

    Raises
    ------
    InputError
        As `weighted` does.
    """
    record = WEIGHTINGS[weighting]
    stays = not (record.worth or record.power or record.is_standardised)
    if stays and norm == "none":
        return None
    counts = corpus.observations
    if isinstance(counts, StoredCounts):
        place = counts.folder, counts.manifest_id, counts.documents
        all_words = _stored_weights(*place, weighting)
        return all_words.of_words(counts.words)._replace(norm=norm)
    counts = in_memory(counts)
    check_counts(counts, weighting)
    return _weights_by(weighting, counts)._replace(norm=norm)


def matrix_options(
    kind: Kind,
    weighting: str | None = None,
    centred: bool | None = None,
    norm: str | None = None,
) -> dict[str, Any]:
    """Return weighting, centring and norm, with the default for the data for None.

    Means are subtracted from measurements, and from counts weighted by tf-idf. The norm
    is that of the weighting.

    Raises
    ------
    InputError
        If there is no such weighting.
    """
    weighting = kind.weighting if weighting is None else british(weighting)
    check_choice("weighting", weighting, WEIGHTINGS)
    record = WEIGHTINGS[weighting]
    return {
        "weighting": weighting,
        "centred": kind.centred or record.is_centred if centred is None else centred,
        "norm": record.norm if norm is None else norm,
    }


def weighted_blocks(
    counts: StoredCounts,
    weighting: str,
    norm: str = "none",
    executor: Executor | None = None,
) -> Blocks:
    """Return a store's blocks, for sums over its weighted numbers."""
    blocks = [WeightedBlock(block, weighting, norm) for block in counts.blocks]
    return Blocks(blocks, counts.firsts, counts.shape[1], executor)


class WeightedBlock(NamedTuple):
    """A block of a store whose numbers are weighted as they are read."""

    block: StoredBlock
    weighting: str
    norm: str

    def rows(self, needed: np.ndarray | None = None) -> Rows:
        """Return the rows, with their own copy of the numbers.

        A document's length is that of all its words, whichever are needed.
        """
        row_pointers, columns, values = self._before_norm(needed)
        if self.norm != "none":
            values /= np.repeat(_stored_divisors(self), np.diff(row_pointers))
        return Rows(row_pointers, columns, values)

    def _before_norm(self, needed: np.ndarray | None) -> Rows:
        stored, places = self.block.of_all_words(), self.block.places(needed)
        folder, sheet_id, _, _, documents = self.block
        weights = _stored_weights(folder, sheet_id, documents, self.weighting)
        kind = stored.values.dtype
        if kind in (np.uint8, np.uint16):
            # Most stores have such counts: a table takes a third of the time.
            worth = _of_any_word(np.arange(np.iinfo(kind).max + 1.0), self.weighting)
            return Rows(*block_weighted(*stored, worth, weights.rarity, places))
        cells = slice(stored.row_pointers[0], stored.row_pointers[-1])
        columns, row_pointers = stored.columns[cells], stored.row_pointers - cells.start
        values = weights.values(stored.values[cells], columns)
        return Rows(*block_chosen(row_pointers, columns, values, places))


@lru_cache(maxsize=MAX_BLOCKS)
def _stored_divisors(block: WeightedBlock) -> np.ndarray:
    """Return by what each document's weighted numbers are divided, (n_documents,)."""
    row_pointers, _, values = block._replace(norm="none").rows()
    return _divisors_of_rows(row_pointers, values, block.norm)


@lru_cache(maxsize=MAX_HELD)
def _stored_weights(
    folder: str, sheet_id: str, documents: bytes, weighting: str
) -> Weights:
    """Return what the numbers are worth among some documents of a store, or all."""
    counts = StoredCounts(folder, sheet_id, documents=documents)
    return _weights_by(weighting, counts)


def _weights_by(weighting: str, counts: Numbers) -> Weights:
    """Return the weighting with each word's rarity, or 1; over its deviation if asked.

    A word that does not vary stays as it is.
    """
    n_documents, n_words = counts.shape
    if WEIGHTINGS[weighting].is_standardised:
        return Weights(weighting, "none", 1 / _deviations(counts))
    power, added = WEIGHTINGS[weighting].power, WEIGHTINGS[weighting].added
    if not power:
        return Weights(weighting, "none", np.ones(n_words))
    frequencies = document_frequencies(counts)
    frequencies = np.where(frequencies + added > 0, frequencies + added, 1)
    rarity = np.log((n_documents + added) / frequencies) ** power
    return Weights(weighting, "none", rarity)


def _deviations(numbers: Numbers) -> np.ndarray:
    """Return each column's standard deviation about its mean; 1 if it is constant."""
    if isinstance(numbers, np.ndarray):
        sizes = np.maximum(abs(numbers).max(axis=0), np.finfo(float).tiny)
        # Their squares do not underflow, and no precision is lost to a large mean.
        shares = numbers / sizes
        deviations = shares.std(axis=0)
        return np.where(deviations > ROUNDING, sizes * deviations, 1.0)
    means, squares, _ = Blocks.of(numbers).moments() / numbers.shape[0]
    variances = squares - means**2
    return np.sqrt(np.where(variances > ROUNDING * squares, variances, 1.0))


def _of_any_word(values: np.ndarray, weighting: str) -> np.ndarray:
    """Return what counts are worth, without the rarity of their words."""
    worth = WEIGHTINGS[weighting].worth
    return values if worth is None else worth(values)


def _divide_rows(row_pointers: np.ndarray, values: np.ndarray, norm: str) -> None:
    """Divide each row by its length to the power of the norm, in place."""
    firsts = rows.block_starts(row_pointers, rows.BLOCK_CELLS)
    for first, end in pairwise(firsts):  # their copies need memory
        starts = row_pointers[first : end + 1]
        part, starts = values[starts[0] : starts[-1]], starts - starts[0]
        part /= np.repeat(_divisors_of_rows(starts, part, norm), np.diff(starts))


def _divisors_of_rows(
    row_pointers: np.ndarray, values: np.ndarray, norm: str
) -> np.ndarray:
    """Return the length of each row to the power of the norm; 1 for an empty row."""
    has_cells = np.diff(row_pointers) > 0
    divisors = np.ones(len(has_cells))
    if has_cells.any():
        squares, exponent = _squares(values)
        sums = np.add.reduceat(squares, row_pointers[:-1][has_cells])
        divisors[has_cells] = _divisors(sums, exponent, norm)
    return divisors


def _squares(values: np.ndarray) -> tuple[np.ndarray, int]:
    """Return squares of the values over a power of two, which do not underflow."""
    exponent = int(np.frexp(abs(values).max(initial=0.0))[1])
    return np.ldexp(values, -exponent) ** 2, exponent


def _divisors(sums: np.ndarray, exponent: int, norm: str) -> np.ndarray:
    lengths = np.ldexp(np.sqrt(sums), exponent)
    return np.where(lengths > 0.0, lengths, 1.0) ** NORMS[norm].power


def check_counts(numbers: Matrix, weighting: str) -> None:
    """Raise InputError at negative numbers if the weighting is for counts."""
    record = WEIGHTINGS[weighting]
    if not (record.worth or record.power):
        return
    # Not the matrix's own `min`, which sorts it in place.
    values = numbers if isinstance(numbers, np.ndarray) else numbers.data
    if values.min(initial=0) < 0:
        raise InputError(
            # Without a name: who has the same numbers from elsewhere reads this too.
            f"There are negative numbers, and the weighting {weighting!r} is for "
            "counts. Choose counts, which leaves the numbers as they are."
        )
