"""Every support that is the s best words of some direction in the plane.

The order of |v_i . c| changes only where two of them are equal: where c is at a right
angle to v_i - v_j or v_i + v_j. Between two such angles the s best stay the same.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

import numpy as np

SECTORS = 64  # of the half circle, to begin with
# A sector is halved while more words than this, times s, can be among its s best; but
# not where so many halvings in a row have excluded none: those words are too close.
MOST_CONTENDERS, MOST_IN_VAIN = 4, 8
MOST_PAIRED = 1_000  # words whose pairs are all looked at
MOST_PROJECTED = 4_000_000  # numbers held at a time
# Rows that differ by less, relative to the longest, are equal: only rounding tells them
# apart, and it would do so at every angle.
ROUNDING = 1e-9


class Sector(NamedTuple):
    """A range of angles, the words that matter in it, and halvings in vain so far."""

    first: float
    last: float
    words: np.ndarray
    in_vain: int


def supports_in_plane(factor: np.ndarray, sparsity: int) -> Iterator[np.ndarray]:
    """Yield, sector by sector, supports (n, sparsity) among rows of (n_words, 2)."""
    words = _without_spare_copies(factor, sparsity)
    edges = np.linspace(0.0, np.pi, SECTORS + 1)
    sectors = [Sector(first, last, words, 0) for first, last in pairwise(edges)]
    while sectors:
        sector = _narrowed(sectors.pop(), factor, sparsity)
        n_words = len(sector.words)
        close = sector.in_vain >= MOST_IN_VAIN and n_words <= MOST_PAIRED
        if n_words > MOST_CONTENDERS * sparsity and not close:
            middle = (sector.first + sector.last) / 2
            sectors += [sector._replace(last=middle), sector._replace(first=middle)]
        else:
            for found in _supports(factor[sector.words], sparsity, sector):
                yield sector.words[found]


def _without_spare_copies(factor: np.ndarray, sparsity: int) -> np.ndarray:
    """Return the words, at most s of those whose rows are equal up to sign.

    Equal ones never change places, and no support has use for more of them.
    """
    unit = ROUNDING * abs(factor).max()
    rounded = np.round(factor / (unit or 1.0))
    leading = np.where(rounded[:, :1] != 0, rounded[:, :1], rounded[:, 1:])
    unsigned = np.where(leading < 0, -rounded, rounded)
    _, kinds = np.unique(unsigned, axis=0, return_inverse=True)
    order = np.argsort(kinds, kind="stable")
    starts = np.searchsorted(kinds[order], kinds[order])
    return np.sort(order[np.arange(len(order)) - starts < sparsity])


def _narrowed(sector: Sector, factor: np.ndarray, sparsity: int) -> Sector:
    """Return the sector with only those words that can be among its s best."""
    first, last, words, in_vain = sector
    kept = words[_contenders(factor[words], sparsity, first, last)]
    return Sector(first, last, kept, in_vain + 1 if len(kept) == len(words) else 0)


def _contenders(
    factor: np.ndarray, sparsity: int, first: float, last: float
) -> np.ndarray:
    """Return the words that can be among the s best within the sector.

    Turning c by an angle t moves v . c by at most 2 sin(t / 2) ||v||.
    """
    middle = _project(factor, np.array([(first + last) / 2]))[:, 0]
    reach = 2 * np.sin((last - first) / 4) + ROUNDING
    reach = reach * np.linalg.norm(factor, axis=1)
    sure = np.partition(middle - reach, -sparsity)[-sparsity]
    return np.flatnonzero(middle + reach >= sure)


def _supports(
    factor: np.ndarray, sparsity: int, sector: Sector
) -> Iterator[np.ndarray]:
    """Yield every set of s best within the sector, (n, sparsity) at a time."""
    ties = _angles_of_ties(factor, sector.first, sector.last)
    borders = np.unique(np.concatenate([[sector.first], ties, [sector.last]]))
    middles = (borders[1:] + borders[:-1]) / 2
    n_parts = 1 + middles.size * len(factor) // MOST_PROJECTED
    for angles in np.array_split(middles, n_parts):
        projected = _project(factor, angles)
        best = np.argsort(-projected, axis=0, kind="stable")[:sparsity]
        yield np.unique(np.sort(best, axis=0), axis=1).T


def _angles_of_ties(factor: np.ndarray, first: float, last: float) -> np.ndarray:
    """Return the angles within the sector at which two words are equal."""
    i, j = np.triu_indices(len(factor), 1)
    normals = np.vstack([factor[i] - factor[j], factor[i] + factor[j]])
    angles = (np.arctan2(normals[:, 1], normals[:, 0]) + np.pi / 2) % np.pi
    return angles[(first < angles) & (angles < last)]


def _project(factor: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Return |v_i . c|, (n_words, n_angles), for directions at those angles."""
    return abs(factor @ np.array([np.cos(angles), np.sin(angles)]))
