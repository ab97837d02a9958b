"""Things that are linked, directly or through others."""

import numpy as np


def first_linked(pairs: np.ndarray, n_things: int) -> np.ndarray:
    """Return the least number that each thing is linked to, or its own: (n_things,).

    SciPy's `connected_components` takes longer to import than this to run.

    pairs : (2, n_pairs)
    """
    firsts = np.arange(n_things)
    while True:
        least = firsts.copy()
        ends = firsts[pairs]
        # The first of one end is linked to that of the other.
        np.minimum.at(least, ends.max(axis=0), ends.min(axis=0))
        least = least[least]
        if (least == firsts).all():
            return firsts
        firsts = least
