"""Operations with the matrix A = S^T S / n, which is never formed whole (d x d)."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from spca_core.corpus.blocks import Blocks, Sums, Words
from spca_core.corpus.corpus import Corpus
from spca_core.corpus.matrix import Matrix, dense, is_full
from spca_core.corpus.stored import StoredCounts
from spca_core.corpus.weighting import Weights, weighted, weighted_blocks, weights_of
from spca_core.errors import InputError
from spca_core.problem.gram_cache import GramCache
from spca_core.problem.products import ROUNDING, share
from spca_core.problem.settings import Settings
from spca_core.problem.whole import (
    Chosen,
    Precomputed,
    Whole,
    deviations,
    rows_of,
    scaled_to_size,
)


@dataclass(frozen=True, eq=False)
class Covariance:
    """The second moments of the words, about zero (raw) or about their means (centred).

    If centred, A = S^T S / n - m m^T for the means m.

    A method gets one, and asks it for `variances`, `words_by_variance`, `products`,
    `block` and `gram`.

    Attributes
    ----------
    observations : csr_array or ndarray of shape (n_documents, n_words)
        The matrix S; also a store, or some words of another covariance.
    centred : bool
        Subtract each word's mean; done in the products, never in S itself.
    executor : Executor or None
        Where sums over blocks of documents are computed; threads if None.
    weights : Weights or None
        For a store, whose numbers are weighted as they are read.
    exponent : int
        S is the data over 2^exponent: 0 unless they are very large or small.
    precomputed : ndarray of shape (n_words, n_words), or None
        A, where it is itself the data; S is then made of it.
    has_documents : bool
        Whether the rows of S are documents, and not made of A.
    """

    observations: Matrix | StoredCounts | Chosen
    centred: bool
    executor: Executor | None = None
    weights: Weights | None = None
    exponent: int = 0
    precomputed: np.ndarray | None = None
    has_documents: bool = True
    gram_cache: GramCache = field(default_factory=GramCache)

    @staticmethod
    def of(
        corpus: Corpus,
        *,
        centred: bool,
        weighting: str = "counts",
        norm: str = "none",
        executor: Executor | None = None,
    ) -> "Covariance":
        """Return the covariance of a corpus, computed once and cached with the corpus.

        The corpus keeps its counts; they are weighted here. A dense matrix is centred
        at once, so that no precision is lost where the means are large.
        """
        known = _KNOWN.setdefault(corpus, {})
        key = centred, weighting, norm, executor
        if key not in known:
            known[key] = _made(corpus, *key)
        return known[key]

    def rows(self, documents: np.ndarray | slice) -> Matrix:
        """Return some rows of S, weighted."""
        rows = self.observations[documents]
        return self.weights.applied(rows) if self.weights else rows

    @property
    def is_dense(self) -> bool:
        """Whether S is a dense matrix."""
        return isinstance(self.rows(slice(1)), np.ndarray)

    def in_units(self, variances: Any) -> Any:
        """Return variances in the units of the data, before it was scaled."""
        return np.ldexp(variances, 2 * self.exponent)

    @property
    def n_documents(self) -> int:
        return self.observations.shape[0]

    @property
    def n_words(self) -> int:
        return self.observations.shape[1]

    @cached_property
    def means(self) -> np.ndarray:
        """(n_words,) what is subtracted from each word: zeros when raw."""
        if not self.centred:
            return np.zeros(self.n_words)
        return self.moments[0] / self.n_documents

    @cached_property
    def variances(self) -> np.ndarray:
        """(n_words,) the diagonal of A."""
        return self._variances_about(self.means)

    def _variances_about(self, means: np.ndarray) -> np.ndarray:
        variances = self.second_moments - means**2
        # Standardised columns tie, so that their order does not depend on rounding.
        variances = np.where(abs(variances - 1) > ROUNDING, variances, 1.0)
        return np.where(abs(variances) > ROUNDING * self.second_moments, variances, 0.0)

    def check_varies(self) -> None:
        """Raise InputError if no word varies: there are no topics, centred or not."""
        if self.n_documents == 1:
            raise InputError(
                "One document has no topics. Split it into paragraphs or pieces, or "
                "add documents."
            )
        if self._variances_about(self.moments[0] / self.n_documents).any():
            return
        if self.has_documents and _columns_vary(self.rows(slice(None))):
            if not self.centred:
                return  # second moments need no means
            raise InputError(
                "The numbers differ by too little beside their size: a sparse matrix "
                "is centred after it is squared, which loses the digits. Give it as a "
                "dense one, or subtract a number near its mean from each column."
            )
        raise InputError(
            "All documents are equal with this weighting, to 13 digits, so there are "
            "no topics. Choose another weighting, or documents that differ."
        )

    @cached_property
    def second_moments(self) -> np.ndarray:
        """(n_words,) the diagonal of S^T S / n, centred or not."""
        # The sum is divided last: equal counts give equal variances, to the last bit.
        return self.moments[1] / self.n_documents

    @cached_property
    def words_by_variance(self) -> np.ndarray:
        """(n_words,) word indices, greatest variance first."""
        return np.argsort(-self.variances, kind="stable")

    def scores(self, vectors: np.ndarray) -> np.ndarray:
        """Return S X, (n_documents, ...), for X (n_words, ...); centred if A is."""
        columns = vectors.reshape(self.n_words, -1)
        scores = self._sums.scores(columns) - self.means @ columns
        return scores.reshape(-1, *vectors.shape[1:])

    def gather(self, scores: np.ndarray) -> np.ndarray:
        """Return S^T Y, (n_words, ...), for Y (n_documents, ...); centred if A is."""
        columns = scores.reshape(self.n_documents, -1)
        centres = np.multiply.outer(self.means, columns.sum(axis=0))
        gathered = self._sums.gather(columns) - centres
        return gathered.reshape(-1, *scores.shape[1:])

    def products(self, vectors: np.ndarray) -> np.ndarray:
        """Return A X for X of shape (n_words, ...)."""
        columns = vectors.reshape(self.n_words, -1)
        # The scores are centred before they are spread, to avoid cancellation errors.
        sums = self._sums.gather_scores(columns, self.means @ columns)
        products = sums[:-1] - np.multiply.outer(self.means, sums[-1])
        return products.reshape(vectors.shape) / self.n_documents

    def block(self, words: np.ndarray) -> np.ndarray:
        """Return A restricted to some words, dense, (len(words), len(words))."""
        if (cached := self.gram_cache.within(words)) is not None:
            return cached
        return self._shared(self._sums.gram(words), words, words)

    def gram(self, words: np.ndarray) -> np.ndarray:
        """Return `block`, and keep it for later calls; it must not be written to."""
        return self.gram_cache.matrix_of(words, self.block)

    def cross_block(self, words: np.ndarray, others: Words = None) -> np.ndarray:
        """Return A between `words` and `others`, dense, (len(words), len(others))."""
        return self._shared(self._sums.cross(words, others), words, others)

    def _shared(self, sums: np.ndarray, words: np.ndarray, others: Words) -> np.ndarray:
        """Turn sums of products into entries of A, in place."""
        means, scale = self.means, np.sqrt(self.second_moments)
        chosen = slice(None) if others is None else others
        sides = (means[words], scale[words]), (means[chosen], scale[chosen])
        if sums.flags.c_contiguous:
            share(sums, self.n_documents, *sides)
        else:  # as sums over documents leave them
            share(sums.T, self.n_documents, *sides[::-1])
        return sums

    def restricted(self, words: np.ndarray) -> "Covariance":
        """Return the covariance of some words, in this order, without a copy."""
        shape = self.n_documents, len(words)
        some = Chosen(self._sums, self.moments, self.rows, words, shape)
        cache = self.gram_cache.of(words)
        return Covariance(
            some,
            self.centred,
            exponent=self.exponent,
            has_documents=self.has_documents,
            gram_cache=cache,
        )

    def by_block(
        self, function: Callable[..., Any], *arguments: object
    ) -> Iterator[Any]:
        """Yield function(rows, ...) for each block of S, not centred, CSR or dense."""
        return self._sums.each(function, *arguments)

    @cached_property
    def moments(self) -> np.ndarray:
        """(3, n_words) sums, sums of squares, and document frequencies."""
        return self._sums.moments()

    @cached_property
    def _sums(self) -> Sums:
        rows, weights = self.observations, self.weights
        if isinstance(rows, Chosen):
            return rows
        if self.precomputed is not None:
            return Precomputed(self.precomputed, np.asarray(rows))
        if isinstance(rows, np.ndarray):
            return Whole(np.asfortranarray(rows))
        if weights and isinstance(rows, StoredCounts):
            return weighted_blocks(rows, *weights[:2], self.executor)
        return Blocks.of(rows, self.executor)


def covariance_of(
    corpus: Corpus, settings: Settings, executor: Executor | None = None
) -> Covariance:
    """Return the covariance for a run's settings: weighted, and centred or not."""
    return Covariance.of(
        corpus,
        centred=settings.centred,
        weighting=settings.weighting,
        norm=settings.norm,
        executor=executor,
    )


# Freed with the corpus.
_Key = tuple[bool, str, str, Executor | None]
_KNOWN: WeakKeyDictionary[Corpus, dict[_Key, Covariance]] = WeakKeyDictionary()


def _made(
    corpus: Corpus,
    centred: bool,
    weighting: str,
    norm: str,
    executor: Executor | None,
) -> Covariance:
    if isinstance(corpus.observations, StoredCounts):
        weights = weights_of(corpus, weighting, norm)
        return Covariance(corpus.observations, centred, executor, weights)
    if not corpus.kind.has_documents:
        return _of_matrix(corpus, weighting, norm)
    if executor:
        raise InputError(
            f"{corpus.name} is in memory, and the workers of a cluster read a store. "
            "Write one, and name it: disjoint-topics keep SOURCE FOLDER"
        )
    numbers, exponent = scaled_to_size(weighted(corpus, weighting, norm))
    # A sparse matrix is centred after it is squared, which large means do not allow.
    if centred and is_full(numbers):
        numbers = deviations(dense(numbers).astype(np.float64))
        centred = False
    return Covariance(numbers, centred, executor, exponent=exponent)


def _columns_vary(rows: Any) -> bool:
    """Return whether numbers in a column differ by more than rounding."""
    if isinstance(rows, np.ndarray):
        return bool(deviations(rows).any())
    greatest, least = rows.max(axis=0).toarray(), rows.min(axis=0).toarray()
    sizes = np.maximum(abs(greatest), abs(least))
    return bool((greatest - least > ROUNDING * sizes).any())


def _of_matrix(corpus: Corpus, weighting: str, norm: str) -> Covariance:
    """Return the covariance of a matrix that is one, centred or not."""
    if (weighting, norm) != ("counts", "none"):
        raise InputError(
            f"{corpus.name} is a covariance matrix, which cannot be weighted: the "
            f"weighting is {weighting!r} and the norm {norm!r}. Choose counts and none."
        )
    matrix = np.asarray(corpus.observations)
    _, exponent = scaled_to_size(np.sqrt(matrix.diagonal()))
    scaled = np.ldexp(matrix, -2 * exponent)
    return Covariance(
        rows_of(scaled),
        False,
        exponent=exponent,
        precomputed=scaled,
        has_documents=False,
    )
