"""The joint search's working set, and the supports from which it climbs."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import repeat

import numpy as np

from spca_core.methods.varimax import POWERS, rotated_supports
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.spectrum import spectrum_within
from spca_core.steps.matching import match_supports
from spca_core.steps.perturbation import random_start
from spca_core.steps.stars import star_words

# Words of the working set: five times those chosen, within these limits.
MIN_WORDS = 1_000
MAX_SPARE_WORDS = 2_000
MAX_STARTS = 10_000
# Makes a search's first supports, given a seed.
Start = Callable[[int], np.ndarray]


def working_set(covariance: Covariance, settings: Settings) -> np.ndarray:
    """Return the words of the strongest stars, those of greatest variance first."""
    words = star_words(covariance, settings.sparsity, working_size(settings))
    return words[np.argsort(-covariance.variances[words], kind="stable")]


def working_size(settings: Settings) -> int:
    """Return how many words a working set has, if there are as many."""
    slots = settings.n_components * settings.sparsity
    return max(MIN_WORDS, min(5 * slots, slots + MAX_SPARE_WORDS))


def with_others(words: np.ndarray, *others: np.ndarray) -> np.ndarray:
    """Return the words, followed by those of the others that are not among them."""
    return np.append(words, np.setdiff1d(np.concatenate(others, axis=None), words))


def around_heads(gram: np.ndarray, settings: Settings) -> np.ndarray:
    """Match words with the first ones: a quick and often good start.

    gram    : of the working set
    returns : (n_components, sparsity), indices into them
    """
    rows = gram[: settings.n_components]
    variances = rows.diagonal()
    weights = rows**2 / np.where(variances > 0, variances, np.inf)[:, None]
    return match_supports(weights, settings.sparsity)


def starts(gram: np.ndarray, known: np.ndarray, settings: Settings) -> Iterator[Start]:
    """Yield the starts: `known` supports, rotated eigenvectors, and random ones.

    gram  : of the working set
    known : (n_known, n_components, sparsity)
    """
    shape = settings.n_components, settings.sparsity
    yield from (partial(given, supports) for supports in known)
    yield from (partial(_rotated, gram, settings, power) for power in POWERS)
    yield from repeat(partial(random_start, gram, *shape), MAX_STARTS)


def given(supports: np.ndarray, seed: int) -> np.ndarray:
    return supports.copy()


def _rotated(
    gram: np.ndarray, settings: Settings, power: float, seed: int
) -> np.ndarray:
    spectrum = spectrum_within(gram, settings.n_components)
    return rotated_supports(spectrum, settings.sparsity, power)
