"""Sums of the greatest values or eigenvalues: smooth for a descent, or proven."""

from collections.abc import Iterator

import numpy as np
from scipy.linalg.lapack import dpotrf

from spca_core.running.compiled import compiled
from spca_core.running.stopping import run_abandonable, stopping_point

EPS = float(np.finfo(np.float64).eps)  # twice the largest rounding of one operation
HALVINGS = 60  # of the interval of a threshold, down to the last bit
FIRST_REFINEMENTS = 8  # from vectors drawn at random
MAX_REFINEMENTS, SETTLED_SUM = 20, 1e-9  # SETTLED_SUM: relative, of a sum in a round
SPARE_PAIRS = 12  # beyond those that are summed: many may tie, and none may be missed
# How far what is proven may exceed the sum, as a share of the matrix's norm: from a
# first try to one that any matrix passes.
SLACKS = 1e-10 * 10.0 ** np.arange(13)
# Exact pairs of more words take seconds: tries with settled ones before them.
MANY_WORDS, TRIES_OF_MANY = 1_000, 4


def largest_sum(values: np.ndarray, n_values: int) -> float:
    """Return the sum of the greatest values, or of all if there are fewer."""
    return float(np.sort(values)[-n_values:].sum())


@compiled
def insert(values, places, n_values, size, value, place):
    """Insert into the `size` greatest values, in descending order; return how many."""
    if n_values == size:
        if size == 0 or value <= values[size - 1]:
            return n_values
        n_values -= 1
    at = n_values
    while at > 0 and values[at - 1] < value:
        values[at], places[at] = values[at - 1], places[at - 1]
        at -= 1
    values[at], places[at] = value, place
    return n_values + 1


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
        if 3 * self._n_pairs >= len(matrix):
            return self.exact(matrix)
        if not len(self._vectors):
            rng = np.random.default_rng(0)
            start = rng.standard_normal((len(matrix), self._n_pairs))
            self._vectors = start.astype(matrix.dtype)
            for _ in range(FIRST_REFINEMENTS - 1):
                self._refine(matrix)
        return self._refine(matrix)

    def settled(self, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return them as `of` does, once their sum without the spare ones is steady."""
        n_values, total = self._n_pairs - SPARE_PAIRS, -np.inf
        for _ in range(MAX_REFINEMENTS):
            values, vectors = self.of(matrix)
            before, total = total, values[:n_values].sum()
            if abs(total - before) <= SETTLED_SUM * abs(total):
                break
        return values, vectors

    def exact(self, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return them from all eigenvectors, which take far more time and memory."""
        return self._greatest(*run_abandonable(np.linalg.eigh, matrix))

    def _refine(self, matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        stopping_point()
        once = matrix @ self._vectors
        basis, _ = np.linalg.qr(np.hstack([self._vectors, once, matrix @ once]))
        values, vectors = np.linalg.eigh(basis.T @ (matrix @ basis))
        vectors = basis @ vectors[:, -self._n_pairs :]
        values, self._vectors = self._greatest(values, vectors)
        return values, self._vectors

    def _greatest(
        self, values: np.ndarray, vectors: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        greatest_first = slice(None, -self._n_pairs - 1, -1)
        return values[greatest_first], vectors[:, greatest_first]


def greatest_sum(matrix: np.ndarray, n_values: int) -> float:
    """Return the sum of the greatest eigenvalues, not proven."""
    values, _ = LeadingPairs(n_values + SPARE_PAIRS).settled(matrix)
    return float(values[:n_values].sum())


def eigenvalue_sum(matrix: np.ndarray, n_values: int, *, positive: bool) -> float:
    """Return an upper bound on the sum of the greatest eigenvalues.

    matrix   : symmetric
    positive : count negative ones as zero

    raises : LinAlgError if the matrix has a number that is not finite
    """
    n_values, size = min(n_values, len(matrix)), float(np.linalg.norm(matrix))
    if size == 0:
        return 0.0
    for slack, values, vectors in _tries(matrix, n_values):
        cut = max(values[n_values - 1], 0.0) if positive else values[n_values - 1]
        weights = np.maximum(values - cut, 0.0)
        cut += slack * size / n_values
        rounding = _rounding_below(matrix, size, cut, vectors, weights)
        if rounding is not None:
            lengths = (vectors**2).sum(axis=0)
            return float(n_values * (cut + rounding) + weights @ lengths)
    raise np.linalg.LinAlgError("The matrix has a number that is not finite.")


def _tries(
    matrix: np.ndarray, n_values: int
) -> Iterator[tuple[float, np.ndarray, np.ndarray]]:
    """Yield slacks and pairs, exact ones last: only values close together need them."""
    pairs = LeadingPairs(n_values + SPARE_PAIRS)
    settled = pairs.settled(matrix)
    for slack in SLACKS[: TRIES_OF_MANY if len(matrix) > MANY_WORDS else 1]:
        yield slack, *settled
    exact = pairs.exact(matrix)
    for slack in SLACKS:
        yield slack, *exact


def _rounding_below(
    matrix: np.ndarray,
    size: float,
    cut: float,
    vectors: np.ndarray,
    weights: np.ndarray,
) -> float | None:
    """Return by how much to raise the cut for A <= cut I + V W V^T; None if unknown.

    size : the Frobenius norm of A

    The k greatest eigenvalues of A are then at most those of the right side, which add
    up to at most k times the cut and the trace of W V^T V (Weyl 1912, Ky Fan 1949).

    Proof. Let B = cut I + V W V^T - A as computed. If Cholesky's method finds an R for
    B, then R^T R is off from B by at most n EPS times the trace of B, in norm, as
    |R^T| |R| has the trace of R^T R (Higham 2002, Theorem 10.3). So B is at least minus
    that times I. B is a sum of products, off in Frobenius norm by at most EPS
    times their number times the sizes of its terms. The same covers the trace. QED
    """
    above = (vectors * weights) @ vectors.T
    above -= matrix
    above[np.diag_indices(len(above))] += cut
    terms = size + 2 * weights.sum() + abs(cut) * np.sqrt(len(above))
    size = np.trace(above) + terms
    # In place: one triangle is read, and the array is transposed, not copied.
    _, failed = dpotrf(above.T, lower=1, overwrite_a=1)
    return None if failed else 4 * EPS * (sum(vectors.shape) + 4) * size
