"""The answer, which has the same form for every method."""

from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from spca_core.problem.covariance import Covariance
from spca_core.problem.guarantee import NetSearch
from spca_core.problem.settings import Settings


@dataclass(frozen=True, kw_only=True)
class Remarks:
    """What a method can say about its answer; None where there is nothing to say.

    sketch_error : ||A - V V^T||_2 of the sketch it works on, or a bound on it
    exhaustive   : whether it has weighed all of its possible candidates
    net          : how much of its net the paper's method has tried, and what is proven
    """

    sketch_error: float | None = None
    exhaustive: bool | None = None
    net: NetSearch | None = None

    def in_units(self, covariance: Covariance) -> "Remarks":
        """Return the remarks in the units of the data, before it was scaled."""
        if not covariance.exponent:
            return self
        error = self.sketch_error
        return replace(
            self,
            sketch_error=None if error is None else float(covariance.in_units(error)),
            net=self.net and self.net.scaled(covariance.in_units),
        )


NO_REMARKS = Remarks()


class Candidate(NamedTuple):
    """The best supports a running method has so far, which is what methods yield.

    Attributes
    ----------
    supports : ndarray of shape (components found so far, sparsity)
        Word indices, no word twice.
    candidates : int
        How many supports it has weighed to find them.
    remarks : Remarks
        What it can say about its answer.
    """

    supports: np.ndarray
    candidates: int
    remarks: Remarks = NO_REMARKS


class TracePoint(NamedTuple):
    """When a candidate was found, and what it captures of A.

    processor_seconds : as a `Solution` has them
    n_components      : how many components it has
    """

    seconds: float
    processor_seconds: float
    candidates: int
    n_components: int
    captured_variance: float


@dataclass(frozen=True, eq=False, kw_only=True)
class Solution:
    """Disjoint sparse components, best first; in each, the heaviest words first.

    supports  : (n_components, sparsity) word indices, none twice
    loadings  : (n_components, sparsity), unit rows: leading eigenvectors of the blocks
    variances : (n_components,), x_j^T A x_j on the data, descending
    processor_seconds: of all threads, where `seconds` are those on the clock
    stopped_by: "finished", "seconds" (the cap), or "stop" (the caller left here); a
                stopped one-at-a-time method may hold fewer components than asked for
    """

    settings: Settings
    supports: np.ndarray
    loadings: np.ndarray
    variances: np.ndarray
    trace: tuple[TracePoint, ...]
    seconds: float
    processor_seconds: float
    candidates: int
    stopped_by: str
    remarks: Remarks = NO_REMARKS

    @property
    def captured_variance(self) -> float:
        """Tr(X^T A X), the sum over the components."""
        return float(self.variances.sum())

    @property
    def with_heaviest(self) -> np.ndarray:
        """Which words have the sign of their topic's heaviest, and not against it.

        (n_components, sparsity)
        """
        return self.loadings * self.loadings[:, :1] >= 0


def loading_matrix(
    supports: np.ndarray, loadings: np.ndarray, n_words: int
) -> np.ndarray:
    """Return the loadings of a `Solution` as the paper's X, (n_words, n_components)."""
    matrix = np.zeros((n_words, len(supports)))
    np.put_along_axis(matrix, supports.T, loadings.T, axis=0)
    return matrix


def leading_components(
    covariance: Covariance, supports: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return supports, loadings and variances in the order a Solution has them.

    For fixed supports the best loadings are the leading eigenvectors of the blocks
    A[I, I]; the sign is chosen to make the heaviest word's loading positive.
    """
    variances, loadings = leading_eigenpairs(covariance, supports)
    order = np.argsort(-abs(loadings), axis=1, kind="stable")
    supports = np.take_along_axis(supports, order, axis=1)
    loadings = np.take_along_axis(loadings, order, axis=1)
    loadings = loadings * np.where(loadings[:, :1] < 0, -1.0, 1.0)
    best_first = np.argsort(-variances, kind="stable")
    return supports[best_first], loadings[best_first], variances[best_first]


def captured_variance(covariance: Covariance, supports: np.ndarray) -> float:
    """Return Tr(X^T A X) of the best loadings on these supports."""
    return float(leading_eigenpairs(covariance, supports)[0].sum())


def leading_eigenpairs(
    covariance: Covariance, supports: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return the greatest eigenvalue (k,) and its vector (k, s) of each A[I, I]."""
    values, vectors = np.linalg.eigh(_blocks(covariance, supports))
    return np.maximum(values[:, -1], 0.0), vectors[:, :, -1]


def greatest_eigenvalues(matrix: np.ndarray, supports: np.ndarray) -> np.ndarray:
    """Return the greatest eigenvalue of a matrix on each support, (n_supports,)."""
    blocks = matrix[supports[:, :, None], supports[:, None, :]]
    return np.linalg.eigvalsh(blocks)[:, -1]


def _blocks(covariance: Covariance, supports: np.ndarray) -> np.ndarray:
    """Return each A[I, I], (k, s, s)."""
    if covariance.gram_cache.holds(supports.ravel()):
        return np.array([covariance.block(support) for support in supports])
    # Entries between two supports are computed too, so that one pass does for all.
    words, places = np.unique(supports, return_inverse=True)
    places = places.reshape(supports.shape)
    return covariance.block(words)[places[:, :, None], places[:, None, :]]
