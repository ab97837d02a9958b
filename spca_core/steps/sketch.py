"""Rank-r factors V with A ~ V V^T (paper, section 4), each with its error."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spca_core.corpus.matrix import Matrix, dense
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.spectrum import first_columns, leading_spectrum, residual_norm
from spca_core.running.stopping import slices

MAX_TAIL = 16  # eigenvalues computed beyond the rank: more would take too long
# As Halko, Martinsson and Tropp recommend; each iteration is a pass over the data.
OVERSAMPLING, POWER_ITERATIONS = 10, 3
SIZE_OF_STREAM = 4  # rows that a stream keeps, as a multiple of the rank


@dataclass(frozen=True, eq=False)
class Sketch:
    """A factor V whose V V^T is close to A."""

    factor: np.ndarray  # (n_words, rank) V, the largest entry of each column positive
    # (n_components,) descending bounds on the eigenvalues of A - V V^T; the first also
    # bounds its norm. They are exact up to rounding, except for a stream.
    tail: np.ndarray

    @property
    def error(self) -> float:
        """An upper bound on ||A - V V^T||_2, exact up to rounding but for a stream."""
        return float(self.tail[0])

    @property
    def missed(self) -> float:
        """An upper bound on what any X captures of A beyond V V^T: Ky Fan's sum."""
        return float(self.tail.sum())


def sketch_of(covariance: Covariance, settings: Settings) -> Sketch:
    """Return the sketch that the settings ask for; they and the data determine it."""
    return SKETCHES[settings.sketch](covariance, settings)


def truncated_svd(covariance: Covariance, settings: Settings) -> Sketch:
    """Take the best V of its rank: A - V V^T has the remaining eigenvalues.

    A rank above the data's gives columns of zeros. The computed pairs U, L are exact
    for a matrix within 2 ||E|| of A, where E = A U - U L. So, by Weyl's theorem, each
    remaining eigenvalue is within 2 ||E|| of the computed one.
    """
    rank, n_components = settings.rank, settings.n_components
    wanted = rank + min(n_components, MAX_TAIL)
    values, vectors = leading_spectrum(covariance, wanted)
    residual = covariance.products(vectors) - vectors * values
    # The eigenvalues that follow are at most the last one computed.
    tail = np.pad(values[rank:], (0, rank + n_components - wanted), mode="edge")
    tail += 2 * np.linalg.norm(residual)
    return Sketch(_factor(values, vectors, rank), tail)


def randomised_svd(covariance: Covariance, settings: Settings) -> Sketch:
    """Take the SVD within a random subspace, iterated (Halko et al., SIAM Rev. 2011).

    V V^T is S^T P S / n for a projection P of documents, so A - V V^T is PSD. The start
    is random over documents, not words, so the order of words does not matter.
    """
    rng = np.random.default_rng(settings.seed)
    size = min(settings.rank + OVERSAMPLING, covariance.n_documents, covariance.n_words)
    basis = rng.standard_normal((covariance.n_documents, size))
    for _ in range(POWER_ITERATIONS):
        axes, _ = np.linalg.qr(covariance.gather(basis))
        basis, _ = np.linalg.qr(covariance.scores(axes))
    vectors, values, _ = np.linalg.svd(covariance.gather(basis), full_matrices=False)
    factor = vectors * values / np.sqrt(covariance.n_documents)
    return _with_error(covariance, first_columns(factor, settings.rank), settings)


def gaussian_projection(covariance: Covariance, settings: Settings) -> Sketch:
    """Project the documents at random: V = S^T R / sqrt(n), with R from N(0, 1 / r).

    Paper, Theorem 3. V V^T equals A in expectation, but may exceed it.
    """
    shape = covariance.n_documents, settings.rank
    normals = np.random.default_rng(settings.seed).standard_normal(shape)
    scale = np.sqrt(settings.rank * covariance.n_documents)
    return _with_error(covariance, covariance.gather(normals) / scale, settings)


def streamed(covariance: Covariance, settings: Settings) -> Sketch:
    """Take the leading directions from one pass over the rows; the error is a bound.

    A - V V^T = (A - B^T B / n) + (B^T B / n - V V^T), and both norms are known.
    """
    rank, n_components = settings.rank, settings.n_components
    size = SIZE_OF_STREAM * rank
    values, vectors, lost = frequent_directions(covariance, size)
    tail = first_columns(values[rank:], n_components) + lost
    return Sketch(_factor(values, vectors, rank), tail)


SKETCHES: dict[str, Callable[[Covariance, Settings], Sketch]] = {
    "svd": truncated_svd,
    "randomised": randomised_svd,
    "gaussian": gaussian_projection,
    "streaming": streamed,
}


def _factor(values: np.ndarray, vectors: np.ndarray, rank: int) -> np.ndarray:
    """Return U L^(1/2) of the first eigenpairs."""
    return pin_signs(vectors[:, :rank] * np.sqrt(values[:rank]))


def pin_signs(factor: np.ndarray) -> np.ndarray:
    """Make the largest entry of each column positive.

    Otherwise the signs, and so a seed's answer, would change with the order of words.
    """
    largest = np.take_along_axis(factor, abs(factor).argmax(axis=0)[None], axis=0)
    return np.ascontiguousarray(factor * np.where(largest < 0, -1.0, 1.0))


def _with_error(
    covariance: Covariance, factor: np.ndarray, settings: Settings
) -> Sketch:
    factor = pin_signs(factor)
    error = residual_norm(covariance, factor)
    return Sketch(factor, np.full(settings.n_components, error))


ABSORBED_AT_ONCE = 256  # rows absorbed


def frequent_directions(
    covariance: Covariance, size: int
) -> tuple[np.ndarray, np.ndarray, float]:
    """Return eigenpairs of B^T B / n <= A, and a bound on what B has lost.

    A sketch from one pass over the rows, in bounded memory (Liberty, KDD 2013;
    Ghashami, Liberty, Phillips, Woodruff, SIAM J. Computing 45, 2016). Some rows at a
    time are added to B, which gives M; its squared singular values are then lowered by
    the (size + 1)-th, d, and those beyond dropped. So 0 <= M^T M - B^T B <= d I in the
    semidefinite order, and the losses add up. This holds for any rows, so each block of
    documents has its own B, and these are absorbed in their order.

    returns : (size,) eigenvalues of B^T B / n, descending; (n_words, size) their
              eigenvectors; a bound on ||A - B^T B / n||_2
    """
    sketches = covariance.by_block(_sketched, covariance.means, size)
    kept, lost = next(sketches)
    for rows, lost_there in sketches:
        kept, lowered = _absorb(kept, rows, np.zeros(covariance.n_words))
        lost += lost_there + lowered
    _, values, vectors = np.linalg.svd(kept, full_matrices=False)
    squares = values**2 / covariance.n_documents
    return (
        first_columns(squares, size),
        first_columns(vectors.T, size),
        lost / covariance.n_documents,
    )


def _sketched(rows: Matrix, means: np.ndarray, size: int) -> tuple[np.ndarray, float]:
    """Return B of a block of documents, (size, n_words), and what it has lost."""
    kept, lost = np.zeros((size, rows.shape[1])), 0.0
    for part in slices(rows.shape[0], ABSORBED_AT_ONCE):
        kept, lowered = _absorb(kept, rows[part], means)
        lost += lowered
    return kept, lost


def _absorb(
    kept: np.ndarray, rows: Matrix, means: np.ndarray
) -> tuple[np.ndarray, float]:
    """Return B after some more rows, and by how much its squares were lowered.

    M has the kept rows, and the new ones less their means. Its left singular vectors
    come from the small M M^T, so sparse rows are never made dense.
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
    inner = dense(rows @ rows.T) - shifts[:, None] - shifts + means @ means
    return np.block([[kept @ kept.T, cross.T], [cross, inner]])
