"""The joint search's working set, and what its last step brings in from outside."""

import numpy as np

from spca_core.methods.pins import pins_among, places_among
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.solution import leading_eigenpairs, loading_matrix
from spca_core.steps.ascent import ascent_at, force
from spca_core.steps.exchanges import exchanged
from spca_core.steps.matching import match_supports
from spca_core.steps.stars import star_words

# Words of the working set: five times those chosen, within these limits.
MIN_WORKING_SET = 1_000
MAX_SPARE_WORDS = 2_000
N_BEST = 3  # best words of each component, as a multiple of s


def working_set(covariance: Covariance, settings: Settings) -> np.ndarray:
    """Return the words of the strongest stars, those of greatest variance first."""
    words = star_words(covariance, settings.sparsity, working_size(settings))
    return words[np.argsort(-covariance.variances[words], kind="stable")]


def working_size(settings: Settings) -> int:
    """Return how many words a working set has, if there are as many."""
    slots = settings.n_components * settings.sparsity
    return max(MIN_WORKING_SET, min(5 * slots, slots + MAX_SPARE_WORDS))


def with_others(words: np.ndarray, *others: np.ndarray) -> np.ndarray:
    """Return the words, followed by those of the others that are not among them."""
    return np.append(words, np.setdiff1d(np.concatenate(others, axis=None), words))


def on_all_words(
    covariance: Covariance, words: np.ndarray, supports: np.ndarray, pins: np.ndarray
) -> np.ndarray:
    """Continue until no word from outside is wanted, and no exchange of a word gains.

    words : their Gram matrix is at hand; they contain the supports and the pins
    """
    while True:
        gram, pinned = covariance.gram(words), pins_among(words, pins)
        places = exchanged(gram, places_among(words, supports), pinned)
        supports, local_optimum = words[places], ascent_at(gram, places, pinned)
        wanted = _could_come_in(covariance, words, local_optimum.ownership.prices[:-1])
        if not len(wanted):
            return supports
        matched, best = _matched(covariance, np.append(words, wanted), supports, pins)
        if np.isin(best, words).all():
            return supports
        words, supports = with_others(words, matched, best), matched


def _could_come_in(
    covariance: Covariance, words: np.ndarray, prices: np.ndarray
) -> np.ndarray:
    """Return the words outside whose variance exceeds the lowest price of a place.

    By Cauchy-Schwarz, no weight w_ij^2 = (A x_j)_i^2 / x_j^T A x_j exceeds A_ii.
    """
    loud = np.flatnonzero(covariance.variances > prices.min())
    return np.setdiff1d(loud, words, assume_unique=True)


def _matched(
    covariance: Covariance, words: np.ndarray, supports: np.ndarray, pins: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Match words to the components by W^2, in the only pass over the documents.

    Return the supports, and each component's best words, which it may want next.
    """
    variances, loadings = leading_eigenpairs(covariance, supports)
    vectors = loading_matrix(supports, loadings, covariance.n_words)
    products = covariance.products(vectors)[words].T
    weights = products**2 / np.where(variances > 0, variances, np.inf)[:, None]
    for component, row in enumerate(weights):
        force(row, component, pins_among(words, pins), weights.max())
    n_best = min(N_BEST * supports.shape[1], len(words))
    best = np.argpartition(weights, -n_best, axis=1)[:, -n_best:]
    return words[match_supports(weights, supports.shape[1])], words[best]
