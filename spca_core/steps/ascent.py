"""Ascent on supports and loadings together: the joint step that deflation lacks.

This is not in the paper: its equation (double-maximisation) is over X and C, but it
only tries net points C. Here the two alternate: X from C by the matching, C from X by
c_j = V^T x_j / ||V^T x_j||. Both steps are exact maximisations of one function, so the
objective never falls. V may be any factor of A, and w_j = V c_j = A x_j / ||V^T x_j||
with ||V^T x_j||^2 = x_j^T A x_j: only A is needed, no sketch.

A component whose support the matching does not change keeps its w_j. So the cost of a
step, or of a climb after a few changes, depends only on the components that change.
"""

from typing import NamedTuple

import numpy as np

from spca_core.running.compiled import compiled
from spca_core.running.stopping import stopping_point
from spca_core.steps.ownership import Ownership, copy_all, grid_for, on_grid, unowned
from spca_core.steps.power_steps import improve, multiply
from spca_core.steps.transport import reassign

# A smaller gain, as a share of the objective, is not worth another match.
MIN_GAIN = 1e-9
MAX_MATCHES = 1_000  # in one climb: far more than any takes


class Ascent(NamedTuple):
    """The state of an ascent: X, W = V C, and who owns which word for these weights."""

    gram: np.ndarray  # (n_words, n_words), A on the working set
    pins: np.ndarray  # (n_pins, 2), words and the components that must have them
    heaviest: float  # an upper bound on the weights
    supports: np.ndarray  # (n_components, sparsity), those that W belongs to
    variances: np.ndarray  # (n_components,), x_j^T A x_j
    projected: np.ndarray  # (n_components, n_words), W^T
    ownership: Ownership  # of weights W^2, forced to hold the pins


def ascent_at(gram, supports, pins):
    """Return an ascent that has climbed from disjoint supports until it ends.

    It ends when a match gains nothing. There is a stopping point before each match.

    gram     : (n_words, n_words), A on the working set
    supports : (n_components, sparsity), indices into it, which hold the pins
    pins     : (n_pins, 2), words and the components that must have them
    """
    ascent = ascent_from(gram, supports, pins)
    new, changed = np.ones((2, len(supports)), dtype=np.bool_)
    reached = -1.0
    for _ in range(MAX_MATCHES):
        stopping_point()
        reached, ended = match_again(ascent, new, changed, reached)
        if ended:
            break
    return ascent


@compiled
def ascent_from(gram, supports, pins):
    """Return an ascent at the start of its climb."""
    n_components, n_words = len(supports), len(gram)
    ascent = Ascent(
        gram,
        pins,
        greatest_variance(gram),
        supports.copy(),
        np.zeros(n_components),
        np.empty((n_components, n_words)),
        unowned(np.zeros((n_components + 1, n_words))),
    )
    for component in range(n_components):
        start_projected(ascent, component)
    return ascent


@compiled
def greatest_variance(gram):
    """Return the greatest diagonal entry, which bounds all weights (Cauchy-Schwarz)."""
    most = 0.0
    for word in range(len(gram)):
        most = max(most, gram[word, word])
    return most


@compiled
def climb(ascent, changed):
    """Climb after the supports of some components have changed.

    changed : (n_components,) which ones; at the end, all whose w_j has changed
    """
    new, reached = changed.copy(), -1.0
    for component in range(len(new)):
        if new[component]:
            start_projected(ascent, component)
    for _ in range(MAX_MATCHES):
        reached, ended = match_again(ascent, new, changed, reached)
        if ended:
            break


@compiled
def match_again(ascent, new, changed, reached):
    """Project the `new` components and match; mark those that changed in both arrays.

    returns : the objective before the match, and whether the climb has ended
    """
    for component in range(len(new)):
        if new[component]:
            project(ascent, component)
    objective = ascent.variances.sum()
    if objective <= reached * (1.0 + MIN_GAIN):
        return reached, True
    reassign(ascent.ownership, new, ascent.supports.shape[1])
    goes_on = moved(ascent, new)
    for component in range(len(new)):
        changed[component] |= new[component]
    return objective, not goes_on


@compiled
def start_projected(ascent, component):
    """Set w_j, on the support, to A's row of the word of greatest variance in it."""
    gram, support = ascent.gram, ascent.supports[component]
    heaviest = support[0]
    for word in support:
        if gram[word, word] > gram[heaviest, heaviest]:
            heaviest = word
    for word in support:
        ascent.projected[component, word] = gram[heaviest, word]


@compiled
def project(ascent, component):
    """Set w_j to A x_j / sqrt(x_j^T A x_j), with x_j by power steps from w_j."""
    support, projected = ascent.supports[component], ascent.projected[component]
    loading = projected[support]
    # Rounding may leave an A of zeros indefinite; relative gains need values >= 0.
    variance = max(improve(ascent.gram, support, loading), 0.0)
    scale = 1.0 / np.sqrt(variance) if variance > 0.0 else 0.0
    multiply(ascent.gram, support, loading, scale, projected)
    ascent.variances[component] = variance
    weights, grid = ascent.ownership.weights[component], grid_for(ascent.heaviest)
    for word in range(len(weights)):
        weights[word] = on_grid(projected[word] ** 2, grid)
    force(weights, component, ascent.pins, ascent.heaviest)


@compiled
def force(weights, component, pins, heaviest):
    """Make each pinned word worth more than any other, but only to its component.

    Every best match then holds the pins: a component gains by exchanging an unpinned
    word for a pinned one.

    weights : (n_words,), of one component
    """
    # Only twice as much, since the grid is relative to the greatest weight.
    most = 2.0 * heaviest if heaviest > 0.0 else 1.0
    for i in range(len(pins)):
        weights[pins[i, 0]] = most if pins[i, 1] == component else 0.0


@compiled
def moved(ascent, new):
    """Copy the matched supports that differ, mark them in `new`; return if any do."""
    owner, members = ascent.ownership.owner, ascent.ownership.members
    for component in range(len(new)):
        support = ascent.supports[component]
        new[component] = False
        for word in support:
            new[component] |= owner[word] != component
        if new[component]:
            copy_all(members[component, : len(support)], support)
    return new.any()
