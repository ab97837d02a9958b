"""Frequent directions: a sketch from one pass over the rows, in bounded memory.

Liberty, "Simple and deterministic matrix sketching", KDD 2013; Ghashami, Liberty,
Phillips, Woodruff, SIAM J. Computing 45, 2016.
"""

from collections.abc import Iterator

import numpy as np

from spca_core.problem.covariance import Covariance, Matrix, dense
from spca_core.problem.spectrum import first_columns

BLOCK = 256  # rows taken in at a time


def frequent_directions(
    covariance: Covariance, size: int
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return values and vectors of B with B^T B / n below A, and how far below at most.

    Each block of rows M is added to B, whose squared singular values are then lowered
    by the (size + 1)-th, d, and those beyond dropped. So 0 <= M^T M - B^T B <= d I in
    the order of semidefinite matrices, and what was lost adds up over the blocks.

    returns : (size,) eigenvalues of B^T B / n, descending; (n_words, size) their
              eigenvectors; a bound on ||A - B^T B / n||_2
    """
    kept, lost = np.zeros((size, covariance.n_words)), 0.0
    for rows in _blocks(covariance.observations):
        kept, lowered = _absorb(kept, rows, covariance.means)
        lost += lowered
    _, values, vectors = np.linalg.svd(kept, full_matrices=False)
    squares = values**2 / covariance.n_documents
    return (
        first_columns(squares, size),
        first_columns(vectors.T, size),
        lost / covariance.n_documents,
    )


def _blocks(observations: Matrix) -> Iterator[Matrix]:
    for start in range(0, observations.shape[0], BLOCK):
        yield observations[start : start + BLOCK]


def _absorb(
    kept: np.ndarray, rows: Matrix, means: np.ndarray
) -> tuple[np.ndarray, float]:
    """Return B after a block of rows, and by how much its squares were lowered.

    With M the kept rows and the new ones less their means, the left vectors come from
    the small M M^T: the block is never made dense.
    """
    size = len(kept)
    values, vectors = np.linalg.eigh(_gram(kept, rows, means))
    values, vectors = np.maximum(values[::-1], 0.0), vectors[:, ::-1]
    lowered = values[size] if len(values) > size else 0.0
    left, squares = vectors[:, :size], values[:size]
    share = np.where(squares > lowered, 1 - lowered / np.where(squares, squares, 1), 0)
    onto_kept, onto_rows = left[:size].T, left[size:].T
    centres = np.outer(onto_rows.sum(axis=1), means)
    product = onto_kept @ kept + (rows.T @ onto_rows.T).T - centres
    return np.sqrt(share)[:, None] * product, float(lowered)


def _gram(kept: np.ndarray, rows: Matrix, means: np.ndarray) -> np.ndarray:
    """Return M M^T for M = [kept; rows - means]."""
    shifts = rows @ means
    cross = rows @ kept.T - kept @ means
    own = dense(rows @ rows.T) - shifts[:, None] - shifts + means @ means
    return np.block([[kept @ kept.T, cross.T], [cross, own]])
