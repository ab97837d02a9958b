"""The joint search's working set, and the supports from which it climbs."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat

import numpy as np

from spca_core.methods.varimax import POWERS, rotated_supports
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.steps.matching import match_supports
from spca_core.steps.perturbation import random_start

# Words of the working set: five times those chosen, within these limits.
MIN_WORDS = 600
MAX_SPARE_WORDS = 2_000
MAX_STARTS = 10_000
# Makes a search's first supports, given a seed.
Start = Callable[[int], np.ndarray]


def working_set(covariance: Covariance, settings: Settings) -> np.ndarray:
    """Return the words of greatest variance, enough of them for the supports."""
    slots = settings.n_components * settings.sparsity
    size = max(MIN_WORDS, min(5 * slots, slots + MAX_SPARE_WORDS))
    return covariance.words_by_variance[:size]


def around_heads(
    covariance: Covariance, words: np.ndarray, settings: Settings
) -> np.ndarray:
    """Match words with those of greatest variance: a quick and often good start.

    words   : in descending variance
    returns : (n_components, sparsity), indices into `words`
    """
    heads = words[: settings.n_components]
    variances = covariance.variances[heads]
    rows = covariance.cross_block(heads, words)
    weights = rows**2 / np.where(variances > 0, variances, np.inf)[:, None]
    return match_supports(weights, settings.sparsity)


def starts(
    covariance: Covariance, gram: np.ndarray, known: np.ndarray, settings: Settings
) -> Iterator[Start]:
    """Yield the starts: `known` supports, rotated eigenvectors, and random ones.

    covariance, gram : of the working set; `gram` may have further words at its end
    known            : (n_known, n_components, sparsity)
    """
    shape = settings.n_components, settings.sparsity
    yield from (partial(_given, supports) for supports in known)
    yield from (partial(_rotated, covariance, settings, power) for power in POWERS)
    yield from repeat(partial(random_start, gram, *shape), MAX_STARTS)


def _given(supports: np.ndarray, seed: int) -> np.ndarray:
    return supports.copy()


def _rotated(
    covariance: Covariance, settings: Settings, power: float, seed: int
) -> np.ndarray:
    return rotated_supports(covariance, settings, power)
