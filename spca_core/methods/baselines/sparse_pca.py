"""scikit-learn's sparse PCA, a baseline (Mairal et al., ICML 2009)."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial

import numpy as np

from spca_core.methods.baselines.rounding import (
    MIN_ERROR_FALL,
    best_so_far,
    decomposition,
    first_rotation,
    rounded,
)
from spca_core.problem.covariance import Covariance
from spca_core.problem.settings import Settings
from spca_core.running.in_turn import on_worker
from spca_core.running.stopping import run_abandonable

MIN_WORDS_USED = 1_000  # used at least: those of greatest variance
SLICES, ITERATIONS = 40, 5  # slices at most, and iterations per slice
# Relative to the norm of the last word that the components need: on KOS it leaves a
# component some dozens of words; with a sixth or a third, less is captured.
PENALTY = 0.25


@best_so_far
def sparse_pca(
    covariance: Covariance, settings: Settings, executor: Executor
) -> Iterator[np.ndarray]:
    """Round sparse PCA by dictionary learning (Mairal et al., ICML 2009).

    scikit-learn's SparsePCA always centres; this is the same problem with or without
    centring. It begins at the leading eigenvectors, and a restart at a random rotation
    of them; otherwise the seed only replaces a component that has no word left.
    """
    factor, code, dictionary = _start(covariance, settings)
    rotation = first_rotation(settings)
    code, dictionary = code @ rotation, rotation.T @ dictionary
    slots = settings.n_components * settings.sparsity
    norms = np.linalg.norm(factor[:slots], axis=1)
    learn = partial(
        decomposition().dict_learning,
        factor,
        len(dictionary),
        alpha=PENALTY * norms[norms > 0].min(initial=1.0),
        max_iter=ITERATIONS,
        tol=0.0,
        method="lars",
    )
    error = np.inf
    for seed in np.random.SeedSequence(settings.seed).generate_state(SLICES):
        last, state = error, {"code_init": code, "dict_init": dictionary}
        go_on = partial(learn, random_state=int(seed), **state)
        code, dictionary, (*_, error) = on_worker(executor, go_on)
        yield rounded(code.T, settings.sparsity)
        if not last - error > MIN_ERROR_FALL * error:
            break


def _start(
    covariance: Covariance, settings: Settings
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a factor F with F F^T = A, and the leading part of its SVD.

    The error ||F - code dictionary||^2 is the same for every factor of A. So F, a row
    per word, is at most as large as A on these words, for any number of documents.
    """
    n_words = max(MIN_WORDS_USED, settings.n_components * settings.sparsity)
    block = covariance.block(np.arange(min(n_words, covariance.n_words)))
    values, vectors = run_abandonable(np.linalg.eigh, block / (block.max() or 1.0))
    lengths, vectors = np.sqrt(np.maximum(values[::-1], 0.0)), vectors[:, ::-1]
    leading = slice(settings.n_components)
    return vectors * lengths, vectors[:, leading], np.diag(lengths)[leading]
