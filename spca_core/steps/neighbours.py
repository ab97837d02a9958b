"""The words that share most with each word: what its star and its row in a proof need.

They are read once for each covariance, some words at a time, and cached with it.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from spca_core.corpus.blocks import N_THREADS
from spca_core.problem.covariance import Covariance
from spca_core.running.compiled import compiled
from spca_core.running.in_turn import in_order
from spca_core.running.stopping import slices
from spca_core.steps.heaps import empty_heaps, offer

# Words listed: at least, and as a multiple of s. With half as many, proofs rest early.
MIN_LISTED, LISTED_PER_WORD = 256, 3
NUMBERS_AT_ONCE = 1 << 20  # numbers of A that are computed together


class Neighbours(NamedTuple):
    """For each of some words i, the words l of greatest |A_il|, greatest first."""

    words: np.ndarray  # (n, n_listed) which words l, never i itself
    covariances: np.ndarray  # (n, n_listed) A_il
    unlisted: np.ndarray  # (n,) the greatest |A_il| sqrt(A_ll) of words not listed


def n_listed(sparsity: int, n_words: int) -> int:
    """Return how many words to list for topics of `sparsity` words."""
    return min(max(MIN_LISTED, LISTED_PER_WORD * sparsity), n_words - 1)


def neighbours(
    covariance: Covariance, words: np.ndarray, n_listed: int
) -> Iterator[Neighbours]:
    """Yield the neighbours of some words, some at a time, by threads.

    n_listed : how many to list, from 0 to n_words - 1
    """
    at_once = max(NUMBERS_AT_ONCE // covariance.n_words, 1)
    parts = (words[part] for part in slices(len(words), at_once))
    deviations = np.sqrt(covariance.variances)
    read = partial(_neighbours, covariance, deviations, n_listed)
    with ThreadPoolExecutor(N_THREADS) as threads:
        yield from in_order(threads, read, parts, 2 * N_THREADS)


def read_neighbours(covariance: Covariance, sparsity: int) -> Iterator[int]:
    """Read the neighbours of all words; yield how many words are left after each part.

    A part that was read for the same covariance before, by any thread, takes no time.
    """
    listed, parts = _furthest(covariance, sparsity)
    left = np.arange(_n_read(parts), covariance.n_words)
    known = _READ[covariance]
    for part in neighbours(covariance, left, listed):
        parts = *parts, part
        if _n_read(known.get(listed, ())) < _n_read(parts):
            known[listed] = parts
        yield covariance.n_words - _n_read(parts)


def all_neighbours(covariance: Covariance, sparsity: int) -> Neighbours:
    """Return the neighbours of all words, at least 3 s each, read if they are not."""
    for _ in read_neighbours(covariance, sparsity):
        pass
    listed, parts = _furthest(covariance, sparsity)
    if len(parts) > 1:
        parts = (Neighbours(*map(np.concatenate, zip(*parts, strict=True))),)
        _READ[covariance][listed] = parts
    return parts[0]


Parts = tuple[Neighbours, ...]
# The parts that have been read, by how many words they list; replaced as a whole, as
# other threads read them.
_READ: WeakKeyDictionary[Covariance, dict[int, Parts]] = WeakKeyDictionary()


def _furthest(covariance: Covariance, sparsity: int) -> tuple[int, Parts]:
    """Return the reading that has come furthest of those that list enough words."""
    needed = n_listed(sparsity, covariance.n_words)
    known = {needed: ()} | _READ.setdefault(covariance, {})
    enough = [listed for listed in sorted(known) if listed >= needed]
    furthest = max(enough, key=lambda listed: _n_read(known[listed]))
    return furthest, known[furthest]


def _n_read(parts: Parts) -> int:
    return sum(len(part.words) for part in parts)


def _neighbours(
    covariance: Covariance, deviations: np.ndarray, n_listed: int, words: np.ndarray
) -> Neighbours:
    rows = covariance.cross_block(words)
    if not n_listed:  # there is no other word
        nothing = rows[:, :0]
        return Neighbours(nothing.astype(np.int32), nothing, np.zeros(len(words)))
    # Sums over documents leave each word's numbers in a column.
    columns = np.ascontiguousarray(rows.T)
    listed, unlisted = _strongest(columns, words, deviations, n_listed)
    listed = np.sort(listed, axis=1)
    values = np.take_along_axis(rows, listed, 1)
    order = np.argsort(-np.abs(values), axis=1, kind="stable")
    listed, values = (np.take_along_axis(array, order, 1) for array in (listed, values))
    return Neighbours(listed.astype(np.int32), values, unlisted)


@compiled
def _strongest(columns, words, deviations, n_listed):
    """List the strongest of each column, and the greatest of the others."""
    heaps, listed = empty_heaps(len(words), n_listed)
    unlisted = np.zeros(len(words))
    for word in range(len(columns)):
        for i in range(len(words)):
            strength, lightest = abs(columns[word, i]), heaps[i, 0]
            if word == words[i]:
                continue
            if strength <= lightest:
                unlisted[i] = max(unlisted[i], strength * deviations[word])
            else:
                out = lightest * deviations[listed[i, 0]]
                unlisted[i] = max(unlisted[i], out)
                offer(strength, word, heaps[i], listed[i])
    return listed, unlisted
