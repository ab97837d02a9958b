"""Ascent on supports and loadings together: the joint step that deflation lacks.

Not in the paper. Its equation (double-maximisation) is over X and C, of which it only
tries net points C. Alternate instead: X from C by the matching, C from X by
c_j = V^T x_j / ||V^T x_j||. Both steps are exact maximisations of one function, so the
objective never falls. V may be any factor of A, and w_j = V c_j = A x_j / ||V^T x_j||
with ||V^T x_j||^2 = x_j^T A x_j: A alone is needed, no sketch.
"""

import numpy as np

from spca_core.corpus.compiled import compiled
from spca_core.steps.matching import match
from spca_core.steps.ownership import grid_for, on_grid

# Each raises x^T A x from where the last match left it; the next match does the rest.
POWER_STEPS = 4
# A smaller gain, as a share of the objective, is not worth another match.
LEAST_GAIN = 1e-9


NO_PINS = np.empty((0, 2), dtype=np.int64)


@compiled
def ascend(gram, supports, pins):
    """Climb from disjoint `supports` until a match gains nothing.

    gram     : (n_words, n_words), A on the working set
    supports : (n_components, sparsity), indices into it, that hold the pins
    pins     : (n_pins, 2), words and the components that must have them
    returns  : the objective reached, and its supports, that hold the pins too
    """
    n_components, sparsity = supports.shape
    projected = np.empty((n_components, len(gram)))
    weights = np.zeros((n_components + 1, len(gram)))
    grid = grid_for(greatest_variance(gram))
    loadings = starting_loadings(gram, supports)
    summit, summit_supports = -1.0, supports
    while True:
        objective = project(gram, supports, loadings, projected)
        if objective <= summit * (1.0 + LEAST_GAIN):
            return summit, summit_supports
        summit, summit_supports = objective, supports
        square(projected, weights, grid)
        force(weights, pins)
        supports = match(weights, sparsity)
        pick(projected, supports, loadings)


@compiled
def starting_loadings(gram, supports):
    """Take the row of A of each support's word of greatest variance."""
    loadings = np.empty(supports.shape)
    for component in range(len(supports)):
        support = supports[component]
        heaviest = support[0]
        for word in support:
            if gram[word, word] > gram[heaviest, heaviest]:
                heaviest = word
        for i in range(len(support)):
            loadings[component, i] = gram[heaviest, support[i]]
    return loadings


@compiled
def project(gram, supports, loadings, projected):
    """Set `projected` to W^T, w_j = A x_j / sqrt(x_j^T A x_j); return Tr(X^T A X)."""
    objective = 0.0
    for component in range(len(supports)):
        support, loading = supports[component], loadings[component]
        # Rounding leaves an A of zeros indefinite; below zero no gain is relative.
        variance = max(improve(gram, support, loading), 0.0)
        scale = 1.0 / np.sqrt(variance) if variance > 0.0 else 0.0
        multiply(gram, support, loading, scale, projected[component])
        objective += variance
    return objective


@compiled
def improve(gram, support, loading):
    """Take power steps on A[I, I]; return x^T A x, which none of them lowers."""
    product = loading.copy()
    for _ in range(POWER_STEPS + 1):
        normalise(product, loading)
        multiply_block(gram, support, loading, product)
    variance = 0.0
    for i in range(len(support)):
        variance += loading[i] * product[i]
    return variance


@compiled
def normalise(vector, unit):
    """Set `unit` to the vector's direction, or to the first axis if it has none."""
    squares = 0.0
    for value in vector:
        squares += value * value
    if squares == 0.0:
        vector[0], squares = 1.0, 1.0
    length = np.sqrt(squares)
    for i in range(len(vector)):
        unit[i] = vector[i] / length


@compiled
def multiply_block(gram, support, loading, product):
    """Set `product` to A[I, I] x."""
    for i in range(len(support)):
        row = gram[support[i]]
        product[i] = 0.0
        for j in range(len(support)):
            product[i] += row[support[j]] * loading[j]


@compiled
def multiply(gram, support, loading, scale, product):
    """Set `product` to scale * A[:, I] x."""
    product[:] = 0.0
    for i in range(len(support)):
        row, factor = gram[support[i]], scale * loading[i]
        for word in range(len(gram)):
            product[word] += factor * row[word]


@compiled
def greatest_variance(gram):
    """Return the greatest diagonal entry: no weight is above it, by Cauchy-Schwarz."""
    most = 0.0
    for word in range(len(gram)):
        most = max(most, gram[word, word])
    return most


@compiled
def square(projected, weights, grid):
    """Set all but nobody's row of `weights` to W^2, on the grid."""
    for component in range(len(projected)):
        for word in range(projected.shape[1]):
            weights[component, word] = on_grid(projected[component, word] ** 2, grid)


@compiled
def force(weights, pins):
    """Make each pinned word worth more than any other, to its own component alone.

    Every best match then holds the pins: a component gains by exchanging a word that
    is not pinned for one that is.
    """
    if len(pins) == 0:
        return
    # Not much more: what is a tie in the match is relative to the greatest weight.
    most = 2.0 * weights.max()
    if most == 0.0:
        most = 1.0
    for i in range(len(pins)):
        word, component = pins[i, 0], pins[i, 1]
        weights[:, word] = 0.0
        weights[component, word] = most


@compiled
def pick(projected, supports, loadings):
    """Set x_j to w_j on its new support: the best for this C, up to scale."""
    for component in range(len(supports)):
        for i in range(supports.shape[1]):
            loadings[component, i] = projected[component, supports[component, i]]
