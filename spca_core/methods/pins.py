"""Pinned words, which must stay together, and supports that hold them."""

from collections.abc import Iterable

import numpy as np

from spca_core.corpus.corpus import Corpus
from spca_core.options import GROUPS, frozen
from spca_core.problem.covariance import Covariance
from spca_core.problem.solution import leading_components
from spca_core.steps.matching import match_supports
from spca_core.steps.perturbation import enforce_pins

Groups = tuple[tuple[int, ...], ...]


def columns_of_groups(corpus: Corpus, groups: Iterable[Iterable[str]]) -> Groups:
    """Return the columns of groups of words that are to be in one topic each.

    Raises
    ------
    InputError
        If a group is none, the corpus does not have a word, or a word is in two groups.
    """
    words = frozen(groups)
    GROUPS.check("pinned", words)
    columns = (dict.fromkeys(corpus.columns_of(group)) for group in words)
    found = tuple(map(tuple, columns))
    # Again: words that are different may be counted as one.
    GROUPS.check("pinned", tuple(tuple(corpus.words[c] for c in g) for g in found))
    return found


def pins_of(groups: Groups) -> np.ndarray:
    """Return (n_pins, 2): the pinned words, and the components that must have them."""
    pins = [(word, j) for j, group in enumerate(groups) for word in group]
    return np.array(pins, dtype=np.int64).reshape(-1, 2)


def pins_among(words: np.ndarray, pins: np.ndarray) -> np.ndarray:
    """Return the pins with each word replaced by its index in `words`."""
    return np.column_stack([places_among(words, pins[:, 0]), pins[:, 1]])


def places_among(words: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Return the index of each wanted word in `words`, which contains them all."""
    order = np.argsort(words)
    return order[np.searchsorted(words, wanted, sorter=order)]


def assign_pins(
    covariance: Covariance, supports: np.ndarray, groups: Groups
) -> np.ndarray:
    """Put each group where it costs little, and order components: the g-th has group g.

    A word adds its weight in the match, which is v x_i^2 in its own component; the
    lightest words of the component make room.
    supports : (n_components, sparsity), like the result
    """
    supports, loadings, variances = leading_components(covariance, supports)
    pins = pins_of(groups)
    blocks = covariance.cross_block(supports.ravel(), pins[:, 0])
    products = np.einsum("ji,jip->jp", loadings, blocks.reshape(*supports.shape, -1))
    offers = products**2 / np.where(variances > 0, variances, np.inf)[:, None]
    gains = _gains(supports, variances[:, None] * loadings**2, offers, pins)
    chosen = match_supports(gains - gains.min(), sparsity=1).ravel()
    others = np.setdiff1d(np.arange(len(supports)), chosen)
    supports = supports[np.concatenate([chosen, others])]
    enforce_pins(supports, pins)
    return supports


def _gains(
    supports: np.ndarray, weights: np.ndarray, offers: np.ndarray, pins: np.ndarray
) -> np.ndarray:
    """Return the gain of placing each group in each component, usually below zero.

    offers  : (n_components, n_pins), what each pinned word would add
    returns : (n_groups, n_components)
    """
    worth = np.array([weights[supports == word].sum() for word in pins[:, 0]])
    gains = np.zeros((1 + pins[:, 1].max(), len(supports)))
    for group, component in np.ndindex(gains.shape):
        mates = pins[:, 1] == group
        comes = mates & ~np.isin(pins[:, 0], supports[component])
        stays = np.isin(supports[component], pins[mates, 0])
        room = weights[component, ~stays]
        leave = room[len(room) - comes.sum() :]
        gains[group, component] = (offers[component] - worth)[comes].sum() - leave.sum()
    return gains
