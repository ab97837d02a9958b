"""Common alternatives: scikit-learn's NMF, LDA and sparse PCA.

Their topics share words. So their weights (n_components, n_words), scaled to unit
length for each component, are rounded to disjoint supports by the matching that all our
methods use, and judged by the same variance. scikit-learn works in slices, after each
of which the best supports so far are yielded.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from functools import wraps
from importlib import import_module
from typing import Any

import numpy as np
from scipy import sparse

from spca_core.corpus.matrix import Matrix, dense
from spca_core.errors import InputError
from spca_core.problem.covariance import Covariance
from spca_core.problem.method import METHODS
from spca_core.problem.settings import Settings
from spca_core.problem.solution import Candidate, captured_variance
from spca_core.running.stopping import run_abandonable
from spca_core.steps.matching import match_supports

MAX_NMF_NUMBERS = 100_000_000  # that NMF may hold: with its copies some 4 GB
MIN_ERROR_FALL = 1e-6  # relative, of the error in a slice; a smaller one ends a start

# Takes data whose words are ordered by variance; yields supports.
SupportFinder = Callable[[Covariance, Settings, Executor], Iterator[np.ndarray]]


def best_so_far(find: SupportFinder) -> Callable[..., Iterator[Candidate]]:
    """Make a method of a function that yields supports: it yields the best so far."""

    @wraps(find)
    def search(
        covariance: Covariance, settings: Settings, executor: Executor
    ) -> Iterator[Candidate]:
        words = covariance.words_by_variance
        # The order of the words in the corpus must not matter.
        ordered = covariance.restricted(words)
        best, supports = -1.0, np.empty(0)
        for candidates, places in enumerate(find(ordered, settings, executor), start=1):
            variance = captured_variance(covariance, words[places])
            if variance > best:
                best, supports = variance, words[places]
            yield Candidate(supports, candidates)

    return search


def rounded(weights: np.ndarray, sparsity: int) -> np.ndarray:
    """Match weights, (n_components, n_words), of all words or of the first ones."""
    squares = weights**2
    sums = squares.sum(axis=1, keepdims=True)
    return match_supports(squares / np.where(sums > 0, sums, 1.0), sparsity)


def first_rotation(settings: Settings) -> np.ndarray:
    """Return the rotation of the leading eigenvectors to begin at, (k, k).

    There is none at first; that of a restart is random.
    """
    k = settings.n_components
    if not settings.restarts:
        return np.eye(k)
    normals = np.random.default_rng(settings.seed).standard_normal((k, k))
    return np.linalg.qr(normals)[0]


def decomposition() -> Any:
    """Return scikit-learn's module; work can be stopped while it is first imported."""
    return run_abandonable(import_module, "sklearn.decomposition")


class NotNegative:
    """The numbers as NMF and LDA take them; if centred, less each word's minimum.

    raises : InputError if a number is negative, and not only because of centring, or
        there are no documents
    """

    def __init__(self, covariance: Covariance, settings: Settings) -> None:
        self._covariance = covariance
        if not covariance.has_documents:
            raise InputError(
                f"{METHODS[settings.method].label} needs documents, and a covariance "
                "matrix has none. Use another method."
            )
        least = np.min(list(covariance.by_block(_least)), axis=0)
        # A dense matrix that is to be centred already holds deviations, some negative.
        if least.min() < 0 and not (settings.centred and covariance.is_dense):
            raise InputError(
                f"{METHODS[settings.method].label} needs data without negative "
                f"numbers; the least here is {least.min():g}. Use another method."
            )
        self._least = least * settings.centred

    def rows(self, documents: slice) -> Matrix:
        """Return a copy of some documents' numbers, CSR or dense."""
        return _less(self._covariance.rows(documents), self._least)

    def whole(self) -> Matrix:
        """Return a copy of all documents' numbers, CSR or dense.

        raises : InputError if memory may not hold them
        """
        n_numbers = int(self._covariance.moments[2].sum())
        if n_numbers > MAX_NMF_NUMBERS:
            raise InputError(
                "NMF keeps all numbers that are not 0 in memory, at most "
                f"{MAX_NMF_NUMBERS:,}; this corpus has {n_numbers:,}. Use another "
                "method, or fewer words."
            )
        # Block by block, so that work can be stopped between them.
        blocks = list(self._covariance.by_block(_less, self._least))
        is_dense = isinstance(blocks[0], np.ndarray)
        return blocks[0] if is_dense else sparse.vstack(blocks, format="csr")


def _less(rows: Matrix, least: np.ndarray) -> Matrix:
    if isinstance(rows, np.ndarray):
        return rows - least
    rows = sparse.csr_array(rows).astype(np.float64)
    rows.sort_indices()
    # Zeros need no change: a word whose minimum is above zero has none.
    rows.data -= least[rows.indices]
    return rows


def _least(rows: Matrix) -> np.ndarray:
    return dense(rows.min(axis=0)).ravel()
