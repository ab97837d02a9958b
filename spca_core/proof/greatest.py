"""Sums of the greatest values, and the weights that make them smooth."""

import numpy as np

from spca_core.corpus.compiled import compiled

HALVINGS = 60  # of the interval of a threshold, down to the last bit


def largest_sum(values: np.ndarray, n_values: int) -> float:
    """Return the sum of the greatest values, or of all if there are fewer."""
    return float(np.sort(values)[-n_values:].sum())


@compiled
def capped_weights(values, total, width):
    """Return weights clip((value - t) / width, 0, 1), where t makes their sum `total`.

    They are the smoothed weights of a sum of the `total` largest values, and all one if
    there are no more values than that.
    """
    if len(values) <= total:
        return np.ones(len(values))
    low, high = values.min() - width, values.max()
    for _ in range(HALVINGS):
        middle = 0.5 * (low + high)
        weights = np.minimum(np.maximum((values - middle) / width, 0.0), 1.0)
        if weights.sum() > total:
            low = middle
        else:
            high = middle
    return np.minimum(np.maximum((values - low) / width, 0.0), 1.0)
