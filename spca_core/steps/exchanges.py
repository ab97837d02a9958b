"""Exchanges of one word: what an ascent does not see, since loadings change with it.

Let a word l outside a support I take the place of i, and let J be the rest of I. The
greatest eigenvalue of A on J and l is above t, where t is above all eigenvalues a_j of
A[J, J], exactly if

    A_ll + the sum over j of p_j^2 / (t - a_j) > t,

where p_j is the product of A[J, l] with the j-th eigenvector: the left side minus the
right is a determinant of t on J and l over one on J (Golub and Van Loan 2013, 8.5). The
p_j^2 add up to the sum of A_jl^2 over J, so most words are told apart by the greatest
a_j alone.
"""

import numpy as np

from spca_core.corpus.stopping import stopping_point
from spca_core.steps.ascent import Ascent, ascent_at

MIN_GAIN = 1e-7  # relative, of a component's variance: more than power steps leave


def exchanged(gram: np.ndarray, supports: np.ndarray, pins: np.ndarray) -> Ascent:
    """Climb until no exchange with a word that no component has gains anything.

    gram     : (n_words, n_words), A on the working set
    supports : (n_components, sparsity), which hold the pins
    pins     : (n_pins, 2), words and the components that must have them
    """
    ascent, component, in_a_row = ascent_at(gram, supports, pins), 0, 0
    while in_a_row < len(supports):
        stopping_point()
        supports = ascent.supports.copy()
        places = np.flatnonzero(~np.isin(supports[component], pins[:, 0]))
        is_free = ascent.ownership.owner == len(supports)
        least = ascent.variances[component] * (1.0 + MIN_GAIN)
        better = _better(gram, supports[component], places, is_free, least)
        if better is None:
            in_a_row += 1
        else:
            supports[component] = better
            ascent, in_a_row = ascent_at(gram, supports, pins), 0
        component = (component + 1) % len(supports)
    return ascent


def _better(
    gram: np.ndarray,
    support: np.ndarray,
    places: np.ndarray,
    is_free: np.ndarray,
    least: float,
) -> np.ndarray | None:
    """Return the best support by one exchange, if it is worth more than `least`."""
    rows, best = gram[support], None
    for place in places:
        others = np.delete(np.arange(len(support)), place)
        for word in _gains(gram, support[others], rows[others], is_free, least):
            trial = np.append(support[others], word)
            value = np.linalg.eigvalsh(gram[np.ix_(trial, trial)])[-1]
            if value > least:
                least, best = value, trial
    return best


def _gains(
    gram: np.ndarray,
    others: np.ndarray,
    rows: np.ndarray,
    is_free: np.ndarray,
    least: float,
) -> np.ndarray:
    """Return the free words that make the others worth more than `least` with them.

    rows : (len(others), n_words), those of the others in `gram`
    """
    values, vectors = np.linalg.eigh(rows[:, others])
    # Where the data are zero, so is `least`.
    room = np.maximum(least - np.append(values, 0.0), np.finfo(np.float64).tiny)
    needed = least - gram.diagonal()
    words = np.flatnonzero(is_free & ((rows**2).sum(axis=0) > room.min() * needed))
    shared = (vectors.T @ rows[:, words]) ** 2
    return words[(shared / room[:-1, None]).sum(axis=0) > needed[words]]
