"""SpanSPCA with deflation (Papailiopoulos, Dimakis, Korokythakis, ICML 2013).

On a sketch V V^T the best component of s words lies, for some direction c, on the s
words of greatest |v_i . c|. Up to rank 2 every such support is tried: the order of
|v_i . c| changes only where c is orthogonal to v_i - v_j or v_i + v_j, and between two
such angles the s best stay the same. So sectors of directions are halved until few
words can be among their s best, and are then searched from tie to tie; sectors without
a better direction are skipped. Above rank 2 directions are sampled.
"""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from spca_core.corpus.matrix import greatest
from spca_core.methods.bipartite import search_net
from spca_core.methods.deflation import Component, deflate
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate, Remarks
from spca_core.problem.spectrum import first_columns
from spca_core.steps.net import random_points
from spca_core.steps.sketch import sketch_of

MAX_EXACT = 2  # the greatest rank searched exactly


def span(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[Candidate]:
    """Yield the components found so far, each on a sketch of the words still free."""

    def find_component(free: np.ndarray, seed: np.random.SeedSequence) -> Component:
        left = covariance.restricted(free)
        sketch = sketch_of(left, replace(settings, n_components=1))
        exact = settings.rank <= MAX_EXACT
        remarks = Remarks(sketch_error=sketch.error, exhaustive=exact)
        if exact:
            return _best_in_plane(sketch.factor, settings.sparsity, remarks)
        points = random_points(seed, settings.candidates, 1, settings.rank)
        *_, best = search_net(sketch.factor, points, settings.sparsity, executor)
        return Component(best.supports[0], best.tried, remarks)

    return deflate(covariance, settings, find_component)


def _best_in_plane(factor: np.ndarray, sparsity: int, remarks: Remarks) -> Component:
    """Find the support of greatest lambda_max(V_I V_I^T)."""
    plane = first_columns(factor, MAX_EXACT)
    best, support, weighed = -1.0, np.arange(sparsity), 0
    for candidates in supports_in_plane(plane, sparsity):
        weighed += len(candidates)
        rows = plane[candidates]
        # V_I^T V_I has the same greatest eigenvalue, and is 2 x 2.
        values = np.linalg.eigvalsh(rows.transpose(0, 2, 1) @ rows)[:, -1]
        if values.max() > best:
            best, support = values.max(), candidates[values.argmax()]
    return Component(support, weighed, remarks)


SECTORS = 64  # of the half circle, to begin with
MAX_PAIRED = 200  # words whose pairs are all compared
# Relative: rows that differ by less are equal, and a smaller gain does not count.
SAME_LENGTH = 1e-9


class Sector(NamedTuple):
    """A range of angles, and the words that can be among the s best in it."""

    first: float
    last: float
    words: np.ndarray

    @property
    def middle(self) -> float:
        return (self.first + self.last) / 2

    def halves(self) -> list["Sector"]:
        return [self._replace(last=self.middle), self._replace(first=self.middle)]


def supports_in_plane(factor: np.ndarray, sparsity: int) -> Iterator[np.ndarray]:
    """Yield supports (n, sparsity) among rows of (n_words, 2), including the best one.

    The best has the greatest lambda_max(V_I^T V_I) = max over c of ||V_I c||^2, to
    one part in 10^9. In a sector, that is at most the sum of the s greatest (v_i . c)^2
    that words can reach in it.
    """
    words = _without_spare_copies(factor, sparsity)
    edges = np.linspace(0.0, np.pi, SECTORS + 1)
    sectors = [Sector(first, last, words) for first, last in pairwise(edges)]
    best = 0.0
    while sectors:
        sector = sectors.pop()
        here, reach = _lengths(factor, sector)
        yield sector.words[greatest(here, sparsity)[None]]
        best = max(best, _sum_of_squares(here, sparsity))
        if _sum_of_squares(here + reach, sparsity) > best * (1 + SAME_LENGTH):
            # At least s words reach this throughout: others must be able to reach it.
            sure = np.partition(here - reach, -sparsity)[-sparsity]
            sector = sector._replace(words=sector.words[here + reach >= sure])
            if len(sector.words) > max(MAX_PAIRED, sparsity):
                sectors += sector.halves()
            elif len(sector.words) > sparsity:
                yield _supports(factor, sector, sparsity)


def _without_spare_copies(factor: np.ndarray, sparsity: int) -> np.ndarray:
    """Return the words, keeping at most s of any whose rows are equal up to sign.

    Equal rows never change places, and no support needs more than s of them.
    """
    unit = SAME_LENGTH * abs(factor).max()
    rounded = np.round(factor / (unit or 1.0))
    leading = np.where(rounded[:, :1] != 0, rounded[:, :1], rounded[:, 1:])
    unsigned = np.where(leading < 0, -rounded, rounded)
    _, kinds = np.unique(unsigned, axis=0, return_inverse=True)
    order = np.argsort(kinds, kind="stable")
    starts = np.searchsorted(kinds[order], kinds[order])
    return np.sort(order[np.arange(len(order)) - starts < sparsity])


def _lengths(factor: np.ndarray, sector: Sector) -> tuple[np.ndarray, np.ndarray]:
    """Return |v . c| in the middle of the sector, and how much it can change.

    Turning c by an angle t moves v . c by at most 2 sin(t / 2) ||v||.
    """
    rows = factor[sector.words]
    here = _project(rows, np.array([sector.middle]))[:, 0]
    turned = 2 * np.sin((sector.last - sector.first) / 4)
    return here, turned * np.linalg.norm(rows, axis=1)


def _sum_of_squares(lengths: np.ndarray, sparsity: int) -> float:
    return float((np.partition(lengths, -sparsity)[-sparsity:] ** 2).sum())


def _supports(factor: np.ndarray, sector: Sector, sparsity: int) -> np.ndarray:
    """Return the distinct sets of s best words in the sector, (n, sparsity)."""
    rows = factor[sector.words]
    ties = _angles_of_ties(rows, sector.first, sector.last)
    borders = np.unique(np.concatenate([[sector.first], ties, [sector.last]]))
    projected = _project(rows, (borders[1:] + borders[:-1]) / 2)
    best = np.argsort(-projected, axis=0, kind="stable")[:sparsity]
    return sector.words[np.unique(np.sort(best, axis=0), axis=1).T]


def _angles_of_ties(factor: np.ndarray, first: float, last: float) -> np.ndarray:
    """Return the angles within the sector at which two words tie."""
    i, j = np.triu_indices(len(factor), 1)
    normals = np.vstack([factor[i] - factor[j], factor[i] + factor[j]])
    angles = (np.arctan2(normals[:, 1], normals[:, 0]) + np.pi / 2) % np.pi
    return angles[(first < angles) & (angles < last)]


def _project(factor: np.ndarray, angles: np.ndarray) -> np.ndarray:
    """Return |v_i . c|, (n_words, n_angles), for directions at those angles."""
    return abs(factor @ np.array([np.cos(angles), np.sin(angles)]))
