"""Disjoint supports of greatest total weight, exactly (paper, Algorithms 2 and 3).

The paper matches k * s slots with d words. The s slots of a component are alike, so
this is a transportation problem: k components of capacity s, each word used at most
once; `transport` solves it on the few words that `pruning` leaves.
"""

import numpy as np

from spca_core.errors import InputError
from spca_core.steps.compiled import compiled
from spca_core.steps.pruning import best_words, scan
from spca_core.steps.transport import assign


def match_supports(weights: np.ndarray, sparsity: int) -> np.ndarray:
    """Give each component `sparsity` words of its own, at greatest total weight.

    weights : (n_components, n_words), finite and non-negative
    returns : (n_components, sparsity) word indices, ascending, no index twice
    raises  : InputError if there are too few words or a weight is unusable
    """
    weights = np.asarray(weights, dtype=np.float64)
    n_components, n_words = weights.shape
    if n_components * sparsity > n_words:
        raise InputError(
            f"{n_components} components of {sparsity} words need "
            f"{n_components * sparsity} words; there are {n_words}. "
            "Lower one of the two."
        )
    if not (np.isfinite(weights).all() and (weights >= 0).all()):
        raise InputError("Weights must be finite and not negative.")
    with_nobody = np.vstack([weights, np.zeros(n_words)])
    return np.sort(match(with_nobody, sparsity, no_prices(n_components)))


@compiled
def no_prices(n_components):
    """Return the prices of a cold start, to be filled by the first match."""
    return np.full(n_components, np.nan)


@compiled
def match(weights, sparsity, prices):
    """Match weights whose last row is nobody's zeros; starts from and updates `prices`.

    weights : (n_components + 1, n_words) -> supports (n_components, sparsity)
    """
    n_components = len(weights) - 1
    shortlist = best_words(weights[:n_components], n_components * sparsity)
    return assign(weights, weights.shape[1], shortlist, sparsity, prices)


@compiled
def project_and_match(factor, squared_norms, directions, sparsity, weights):
    """Match the squared projections of `factor` on `directions`, with the early stop.

    See `scan` for the shapes; `weights` is a workspace whose last row is zero.
    """
    n_components = len(directions)
    scanned, shortlist = scan(
        factor, squared_norms, directions, n_components * sparsity, weights
    )
    return assign(weights, scanned, shortlist, sparsity, no_prices(n_components))
