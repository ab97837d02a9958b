"""scikit-learn's non-negative matrix factorisation, a baseline (Nature 401, 1999)."""

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np
from scipy import sparse

from spca_core.corpus.matrix import Matrix
from spca_core.methods.baselines.rounding import (
    MIN_ERROR_FALL,
    NotNegative,
    best_so_far,
    decomposition,
    rounded,
)
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.problem.spectrum import leading_spectrum
from spca_core.running.in_turn import on_worker
from spca_core.running.stopping import run_abandonable

# Besides the start from the SVD; on KOS random starts differ by three per cent.
RANDOM_STARTS = 2
SLICES, ITERATIONS = 10, 20  # at most: slices per start, iterations per slice
OWN_ITERATIONS = 200  # at most, without rounding


class _Factors(NamedTuple):
    """data ~ documents @ words, and the error of this approximation."""

    documents: np.ndarray  # (n_documents, n_components)
    words: np.ndarray  # (n_components, n_words)
    error: float = np.inf


@best_so_far
def nmf(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[np.ndarray]:
    """Round non-negative matrix factorisation (Lee and Seung, Nature 401, 1999).

    It does not centre: it takes the raw numbers. If they are to be centred, each word's
    minimum is subtracted, which changes nothing for counts if every word is absent from
    some document. The supports are then judged by the centred variance.
    raises : InputError if a number is negative
    """
    data = NotNegative(covariance, settings).whole()
    # Scaled to 1 at most, because scikit-learn has fixed thresholds.
    data *= 1.0 / (data.max() or 1.0)
    for factors in _starts(data, settings):
        for _ in range(SLICES):
            last = factors.error
            factors = on_worker(executor, _slice, data, factors)
            yield rounded(factors.words, settings.sparsity)
            if not last - factors.error > MIN_ERROR_FALL * factors.error:
                break


def _starts(data: Matrix, settings: Settings) -> Iterator[_Factors]:
    """Yield one start from the SVD, unless this is a restart, and others at random."""
    n_documents, n_words = data.shape
    if not settings.restarts:
        yield _half_of_svd(data, settings.n_components)
    for seed in np.random.SeedSequence(settings.seed).spawn(RANDOM_STARTS):
        rng = np.random.default_rng(seed)
        words = rng.random((settings.n_components, n_words))
        yield _Factors(rng.random((n_documents, settings.n_components)), words)


def _half_of_svd(data: Matrix, n_components: int) -> _Factors:
    """Keep one sign of each singular pair (Boutsidis and Gallopoulos 2008)."""
    _, vectors = leading_spectrum(Covariance(data, centred=False), n_components)
    scores = data @ vectors

    def lengths(sign: float) -> np.ndarray:
        kept = (np.maximum(sign * side, 0.0) for side in (scores, vectors))
        return np.prod([np.linalg.norm(side, axis=0) for side in kept], axis=0)

    signs = np.where(lengths(1.0) >= lengths(-1.0), 1.0, -1.0)
    return _Factors(np.maximum(scores * signs, 0.0), np.maximum(vectors * signs, 0.0).T)


def _slice(data: Matrix, factors: _Factors) -> _Factors:
    if not (factors.documents.any() and factors.words.any()):
        return factors  # The data are all zero, which NMF would refuse.
    # Without a tolerance, no warning says that a slice has not converged.
    model = decomposition().NMF(
        len(factors.words), init="custom", max_iter=ITERATIONS, tol=0.0
    )
    # The square of an error that is only rounding may be negative.
    with np.errstate(invalid="ignore"):
        documents = model.fit_transform(
            data,
            W=np.ascontiguousarray(factors.documents),
            H=np.ascontiguousarray(factors.words),
        )
    return _Factors(documents, model.components_, model.reconstruction_err_)


def own_topics(data: sparse.csr_array, settings: Settings) -> Iterator[np.ndarray]:
    """Yield the words' weights in the topics, (k, n_words), once."""
    model = decomposition().NMF(
        settings.n_components,
        init="nndsvda",
        max_iter=OWN_ITERATIONS,
        tol=0.0,
        random_state=settings.seed % 2**32,
    )
    run_abandonable(model.fit, data)
    yield model.components_
