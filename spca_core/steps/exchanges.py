"""Exchanges of one word: what an ascent does not see, since loadings change with it.

Let a word l outside a support I take the place of i, and let J be the rest of I. The
greatest eigenvalue of A on J and l is above t, where t is above all eigenvalues a_j of
A[J, J], exactly if

    A_ll + the sum over j of p_j^2 / (t - a_j) > t,

where p_j is the product of A[J, l] with the j-th eigenvector: the left side minus the
right is a determinant of t on J and l over one on J (Golub and Van Loan 2013, 8.5). The
p_j^2 add up to the sum of A_jl^2 over J, so most words are excluded by the greatest
a_j alone.
"""

import numpy as np

from spca_core.problem.solution import greatest_eigenvalues
from spca_core.running.stopping import stopping_point
from spca_core.steps.ascent import ascent_at

MIN_EXCHANGE_GAIN = (
    1e-7  # relative, of a component's variance: far above rounding errors
)


def exchanged(gram: np.ndarray, supports: np.ndarray, pins: np.ndarray) -> np.ndarray:
    """Climb until no exchange with a word that no component has gains anything.

    gram     : (n_words, n_words), A on the working set
    supports : (n_components, sparsity), which hold the pins
    pins     : (n_pins, 2), words and the components that must have them
    returns  : supports; each change raises what they are worth, so there is an end
    """
    supports = ascent_at(gram, supports, pins).supports.copy()
    component, in_a_row = 0, 0
    while in_a_row < len(supports):
        stopping_point()
        better = _better(gram, supports, component, pins[:, 0])
        if better is None:
            in_a_row += 1
        else:
            supports[component], in_a_row = better, 0
            climbed = ascent_at(gram, supports, pins).supports
            pair = supports, climbed
            before, after = (greatest_eigenvalues(gram, it).sum() for it in pair)
            if after > before:
                supports = climbed.copy()
        component = (component + 1) % len(supports)
    return supports


def _better(
    gram: np.ndarray, supports: np.ndarray, component: int, pinned: np.ndarray
) -> np.ndarray | None:
    """Return the best support by one exchange with a free word, if one gains."""
    support, is_free = supports[component], np.ones(len(gram), dtype=np.bool_)
    is_free[supports] = False
    rows, best = gram[support], None
    value = greatest_eigenvalues(gram, support[None])[0]
    least = value * (1.0 + MIN_EXCHANGE_GAIN)
    for place in np.flatnonzero(~np.isin(support, pinned)):
        others = np.delete(np.arange(len(support)), place)
        words = _gains(gram, support[others], rows[others], is_free, least)
        trials = np.tile(support, (len(words), 1))
        trials[:, place] = words
        values = greatest_eigenvalues(gram, trials)
        for trial, value in zip(trials, values, strict=True):
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
