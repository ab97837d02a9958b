"""Power steps towards the leading eigenvector of A[I, I], and products with A."""

import numpy as np

from spca_core.running.compiled import compiled

# Power steps on a changed support end after this many, or when a step gains less than
# this share; the next match does the rest.
MAX_POWER_STEPS, MIN_POWER_GAIN = 30, 1e-9


@compiled
def improve(gram, support, loading):
    """Take power steps on A[I, I]; return x^T A x, which never falls."""
    product, reached = loading.copy(), -1.0
    for _ in range(MAX_POWER_STEPS):
        normalise_into(product, loading)
        multiply_block(gram, support, loading, product)
        variance = inner(loading, product)
        if variance <= reached * (1.0 + MIN_POWER_GAIN):
            break
        reached = variance
    return variance


@compiled
def normalise_into(vector, unit):
    """Set `unit` to the vector's direction, or to the first axis if it has none."""
    squares = inner(vector, vector)
    if squares == 0.0:
        vector[0], squares = 1.0, 1.0
    length = np.sqrt(squares)
    for i in range(len(vector)):
        unit[i] = vector[i] / length


@compiled
def inner(vector, other):
    """Return the inner product."""
    total = 0.0
    for i in range(len(vector)):
        total += vector[i] * other[i]
    return total


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
