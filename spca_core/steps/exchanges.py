"""Exchanges of one word: what an ascent does not see, since loadings change with it.

Let l be a word outside a support I that takes the place of i, J the rest of I, a the
greatest eigenvalue of A[J, J], and b the length of A[J, l]. Then A on J and l captures
at most the greatest eigenvalue of [[a, b], [b, A_ll]]: for a unit vector (y, z) on J
and l, y^T A y <= a |y|^2 and y^T A[J, l] <= b |y|. Only exchanges that could gain by
this bound are tried.
"""

import numpy as np

from spca_core.corpus.compiled import compiled
from spca_core.corpus.stopping import stopping_point
from spca_core.steps.ascent import Ascent, ascent_at
from spca_core.steps.power_steps import improve

MIN_GAIN = 1e-7  # relative, of a component's variance: more than power steps leave


def exchanged(gram: np.ndarray, supports: np.ndarray, pins: np.ndarray) -> Ascent:
    """Climb until no exchange with a word that no component has gains anything.

    gram     : (n_words, n_words), A on the working set
    supports : (n_components, sparsity), which hold the pins
    pins     : (n_pins, 2), words and the components that must have them
    """
    is_pinned = np.zeros(len(gram), dtype=np.bool_)
    is_pinned[pins[:, 0]] = True
    ascent = ascent_at(gram, supports, pins)
    component = 0
    while component < len(supports):
        stopping_point()
        is_free = ascent.ownership.owner == len(supports)
        support = ascent.supports[component].copy()
        if exchange(gram, support, ascent.variances[component], is_free, is_pinned):
            supports = ascent.supports.copy()
            supports[component] = support
            ascent, component = ascent_at(gram, supports, pins), 0
        else:
            component += 1
    return ascent


@compiled
def exchange(gram, support, variance, is_free, is_pinned):
    """Make the exchange that raises a support's variance most; return if one does."""
    least, best_place, best_word = variance * (1.0 + MIN_GAIN), -1, -1
    lengths = squared_lengths(gram, support)
    trial = support.copy()
    for place in range(len(support)):
        member = support[place]
        if is_pinned[member]:
            continue
        left = worth_without(gram, support, place)
        for word in range(len(gram)):
            if not is_free[word]:
                continue
            squared = max(lengths[word] - gram[member, word] ** 2, 0.0)
            if most_of_two(left, gram[word, word], squared) > least:
                trial[place] = word
                raised = worth(gram, trial)
                if raised > least:
                    least, best_place, best_word = raised, place, word
        trial[place] = member
    if best_place >= 0:
        support[best_place] = best_word
    return best_place >= 0


@compiled
def squared_lengths(gram, support):
    """Return the sum of A_il^2 over the support, for each word l."""
    lengths = np.zeros(len(gram))
    for member in support:
        row = gram[member]
        for word in range(len(gram)):
            lengths[word] += row[word] ** 2
    return lengths


@compiled
def worth(gram, support):
    """Return the greatest eigenvalue of A on the support, by power steps."""
    heaviest = support[0]
    for word in support:
        if gram[word, word] > gram[heaviest, heaviest]:
            heaviest = word
    return improve(gram, support, gram[heaviest][support])


@compiled
def worth_without(gram, support, place):
    """Return the worth of a support without one of its words, 0 if none is left.

    A margin covers what power steps leave.
    """
    if len(support) == 1:
        return 0.0
    others = np.empty(len(support) - 1, dtype=np.int64)
    for i in range(len(others)):
        others[i] = support[i + (i >= place)]
    return worth(gram, others) * (1.0 + 1e-6)


@compiled
def most_of_two(a, d, squared):
    """Return the greatest eigenvalue of [[a, b], [b, d]], for b^2."""
    half = 0.5 * (a - d)
    return 0.5 * (a + d) + np.sqrt(half * half + squared)
