"""Greatest eigenvalues: quickly during the descent, with a proof for the bound."""

import numpy as np

from spca_core.corpus.stopping import left_behind

EPSILON = float(np.finfo(np.float64).eps)  # twice the largest rounding of one operation


class LeadingPairs:
    """The greatest eigenvalues of a matrix that changes little from call to call.

    A subspace is kept and refined by one step of a block Lanczos method per call. The
    result is approximate and not proven: enough for a direction of descent.
    """

    def __init__(self, n_pairs: int) -> None:
        self._n_pairs = n_pairs
        self._vectors = np.empty((0, 0))

    def of(self, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the greatest values, descending, and their vectors in columns."""
        if not len(self._vectors) or 3 * self._n_pairs >= len(matrix):
            values, vectors = left_behind(np.linalg.eigh, matrix)
        else:
            once = matrix @ self._vectors
            basis = np.hstack([self._vectors, once, matrix @ once])
            basis, _ = np.linalg.qr(basis)
            values, vectors = np.linalg.eigh(basis.T @ (matrix @ basis))
            vectors = basis @ vectors[:, -self._n_pairs :]
        self._vectors = vectors[:, ::-1][:, : self._n_pairs]
        return values[::-1][: self._n_pairs], self._vectors


def greatest_sums(matrices: list[np.ndarray], n_values: int) -> np.ndarray:
    """Return the sum of the greatest eigenvalues of each matrix, not proven."""
    values = left_behind(np.linalg.eigvalsh, matrices)
    return values[:, -n_values:].sum(axis=1)


def eigenvalue_sum(matrix: np.ndarray, n_values: int, *, positive: bool) -> float:
    """Return an upper bound on the sum of the greatest eigenvalues.

    matrix   : symmetric
    positive : count negative ones as zero
    Proof. For V and L as computed, let W be the orthogonal matrix nearest to V.
    Singular values obey |s - 1| <= |s^2 - 1|, so V is within d = ||V^T V - I|| of W,
    thus ||A W - W L|| <= ||A V - V L|| + d (||A|| + ||L||), and by Weyl's theorem no
    eigenvalue of A is further than that from its own in L. The norms are Frobenius's;
    a sum of n products is rounded by at most n EPSILON times the sum of their sizes.
    """
    values, vectors = left_behind(np.linalg.eigh, matrix)
    size = np.linalg.norm(matrix) + np.linalg.norm(values)
    left = matrix @ vectors
    left -= vectors * values
    residual = np.linalg.norm(left)
    np.matmul(vectors.T, vectors, out=left)
    left[np.diag_indices(len(matrix))] -= 1.0
    defect = np.linalg.norm(left)
    rounding = 4 * EPSILON * len(matrix) ** 2 * size
    error = residual + defect * size + rounding
    greatest = values[-n_values:]
    total = np.maximum(greatest, 0.0).sum() if positive else greatest.sum()
    return float(total + n_values * error)
