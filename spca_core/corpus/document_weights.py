"""How much each document weighs: `sample_weight`, as scikit-learn calls it.

With weights w the second moments are A = sum_i w_i (s_i - m)(s_i - m)^T / sum_i w_i,
about the means m = sum_i w_i s_i / sum_i w_i, or about 0. So a whole number w_i is as
many copies of document i, 0 leaves it out, and a common factor changes nothing.
"""

from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.matrix import Matrix
from spca_core.errors import InputError
from spca_core.formatting import counted


def checked_weights(sample_weight: Any, n_documents: int) -> np.ndarray:
    """Return a copy that cannot be written to, (n_documents,).

    raises : InputError unless there is one number for each document, none is negative
        or not finite, and some are above 0
    """
    try:
        weights = np.array(sample_weight, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError(f"sample_weight must be numbers: {error}") from error
    if weights.shape != (n_documents,):
        raise InputError(
            f"sample_weight has the shape {weights.shape}; give one number for each of "
            f"the {counted(n_documents, 'documents')}."
        )
    if not (np.isfinite(weights).all() and weights.min() >= 0 < weights.max()):
        raise InputError(
            "sample_weight must be finite numbers, none negative and not all zero; "
            f"they are from {weights.min():g} to {weights.max():g}. Zero leaves a "
            "document out."
        )
    weights.flags.writeable = False
    return weights


def relative_weights(sample_weight: np.ndarray) -> np.ndarray:
    """Return the weights over the mean of those that are above 0, (n_documents,)."""
    weights = sample_weight / sample_weight.max()  # their sum does not overflow
    return weights * (np.count_nonzero(weights) / weights.sum())


def weighted_frequencies(numbers: Matrix, sample_weight: np.ndarray) -> np.ndarray:
    """Add up the relative weights of the documents that each word is in, (n_words,)."""
    weights = relative_weights(sample_weight)
    if isinstance(numbers, np.ndarray):
        sums = weights @ (numbers != 0)
    else:
        of_cells = np.repeat(weights, np.diff(numbers.indptr))
        sums = np.bincount(numbers.indices, of_cells, numbers.shape[1])
    # By rounding, a word in all documents could be in more than there are.
    return np.minimum(sums, np.count_nonzero(weights))


def weighted_means(numbers: Matrix, sample_weight: np.ndarray | None) -> np.ndarray:
    """Return the mean of each column, (n_words,); documents weigh alike by default."""
    if sample_weight is None:
        return np.asarray(numbers.mean(axis=0))
    weights = relative_weights(sample_weight)
    return weights @ numbers / weights.sum()


def times_roots(numbers: Matrix, roots: np.ndarray) -> Matrix:
    """Return the rows, each times a number of its own."""
    if isinstance(numbers, np.ndarray):
        return numbers * roots[:, None]
    values = numbers.data * np.repeat(roots, np.diff(numbers.indptr))
    parts = values, numbers.indices, numbers.indptr
    return sparse.csr_array(parts, shape=numbers.shape)


def roots_of(sample_weight: np.ndarray) -> np.ndarray:
    """Return u with u_i^2 = n w_i / sum w, so that A = sum_i u_i^2 s_i s_i^T / n."""
    weights = relative_weights(sample_weight)
    return np.sqrt(weights * (len(weights) / weights.sum()))
