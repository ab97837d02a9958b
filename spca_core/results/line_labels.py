"""Names beside the ends of lines, as near to them as leaves all legible."""

import numpy as np


def label_places(
    values: np.ndarray, heights: np.ndarray, ends: tuple[float, float]
) -> np.ndarray:
    """Return the middles of names, of which none overlaps another.

    They are the nearest to the values by least squares, moved together where the first
    or the last would leave the picture; in one that is too low they start at its end.

    values  : where the names belong, ascending
    heights : of the names, in units of the values
    ends    : of the axis
    """
    # Imported late: it takes a second.
    from scipy.optimize import isotonic_regression

    low, high = ends
    middles = np.cumsum(heights) - heights / 2
    rising = isotonic_regression(values - middles).x
    return np.minimum(np.maximum(rising, low), high - heights.sum()) + middles
