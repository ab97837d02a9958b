"""Disjoint supports of greatest total weight, exactly (paper, Algorithms 2 and 3).

The paper matches k * s slots with d words. The s slots of a component are alike, so
this is a transportation problem: k components of capacity s, each word used at most
once, which `transport` solves.

A component needs only its k * s best words: the other components use fewer, so one of
its best is always free. The scan over a sketch's words stops when it has found them.
"""

import numpy as np

from spca_core.errors import InputError
from spca_core.formatting import counted
from spca_core.running.compiled import compiled
from spca_core.steps.heaps import empty_heaps, lightest, offer
from spca_core.steps.ownership import grid_for, on_grid, unowned
from spca_core.steps.power_steps import inner
from spca_core.steps.transport import reassign


def match_supports(weights: np.ndarray, sparsity: int) -> np.ndarray:
    """Assign `sparsity` words to each component, no word twice, at greatest weight.

    weights : (n_components, n_words), finite and non-negative
    returns : (n_components, sparsity) word indices, ascending
    raises  : InputError if there are too few words or a weight is unusable
    """
    # Always in the same layout: for another, all kernels would be compiled again.
    weights = np.ascontiguousarray(weights, dtype=np.float64)
    n_components, n_words = weights.shape
    if n_components * sparsity > n_words:
        raise InputError(
            f"{counted(n_components, 'components')} of {counted(sparsity, 'words')} "
            f"need {counted(n_components * sparsity, 'words')}; there are {n_words}. "
            "Lower one of the two."
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise InputError("Weights must be finite and not negative.")
    rounded = on_grid(weights, grid_for(weights.max()))
    return np.sort(match(np.vstack([rounded, np.zeros(n_words)]), sparsity))


WORK_AT_ONCE = 10_000_000  # matches times n_slots^2: a tenth of a second or two


def matches_at_once(n_slots: int) -> int:
    """Return how many matches of so many slots may be made without a stopping point."""
    return max(WORK_AT_ONCE // n_slots**2, 1)


@compiled
def match(weights, sparsity):
    """Match weights that lie on a grid; their last row, for free words, is zero.

    weights : (n_components + 1, n_words) -> supports (n_components, sparsity)
    """
    ownership = unowned(weights)
    reassign(ownership, np.ones(len(weights) - 1, dtype=np.bool_), sparsity)
    return ownership.members[:, :sparsity].copy()


@compiled
def project_and_match(factor, squared_norms, directions, sparsity, weights):
    """Match the squared projections of `factor` on `directions`, with early stopping.

    See `scan` for the shapes; `weights` is a workspace whose last row is zero.
    """
    n_best = len(directions) * sparsity
    scanned = scan(factor, squared_norms, directions, n_best, weights)
    return match(weights[:, :scanned].copy(), sparsity)


@compiled
def scan(factor, squared_norms, directions, n_best, weights):
    """Project words on `directions` until no later one can be among the best.

    By Cauchy-Schwarz a word's weight (v . c)^2 is at most ||v||^2 for a unit c. With
    the rows of `factor` in descending norm, no later word can enter once the squared
    norm is at most the smallest weight kept.

    factor     : (n_words, rank), rows in descending norm
    directions : (n_components, rank), unit rows
    weights    : (at least n_components, n_words), filled up to the last word scanned
    returns    : the number of words scanned
    """
    n_words, n_components = len(factor), len(directions)
    heaps, words = empty_heaps(n_components, n_best)
    grid = grid_for(squared_norms[0])
    scanned = 0
    while scanned < n_words and squared_norms[scanned] > lightest(heaps):
        for component in range(n_components):
            projection = inner(factor[scanned], directions[component])
            weight = on_grid(projection * projection, grid)
            weights[component, scanned] = weight
            offer(weight, scanned, heaps[component], words[component])
        scanned += 1
    return scanned
